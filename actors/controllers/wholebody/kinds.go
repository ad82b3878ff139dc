package wholebody

import (
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// realised are the ports of a joint of option targets. That of option target has the ports target
// and state.
type realised struct {
	main    bool
	command actors.In[messages.JointCommand]
	state   actors.Out[messages.VirtualState]
}

// OptionPorts returns the ports of the joints of option targets.
func (a *Actor) OptionPorts() (inputs, outputs []string) {
	for k := range a.Options.targets() {
		if command, state := a.Options.ports(k); command != "target" {
			inputs, outputs = append(inputs, command), append(outputs, state)
		}
	}
	return inputs, outputs
}

// configureTargets adds the ports of the joints of option targets, and returns the slot of the
// joint of option target, empty without one.
func (a *Actor) configureTargets(s *actors.Setup) (main worlds.Slot) {
	a.realised = make([]realised, len(a.law.targets))
	for k := range a.realised {
		t, x := &a.law.targets[k], &a.realised[k]
		command, state := a.Options.ports(k)
		if x.main = command == "target"; x.main {
			main = t.slot
			continue
		}
		sizes := actors.Sizes{"joints": 1, "positions": t.slot.PositionLength, "velocities": t.slot.VelocityLength}
		s.Port(command, &x.command, actors.PortOptions{Doc: "commands of joint " + t.joint + ": the goal of its task", Optional: true, MaxAge: 100 * time.Millisecond, Sizes: sizes})
		s.Require(&x.command, fmt.Sprintf("option %s names joint %q", a.Options.path(k), t.joint))
		s.Port(state, &x.state, actors.PortOptions{Doc: "state of joint " + t.joint + ", as its task measures it", Sizes: sizes})
	}
	return main
}

// readTargets fills the law's input with the commands of joints that tasks realise.
func (a *Actor) readTargets(t *actors.Tick) {
	for k := range a.realised {
		in := &a.realised[k].command
		if a.realised[k].main {
			in = &a.Target
		}
		a.in.Targets[k] = nil
		if c, err := in.Fresh(t); in.Linked() && err == nil {
			a.in.Targets[k] = c
		}
	}
}

// publishTargets publishes the states of joints that tasks realise, as far as they are known.
func (a *Actor) publishTargets(t *actors.Tick) error {
	for k := range a.realised {
		out := &a.realised[k].state
		if a.realised[k].main {
			out = &a.State
		}
		if !a.law.targetState(k, a.in, out.Loan()) {
			continue
		}
		if err := out.Publish(t); err != nil {
			return err
		}
	}
	return nil
}
