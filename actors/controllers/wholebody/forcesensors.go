package wholebody

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// wrenchNumbers is how many numbers a force sensor gives: force and moment.
const wrenchNumbers = 6

// feeling are the force sensors.
type feeling struct {
	bodies []int  // of the model, sensor by sensor
	known  []bool // what they measured at the tick before was known
}

// sensed is a task of a set that makes up for what is missing of its force.
type sensed struct {
	task, sensor int        // of the set, and of Options.ForceSensors
	point        [3]float64 // of the task in its body, m
}

// newFeeling finds the bodies of the sensors.
func newFeeling(w *worlds.World, m *rigidbody.Model, names []string) (f feeling, err error) {
	var errs []error
	for i, name := range names {
		body := 0
		_, err := w.BodyIndex(name) // names the bodies of the world
		if err == nil {
			body, err = m.BodyIndex(name)
		}
		if err != nil {
			errs = append(errs, messages.InOption(fmt.Sprintf("force_sensors[%d]", i), err))
		}
		if slices.Contains(names[:i], name) {
			errs = append(errs, invalid(fmt.Sprintf("force_sensors[%d]", i), "body %q has a sensor already", name))
		}
		f.bodies = append(f.bodies, body)
	}
	f.known = make([]bool, len(names))
	return f, errors.Join(errs...)
}

// sense finds the sensor of a task that exerts forces. One that is to make up for missing forces
// needs a sensor.
func (s *set) sense(t *taskspace.Task, task int, sensors []string) error {
	if t.Kind != taskspace.Force && t.Kind != taskspace.Hybrid {
		return nil
	}
	g := &t.Gains
	none := func(gains []float64) bool { return !slices.ContainsFunc(gains, func(x float64) bool { return x != 0 }) }
	sensor := slices.Index(sensors, t.Frame)
	switch {
	case sensor >= 0:
		s.sensed = append(s.sensed, sensed{task: task, sensor: sensor, point: t.Point})
	case len(g.Force) == 0 || !none(g.Force) || !none(g.ForceIntegral):
		return &taskspace.TaskError{Task: t.Name, Option: &messages.OptionError{
			Err: fmt.Errorf("no force sensor is on frame %q; force_sensors are %q: name the frame there and link the input wrenches, or set gains.force to 0 and leave gains.force_integral out, so that the force is fed forward only", t.Frame, sensors)}}
	}
	return nil
}

// feel passes the measured wrenches to the tasks of a set. A sensor that falls silent, and
// one that comes back, changes the law, which is handed over.
func (l *Law) feel(s *set, in *Input) error {
	for i := range s.sensed {
		x := &s.sensed[i]
		wrench, known := reading(in.Wrenches, x.sensor)
		if known != l.feeling.known[x.sensor] {
			l.feeling.known[x.sensor], l.changed = known, true
		}
		var err error
		if known {
			err = s.fresh.Measure(x.task, exerted(wrench, l.measured.Pose(l.feeling.bodies[x.sensor]), x.point))
		} else {
			err = s.fresh.Forget(x.task)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// reading is what a sensor measures, if it is known.
func reading(wrenches []float64, sensor int) (w [wrenchNumbers]float64, known bool) {
	if len(wrenches) < wrenchNumbers*(sensor+1) {
		return w, false
	}
	copy(w[:], wrenches[wrenchNumbers*sensor:])
	for _, x := range w {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return w, false
		}
	}
	return w, true
}

// exerted turns a wrench on a body, about the body's origin and in its axes, into that which the
// body exerts on its surroundings, about a point of the body and in world axes.
func exerted(w [wrenchNumbers]float64, body spatial.Pose, point [3]float64) (out [wrenchNumbers]float64) {
	f, p := [3]float64(w[:3]), point
	moment := [3]float64{ // about the point: m - p x f
		w[3] - (p[1]*f[2] - p[2]*f[1]),
		w[4] - (p[2]*f[0] - p[0]*f[2]),
		w[5] - (p[0]*f[1] - p[1]*f[0]),
	}
	for r := range 3 {
		for c := range 3 {
			out[r] -= body.R[3*r+c] * f[c]
			out[3+r] -= body.R[3*r+c] * moment[c]
		}
	}
	return out
}
