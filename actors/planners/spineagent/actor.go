// Package spineagent is an agent of a spine of the same application: it starts the robot, and sends
// what a planner commands as actions. Its rate is that of the actor. Tests and campaigns use it,
// because faults of actors and links then act on an agent too: it dies, falls silent, or its
// messages are damaged.
package spineagent

import (
	"errors"
	"math"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/spine/dictionary"
	"github.com/robo-actors/robo-actors/actors/spine/machine"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// Options are the options of the kind spine_agent in application files.
type Options struct {
	JointGroup string        `option:"joint_group" doc:"joints that the spine's agent commands" required:"true"`
	Patience   time.Duration `option:"patience" doc:"time after which it asks again where the spine has not answered" min:"0.01" max:"10"`
}

// DefaultOptions returns the options of a file that sets only the required ones. The patience is
// that of Upkie's agents.
func DefaultOptions() Options { return Options{Patience: 100 * time.Millisecond} }

// Actor is the agent.
type Actor struct {
	Options

	Command actors.In[messages.JointCommand]  `port:"command" doc:"what the joints shall do, from a planner"`
	Answer  actors.In[messages.SpineAnswer]   `port:"answer" doc:"answers of the spine"`
	Request actors.Out[messages.SpineRequest] `port:"request" doc:"requests to the spine"`

	action *dictionary.Action
	number uint32 // of the newest request
	asked  messages.Instant
	// commanded is when the planner last had a command, or the robot was started.
	commanded messages.Instant
	pending   bool
	started   bool
	faults    *actors.FaultSwitch // nil outside of an application
}

// requestBytes bounds an action.
const requestBytes = 4 << 10

// Configure looks up the joints.
func (a *Actor) Configure(s *actors.Setup) error {
	world, err := actors.Resource[*worlds.World](s)
	if err != nil {
		return err
	}
	group, err := world.Group(a.JointGroup)
	if err != nil {
		return messages.InOption("joint_group", err)
	}
	n := group.NumJoints()
	a.action = dictionary.NewAction(group.JointNames(), dictionary.DefaultServoAction())
	s.Size(&a.Command, actors.Sizes{"joints": n, "positions": group.NumPositions(), "velocities": group.NumVelocities(), "gain_scales": n, "effort_caps": n})
	s.Size(&a.Answer, actors.Sizes{"bytes": 16 << 10})
	s.Size(&a.Request, actors.Sizes{"bytes": requestBytes})
	return nil
}

// Start numbers requests beyond those of the incarnation before.
func (a *Actor) Start(c *actors.Context) error {
	a.number = uint32(c.Incarnation()) << 24
	return nil
}

// Tick takes the answer to the request before, and sends the next one.
func (a *Actor) Tick(t *actors.Tick) error {
	a.take(t)
	if f := a.faults.Present(); f != nil {
		if instead, err := a.misbehave(t, f); instead || err != nil {
			return err
		}
	}
	if a.pending && t.Now.Sub(a.asked) < a.Patience {
		return nil
	}
	out := a.Request.Loan()
	if !a.started {
		out.Data = a.configuration(out.Data[:0])
		out.Request = uint32(machine.Start)
		return a.send(t, out)
	}
	command, err := a.Command.Fresh(t)
	if errors.Is(err, actors.ErrNoValue) {
		// A planner that has given up, as that of a fallen robot, goes on after a start.
		a.started = t.Now.Sub(a.commanded) < a.Patience
		return nil
	}
	if err != nil {
		return err
	}
	a.commanded = t.Now
	a.follow(command)
	out.Data, out.Request = a.action.Append(out.Data[:0]), uint32(machine.Action)
	return a.send(t, out)
}

// emptyMap is MessagePack for a configuration without sections.
const emptyMap = 0x80

// configuration appends that of a start. A robot that has run before may have fallen: a simulated
// one is placed upright, by {"bullet": {"reset": {}}}.
func (a *Actor) configuration(to []byte) []byte {
	if a.commanded == 0 {
		return append(to, emptyMap)
	}
	return append(to, "\x81\xa6bullet\x81\xa5reset\x80"...)
}

func (a *Actor) send(t *actors.Tick, out *messages.SpineRequest) error {
	a.number++
	out.Number, a.asked, a.pending = a.number, t.Now, true
	return a.Request.Publish(t)
}

// take takes the answer to the newest request. The robot must be started again once the spine has
// rejected something.
func (a *Actor) take(t *actors.Tick) {
	v, _, ok := a.Answer.Latest()
	if !ok || !a.pending || v.Number != a.number {
		if a.pending && t.Now.Sub(a.asked) >= a.Patience {
			a.started = false
		}
		return
	}
	if !a.started {
		a.commanded = t.Now
	}
	a.pending, a.started = false, !v.Rejected
}

// follow converts a command to an action.
func (a *Actor) follow(c *messages.JointCommand) {
	for i := range min(len(a.action.Servos), len(c.Control)) {
		s := dictionary.DefaultServoAction()
		if c.Control[i].Has(messages.ControlPosition) {
			s.Position = c.Position[i]
		}
		if c.Control[i].Has(messages.ControlVelocity) {
			s.Velocity = c.Velocity[i]
		}
		if c.Control[i].Has(messages.ControlEffort) {
			s.FeedforwardTorque = c.Effort[i]
		}
		if i < len(c.KpScale) && i < len(c.KdScale) {
			s.KpScale, s.KdScale = c.KpScale[i], c.KdScale[i]
		}
		if i < len(c.MaxEffort) && !math.IsInf(c.MaxEffort[i], 1) {
			s.MaximumTorque = c.MaxEffort[i]
		}
		a.action.Servos[i] = s
	}
}

// SaveState implements actors.StateSaver: every variable is saved.
func (a *Actor) SaveState(w *actors.StateWriter) error { return w.Save(a) }

// LoadState implements actors.StateSaver.
func (a *Actor) LoadState(r *actors.StateReader) error { return r.Load(a) }
