// Package gripperpath provides a planner that moves the reference of a gripper along a path of
// poses with times.
package gripperpath

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/controllers/trajectory"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/perception"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Options are the options of the actor in application files.
type Options struct {
	JointGroup string        `option:"joint_group" doc:"joints that must run for the reference to move" required:"true"`
	Begin      time.Duration `option:"begin" doc:"time for which these joints must have run before the path starts" min:"0" max:"60"`
	SlowDown   time.Duration `option:"slow_down" doc:"time in which the reference comes to rest on its path when one of these joints stops running" min:"0.01" max:"10"`
	Waypoints  []Waypoint    `option:"waypoints" doc:"poses relative to the gripper's pose at the start of the path, which is its first pose" required:"true"`
}

// Waypoint is a pose at a time after the start of the path.
type Waypoint struct {
	Time     time.Duration      `option:"time" doc:"time after the start of the path" min:"0.001" max:"3600" required:"true"`
	Position []messages.Meters  `option:"position" doc:"displacement x, y, z from the start, in the axes of the world" required:"true"`
	Yaw      messages.Radians   `option:"yaw" doc:"rotation about the vertical axis of the world since the start; less than half a turn between waypoints" min:"-100" max:"100"`
	Tilt     []messages.Radians `option:"tilt" doc:"further rotations about the gripper's own x and y axes; default: none"`
}

// DefaultOptions returns the options of a file that sets only the required ones.
func DefaultOptions() Options {
	return Options{Begin: 200 * time.Millisecond, SlowDown: 300 * time.Millisecond}
}

// Actor plans the reference of the gripper. If a joint stops running, the reference comes to rest
// on its path and continues when all joints run again: it never leaves the path.
type Actor struct {
	Options
	world *worlds.World

	Snapshot  actors.In[messages.Snapshot]       `port:"snapshot" doc:"state of the world"`
	Model     actors.In[messages.Model]          `port:"model" doc:"pose of the gripper, its first frame"`
	Reference actors.Out[messages.BodyReference] `port:"reference" doc:"desired pose of the gripper, in the world"`

	group    *worlds.JointGroup
	path     *trajectory.Pose
	progress trajectory.Progress
	ran      time.Duration // time for which all joints have run without interruption
	sample   trajectory.PoseSample
	guessed  messages.Instant // of the newest snapshot with an invalid joint; -1 without one
}

// Configure checks the waypoints.
func (a *Actor) Configure(s *actors.Setup) error {
	a.guessed = -1
	world, err := actors.Resource[*worlds.World](s)
	if err != nil {
		return err
	}
	a.world = world
	if a.group, err = world.Group(a.JointGroup); err != nil {
		return messages.InOption("joint_group", err)
	}
	var errs []error
	before := time.Duration(0)
	for i, w := range a.Waypoints {
		if len(w.Position) != 3 || len(w.Tilt) != 0 && len(w.Tilt) != 2 {
			errs = append(errs, &messages.OptionError{Path: fmt.Sprintf("waypoints[%d]", i),
				Err:      fmt.Errorf("%d coordinates and %d tilts", len(w.Position), len(w.Tilt)),
				Expected: "3 and none or 2"})
		}
		if w.Time <= before {
			errs = append(errs, &messages.OptionError{Path: fmt.Sprintf("waypoints[%d].time", i),
				Err:      fmt.Errorf("%v comes after %v, times must strictly increase", w.Time, before),
				Expected: fmt.Sprintf("more than %v", before)})
		}
		before = w.Time
		errs = append(errs, a.checkTurn(i))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	sizes := perception.Sizes(world)
	s.Size(&a.Snapshot, sizes)
	s.Size(&a.Model, actors.Sizes{"positions": sizes["positions"], "velocities": sizes["velocities"]})
	if _, err = a.plan(messages.IdentityPose()); err != nil { // so that a path that cannot be is found before anything moves
		return messages.InOption("waypoints", err)
	}
	return nil
}

// greatestTurn is the largest rotation between two waypoints. The path takes the shorter way, so
// beyond half a turn it would contradict the angles.
const greatestTurn = 175 * math.Pi / 180

// checkTurn rejects angles that the path cannot follow, because a pose does not contain whole
// turns.
func (a *Actor) checkTurn(i int) error {
	w, from, before := &a.Waypoints[i], Waypoint{}, "the beginning"
	if i > 0 {
		from, before = a.Waypoints[i-1], fmt.Sprintf("waypoints[%d]", i-1)
	}
	errs := []error{checkTurn(fmt.Sprintf("waypoints[%d].yaw", i), float64(w.Yaw-from.Yaw), before)}
	for k := range max(len(w.Tilt), len(from.Tilt)) {
		errs = append(errs, checkTurn(fmt.Sprintf("waypoints[%d].tilt[%d]", i, k), tilt(w, k)-tilt(&from, k), before))
	}
	return errors.Join(errs...)
}

func checkTurn(option string, angle float64, before string) error {
	if math.Abs(angle) <= greatestTurn {
		return nil
	}
	return &messages.OptionError{Path: option, Err: fmt.Errorf("the gripper would turn by %.4g rad from %s", angle, before),
		Expected: fmt.Sprintf("at most %.4g: add a waypoint between", greatestTurn)}
}

// tilt returns a tilt of a waypoint, or 0 without one.
func tilt(w *Waypoint, k int) float64 {
	if k < len(w.Tilt) {
		return float64(w.Tilt[k])
	}
	return 0
}

// plan returns the path that starts at a pose.
func (a *Actor) plan(from messages.Pose) (*trajectory.Pose, error) {
	points := []trajectory.Waypoint{{Position: from.Position, Orientation: from.Orientation}}
	for _, w := range a.Waypoints {
		p := trajectory.Waypoint{TimeS: w.Time.Seconds(), Orientation: turned(from.Orientation, w)}
		for i := range p.Position {
			p.Position[i] = from.Position[i] + float64(w.Position[i])
		}
		points = append(points, p)
	}
	return trajectory.NewPose(points, trajectory.PoseConfig{Shape: trajectory.Spline})
}

// turned applies a waypoint's yaw in the room and its tilts in the gripper.
func turned(orientation [4]float64, w Waypoint) [4]float64 {
	q := spatial.Exp(spatial.Vec{Z: float64(w.Yaw)}).Times(spatial.QuatOf(orientation))
	if len(w.Tilt) == 2 {
		q = q.Times(spatial.Exp(spatial.Vec{X: float64(w.Tilt[0])})).Times(spatial.Exp(spatial.Vec{Y: float64(w.Tilt[1])}))
	}
	return q.Array()
}

// Tick publishes the reference of this cycle. Before the path starts, the reference is the
// gripper's own pose.
func (a *Actor) Tick(t *actors.Tick) error {
	s, err := a.world.Whole(a.Snapshot.Fresh(t))
	if errors.Is(err, actors.ErrNoValue) {
		return nil
	}
	if err != nil {
		return err
	}
	known := a.known(s)
	if !known { // also before the first model, which may be of this snapshot
		a.guessed = a.Snapshot.Stamp().Time
	}
	model, err := a.Model.Fresh(t)
	if errors.Is(err, actors.ErrNoValue) {
		return nil
	}
	if err != nil {
		return err
	}
	if len(model.Pose) == 0 || len(model.Computed) == 0 {
		return fmt.Errorf("the model has %d poses and says of %d whether they are computed; expected those of the gripper, its first frame", len(model.Pose), len(model.Computed))
	}
	running := a.running(s)
	if a.ran += t.Step; !running {
		a.ran = 0
	}
	if a.path == nil {
		if err := check(&model.Pose[0]); err != nil {
			return err
		}
		if !known || model.SnapshotTime <= a.guessed || !model.Computed[0] {
			return nil // the model has an unknown joint state, or no pose of the gripper
		}
		if a.ran < a.Begin || !running {
			return a.rest(t, model.Pose[0])
		}
		if a.path, err = a.plan(model.Pose[0]); err != nil {
			return err
		}
	} else {
		a.progress.Advance(t.Step.Seconds(), rate(running), a.SlowDown.Seconds())
	}
	return a.send(t)
}

// check returns an error if a pose contains a number that is not finite.
func check(p *messages.Pose) error {
	for _, v := range [...]float64{p.Position[0], p.Position[1], p.Position[2], p.Orientation[0], p.Orientation[1], p.Orientation[2], p.Orientation[3]} {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("the model has the gripper at position %v, orientation %v; expected finite numbers", p.Position, p.Orientation)
		}
	}
	return nil
}

func rate(running bool) float64 {
	if running {
		return 1
	}
	return 0
}

// rest publishes the gripper's own pose.
func (a *Actor) rest(t *actors.Tick, pose messages.Pose) error {
	return a.Reference.Send(t, messages.BodyReference{Pose: pose})
}

func (a *Actor) send(t *actors.Tick) error {
	a.path.Sample(a.progress.TimeS, &a.sample)
	r := a.Reference.Loan()
	r.Pose = messages.Pose{Position: a.sample.Position, Orientation: a.sample.Orientation}
	p := &a.progress
	for i := range 3 {
		r.Twist.Linear[i], r.Twist.Angular[i] = p.Rate*a.sample.Twist[i], p.Rate*a.sample.Twist[3+i]
	}
	for i := range r.Acceleration {
		r.Acceleration[i] = p.Rate*p.Rate*a.sample.Acceleration[i] + p.Slope*a.sample.Twist[i]
	}
	r.Finished = p.TimeS >= a.path.EndS()
	return a.Reference.Publish(t)
}

// known reports whether the state of every joint of the group is valid.
func (a *Actor) known(s *messages.Snapshot) bool {
	for i := range a.group.NumJoints() {
		if !s.Valid[a.group.WorldJoint(i)] {
			return false
		}
	}
	return true
}

// running reports whether every joint of the group accepts commands.
func (a *Actor) running(s *messages.Snapshot) bool {
	for i := range a.group.NumJoints() {
		if j := a.group.WorldJoint(i); !s.Valid[j] || !s.Mode[j].Passes() {
			return false
		}
	}
	return true
}

// SaveState implements actors.StateSaver: every variable is saved.
func (a *Actor) SaveState(w *actors.StateWriter) error { return w.Save(a) }

// LoadState implements actors.StateSaver.
func (a *Actor) LoadState(r *actors.StateReader) error { return r.Load(a) }
