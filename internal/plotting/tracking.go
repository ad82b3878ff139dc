package plotting

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
)

// Tracking draws the error with which a topic with states of a body follows a topic with references of it, at the times
// of the states' stamps: state minus reference in the world frame (m), and the angle between the orientations (rad). The
// reference is interpolated between its neighbours in time, positions linearly and orientations on the great circle;
// states before its first or after its last value are left out. The title has the root mean square and the maximum.
func Tracking(r *record.Reader, state, reference string, options Options) ([]byte, error) {
	options, err := options.withDefaults()
	if err != nil {
		return nil, err
	}
	states, err := series[messages.BodyState](r, state, options)
	if err != nil {
		return nil, suggest[messages.BodyState](r, err)
	}
	references, err := series[messages.BodyReference](r, reference, options)
	if err != nil {
		return nil, suggest[messages.BodyReference](r, err)
	}
	e := trackingError(states, references)
	if len(e.time) == 0 {
		return nil, fmt.Errorf("%w: no state of %s (%s to %s) lies within the references of %s (%s to %s)", ErrNothing,
			state, states[0].Stamp.Time, states[len(states)-1].Stamp.Time, reference, references[0].Stamp.Time, references[len(references)-1].Stamp.Time)
	}
	title := fmt.Sprintf("%s against %s: RMS %.3g m, %.3g rad; max %.3g m, %.3g rad", state, reference,
		rms(e.distance), rms(e.angle), slices.Max(e.distance), slices.Max(e.angle))
	return DrawPanels(title, []Panel{
		{Label: "position error (m)", Lines: []Line{
			{Name: "x", Time: e.time, Value: e.axis[0]}, {Name: "y", Time: e.time, Value: e.axis[1]},
			{Name: "z", Time: e.time, Value: e.axis[2]}, {Name: "distance", Time: e.time, Value: e.distance},
		}},
		{Label: "orientation error (rad)", Lines: []Line{{Name: "angle", Time: e.time, Value: e.angle}}},
	}, options)
}

// suggest adds the topics that would do.
func suggest[T any](r *record.Reader, err error) error {
	topics, lookup := record.TopicsOf[T](r)
	if lookup != nil {
		return lookup
	}
	have := "none"
	if len(topics) > 0 {
		have = strings.Join(topics, ", ")
	}
	return fmt.Errorf("%w; topics of the type that is needed: %s", err, have)
}

// tracked is the error over time; all lists have as many elements.
type tracked struct {
	time            []float64    // s
	axis            [3][]float64 // m, in the world frame
	distance, angle []float64    // m, rad
}

// trackingError compares two series, each in the order of its stamps.
func trackingError(states []record.Sample[messages.BodyState], references []record.Sample[messages.BodyReference]) (e tracked) {
	for _, s := range states {
		want, ok := poseAt(references, s.Stamp.Time)
		if !ok {
			continue
		}
		e.time = append(e.time, s.Stamp.Time.Seconds())
		square := 0.0
		for k := range 3 {
			d := s.Value.Pose.Position[k] - want.Position[k]
			e.axis[k] = append(e.axis[k], d)
			square += d * d
		}
		e.distance = append(e.distance, math.Sqrt(square))
		e.angle = append(e.angle, angleBetween(s.Value.Pose.Orientation, want.Orientation))
	}
	return e
}

// poseAt interpolates the references, which are sorted by time.
func poseAt(references []record.Sample[messages.BodyReference], t messages.Instant) (pose messages.Pose, ok bool) {
	n := len(references)
	after := sort.Search(n, func(i int) bool { return references[i].Stamp.Time >= t })
	if after == n {
		return pose, false
	}
	b := references[after]
	if b.Stamp.Time == t {
		return b.Value.Pose, true
	}
	if after == 0 {
		return pose, false
	}
	a := references[after-1]
	share := float64(t-a.Stamp.Time) / float64(b.Stamp.Time-a.Stamp.Time)
	for k := range 3 {
		pose.Position[k] = (1-share)*a.Value.Pose.Position[k] + share*b.Value.Pose.Position[k]
	}
	pose.Orientation = slerp(a.Value.Pose.Orientation, b.Value.Pose.Orientation, share)
	return pose, true
}

func dot(a, b [4]float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] + a[3]*b[3] }

// slerp goes the shorter way on the great circle from a to b (K. Shoemake, Animating rotation with quaternion curves,
// 1985).
func slerp(a, b [4]float64, share float64) (q [4]float64) {
	d := dot(a, b)
	if d < 0 {
		d = -d
		for k := range b {
			b[k] = -b[k]
		}
	}
	wa, wb := 1-share, share
	if angle := math.Acos(min(1, d)); angle > 1e-6 {
		wa, wb = math.Sin((1-share)*angle)/math.Sin(angle), math.Sin(share*angle)/math.Sin(angle)
	}
	for k := range q {
		q[k] = wa*a[k] + wb*b[k]
	}
	return q
}

// angleBetween is the angle of the rotation from a to b, in rad from 0 to pi. It is exact for small angles, where the
// arc cosine of the scalar product is not.
func angleBetween(a, b [4]float64) float64 {
	// The rotation conj(a) b: w, and the length of its vector part.
	w := dot(a, b)
	x := a[0]*b[1] - a[1]*b[0] - a[2]*b[3] + a[3]*b[2]
	y := a[0]*b[2] - a[2]*b[0] - a[3]*b[1] + a[1]*b[3]
	z := a[0]*b[3] - a[3]*b[0] - a[1]*b[2] + a[2]*b[1]
	return 2 * math.Atan2(math.Sqrt(x*x+y*y+z*z), math.Abs(w))
}

// rms is the root mean square.
func rms(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v * v
	}
	return math.Sqrt(sum / float64(len(values)))
}
