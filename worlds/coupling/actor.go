package coupling

import (
	"errors"
	"fmt"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// Actor receives the commands of one virtual joint at the rate of the world that realises the
// joint. It runs in the perception phase.
type Actor struct {
	Config Config
	// Joint is the name of the joint, and From the world that commands it, for reports.
	Joint, From string

	In  actors.In[messages.JointCommand]  `port:"in" doc:"command of the virtual joint, from the other world"`
	Out actors.Out[messages.JointCommand] `port:"out" doc:"the command at the rate of this world; it comes to rest when the other world is silent"`

	receiver  *Receiver
	published bool
	waits     wait
}

// Configure creates the receiver.
func (a *Actor) Configure(s *actors.Setup) (err error) {
	if a.receiver, err = New(a.Config); err != nil {
		return err
	}
	sizes := actors.Sizes{"joints": 1, "positions": a.Config.Positions, "velocities": len(a.Config.Acceleration)}
	s.Size(&a.In, sizes)
	s.Size(&a.Out, sizes)
	return nil
}

// arrived passes a command to the receiver. A stamp in the future counts as now, so that a wrong
// clock of the sender keeps no command fresh. A stamp more than MaxAge in the future is rejected.
func (a *Actor) arrived(now, stamped messages.Instant, value *messages.JointCommand) error {
	if ahead := stamped.Sub(now); ahead > a.Config.MaxAge {
		return fmt.Errorf("the command's stamp is %v ahead of this clock; expected at most %v", ahead, a.Config.MaxAge)
	}
	return a.receiver.Arrived(min(stamped, now), value)
}

// Tick publishes the command of this cycle, or withdraws it.
func (a *Actor) Tick(t *actors.Tick) error {
	if a.In.Changed() {
		if value, stamp, ok := a.In.Latest(); ok {
			if err := a.arrived(t.Now, stamp.Time, value); err != nil {
				t.Emit(messages.Event{Kind: messages.EventRefused, Cause: messages.CauseInvalid, Port: "in", Text: err.Error()})
			}
		}
	}
	if _, err := a.In.Fresh(t); errors.Is(err, actors.ErrWithdrawn) {
		a.receiver.Withdrawn()
	}
	a.watchWait(t)
	step := t.Step
	if !a.receiver.stepped { // no clock contradicts a false step of the first cycle
		step = t.Period
	}
	if a.receiver.Step(t.Now, step.Seconds(), a.Out.Loan()) {
		a.published = true
		return a.Out.Publish(t)
	}
	if a.published {
		a.published = false
		return a.Out.Withdraw(t)
	}
	return nil
}
