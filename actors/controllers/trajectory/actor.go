package trajectory

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/perception"
)

// Options of the joint trajectory's actor, as application files name them. Tolerances hold for
// every joint, in rad or m and rad/s or m/s.
type Options struct {
	JointGroup    string          `option:"joint_group" doc:"joints to move, each of one degree of freedom" required:"true"`
	Waypoints     []WaypointJoint `option:"waypoints" doc:"where the joints shall be; unless the first one is at 0s, the measured positions come first" required:"true"`
	Interpolation string          `option:"interpolation" doc:"between the waypoints" one_of:"quintic,cubic"`
	Begin         time.Duration   `option:"begin" doc:"time for which all joints must have run before the trajectory begins" min:"0" max:"60"`
	SlowDown      time.Duration   `option:"slow_down" doc:"time in which the joints come to rest on their path when one of them stops running" min:"0.01" max:"10"`
	GoalTime      time.Duration   `option:"goal_time" doc:"time after the end within which the joints must be at the goal" min:"0.001" max:"3600"`
	Rejoin        time.Duration   `option:"rejoin" doc:"least time in which joints that moved away from the path come back to it" min:"0.01" max:"60"`
	RejoinWithin  float64         `option:"rejoin_within" unit:"rad|m" doc:"distance from the path beyond which a joint is not brought back: the trajectory is cancelled" min:"0.0001" max:"10"`
	PathTolerance float64         `option:"path_tolerance" unit:"rad|m" doc:"greatest distance from the path on the way" min:"0.0001" max:"10"`
	GoalTolerance float64         `option:"goal_tolerance" unit:"rad|m" doc:"greatest distance from the goal at the end" min:"0.000001" max:"10"`
	StoppedSpeed  float64         `option:"stopped_speed" unit:"rad/s|m/s" doc:"greatest speed at the end" min:"0.000001" max:"10"`
	Velocity      float64         `option:"velocity" unit:"rad/s|m/s" doc:"velocity of joints whose model limits none" min:"0.001" max:"1000"`
	Acceleration  float64         `option:"acceleration" unit:"rad/s^2|m/s^2" doc:"acceleration of joints whose model limits none" min:"0.001" max:"10000"`
	// FeedForward beside positions and velocities is in N m or N, from the input model, and at most
	// the joint's limit.
	FeedForward string `option:"feed_forward" doc:"effort that is commanded beside the positions, N m or N, from the input model: none; gravity, what carries the joints; bias, that and what Coriolis and centrifugal forces take" one_of:"none,gravity,bias"`
}

// WaypointJoint has the positions of all joints of the group at one time.
type WaypointJoint struct {
	Time     time.Duration `option:"time" doc:"after the beginning" min:"0" max:"3600" required:"true"`
	Position []float64     `option:"position" unit:"rad|m" doc:"one entry a joint" required:"true"`
}

// DefaultOptions returns the options of a file that sets only the required ones.
func DefaultOptions() Options {
	return Options{Interpolation: "quintic", Begin: 200 * time.Millisecond, SlowDown: 300 * time.Millisecond, GoalTime: time.Second,
		Rejoin: 500 * time.Millisecond, RejoinWithin: 0.2, PathTolerance: 0.1, GoalTolerance: 0.01, StoppedSpeed: 0.02, Velocity: 1, Acceleration: 4,
		FeedForward: feedNothing}
}

// Actor moves a joint group along a trajectory, by positions with their velocities, and where
// feed_forward says so with the efforts that carry the joints; see Feed-forward in the package
// comment.
//
// Before it begins, the joints hold the positions at which they began to run. While a joint does
// not run, the reference comes to rest on its path, and what is commanded of that joint follows
// what is measured of it. Once all of them run again, the joints come back to the path, and then go
// on along it: positions and velocities never jump. A trajectory that cannot go on (tolerances, a
// joint too far away) is an event, and the joints hold where they came to rest.
type Actor struct {
	Options

	Snapshot actors.In[messages.Snapshot]      `port:"snapshot" doc:"state of the world"`
	Model    actors.In[messages.Model]         `port:"model" optional:"true" doc:"efforts of gravity and bias, N m or N; used with feed_forward: gravity or bias"`
	Command  actors.Out[messages.JointCommand] `port:"command" doc:"positions and velocities of the joint group, and the efforts that are fed forward"`

	joints   []followed
	names    []string
	limits   JointLimits
	relative []float64 // measured positions, as seen from the way back to the reference
	speed    []float64 // measured velocities

	ran      time.Duration // for which all joints have run without a break
	follower *JointFollower
	sample   JointSample // the reference, once there is a follower
	told     bool        // an event has reported how the trajectory ended
	left     bool        // after it succeeded, a joint went too far away: the joints stay where they are
}

// followed is what the actor knows of one joint.
type followed struct {
	joint    int
	slot     worlds.Slot
	measured float64 // newest position that was known
	valid    bool    // it is of now
	runs     bool    // valid and in a mode that takes commands
	held     float64 // newest position at which it did not run, or at which it became known again
	joined   bool    // it follows the reference, except what rejoin has left
	rejoin   Rejoin
	load     load
	effort   float64 // N m or N, fed forward
}

// Configure looks up the joints and checks the waypoints.
func (a *Actor) Configure(s *actors.Setup) error {
	world, err := actors.Resource[*worlds.World](s)
	if err != nil {
		return err
	}
	group, err := world.Group(a.JointGroup)
	if err != nil {
		return messages.InOption("joint_group", err)
	}
	for i := range group.NumJoints() {
		if err := a.addJoint(world, group.WorldJoint(i)); err != nil {
			return err
		}
	}
	if err := errors.Join(a.checkWaypoints(), a.configureFeedForward(s, world)); err != nil {
		return err
	}
	n := len(a.joints)
	a.speed, a.relative = make([]float64, n), make([]float64, n)
	s.Size(&a.Snapshot, perception.Sizes(world))
	s.Size(&a.Command, actors.Sizes{"joints": n, "positions": n, "velocities": n})
	return nil
}

func (a *Actor) addJoint(world *worlds.World, joint int) error {
	slot, name := world.Slot(joint), world.Joint(joint).Name
	if slot.PositionLength != 1 || slot.VelocityLength != 1 {
		return &messages.OptionError{Path: "joint_group",
			Err:      fmt.Errorf("joint %q is %s", name, slot.Type),
			Expected: "joints of one degree of freedom"}
	}
	limit := world.Reduction().Limits()[slot.Velocity]
	if math.IsInf(limit.Velocity, 1) {
		limit.Velocity = a.Velocity
	}
	if math.IsInf(limit.Acceleration, 1) {
		limit.Acceleration = a.Acceleration
	}
	a.joints, a.names = append(a.joints, followed{joint: joint, slot: slot}), append(a.names, name)
	l := &a.limits
	l.PositionMin, l.PositionMax = append(l.PositionMin, limit.Lower), append(l.PositionMax, limit.Upper)
	l.VelocityMax, l.AccelerationMax = append(l.VelocityMax, limit.Velocity), append(l.AccelerationMax, limit.Acceleration)
	return nil
}

// checkWaypoints finds what cannot be followed before anything moves. Without a waypoint at 0s the
// way to the first one is only known once the joints are: it is checked then.
func (a *Actor) checkWaypoints() error {
	if a.Interpolation != "quintic" && a.Interpolation != "cubic" {
		return &messages.OptionError{Path: "interpolation",
			Err:      fmt.Errorf("%q is unknown", a.Interpolation),
			Expected: "quintic or cubic"}
	}
	if len(a.Waypoints) == 0 {
		return &messages.OptionError{Path: "waypoints", Err: errors.New("the list is empty"), Expected: "at least one"}
	}
	var errs []error
	for k := range a.Waypoints {
		errs = append(errs, a.checkWaypoint(k))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	path, err := a.plan(a.Waypoints[0].Position)
	if err != nil {
		return messages.InOption("waypoints", err)
	}
	_, err = NewJointFollower(path, a.tolerances())
	return err
}

// checkWaypoint checks that a waypoint comes after the one before it, and that every joint can be
// where it says.
func (a *Actor) checkWaypoint(k int) error {
	w := &a.Waypoints[k]
	var errs []error
	if k > 0 && w.Time <= a.Waypoints[k-1].Time {
		errs = append(errs, &messages.OptionError{Path: fmt.Sprintf("waypoints[%d].time", k),
			Err:      fmt.Errorf("%v comes after %v, times must strictly increase", w.Time, a.Waypoints[k-1].Time),
			Expected: fmt.Sprintf("more than %v", a.Waypoints[k-1].Time)})
	}
	if len(w.Position) != len(a.joints) {
		return errors.Join(append(errs, &messages.OptionError{Path: fmt.Sprintf("waypoints[%d]", k),
			Err: fmt.Errorf("there are %d positions; joint group %q has %d joints", len(w.Position), a.JointGroup, len(a.joints))})...)
	}
	for j, q := range w.Position {
		if low, high := a.limits.PositionMin[j], a.limits.PositionMax[j]; q < low || q > high {
			errs = append(errs, &messages.OptionError{Path: fmt.Sprintf("waypoints[%d].position[%d]", k, j),
				Err:      fmt.Errorf("the position of joint %q would be %g %s", a.names[j], q, worlds.UnitOf(a.joints[j].slot.Type, messages.ControlPosition)),
				Expected: fmt.Sprintf("%g to %g, its limits", low, high)})
		}
	}
	return errors.Join(errs...)
}

// Units returns the units of the waypoints, which depend on the joints.
func (a *Actor) Units(world *worlds.World) map[string]string {
	units := map[string]string{}
	group, err := world.Group(a.JointGroup)
	if err != nil {
		return units
	}
	for k, w := range a.Waypoints {
		for j := range min(len(w.Position), group.NumJoints()) {
			units[fmt.Sprintf("waypoints[%d].position[%d]", k, j)] = worlds.UnitOf(world.Joint(group.WorldJoint(j)).Type, messages.ControlPosition)
		}
	}
	return units
}

// plan makes the trajectory that begins at the given positions, or at the waypoint at 0s if there
// is one.
func (a *Actor) plan(from []float64) (*Joint, error) {
	var points []JointPoint
	if a.Waypoints[0].Time != 0 {
		points = append(points, JointPoint{Position: append([]float64(nil), from...)})
	}
	for _, w := range a.Waypoints {
		points = append(points, JointPoint{TimeS: w.Time.Seconds(), Position: w.Position})
	}
	kind := Quintic
	if a.Interpolation == "cubic" {
		kind = Cubic
	}
	return NewJoint(a.names, points, kind, &a.limits)
}

// tolerances has start tolerances that only rejoin_within bounds: the joints come to the start on
// their own way back.
func (a *Actor) tolerances() JointTolerances {
	n := len(a.joints)
	all := func(v float64) []float64 {
		list := make([]float64, n)
		for i := range list {
			list[i] = v
		}
		return list
	}
	return JointTolerances{Start: all(a.RejoinWithin), Path: all(a.PathTolerance), Goal: all(a.GoalTolerance), StoppedSpeed: all(a.StoppedSpeed),
		Timing: Timing{SlowDownS: a.SlowDown.Seconds(), GoalTimeS: a.GoalTime.Seconds()}}
}

// configureFeedForward checks the option and, where efforts are fed forward, that drives take some.
// A model without dynamics is refused with the link.
func (a *Actor) configureFeedForward(s *actors.Setup, world *worlds.World) error {
	if err := checkFeed(a.FeedForward); err != nil || a.FeedForward == feedNothing {
		return err
	}
	var errs []error
	for i := range a.joints {
		x := &a.joints[i]
		var err error
		if x.load, err = newLoad(world, x.joint); err != nil {
			errs = append(errs, err)
		}
	}
	n := world.NumVelocities()
	s.Size(&a.Model, actors.Sizes{"positions": world.NumPositions(), "velocities": n, "dynamics": n})
	if a.FeedForward != feedNothing {
		s.Require(&a.Model, fmt.Sprintf("option feed_forward is %s, not %s", a.FeedForward, feedNothing))
	}
	return errors.Join(errs...)
}

// weigh takes the efforts that the drives have to give from the newest model. Before the first one
// nothing is known.
func (a *Actor) weigh(t *actors.Tick) (known bool, err error) {
	if a.FeedForward == feedNothing {
		return true, nil
	}
	m, err := a.Model.Fresh(t)
	if errors.Is(err, actors.ErrNoValue) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	efforts := m.Gravity
	if a.FeedForward == feedBias {
		efforts = m.Bias
	}
	for i := range a.joints {
		a.joints[i].effort = a.joints[i].load.effort(efforts)
	}
	return true, nil
}

// Tick commands the positions and velocities of now, and the efforts beside them.
func (a *Actor) Tick(t *actors.Tick) error {
	s, err := a.Snapshot.Fresh(t)
	if errors.Is(err, actors.ErrNoValue) {
		return nil
	}
	if err != nil {
		return err
	}
	if known, err := a.weigh(t); err != nil || !known {
		return err
	}
	all, err := a.read(s)
	if err != nil {
		return err
	}
	if a.ran += t.Step; !all {
		a.ran = 0
	}
	if a.follower == nil && all && a.ran >= a.Begin {
		if err := a.begin(); err != nil {
			return err
		}
	}
	if a.follower != nil {
		if err := a.follow(t); err != nil {
			return err
		}
	}
	return a.send(t)
}

// read takes the joints' states and reports whether all of them run.
func (a *Actor) read(s *messages.Snapshot) (all bool, err error) {
	all = true
	for i := range a.joints {
		x := &a.joints[i]
		was := x.valid
		x.valid = s.Valid[x.joint]
		x.runs = x.valid && s.Mode[x.joint].Passes()
		all = all && x.runs
		if !x.valid {
			a.holdAt(i)
			continue
		}
		x.measured, a.speed[i] = s.Position[x.slot.Position], s.Velocity[x.slot.Velocity]
		if !finite(x.measured) || !finite(a.speed[i]) {
			return false, fmt.Errorf("%w: joint %q measures position %g and velocity %g", ErrNotFinite, a.names[i], x.measured, a.speed[i])
		}
		if !x.runs || !was {
			a.holdAt(i)
		}
	}
	return all, nil
}

// holdAt has joint i hold where it is, or at the limit that it has gone beyond: no drive is sent
// there.
func (a *Actor) holdAt(i int) {
	x := &a.joints[i]
	x.held = math.Min(math.Max(x.measured, a.limits.PositionMin[i]), a.limits.PositionMax[i])
}

// begin starts the trajectory; the joints come to its start from where they hold.
func (a *Actor) begin() error {
	from := make([]float64, len(a.joints))
	for i := range a.joints {
		from[i] = a.joints[i].held
	}
	path, err := a.plan(from)
	if err != nil {
		return err
	}
	follower, err := NewJointFollower(path, a.tolerances())
	if err != nil {
		return err
	}
	if err := follower.Start(from); err != nil {
		return err
	}
	a.follower, a.sample = follower, *path.NewSample()
	path.Sample(path.StartS(), &a.sample)
	for i := range a.joints {
		a.away(i)
		a.joints[i].joined = true
	}
	return nil
}

// away has joint i come back to the reference from where it holds.
func (a *Actor) away(i int) (offset float64) {
	x := &a.joints[i]
	offset = x.held - a.sample.Position[i]
	x.rejoin.Begin(offset, a.Rejoin.Seconds(), a.limits.VelocityMax[i], a.limits.AccelerationMax[i])
	return offset
}

// follow moves the reference on. It comes to rest while a joint does not run or is on its way back.
func (a *Actor) follow(t *actors.Tick) error {
	dt, rate := t.Step.Seconds(), 1.0
	for i := range a.joints {
		x := &a.joints[i]
		a.join(t, i)
		offset, _ := x.rejoin.Offset()
		a.relative[i] = x.measured - offset
		if !x.joined || !x.rejoin.Done() {
			rate = 0
		}
	}
	if _, err := a.follower.Update(a.relative, a.speed, rate, dt, 0, &a.sample); err != nil {
		return err
	}
	a.tell(t)
	return nil
}

// join has joint i leave the reference when it stops running, and come back once it runs and the
// reference rests. One that went too far away ends the trajectory, or what was left of it after it
// succeeded; then joints that are on their way back come to rest on it, and the others stay where
// they are.
func (a *Actor) join(t *actors.Tick, i int) {
	x := &a.joints[i]
	switch {
	case !x.runs || !x.joined:
		if offset := a.away(i); math.Abs(offset) > a.RejoinWithin {
			a.leave(t, i, offset)
		}
		x.joined = x.runs && a.follower.Progress().Rate == 0
	case a.follower.Status() > Succeeded || a.left:
		x.rejoin.Rest(t.Step.Seconds(), a.SlowDown.Seconds())
	default:
		x.rejoin.Advance(t.Step.Seconds())
	}
}

// leave ends the trajectory because joint i went too far away. An earlier success is reported
// too.
func (a *Actor) leave(t *actors.Tick, i int, offset float64) {
	a.follower.Cancel()
	if a.follower.Status() != Succeeded || a.left {
		return
	}
	a.left = true
	t.Emit(messages.Event{Kind: messages.EventNote, Text: fmt.Sprintf("joint %q stands %.4g from the end of the trajectory, rejoin_within is %g: the joints stay where they are", a.names[i], math.Abs(offset), a.RejoinWithin)})
}

// tell emits, once, how the trajectory ended.
func (a *Actor) tell(t *actors.Tick) {
	if a.told || !a.follower.Status().Done() {
		return
	}
	a.told = true
	text := "the trajectory succeeded"
	if err := a.follower.Err(); err != nil {
		text = err.Error()
		if a.FeedForward == feedNothing && a.follower.OffPosition() { // springs of position loops give way
			text += fmt.Sprintf("; where the drive gives way under the joint's weight, feed_forward: %s carries it", feedGravity)
		}
	}
	t.Emit(messages.Event{Kind: messages.EventNote, Text: text})
}

// SendsControlMode returns the control mode of the commands.
func (a *Actor) SendsControlMode() messages.ControlMode {
	if a.FeedForward != feedNothing {
		return messages.ControlPositionVelocityEffort
	}
	return messages.ControlPositionVelocity
}

// send commands the reference, with what is left of each joint's way back to it; joints that do not
// go with it hold. A joint whose state is unknown is not commanded.
func (a *Actor) send(t *actors.Tick) error {
	c, control := a.Command.Loan(), a.SendsControlMode()
	for i := range a.joints {
		x := &a.joints[i]
		c.Control[i], c.Position[i], c.Velocity[i], c.Effort[i] = control, x.held, 0, x.effort
		switch {
		case !x.valid:
			c.Control[i] = messages.ControlNone
		case x.joined:
			offset, rate := x.rejoin.Offset()
			c.Position[i], c.Velocity[i] = a.sample.Position[i]+offset, a.sample.Velocity[i]+rate
		}
	}
	return a.Command.Publish(t)
}
