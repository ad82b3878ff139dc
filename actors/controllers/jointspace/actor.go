package jointspace

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

// Actor controls the joints of a joint group one by one. A target names for each joint position,
// velocity or effort; a position may come with its velocity, and, for efforts as output, either
// with an effort as feed-forward; a joint for which it names none comes to rest.
//
// A joint begins from its measured state and from the output that is in effect. While its mode
// takes no commands, what is commanded follows what is measured, so that it comes back without a
// jump; while its state is unknown, it is not commanded.
type Actor struct {
	Options
	model *worlds.World

	Snapshot actors.In[messages.Snapshot]      `port:"snapshot" doc:"state of the world"`
	Target   actors.In[messages.JointCommand]  `port:"target" optional:"true" max_age:"100ms" doc:"targets of the joint group; with a link, nothing is commanded before the first one"`
	Goals    actors.In[messages.GoalCommand]   `port:"goal" optional:"true" doc:"goals of a planner: one number a joint; a new one replaces the present one without a jump"`
	Command  actors.Out[messages.JointCommand] `port:"command" doc:"velocities or efforts of the joint group"`
	Status   actors.Out[messages.GoalStatus]   `port:"status" doc:"state and progress of the newest goal"`

	axes   []axis
	effort bool                 // efforts are the output
	fixed  messages.ControlMode // of the goal
	pursuit
}

// axis is one joint with a law of its own, so that each can begin anew by itself.
type axis struct {
	joint   int
	slot    worlds.Slot
	name    string
	law     *Law
	in      Input // of one joint
	out     *Output
	limit   worlds.Limit
	running bool    // the law goes on from the tick before
	held    float64 // position at which it began, or where it comes to rest after a goal was given up
	known   bool    // its state is
	mode    messages.Mode
}

// Configure looks up the joints and makes a law for each.
func (a *Actor) Configure(s *actors.Setup) error {
	world, err := actors.Resource[*worlds.World](s)
	if err != nil {
		return err
	}
	a.model = world
	group, err := world.Group(a.JointGroup)
	if err != nil {
		return messages.InOption("joint_group", err)
	}
	if err := a.checkControl(); err != nil {
		return err
	}
	if s.Period() <= 0 || s.Period() > time.Second {
		return fmt.Errorf("the period is %v; a period is required, at most 1 s", s.Period())
	}
	errs := []error{a.checkGoal(world, group)}
	for _, g := range []struct {
		option string
		gains  GainOptions
	}{{"position_gains", a.PositionGains}, {"velocity_gains", a.VelocityGains}} {
		errs = append(errs, messages.InOption(g.option, g.gains.gains().check()))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	a.axes = make([]axis, group.NumJoints())
	for i := range a.axes {
		errs = append(errs, a.makeAxis(&a.axes[i], world, group.WorldJoint(i), s.Period()))
	}
	n := group.NumJoints()
	s.Size(&a.Snapshot, perception.Sizes(world))
	s.Size(&a.Target, actors.Sizes{"joints": n, "positions": n, "velocities": n})
	s.Size(&a.Command, a.commandSizes(n))
	s.Size(&a.Goals, actors.Sizes{"points": 1, "values": n})
	s.Size(&a.Status, actors.Sizes{"goals": 1})
	a.ledger = ledger.New([]string{taskName}, []string{a.unit()})
	if a.Target.Linked() {
		s.Exclude(&a.Goals, "targets come through the input target")
	}
	errs = append(errs, a.checkMaxEffort(n))
	return errors.Join(errs...)
}

// SendsControlMode returns the control mode of the commands.
func (a *Actor) SendsControlMode(*worlds.World, worlds.JointRole) messages.ControlMode {
	if a.Output == "effort" {
		return messages.ControlEffort
	}
	return messages.ControlVelocity
}

func (a *Actor) makeAxis(x *axis, world *worlds.World, joint int, period time.Duration) (err error) {
	x.joint, x.slot, x.name = joint, world.Slot(joint), world.Joint(joint).Name
	if x.slot.PositionLength != 1 || x.slot.VelocityLength != 1 {
		return &messages.OptionError{Path: "joint_group",
			Err:      fmt.Errorf("joint %q is %s", x.name, x.slot.Type),
			Expected: "joints of one degree of freedom"}
	}
	limit := world.Reduction().Limits()[x.slot.Velocity]
	x.limit = limit
	config := JointConfig{Name: x.name, Limits: a.limits(limit), PositionGains: a.PositionGains.gains(), VelocityGains: a.VelocityGains.gains(),
		EffortRateMax: a.EffortRate, Tracking: a.Tracking}
	if a.effort {
		config.Output, config.EffortMax = EffortOutput, limit.Effort
	}
	x.law, err = New(Config{Joints: []JointConfig{config}, PeriodS: period.Seconds(), HandoverS: a.Handover.Seconds()})
	if err != nil {
		return err
	}
	x.in = Input{Mode: make([]Mode, 1), Target: make([]float64, 1), Position: make([]float64, 1), Velocity: make([]float64, 1),
		TargetVelocity: make([]float64, 1), FeedForward: make([]float64, 1)}
	x.out = x.law.NewOutput()
	return nil
}

// limits takes the limits of a joint's model, and those of the options where the model has none.
func (a *Actor) limits(l worlds.Limit) SetpointLimits {
	or := func(v, other float64) float64 {
		if math.IsInf(v, 1) {
			return other
		}
		return v
	}
	return SetpointLimits{PositionMin: l.Lower, PositionMax: l.Upper, VelocityMax: a.Share * or(l.Velocity, a.Velocity),
		AccelerationMax: or(l.Acceleration, a.Acceleration), JerkMax: or(l.Jerk, a.Jerk)}
}

// Tick commands every joint whose state is known.
func (a *Actor) Tick(t *actors.Tick) error {
	s, err := a.model.Whole(a.Snapshot.Fresh(t))
	if errors.Is(err, actors.ErrNoValue) {
		return nil
	}
	if err != nil {
		return err
	}
	var target *messages.JointCommand
	if a.Target.Linked() {
		if target, err = a.Target.Fresh(t); errors.Is(err, actors.ErrNoValue) {
			return nil
		} else if err != nil {
			return err
		}
	}
	a.look(t, s)
	c := a.Command.Loan()
	a.tuneDrives(c)
	for i := range a.axes {
		if err := a.step(i, s, target, c); err != nil {
			return err
		}
	}
	if err := a.Command.Publish(t); err != nil {
		return err
	}
	a.advance()
	a.emit(t.Context)
	a.ledger.Fill(a.Status.Loan())
	return a.Status.Publish(t)
}

// look takes the modes of the joints and the newest goal of a planner. A goal that a user or a
// planner gave ends when a joint stops: a re-arm moves nothing.
func (a *Actor) look(t *actors.Tick, s *messages.Snapshot) {
	a.now = t.Now
	for i := range a.axes {
		x := &a.axes[i]
		x.known, x.mode = s.Valid[x.joint], s.Mode[x.joint]
	}
	a.interrupt()
	if !a.Goals.Linked() || !a.Goals.Changed() {
		return
	}
	if command, stamp, ok := a.Goals.Latest(); ok {
		a.take(command, stamp.Sequence)
	}
}

// Start sets where and as which incarnation goals are answered.
func (a *Actor) Start(c *actors.Context) error {
	a.world = c.World()
	a.ledger.Begin(c.Incarnation())
	return nil
}

// Receive answers requests of users; see Goals in the package comment.
func (a *Actor) Receive(c *actors.Context, message any) error {
	a.now = c.Time()
	switch r := message.(type) {
	case messages.TaskRequest:
		reply := a.Answer(&r)
		if r.Verb == messages.TaskSet && reply.Result == messages.TaskSuccess {
			c.Emit(messages.Event{Kind: messages.EventNote, Text: "request: " + reply.Text})
		}
		a.emit(c)
		c.Reply(reply)
	case messages.GoalRequest:
		reply := a.AnswerGoal(&r)
		a.emit(c)
		c.Reply(reply)
	}
	return nil
}

// emit reports what happened to goals.
func (a *Actor) emit(c *actors.Context) {
	for _, text := range a.notes {
		c.Emit(messages.Event{Kind: messages.EventNote, Text: text})
	}
	a.notes = a.notes[:0]
}

// step commands joint i.
func (a *Actor) step(i int, s *messages.Snapshot, target *messages.JointCommand, c *messages.JointCommand) error {
	x := &a.axes[i]
	c.Control[i], c.Velocity[i], c.Effort[i] = messages.ControlNone, 0, 0
	if !s.Valid[x.joint] {
		x.running = false
		return nil
	}
	x.in.Position[0], x.in.Velocity[0] = s.Position[x.slot.Position], s.Velocity[x.slot.Velocity]
	passes := s.Mode[x.joint].Passes()
	if !x.running || !passes {
		if err := a.begin(x, s); err != nil {
			return err
		}
	}
	x.running = passes
	if err := a.aim(x, i, target); err != nil {
		return err
	}
	if err := x.law.Step(&x.in, x.out); err != nil {
		return err
	}
	if a.effort {
		c.Control[i], c.Effort[i] = messages.ControlEffort, x.out.Value[0]
	} else {
		c.Control[i], c.Velocity[i] = messages.ControlVelocity, x.out.Value[0]
	}
	return nil
}

// begin starts a joint's law from what is measured.
func (a *Actor) begin(x *axis, s *messages.Snapshot) error {
	output := x.in.Velocity
	if a.effort {
		output = s.Effort[x.slot.Velocity : x.slot.Velocity+1]
	}
	x.held = x.in.Position[0]
	return x.law.Start(x.in.Position, x.in.Velocity, output)
}

// aim sets the target of joint i.
func (a *Actor) aim(x *axis, i int, target *messages.JointCommand) error {
	in := &x.in
	in.TargetVelocity[0], in.FeedForward[0] = 0, 0
	control, position, velocity, effort := a.fixed, x.held, 0.0, 0.0
	switch {
	case target != nil:
		if len(target.Control) <= i || len(target.Position) <= i || len(target.Velocity) <= i || len(target.Effort) <= i {
			return fmt.Errorf("%w: the target has %d joints; expected %d", ErrShape, len(target.Control), len(a.axes))
		}
		control, position, velocity, effort = target.Control[i], target.Position[i], target.Velocity[i], target.Effort[i]
	case len(a.Goal) != 0:
		position, velocity, effort = a.Goal[i], a.Goal[i], a.Goal[i]
	}
	if control.Has(messages.ControlEffort) && control != messages.ControlEffort {
		if !a.effort {
			return fmt.Errorf("%w: joint %q is asked for %s; an effort beside it needs efforts as output", ErrMode, x.name, control)
		}
		in.FeedForward[0] = effort
	}
	switch {
	case !control.Valid():
		return fmt.Errorf("%w: joint %q is asked for %s", ErrMode, x.name, control)
	case control == messages.ControlNone:
		in.Mode[0], in.Target[0] = Velocity, 0
	case control == messages.ControlEffort:
		in.Mode[0], in.Target[0] = Effort, effort
	case control.Has(messages.ControlPosition):
		in.Mode[0], in.Target[0] = Position, position
		if control.Has(messages.ControlVelocity) {
			in.TargetVelocity[0] = velocity
		}
	default:
		in.Mode[0], in.Target[0] = Velocity, velocity
	}
	return nil
}

// SaveState implements actors.StateSaver: every variable is saved.
func (a *Actor) SaveState(w *actors.StateWriter) error { return w.Save(a) }

// LoadState implements actors.StateSaver.
func (a *Actor) LoadState(r *actors.StateReader) error { return r.Load(a) }
