package gate

import (
	"errors"
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/gate/internal/core"
	"github.com/robo-actors/robo-actors/worlds/perception"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// Actor is the gate of one world. It runs in the actuation phase and receives the life-cycle
// events of the buses and controllers that its Spec watches.
type Actor struct {
	Config Config
	// Virtuals has an output for each virtual joint whose command leaves the world.
	Virtuals []Virtual

	Snapshot actors.In[messages.Snapshot] `port:"snapshot" doc:"state of the world"`

	gate     *core.Gate
	in       core.Input
	commands []actors.In[messages.JointCommand]
	states   []actors.In[messages.DriveState]
	buses    []actors.Out[messages.DriveCommand]
	virtuals []actors.Out[messages.JointCommand]
	failed   []messages.Incarnation // of each bus: the newest failed incarnation, zero after a restart
	stops    []pendingStop          // not yet confirmed by all drives
	events   []messages.Event       // buffer
}

// Virtual is the output for the command of a virtual joint.
type Virtual struct {
	Port  string
	Joint int
}

// Configure creates the gate and a port for every claim, bus and virtual joint.
func (a *Actor) Configure(s *actors.Setup) (err error) {
	if a.gate, err = core.New(a.Config.core(s.Name(), s.Period())); err != nil {
		return err
	}
	w := a.Config.World
	s.Size(&a.Snapshot, perception.Sizes(w))
	a.commands = make([]actors.In[messages.JointCommand], len(a.Config.Claims))
	a.states = make([]actors.In[messages.DriveState], len(a.Config.Buses))
	a.buses = make([]actors.Out[messages.DriveCommand], len(a.Config.Buses))
	a.virtuals = make([]actors.Out[messages.JointCommand], len(a.Virtuals))
	a.failed = make([]messages.Incarnation, len(a.Config.Buses))
	a.in.Commands, a.in.States = make([]core.Command, len(a.commands)), make([]core.State, len(a.states))
	a.events = make([]messages.Event, 0, a.gate.MostEvents())
	for i, c := range a.Config.Claims {
		s.Port(c.Port, &a.commands[i], actors.PortOptions{Doc: "command of " + c.Controller, MaxAge: c.MaxAge, Sizes: groupSizes(c.Group)})
	}
	for i, b := range a.Config.Buses {
		sizes := actors.Sizes{"drives": len(b.Joints)}
		s.Port(b.StatePort, &a.states[i], actors.PortOptions{Doc: "states of the drives of " + b.Actor, Sizes: sizes})
		s.Port(b.Port, &a.buses[i], actors.PortOptions{Doc: "commands to the drives of " + b.Actor, Sizes: a.Config.driveSizes(i)})
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

// Start begins an incarnation of the gate, with every joint off.
func (a *Actor) Start(c *actors.Context) error {
	a.gate.Begin(c.Incarnation(), a.Config.Memory.recall(), c.Time())
	a.report(c)
	return nil
}

// Tick makes the decision of one cycle and publishes it.
func (a *Actor) Tick(t *actors.Tick) error {
	in := &a.in
	in.Now, in.Step, in.Snapshot = t.Now, t.Step, nil
	if s, err := a.Snapshot.Fresh(t); err == nil {
		in.Snapshot = s
	}
	for i := range a.commands {
		c := &in.Commands[i]
		c.Value, c.Stamp, c.OK = a.commands[i].Latest()
	}
	for i := range a.states {
		s, err := a.states[i].Fresh(t)
		in.States[i] = core.State{Value: s, OK: err == nil}
		if life := a.failed[i]; life > 0 && err == nil && a.states[i].Stamp().Incarnation > life { // even if its event was lost
			a.gate.BusBack(i, t.Now)
			a.failed[i] = 0
		}
	}
	a.gate.Decide(in)
	for _, r := range a.gate.Refusals() {
		t.Emit(messages.Event{Kind: messages.EventRefused, Cause: messages.CauseInvalid, Joint: r.Joint, Text: r.Error()})
	}
	a.report(t.Context)
	a.answerStops(t.Context)
	return a.command(t)
}

func (a *Actor) command(t *actors.Tick) error {
	var failed error // joined only on errors, so that a cycle allocates nothing
	note := func(err error) {
		if err != nil {
			failed = errors.Join(failed, err)
		}
	}
	for b := range a.buses {
		if a.gate.Drive(b, a.buses[b].Loan()) {
			note(a.buses[b].Publish(t))
		}
	}
	for i, v := range a.Virtuals {
		if a.gate.Virtual(v.Joint, a.virtuals[i].Loan()) {
			note(a.virtuals[i].Publish(t))
		} else {
			note(a.virtuals[i].Withdraw(t))
		}
	}
	return failed
}

// report emits the events of the gate.
func (a *Actor) report(c *actors.Context) {
	var lost int
	if a.events, lost = a.gate.Events(a.events[:0]); lost > 0 {
		c.Emit(messages.Event{Kind: messages.EventNote, Text: fmt.Sprintf("the gate lost %d events", lost)})
	}
	for _, e := range a.events {
		c.Emit(e)
	}
	a.Config.Memory.keep(a.gate)
}

// Receive handles life-cycle events of buses and controllers, and the requests of operators.
func (a *Actor) Receive(c *actors.Context, message any) error {
	switch m := message.(type) {
	case messages.Event:
		a.follow(c, m)
	case StatusRequest:
		c.Reply(a.status())
	case RearmRequest:
		c.Reply(a.rearm(c, m))
	case StopRequest:
		a.stop(c, m)
	case FaultNotice:
		c.Reply(a.notice(c, m))
	}
	a.report(c)
	return nil
}

// follow handles a life-cycle event of a bus or a controller.
func (a *Actor) follow(c *actors.Context, e messages.Event) {
	failed := e.Kind == messages.EventFailed || e.Kind == messages.EventHang
	for i, b := range a.Config.Buses {
		switch {
		case b.Actor != e.Source:
		case failed:
			a.gate.BusFailed(i, e.Cause, c.Time())
			a.failed[i] = max(a.failed[i], e.Incarnation)
		case e.Kind == messages.EventStarted:
			a.gate.BusBack(i, c.Time())
			a.failed[i] = 0
		}
	}
	if i, ok := a.gate.ControllerIndex(e.Source); ok && failed {
		a.gate.ControllerFailed(i, e.Cause, e.Incarnation, c.Time())
	}
}

// rearm returns a Status, or an error as a value: a wrong request is the operator's fault, not the
// gate's.
func (a *Actor) rearm(c *actors.Context, m RearmRequest) any {
	if m.Way != modes.Acknowledge && m.Way != modes.Reset {
		return fmt.Errorf("%s: re-arm by %s cannot be requested; expected acknowledge or reset", c.Name(), m.Way)
	}
	_, refused, err := a.gate.Request(m.Way, m.Nonce, m.Incarnation, c.Time())
	if err != nil {
		return err // it names the gate
	}
	if len(refused) == 0 {
		return a.status()
	}
	failed := &NotArmedError{Gate: c.Name()}
	for _, r := range refused {
		j := JointNotArmedError{Joint: r.Joint, Mode: r.Mode, Causes: r.Causes, Present: r.Present, Required: r.Required, Way: r.Way, Problem: r.Problem}
		if r.Check != core.NoCheck {
			j.Check = r.Check.String()
		}
		failed.Joints = append(failed.Joints, j)
	}
	return error(failed)
}

// named returns the indices of joints, or of all joints with a drive if there are no names.
func (a *Actor) named(names []string) (joints []int, err error) {
	for _, name := range names {
		i, err := a.gate.JointIndex(name)
		if err != nil {
			return nil, err
		}
		joints = append(joints, i)
	}
	if len(names) == 0 {
		for _, b := range a.Config.Buses {
			joints = append(joints, b.Joints...)
		}
	}
	return joints, nil
}

func (a *Actor) notice(c *actors.Context, m FaultNotice) any {
	fault, err := modes.ParseFaultClass(m.Fault)
	if err == nil && !slices.Contains(modes.ExternalFaults(), fault) {
		err = fmt.Errorf("the gate detects fault %s by itself; expected one of %v", fault, modes.ExternalFaults())
	}
	if err != nil {
		return fmt.Errorf("%s: %w", c.Name(), err)
	}
	joints, err := a.named(m.Joints)
	if err == nil {
		err = a.checkDriven(c, joints)
	}
	if err != nil {
		return err
	}
	for _, i := range joints {
		if m.Gone {
			a.gate.ClearFault(i, fault, c.Time())
		} else {
			a.gate.SetFault(i, fault, c.Time())
		}
	}
	return a.status()
}

// checkDriven returns an error if a joint has no drive in this world, so that a notice would have
// no effect.
func (a *Actor) checkDriven(c *actors.Context, joints []int) error {
	var driven []string
	for _, b := range a.Config.Buses {
		for _, i := range b.Joints {
			driven = append(driven, a.Config.World.Joint(i).Name)
		}
	}
	if len(driven) == 0 {
		return fmt.Errorf("%s: no joint of this world has a drive; send the notice to the gate of the world with the drives", c.Name())
	}
	for _, i := range joints {
		if name := a.Config.World.Joint(i).Name; !slices.Contains(driven, name) {
			return fmt.Errorf("%s: joint %s has no drive in this world; expected %s, or the gate of the world with the drive", c.Name(),
				source.Quote(name), source.Listed(driven, 30))
		}
	}
	return nil
}

func (a *Actor) status() Status {
	s := Status{Nonce: a.gate.Nonce(), Incarnation: a.gate.Incarnation()}
	for _, j := range a.gate.Status() {
		if j.Controller != "" { // joints without a controller never leave their stop
			s.Joints = append(s.Joints, JointStatus(j))
		}
	}
	return s
}
