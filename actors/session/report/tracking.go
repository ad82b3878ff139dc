package report

import (
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Tracking compares the true motion of a body with its time-stamped reference. It interpolates the
// truth at the instants of the reference. Both kinds of values are added in the order of time.
//
// Its memory is bounded. Up to mostErrors comparisons, all numbers of a result are exact. Beyond,
// the greatest errors and the numbers of samples stay exact, except that one comparison each at the
// begin and at the end of the interval stands for its neighbours; the median and the 99th
// percentile are those of one comparison in 2, 4, 8 ..., drawn at random, of which at least
// mostErrors/2 are kept for the whole run: their ranks then have a standard error of at most 0.3 %
// and 0.06 % of the interval, if that is the whole run.
type Tracking struct {
	references []sample
	truths     []sample
	errors     []trackingError
	each       int // comparisons that an entry of errors stands for
	group      int // comparisons in the last entry of errors
	drawn      *rand.Rand

	position, angle Series // m, rad
}

const (
	// mostErrors is the largest number of kept comparisons; it is even.
	mostErrors = 1 << 16
	// mostWaiting is the largest number of references that wait for the truth, and of truths that
	// wait for a reference. The oldest ones are dropped.
	mostWaiting = 1 << 13
)

type sample struct {
	at   messages.Instant
	pose messages.Pose
}

// trackingError is one comparison, and stands for the others of its group.
type trackingError struct {
	at                  messages.Instant // of the first one
	positionM, angleRad float64
	greatestM, mostRad  float64 // of the group
}

// AddReference adds the reference pose at an instant.
func (t *Tracking) AddReference(at messages.Instant, pose messages.Pose) {
	t.references = waiting(t.references, sample{at, pose})
	t.match()
}

// AddTruth adds the true pose at an instant.
func (t *Tracking) AddTruth(at messages.Instant, pose messages.Pose) {
	t.truths = waiting(t.truths, sample{at, pose})
	t.match()
}

// waiting adds a sample to those that wait. It drops the older half of too many.
func waiting(all []sample, s sample) []sample {
	if len(all) >= mostWaiting {
		all = slices.Delete(all, 0, mostWaiting/2)
	}
	return append(all, s)
}

// match compares every reference between two truths.
func (t *Tracking) match() {
	for len(t.references) > 0 && len(t.truths) > 0 {
		r := t.references[0]
		k, exact := slices.BinarySearchFunc(t.truths, r.at, func(s sample, at messages.Instant) int { return int(s.at - at) })
		switch {
		case exact:
			t.compare(r, t.truths[k].pose)
		case k == 0: // before the first truth
		case k < len(t.truths):
			a, b := t.truths[k-1], t.truths[k]
			t.compare(r, between(a.pose, b.pose, float64(r.at-a.at)/float64(b.at-a.at)))
		default:
			return // the truth has not come that far
		}
		t.references = t.references[1:]
		if k > 1 {
			t.truths = slices.Delete(t.truths, 0, k-1)
		}
	}
}

func (t *Tracking) compare(r sample, truth messages.Pose) {
	d := 0.0
	for i := range 3 {
		d += square(truth.Position[i] - r.pose.Position[i])
	}
	t.add(r.at, math.Sqrt(d), angle(truth.Orientation, r.pose.Orientation))
}

// add adds the errors of one comparison, m and rad.
func (t *Tracking) add(at messages.Instant, positionM, angleRad float64) {
	t.position.Add(at, positionM)
	t.angle.Add(at, angleRad)
	if t.each == 0 {
		t.each, t.drawn = 1, rand.New(rand.NewPCG(1, 1))
	}
	e := trackingError{at, positionM, angleRad, positionM, angleRad}
	if n := len(t.errors); n > 0 && t.group < t.each {
		t.group++
		t.join(&t.errors[n-1], e, t.group)
		return
	}
	if len(t.errors) == mostErrors {
		for i := range mostErrors / 2 {
			t.errors[i] = t.errors[2*i]
			t.join(&t.errors[i], t.errors[2*i+1], 2)
		}
		t.errors, t.each = t.errors[:mostErrors/2], 2*t.each
	}
	t.errors, t.group = append(t.errors, e), 1
}

// join lets an entry stand for a later one too, the one of n in the group: each of them is the one
// that is kept with the same chance.
func (t *Tracking) join(to *trackingError, e trackingError, n int) {
	if t.drawn.IntN(n) == 0 {
		to.positionM, to.angleRad = e.positionM, e.angleRad
	}
	to.greatestM, to.mostRad = max(to.greatestM, e.greatestM), max(to.mostRad, e.mostRad)
}

// Curves returns the errors of the whole run as curves, m and rad.
func (t *Tracking) Curves() (position, angle *Series) { return &t.position, &t.angle }

func square(x float64) float64 { return x * x }

// angle between two orientations, rad. The half-angle comes from the vector part of the relative
// quaternion, which keeps its accuracy near zero.
func angle(a, b [4]float64) float64 {
	w := a[0]*b[0] + a[1]*b[1] + a[2]*b[2] + a[3]*b[3]
	x := a[0]*b[1] - a[1]*b[0] - a[2]*b[3] + a[3]*b[2]
	y := a[0]*b[2] + a[1]*b[3] - a[2]*b[0] - a[3]*b[1]
	z := a[0]*b[3] - a[1]*b[2] + a[2]*b[1] - a[3]*b[0]
	return 2 * math.Atan2(math.Sqrt(x*x+y*y+z*z), math.Abs(w))
}

// between interpolates linearly, which suffices for samples one millisecond apart.
func between(a, b messages.Pose, share float64) messages.Pose {
	var p messages.Pose
	for i := range 3 {
		p.Position[i] = a.Position[i] + share*(b.Position[i]-a.Position[i])
	}
	sign := 1.0
	if a.Orientation[0]*b.Orientation[0]+a.Orientation[1]*b.Orientation[1]+a.Orientation[2]*b.Orientation[2]+a.Orientation[3]*b.Orientation[3] < 0 {
		sign = -1
	}
	norm := 0.0
	for i := range 4 {
		p.Orientation[i] = a.Orientation[i] + share*(sign*b.Orientation[i]-a.Orientation[i])
		norm += square(p.Orientation[i])
	}
	for i := range 4 {
		p.Orientation[i] /= math.Sqrt(norm)
	}
	return p
}

// TrackingResult summarises the errors of an interval.
type TrackingResult struct {
	Body    string        `json:"body"`
	From    time.Duration `json:"from_ns"`
	To      time.Duration `json:"to_ns"`
	Samples int           `json:"samples"`
	// Of is the part of the reference that the body follows. The result has the errors of this part
	// only.
	Of Followed `json:"of"`
	// Distances in m, angles in rad.
	PositionP50 float64 `json:"position_p50_m,omitempty"`
	PositionP99 float64 `json:"position_p99_m,omitempty"`
	PositionMax float64 `json:"position_max_m,omitempty"`
	AngleP50    float64 `json:"angle_p50_rad,omitempty"`
	AngleP99    float64 `json:"angle_p99_rad,omitempty"`
	AngleMax    float64 `json:"angle_max_rad,omitempty"`
}

// Followed is the part of its reference that a body follows.
type Followed string

// The parts of a reference that a body may follow.
const (
	FollowedPose        Followed = "pose"
	FollowedPosition    Followed = "position"
	FollowedOrientation Followed = "orientation"
	FollowedNothing     Followed = ""
)

// FollowedBy returns the followed part.
func FollowedBy(position, orientation bool) Followed {
	switch {
	case position && orientation:
		return FollowedPose
	case position:
		return FollowedPosition
	case orientation:
		return FollowedOrientation
	}
	return FollowedNothing
}

// Result summarises the errors of the followed part from one instant to another, both included.
func (t *Tracking) Result(body string, of Followed, from, to messages.Instant) TrackingResult {
	r := TrackingResult{Body: body, Of: of, From: time.Duration(from), To: time.Duration(to)}
	var positions, angles []float64
	var greatestM, mostRad float64
	for i, e := range t.errors {
		if e.at < from || e.at > to {
			continue
		}
		positions, angles = append(positions, e.positionM), append(angles, e.angleRad)
		greatestM, mostRad = max(greatestM, e.greatestM), max(mostRad, e.mostRad)
		if r.Samples += t.each; i == len(t.errors)-1 {
			r.Samples += t.group - t.each
		}
	}
	if of != FollowedOrientation {
		r.PositionP50, r.PositionP99 = quantiles(positions)
		r.PositionMax = greatest(greatestM, positions)
	}
	if of != FollowedPosition {
		r.AngleP50, r.AngleP99 = quantiles(angles)
		r.AngleMax = greatest(mostRad, angles)
	}
	return r
}

// greatest returns x, or NaN if there are no values.
func greatest(x float64, values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	return x
}

// quantiles returns the median and the 99th percentile, NaN without values.
func quantiles(v []float64) (p50, p99 float64) {
	if len(v) == 0 {
		return math.NaN(), math.NaN()
	}
	sort.Float64s(v)
	at := func(p float64) float64 { return v[max(int(math.Ceil(p*float64(len(v))))-1, 0)] }
	return at(0.5), at(0.99)
}
