package plotting

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Tracking draws the error of a topic with states of a body against a topic with references of it,
// at the stamps of the states: state minus reference in the world frame (mm), and the angle between
// the orientations (degrees). It interpolates the reference between its neighbours in time,
// positions linearly and orientations on the great circle, and leaves out states outside of the
// references. The title has the root mean square and the maximum.
func Tracking(r *record.Reader, state, reference string, options Options) (*Figure, error) {
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
	distance, angle := scaled(e.distance, millimetres), scaled(e.angle, degrees)
	title := fmt.Sprintf("%s against %s: RMS %.3g mm, %.3g deg; max %.3g mm, %.3g deg", state, reference,
		rms(distance), rms(angle), slices.Max(distance), slices.Max(angle))
	position := Panel{Label: "position error (mm)"}
	for k, name := range []string{"x", "y", "z"} {
		position.Lines = append(position.Lines, Line{Name: name, Time: e.time, Value: scaled(e.axis[k], millimetres)})
	}
	position.Lines = append(position.Lines, Line{Name: "distance", Time: e.time, Value: distance})
	orientation := Panel{Label: "orientation error (deg)", Lines: []Line{{Name: "angle", Time: e.time, Value: angle}}}
	return &Figure{Title: title, Panels: []Panel{position, orientation}, Options: options}, nil
}

// scaled returns the values times a factor.
func scaled(values []float64, factor float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = factor * v
	}
	return out
}

// suggest adds the topics that carry the required type to an error.
func suggest[T any](r *record.Reader, err error) error {
	topics, lookup := record.TopicsOf[T](r)
	if lookup != nil {
		return lookup
	}
	have := "none"
	if len(topics) > 0 {
		have = strings.Join(topics, ", ")
	}
	return fmt.Errorf("%w; topics of the required type: %s", err, have)
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

// slerp returns the orientation at a share of the shorter way from a to b on the great circle (K.
// Shoemake, Animating rotation with quaternion curves, 1985).
func slerp(a, b [4]float64, share float64) [4]float64 {
	from, to := spatial.QuatOf(a), spatial.QuatOf(b)
	return from.Times(spatial.Exp(from.Conj().Times(to).Log().Scale(share))).Array()
}

// angleBetween returns the angle of the rotation from a to b, in rad from 0 to pi.
func angleBetween(a, b [4]float64) float64 {
	return spatial.QuatOf(a).Conj().Times(spatial.QuatOf(b)).Log().Norm()
}

// rms returns the root mean square.
func rms(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v * v
	}
	return math.Sqrt(sum / float64(len(values)))
}
