package spine

import (
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/spine/machine"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

// HaltedError says that actions reach no joint that has stopped, although the robot was started.
type HaltedError struct {
	// Joint is the first joint that does not run, More the number of others.
	Joint string
	More  int
	// Mode is that of its newest state, Causes what its gate says of the stop, if it is known.
	Mode   messages.Mode
	Causes string
	// Silent is how long the joint has had no valid state. It is zero if the mode says all.
	Silent time.Duration
}

// Error names the joint, what stops it, and the next step.
func (e *HaltedError) Error() string {
	text := fmt.Sprintf("joint %q is in %s", e.Joint, e.Mode)
	if e.Silent > 0 {
		text = fmt.Sprintf("joint %q has had no valid state for %v", e.Joint, e.Silent)
	}
	if e.Causes != "" {
		text += " (" + e.Causes + ")"
	}
	if e.More > 0 {
		text += fmt.Sprintf(", and %d more", e.More)
	}
	return text + "; start the robot again"
}

// halt is the stop of joints of a robot that was started.
type halt struct {
	number int // counts stops: replies about older ones are ignored
	asked  bool
	causes []string // of each joint, as the gate says; nil until it has answered
}

// watchHalt asks the gate once for the causes, when joints of a started robot have stopped.
func (a *Actor) watchHalt(c *actors.Context) {
	if s := a.machine.State(); a.sense.halted < 0 || s != machine.Idle && s != machine.Step {
		a.halt.asked, a.halt.causes = false, nil
		return
	}
	if a.halt.asked {
		return
	}
	a.halt.asked = true
	a.halt.number++
	number := a.halt.number
	// Without an answer the mode of the joint has to do.
	_ = c.Ask(gate.Path(c.World()), gate.StatusRequest{}, a.StartWithin, func(_ *actors.Context, reply any, _ error) error {
		if status, is := reply.(gate.Status); is && number == a.halt.number && a.halt.asked {
			a.halt.causes = a.causesIn(&status)
		}
		return nil
	})
}

// causesIn returns the causes of each joint's stop.
func (a *Actor) causesIn(status *gate.Status) []string {
	all := make([]string, len(a.joints))
	for i := range a.joints {
		for k := range status.Joints {
			if j := &status.Joints[k]; j.Joint == a.joints[i].name && j.Causes != 0 {
				all[i] = j.Causes.String()
			}
		}
	}
	return all
}

// haltedError returns why actions do not reach the joints.
func (a *Actor) haltedError(now messages.Instant) error {
	first := a.sense.halted
	if first < 0 {
		return nil
	}
	j := &a.joints[first]
	e := &HaltedError{Joint: j.name, Mode: j.mode}
	if j.mode.Passes() {
		e.Silent = now.Sub(messages.Instant(a.sense.observation.Sources[first].StampNs))
	}
	if first < len(a.halt.causes) {
		e.Causes = a.halt.causes[first]
	}
	for i := first + 1; i < len(a.joints); i++ {
		if !a.runs(i, now) {
			e.More++
		}
	}
	return e
}

// runs reports whether a joint lets commands pass, by its newest state.
func (a *Actor) runs(i int, now messages.Instant) bool {
	j := &a.joints[i]
	return j.mode.Passes() && now.Sub(messages.Instant(a.sense.observation.Sources[i].StampNs)) <= a.stateAge(j)
}

// stateAge returns the age from which on a joint counts as stopped, because its state is missing.
func (a *Actor) stateAge(j *joint) time.Duration {
	if j.bus < 0 {
		return a.Snapshot.MaxAge()
	}
	return a.sense.states[j.bus].MaxAge()
}
