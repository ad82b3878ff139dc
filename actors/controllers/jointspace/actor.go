package jointspace

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

// Options of the actor, as application files name them. Lists have one entry a joint, in the order
// of the joint group.
type Options struct {
	JointGroup    string        `option:"joint_group" doc:"joints to command, each of one degree of freedom" required:"true"`
	Output        string        `option:"output" doc:"what is commanded of the drives" one_of:"velocity,effort"`
	Control       string        `option:"control" doc:"what the goal means" one_of:"position,velocity,effort"`
	Goal          []float64     `option:"goal" unit:"rad|m|rad/s|m/s|N m|N" doc:"target while the input target has no link, until a user gives another one; left out: the joints hold the position, or rest"`
	PositionGains GainOptions   `option:"position_gains" doc:"gains of the position loop"`
	VelocityGains GainOptions   `option:"velocity_gains" doc:"gains of the velocity loop"`
	Velocity      float64       `option:"velocity" unit:"rad/s|m/s" doc:"velocity of joints whose model limits none" min:"0.001" max:"1000"`
	Acceleration  float64       `option:"acceleration" unit:"rad/s^2|m/s^2" doc:"acceleration of joints whose model limits none" min:"0.001" max:"10000"`
	Jerk          float64       `option:"jerk" unit:"rad/s^3|m/s^3" doc:"jerk of joints whose model limits none; 0 means none" min:"0" max:"1000000"`
	EffortRate    float64       `option:"effort_rate" unit:"N m/s|N/s" doc:"change of the target in effort control; 0 means any" min:"0" max:"1000000"`
	Share         float64       `option:"velocity_share" doc:"share of the joints' velocity limits that is used" min:"0.01" max:"1"`
	Tracking      bool          `option:"tracking" doc:"targets come from a trajectory: take them as they are, within the limits"`
	Handover      time.Duration `option:"handover" doc:"time in which the difference to the output before fades out" min:"0.001" max:"60"`

	DriveGains DriveGainOptions `option:"drive_gains" doc:"scales of the gains of the drives' own loops; left out: the drives keep theirs"`
	MaxEffort  []float64        `option:"max_effort" unit:"N m|N" doc:"bound of the effort of each joint's drive; left out: that of the drive" min:"0"`
}

// GainOptions are the gains of one loop, in units of output over error: 1/s for an output in
// velocity and an error in position, and so on.
type GainOptions struct {
	Proportional float64 `option:"proportional" doc:"output an error" min:"0"`
	Integral     float64 `option:"integral" doc:"output an error and a second" min:"0"`
	Derivative   float64 `option:"derivative" doc:"output a rate of the error" min:"0"`
	IntegralMax  float64 `option:"integral_max" doc:"bound of the integral's part of the output; 0 means the output's limit" min:"0"`
}

func (g GainOptions) gains() Gains {
	return Gains(g)
}

// DefaultOptions returns the options of a file that sets only the required ones.
func DefaultOptions() Options {
	return Options{Output: "velocity", Control: "position", PositionGains: GainOptions{Proportional: 4}, Velocity: 1, Acceleration: 4, Share: 0.95, Handover: 200 * time.Millisecond}
}

// Actor controls the joints of a joint group one by one. A target names for each joint position,
// velocity or effort; a position may come with its velocity, and, for efforts as output, either
// with an effort as feed-forward; a joint for which it names none comes to rest.
//
// A joint begins from its measured state and from the output that is in effect. While its mode
// takes no commands, what is commanded follows what is measured, so that it comes back without a
// jump; while its state is unknown, it is not commanded.
type Actor struct {
	Options

	Snapshot actors.In[messages.Snapshot]      `port:"snapshot" doc:"state of the world"`
	Target   actors.In[messages.JointCommand]  `port:"target" optional:"true" max_age:"100ms" doc:"targets of the joint group; with a link, nothing is commanded before the first one"`
	Command  actors.Out[messages.JointCommand] `port:"command" doc:"velocities or efforts of the joint group"`

	axes   []axis
	effort bool                 // efforts are the output
	fixed  messages.ControlMode // of the goal
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
	held    float64 // position at which it began
}

// Configure looks up the joints and makes a law for each.
func (a *Actor) Configure(s *actors.Setup) error {
	world, err := actors.Resource[*worlds.World](s)
	if err != nil {
		return err
	}
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
	errs = append(errs, a.checkMaxEffort(n))
	return errors.Join(errs...)
}

// SendsControlMode returns the control mode of the commands.
func (a *Actor) SendsControlMode() messages.ControlMode {
	if a.Output == "effort" {
		return messages.ControlEffort
	}
	return messages.ControlVelocity
}

// checkControl checks what the goal means, and what is commanded.
func (a *Actor) checkControl() error {
	var err error
	if a.fixed, err = messages.ParseControlMode(a.Control); err != nil {
		return messages.InOption("control", err)
	}
	if a.effort = a.Output == "effort"; !a.effort && a.Output != "velocity" {
		return &messages.OptionError{Path: "output",
			Err:      fmt.Errorf("%q is unknown", a.Output),
			Expected: "velocity or effort"}
	}
	if a.fixed == messages.ControlEffort && !a.effort {
		return &messages.OptionError{Path: "control",
			Err:      errors.New("efforts as targets need efforts as output"),
			Expected: "output: effort"}
	}
	return nil
}

// checkGoal compares the goal with the joints: their number, and what their limits allow.
func (a *Actor) checkGoal(world *worlds.World, group *worlds.JointGroup) error {
	if len(a.Goal) == 0 {
		return nil
	}
	if len(a.Goal) != group.NumJoints() {
		return &messages.OptionError{Path: "goal",
			Err: fmt.Errorf("there are %d entries; joint group %q has %d joints", len(a.Goal), a.JointGroup, group.NumJoints())}
	}
	var errs []error
	for i, v := range a.Goal {
		if !usable(v) {
			errs = append(errs, &messages.OptionError{Path: fmt.Sprintf("goal[%d]", i),
				Err:      fmt.Errorf("the number is %g", v),
				Expected: fmt.Sprintf("%g to %g", -float64(magnitudeMax), float64(magnitudeMax))})
			continue
		}
		joint := group.WorldJoint(i)
		if world.Slot(joint).VelocityLength != 1 {
			continue // told where the joint's law is made
		}
		low, high := goals(world.Reduction().Limits()[world.Slot(joint).Velocity], a.fixed)
		if v < low || v > high {
			errs = append(errs, &messages.OptionError{Path: fmt.Sprintf("goal[%d]", i),
				Err:      fmt.Errorf("the %s of joint %q would be %g %s", a.fixed, world.Joint(joint).Name, v, worlds.UnitOf(world.Joint(joint).Type, a.fixed)),
				Expected: fmt.Sprintf("%g to %g, its limits", low, high)})
		}
	}
	return errors.Join(errs...)
}

// Units returns the units of the goal, which depend on the joints and on what is controlled.
func (a *Actor) Units(world *worlds.World) map[string]string {
	units := map[string]string{}
	group, err := world.Group(a.JointGroup)
	if err != nil {
		return units
	}
	for i := range min(len(a.MaxEffort), group.NumJoints()) {
		units[fmt.Sprintf("max_effort[%d]", i)] = worlds.UnitOf(world.Joint(group.WorldJoint(i)).Type, messages.ControlEffort)
	}
	control, wrong := messages.ParseControlMode(a.Control)
	if wrong != nil || group.NumJoints() != len(a.Goal) {
		return units
	}
	for i := range a.Goal {
		units[fmt.Sprintf("goal[%d]", i)] = worlds.UnitOf(world.Joint(group.WorldJoint(i)).Type, control)
	}
	return units
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
	s, err := a.Snapshot.Fresh(t)
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
	c := a.Command.Loan()
	a.tuneDrives(c)
	for i := range a.axes {
		if err := a.step(i, s, target, c); err != nil {
			return err
		}
	}
	return a.Command.Publish(t)
}

// Receive answers requests of users: it returns the task "joints" and its goal, or takes a new
// goal with one number per joint in the order of the joint group. The joints move to it within
// their limits. A restart of the controller returns to the goal of the options. If targets come
// through the input, there is no goal.
func (a *Actor) Receive(c *actors.Context, message any) error {
	r, ok := message.(messages.TaskRequest)
	if !ok {
		return nil
	}
	reply := a.Answer(&r)
	if r.Verb == messages.TaskSet && reply.Result == messages.TaskSuccess {
		c.Emit(messages.Event{Kind: messages.EventNote, Text: "request: " + reply.Text})
	}
	c.Reply(reply)
	return nil
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
