package trajectory

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/controllers/internal/ledger"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/perception"
)

// Actor moves a joint group along a trajectory, by positions with their velocities, and where
// feed_forward says so with the efforts that carry the joints; see Feed-forward in the package
// comment.
//
// Before it begins, the joints hold the positions at which they began to run. While a joint does
// not run, the reference comes to rest on its path, and what is commanded of that joint follows
// what is measured of it. With after_stop: hold the trajectory ends there, and a re-arm moves
// nothing. With after_stop: resume the joints come back to the path once all of them run again, and
// then go on along it: positions and velocities never jump. A trajectory that cannot go on
// (tolerances, a joint too far away) is an event, and the joints hold where they came to rest. See
// Goals in the package comment for trajectories that arrive while the actor runs.
type Actor struct {
	Options
	world *worlds.World

	Snapshot actors.In[messages.Snapshot]      `port:"snapshot" doc:"state of the world"`
	Model    actors.In[messages.Model]         `port:"model" optional:"true" doc:"efforts of gravity and bias, N m or N; used with feed_forward: gravity or bias"`
	Goal     actors.In[messages.GoalCommand]   `port:"goal" optional:"true" doc:"trajectories of a planner; a new one replaces the present one without a jump"`
	Command  actors.Out[messages.JointCommand] `port:"command" doc:"positions and velocities of the joint group, and the efforts that are fed forward"`
	Status   actors.Out[messages.GoalStatus]   `port:"status" doc:"state and progress of the newest goal"`

	joints   []followed
	names    []string
	limits   JointLimits
	relative []float64 // measured positions, as seen from the way back to the reference
	speed    []float64 // measured velocities

	ran      time.Duration // for which all joints have run without a break
	follower *JointFollower
	sample   JointSample // the reference, once there is a follower
	told     bool        // an event has reported how the trajectory ended
	left     bool        // after it succeeded, a joint went away: the joints stay where they are
	goals    *ledger.Ledger
	end      []float64 // positions at the end of the trajectory
	stopped  string    // why a stopped joint ended the trajectory; empty otherwise
}

// followed is what the actor knows of one joint.
type followed struct {
	joint    int
	slot     worlds.Slot
	measured float64 // newest position that was known
	valid    bool    // it is of now
	runs     bool    // valid and in a mode that takes commands
	mode     messages.Mode
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
	a.world = world
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
	a.speed, a.relative, a.end = make([]float64, n), make([]float64, n), make([]float64, n)
	a.goals = ledger.New([]string{taskName}, []string{a.unit()})
	s.Size(&a.Goal, actors.Sizes{"points": a.Points, "values": a.Points * n})
	s.Size(&a.Status, actors.Sizes{"goals": 1})
	s.Size(&a.Snapshot, perception.Sizes(world))
	s.Size(&a.Command, actors.Sizes{"joints": n, "positions": n, "velocities": n})
	return nil
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

// Start sets the incarnation, which goes into the numbers of goals.
func (a *Actor) Start(c *actors.Context) error {
	a.goals.Begin(c.Incarnation())
	return nil
}

// Receive answers a messages.GoalRequest; see Goals in the package comment.
func (a *Actor) Receive(c *actors.Context, message any) error {
	if r, ok := message.(messages.GoalRequest); ok {
		c.Reply(a.answer(newScene(c), &r))
	}
	return nil
}

func newScene(c *actors.Context) *scene {
	return &scene{c.World(), c.Time(), func(text string) { c.Emit(messages.Event{Kind: messages.EventNote, Text: text}) }}
}

// Tick commands the positions and velocities of now, and the efforts beside them.
func (a *Actor) Tick(t *actors.Tick) error {
	s, err := a.world.Whole(a.Snapshot.Fresh(t))
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
	if a.follower == nil && all && a.ran >= a.Begin && len(a.Waypoints) > 0 {
		if err := a.begin(t.Now); err != nil {
			return err
		}
	}
	a.take(t)
	if a.follower != nil {
		if err := a.follow(t); err != nil {
			return err
		}
	}
	if err := a.send(t); err != nil {
		return err
	}
	a.advance()
	a.goals.Fill(a.Status.Loan())
	return a.Status.Publish(t)
}

// take pursues the newest goal of a planner. A rejected one is an event.
func (a *Actor) take(t *actors.Tick) {
	if !a.Goal.Linked() || !a.Goal.Changed() {
		return
	}
	command, stamp, ok := a.Goal.Latest()
	if !ok {
		return
	}
	points, refusal := a.unpack(command)
	if refusal == nil {
		refusal = a.pursue(newScene(t.Context), points, 0, stamp.Sequence)
	}
	if refusal != nil {
		a.goals.Reject(stamp.Sequence)
		t.Emit(messages.Event{Kind: messages.EventNote, Text: fmt.Sprintf("goal at input goal rejected: %s: %s", refusal.Result, refusal.Text)})
	}
}

// read takes the joints' states and reports whether all of them run.
func (a *Actor) read(s *messages.Snapshot) (all bool, err error) {
	all = true
	for i := range a.joints {
		x := &a.joints[i]
		was := x.valid
		x.valid = s.Valid[x.joint]
		x.mode = s.Mode[x.joint]
		x.runs = x.valid && x.mode.Passes()
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
func (a *Actor) begin(now messages.Instant) error {
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
	copy(a.end, a.Waypoints[len(a.Waypoints)-1].Position)
	a.goals.Accept(0, 0, now)
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
	a.interrupt(t)
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

// interrupt gives the trajectory up because a joint stopped, unless the options say that it
// resumes. After the end of a trajectory, the joints stay where they are.
func (a *Actor) interrupt(t *actors.Tick) {
	if a.AfterStop == afterResume || a.left {
		return
	}
	for i := range a.joints {
		if a.joints[i].runs {
			continue
		}
		a.left = a.follower.Status() == Succeeded
		if status := a.follower.Status(); status == Following || status == Settling {
			a.stopped = fmt.Sprintf("joint %q stopped %.4g s after the start; re-arm does not resume the goal, send it again", a.names[i], a.follower.Progress().TimeS)
			a.follower.Cancel()
		}
		return
	}
}

// tell emits, once, how the trajectory ended.
func (a *Actor) tell(t *actors.Tick) {
	if a.told || !a.follower.Status().Done() {
		return
	}
	a.told = true
	state, reason, text := a.outcome()
	if g := a.goals.End(0, state, reason, text, t.Now); g != nil {
		t.Emit(messages.Event{Kind: messages.EventNote, Text: ledger.Sentence(g)})
	}
}

// SendsControlMode returns the control mode of the commands.
func (a *Actor) SendsControlMode(*worlds.World, worlds.JointRole) messages.ControlMode {
	return a.control()
}

func (a *Actor) control() messages.ControlMode {
	if a.FeedForward != feedNothing {
		return messages.ControlPositionVelocityEffort
	}
	return messages.ControlPositionVelocity
}

// send commands the reference, with what is left of each joint's way back to it; joints that do not
// go with it hold. A joint whose state is unknown is not commanded.
func (a *Actor) send(t *actors.Tick) error {
	c, control := a.Command.Loan(), a.control()
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

// SaveState implements actors.StateSaver: every variable is saved.
func (a *Actor) SaveState(w *actors.StateWriter) error { return w.Save(a) }

// LoadState implements actors.StateSaver.
func (a *Actor) LoadState(r *actors.StateReader) error { return r.Load(a) }
