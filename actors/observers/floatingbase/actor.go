package floatingbase

import (
	"errors"
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Options are the options of the estimator in application files.
type Options struct {
	Joint           string             `option:"joint" doc:"floating joint whose state is estimated" required:"true"`
	Position        [3]float64         `option:"imu_position" unit:"m" doc:"position of the inertial measurement unit in the frame of the joint's child"`
	Orientation     [4]float64         `option:"imu_orientation" doc:"orientation of the unit in that frame, quaternion w, x, y, z; zeros: that of the frame"`
	PositionRate    messages.PerSecond `option:"position_rate" doc:"rate at which errors of position decay" min:"0.1" max:"1000"`
	OrientationRate messages.PerSecond `option:"orientation_rate" doc:"rate at which errors of orientation decay" min:"0.1" max:"1000"`
}

// DefaultOptions returns the options of a file that sets only the required ones.
func DefaultOptions() Options { return Options{PositionRate: 20, OrientationRate: 10} }

// Actor estimates the state of a floating joint. It publishes nothing before the first pose.
// Between two poses it integrates the inertial measurement unit, for as long as max_age of the
// input pose allows.
type Actor struct {
	Options

	Pose  actors.In[messages.VirtualState]  `port:"pose" max_age:"100ms" doc:"measured pose of the joint, and its velocity at the start"`
	Imu   actors.In[messages.Inertial]      `port:"imu" doc:"angular velocity, and specific force over the last step"`
	State actors.Out[messages.VirtualState] `port:"state" doc:"estimated state of the joint"`

	filter timed
}

// timed is a Filter with the times of its newest inputs.
type timed struct {
	Filter
	begun    bool
	at       messages.Instant // of the newest unit's value
	measured messages.Stamp   // of the newest pose
}

// Configure looks up the joint and checks the options.
func (a *Actor) Configure(s *actors.Setup) error {
	w, err := actors.Resource[*worlds.World](s)
	if err != nil {
		return err
	}
	j, err := w.JointIndex(a.Joint)
	if err != nil {
		return messages.InOption("joint", err)
	}
	if t := w.Slot(j).Type; t != worlds.Floating {
		return &messages.OptionError{Path: "joint", Err: fmt.Errorf("%q is %s", a.Joint, t), Expected: "a floating joint"}
	}
	if parent := w.Joint(j).Parent; parent != w.BodyNames()[0] {
		return &messages.OptionError{Path: "joint",
			Err:      fmt.Errorf("%q moves against %q", a.Joint, parent),
			Expected: fmt.Sprintf("a joint on %q, for gravity is known there", w.BodyNames()[0])}
	}
	model, err := w.Model()
	if err != nil {
		return err
	}
	mount := spatial.QuatOf(a.Orientation)
	if n := mount.Norm(); n != 0 && math.Abs(n-1) > 1e-3 { // zeros are no rotation
		return &messages.OptionError{Path: "imu_orientation",
			Err:      fmt.Errorf("the quaternion %v has length %g", a.Orientation, n),
			Expected: "1"}
	}
	a.filter = timed{Filter: Filter{Config: Config{Position: a.Position, Orientation: mount.Unit().Array(), Gravity: model.Gravity(),
		PositionRate: float64(a.PositionRate), OrientationRate: float64(a.OrientationRate)}}}
	sizes := actors.Sizes{"positions": 7, "velocities": 6}
	s.Size(&a.Pose, sizes)
	s.Size(&a.State, sizes)
	return nil
}

// Tick advances the estimate to the newest values of both sensors and publishes it.
func (a *Actor) Tick(t *actors.Tick) error {
	unit, err := a.Imu.Fresh(t)
	if errors.Is(err, actors.ErrNoValue) {
		return nil
	}
	if err != nil {
		return err
	}
	pose, err := a.Pose.Fresh(t)
	if errors.Is(err, actors.ErrNoValue) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := check(pose, unit); err != nil {
		return err
	}
	a.advance(pose, unit)
	return a.send(t, pose.Mode)
}

// check returns an error if a value is not finite.
func check(pose *messages.VirtualState, unit *messages.Inertial) error {
	for _, part := range [...][]float64{pose.Position, pose.Velocity, unit.AngularVelocity[:], unit.Acceleration[:]} {
		for _, v := range part {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("the sensors measure position %v, velocity %v, angular velocity %v, specific force %v; expected finite numbers", pose.Position, pose.Velocity, unit.AngularVelocity, unit.Acceleration)
			}
		}
	}
	return nil
}

// jump is the distance between a measured position and the estimate, m, from which on the estimate
// begins anew: no motion explains it, but a wrong value before, or a base that was moved.
const jump = 1.0

// advance predicts with a new value of the unit, and corrects with a new pose.
func (a *Actor) advance(pose *messages.VirtualState, unit *messages.Inertial) {
	f, at, measured := &a.filter, a.Imu.Stamp().Time, a.Pose.Stamp()
	if dt := at.Sub(f.at).Seconds(); f.begun && dt > 0 {
		f.Predict(dt, unit.AngularVelocity, unit.Acceleration)
		f.at = at
	}
	h := measured.Time.Sub(f.measured.Time).Seconds()
	if f.begun && h > 0 && !(f.Miss([3]float64(pose.Position[:3])) <= jump) {
		f.begun = false
	}
	if !f.begun {
		f.begun, f.at, f.measured = true, at, measured
		e := Estimate{Position: [3]float64(pose.Position[:3]), Orientation: [4]float64(pose.Position[3:7]),
			Linear: [3]float64(pose.Velocity[:3]), Angular: [3]float64(pose.Velocity[3:6])}
		f.Begin(&e)
		return
	}
	if h > 0 {
		f.Correct(h, [3]float64(pose.Position[:3]), [4]float64(pose.Position[3:7]))
		f.measured = measured
	}
}

func (a *Actor) send(t *actors.Tick, mode messages.Mode) error {
	e, out := a.filter.Estimate(), a.State.Loan()
	copy(out.Position, e.Position[:])
	copy(out.Position[3:], e.Orientation[:])
	copy(out.Velocity, e.Linear[:])
	copy(out.Velocity[3:], e.Angular[:])
	out.Mode = mode
	return a.State.SendAt(t, out, a.filter.at)
}

// SaveState implements actors.StateSaver: every variable is saved.
func (a *Actor) SaveState(w *actors.StateWriter) error { return w.Save(a) }

// LoadState implements actors.StateSaver.
func (a *Actor) LoadState(r *actors.StateReader) error { return r.Load(a) }
