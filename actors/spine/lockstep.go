package spine

import (
	"context"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/spine/machine"
)

// LockStep, as a resource of an application in virtual time, makes its spines wait for their
// agents: time passes only while a request is served. An action lasts for some cycles, and its
// observation is that of the state after the last of them.
type LockStep struct {
	// Substeps is how many cycles an action lasts. With zero the spines do not wait.
	Substeps int
	// Delayed answers an action with the observation of before it, as the simulation of Upkie does
	// with its delay.
	Delayed bool
	// Context ends the waiting.
	Context context.Context
	// Open opens the link to an agent, by its name. Nil stands for shared memory.
	Open func(agent string) (Link, error)
}

// waits reports whether spines wait for their agents.
func (l *LockStep) waits() bool { return l != nil && l.Substeps > 0 }

// longestWait is how long a spine waits until it looks again whether the run has ended.
const longestWait = 10 * time.Millisecond

// inStep runs a cycle in lock step with the agent: the end of the action before, which has lasted
// long enough, then the next request. It returns the state after the beginning of the cycle.
func (a *Actor) inStep(t *actors.Tick) machine.State {
	switch a.machine.State() {
	case machine.Step:
		if a.substep++; a.substep >= a.step.Substeps {
			if a.sense.halted < 0 {
				a.alive = t.Now // the agent was not silent: it waited
			}
			a.end(t)
		}
	case machine.Over, machine.Shutdown:
	default:
		if a.cycled { // every cycle ends at the beginning of the next one
			a.end(t)
		}
	}
	a.cycled = true
	if a.machine.State() != machine.Step {
		a.wait(t)
		a.substep = 0
		a.begin(t)
		if a.machine.State() == machine.Step {
			a.before = append(a.before[:0], a.sense.data...)
		}
	}
	a.publish(t)
	return a.machine.State()
}

// wait waits for a request of the first agent, while none is under way.
func (a *Actor) wait(t *actors.Tick) {
	if a.served >= 0 || len(a.lines) == 0 {
		return
	}
	for a.step.Context.Err() == nil {
		if r, err := a.lines[0].link.Request(); err != nil || r != machine.None && r != machine.Error {
			return
		}
		if err := a.lines[0].link.Wait(longestWait); err != nil {
			return
		}
	}
}
