package gate

import (
	"errors"
	"fmt"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/perception"
)

// Actor is the gate of one world. It runs in the actuation phase and follows the life of the buses and controllers that
// its Spec watches.
type Actor struct {
	// Config of the gate; Period comes from the actor's own.
	Config Config
	// Virtuals names an output for each virtual joint whose command leaves the world.
	Virtuals []Virtual

	Snapshot actors.In[messages.Snapshot] `port:"snapshot" doc:"state of the world"`

	gate     *Gate
	in       Input
	commands []actors.In[messages.JointCommand]
	states   []actors.In[messages.DriveState]
	buses    []actors.Out[messages.DriveCommand]
	virtuals []actors.Out[messages.JointCommand]
}

// Virtual is the way out for the command of a virtual joint.
type Virtual struct {
	Port  string
	Joint int
}

// Status is the reply to a StatusRequest.
type Status struct {
	// Nonce is what an acknowledgement must name.
	Nonce  uint64
	Joints []JointStatus
}

// JointStatus is the condition of one driven joint.
type JointStatus struct {
	Joint  string
	Mode   messages.Mode
	Causes string
	// Pending tells that the joint waits for re-arm.
	Pending bool
}

// StatusRequest asks a gate for its Status.
type StatusRequest struct{}

// AcknowledgeRequest is an operator's consent to arm again; the reply is a Status.
type AcknowledgeRequest struct{ Nonce uint64 }

// StopRequest brings joints, or all when none is named, to at least a mode; the reply is a Status.
type StopRequest struct {
	Joints []string
	Mode   messages.Mode
}

// Configure makes the gate and a port for every claim, bus and virtual joint.
func (a *Actor) Configure(s *actors.Setup) (err error) {
	a.Config.Period = s.Period()
	if a.gate, err = New(a.Config); err != nil {
		return err
	}
	w := a.Config.World
	s.Size(&a.Snapshot, perception.Sizes(w))
	a.commands = make([]actors.In[messages.JointCommand], len(a.Config.Claims))
	a.states = make([]actors.In[messages.DriveState], len(a.Config.Buses))
	a.buses = make([]actors.Out[messages.DriveCommand], len(a.Config.Buses))
	a.virtuals = make([]actors.Out[messages.JointCommand], len(a.Virtuals))
	a.in.Commands, a.in.States = make([]Command, len(a.commands)), make([]State, len(a.states))
	for i, c := range a.Config.Claims {
		s.Port(c.Port, &a.commands[i], actors.PortOptions{Doc: "command of " + c.Controller, MaxAge: c.MaxAge, Sizes: groupSizes(c.Group)})
	}
	for i, b := range a.Config.Buses {
		sizes := actors.Sizes{"drives": len(b.Joints)}
		s.Port(b.StatePort, &a.states[i], actors.PortOptions{Doc: "states of the drives of " + b.Actor, Sizes: sizes})
		s.Port(b.Port, &a.buses[i], actors.PortOptions{Doc: "commands to the drives of " + b.Actor, Sizes: sizes})
	}
	for i, v := range a.Virtuals {
		slot := w.Slot(v.Joint)
		s.Port(v.Port, &a.virtuals[i], actors.PortOptions{Doc: "command of virtual joint " + w.Joint(v.Joint).Name,
			Sizes: actors.Sizes{"joints": 1, "positions": slot.PositionLength, "velocities": slot.VelocityLength}})
	}
	return nil
}

func groupSizes(g *worlds.JointGroup) actors.Sizes {
	return actors.Sizes{"joints": g.NumJoints(), "positions": g.NumPositions(), "velocities": g.NumVelocities()}
}

// Tick runs one cycle: accept, watch, arm, command.
func (a *Actor) Tick(t *actors.Tick) error {
	in := &a.in
	in.Now, in.Step = t.Now, t.Step.Seconds()
	in.Snapshot = nil
	if s, err := a.Snapshot.Fresh(t); err == nil {
		in.Snapshot = s
	}
	for i := range a.commands {
		c := &in.Commands[i]
		c.Value, c.Stamp, c.OK = a.commands[i].Latest()
	}
	for i := range a.states {
		s, err := a.states[i].Fresh(t)
		in.States[i] = State{s, err == nil}
	}
	for _, r := range a.gate.Accept(in) {
		t.Emit(messages.Event{Kind: messages.EventRefused, Cause: messages.CauseInvalid, Joint: r.Joint, Text: r.Error()})
	}
	a.gate.Watch(in)
	a.gate.Arm(in)
	a.report(t.Context)
	return a.command(t)
}

func (a *Actor) command(t *actors.Tick) error {
	var errs []error
	for b := range a.buses {
		out := a.buses[b].Loan()
		a.gate.Drive(b, &a.in, out)
		errs = append(errs, a.buses[b].Publish(t))
	}
	for i, v := range a.Virtuals {
		if a.gate.Virtual(v.Joint, &a.in, a.virtuals[i].Loan()) {
			errs = append(errs, a.virtuals[i].Publish(t))
		} else {
			errs = append(errs, a.virtuals[i].Withdraw(t))
		}
	}
	return errors.Join(errs...)
}

// report tells of changes of modes.
func (a *Actor) report(c *actors.Context) {
	for _, e := range a.gate.Events() {
		c.Emit(e)
	}
}

// Receive follows the life of buses and controllers, and answers operators.
func (a *Actor) Receive(c *actors.Context, message any) error {
	switch m := message.(type) {
	case messages.Event:
		switch m.Kind {
		case messages.EventFailed, messages.EventHang:
			a.gate.ActorFailed(m.Source, m.Cause, c.Time())
		case messages.EventStarted:
			a.gate.ActorStarted(m.Source, m.Incarnation, c.Time())
		}
	case StatusRequest:
		c.Reply(a.status())
	case AcknowledgeRequest:
		c.Reply(a.acknowledge(c, m))
	case StopRequest:
		c.Reply(a.stop(c, m))
	}
	a.report(c)
	return nil
}

// acknowledge returns a Status, or an error as a value: a wrong acknowledgement is the operator's, not the gate's.
func (a *Actor) acknowledge(c *actors.Context, m AcknowledgeRequest) any {
	if err := a.gate.Acknowledge(m.Nonce, c.Time()); err != nil {
		return fmt.Errorf("%s: %w", c.Name(), err)
	}
	c.Emit(messages.Event{Kind: messages.EventAcknowledged, Cause: messages.CauseOperator})
	return a.status()
}

func (a *Actor) stop(c *actors.Context, m StopRequest) any {
	var joints []int
	for _, name := range m.Joints {
		i, err := a.Config.World.JointIndex(name)
		if err != nil {
			return fmt.Errorf("%s: %w", c.Name(), err)
		}
		joints = append(joints, i)
	}
	if !m.Mode.Valid() || !m.Mode.Stops() {
		return fmt.Errorf("%s: mode %s does not stop anything; expected ramp_hold, damp, ramp_off, brake or off", c.Name(), m.Mode)
	}
	a.gate.Demand(joints, m.Mode, c.Time())
	return a.status()
}

func (a *Actor) status() Status {
	s := Status{Nonce: a.gate.Nonce()}
	for i := range a.gate.joints {
		if j := &a.gate.joints[i]; j.bus >= 0 {
			s.Joints = append(s.Joints, JointStatus{a.Config.World.Joint(i).Name, j.Mode, j.Present.String(), j.Pending})
		}
	}
	return s
}
