package invariant

import (
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
)

// View is the access of a user's invariant to a run. It is valid during the call only. A query for
// a joint that the application does not have violates the invariant that made it.
type View struct {
	w       *Watch
	mistake string // the unknown joint of a query; empty for none
}

// Now returns the present instant.
func (v *View) Now() messages.Instant { return v.w.now() }

// Drive returns the true state of the drive of a joint. It returns false without a simulated robot,
// and for a joint without a drive.
func (v *View) Drive(joint string) (*hardware.Truth, bool) {
	known := false
	for _, m := range v.w.worlds {
		for i := range m.joints {
			if j := &m.joints[i]; j.name == joint {
				if known = true; j.truth != nil {
					return &j.truth.Truth, true
				}
			}
		}
	}
	if !known {
		v.unknown(joint)
	}
	return nil, false
}

// Mode returns the newest mode of a joint as its gate reported it. Every joint starts in off.
func (v *View) Mode(name string) messages.Mode {
	if m, ok := v.w.modes[name]; ok {
		return m
	}
	if !slices.ContainsFunc(v.w.worlds, func(m *world) bool {
		return slices.ContainsFunc(m.joints, func(j joint) bool { return j.name == name })
	}) {
		v.unknown(name)
	}
	return messages.ModeOff
}

// unknown records a query for an unknown joint.
func (v *View) unknown(name string) {
	var known []string
	for _, m := range v.w.worlds {
		for i := range m.joints {
			if j := m.joints[i].name; !slices.Contains(known, j) { // both worlds of a coupling have it
				known = append(known, j)
			}
		}
	}
	v.mistake = fmt.Sprintf("it queries the unknown joint %q; known: %s", name, strings.Join(known, ", "))
}

// SinceLastFault returns the time since the newest fault began or ended. Before the first fault it
// returns the time since the start.
func (v *View) SinceLastFault() time.Duration { return v.Now().Sub(v.w.lastFault) }

// custom is an invariant of a user.
type custom struct {
	name  string
	look  func(*View) error
	state *bool // set once the situation of Sometimes was reached; nil for others
	due   *bool // set once the run has reached the deadline of Recovers; nil for others
}

// Check declares an invariant of a user for each run of a campaign or of a lab. Always, Within,
// Recovers and Sometimes return checks.
type Check func(*Watch)

// Add declares invariants of a user. It is called before the run.
func (w *Watch) Add(checks ...Check) {
	for _, c := range checks {
		c(w)
	}
}

// Always declares a condition that holds in every step of the simulated robot. The error states the
// violation, with values and units.
func Always(name string, holds func(*View) error) Check {
	return func(w *Watch) { w.customs = append(w.customs, custom{name: name, look: holds}) }
}

// Within declares that the response holds at most bound after each time the trigger begins to hold.
func Within(name string, bound time.Duration, trigger, response func(*View) bool) Check {
	return func(w *Watch) {
		waits, was, since := false, false, messages.Instant(0)
		w.customs = append(w.customs, custom{name: name, look: func(v *View) error {
			holds := trigger(v)
			if holds && !was && !waits {
				waits, since = true, v.Now()
			}
			was = holds
			switch {
			case !waits:
			case response(v):
				waits = false
			case v.Now().Sub(since) > bound:
				return fmt.Errorf("no response within %v of %s", bound, since)
			}
			return nil
		}})
	}
}

// Recovers declares a condition that holds at every instant from bound after the newest fault began
// or ended. It is not checked in a run that ends earlier; a lab that runs by itself then fails.
func Recovers(name string, bound time.Duration, met func(*View) bool) Check {
	return func(w *Watch) {
		due := new(bool)
		w.customs = append(w.customs, custom{name: name, due: due, look: func(v *View) error {
			since := v.SinceLastFault()
			if *due = since > bound; *due && !met(v) {
				return fmt.Errorf("it does not hold %v after the last fault, at %s; expected it at every instant from %v after that on", since, v.w.lastFault, bound)
			}
			return nil
		}})
	}
}

// Sometimes declares a situation that at least one run of a campaign must reach.
func Sometimes(name string, reached func(*View) bool) Check {
	return func(w *Watch) {
		state := new(bool)
		w.customs = append(w.customs, custom{name: name, state: state, look: func(v *View) error {
			*state = *state || reached(v)
			return nil
		}})
	}
}

// Reached reports the situations of Sometimes that this run has reached. Of several situations with
// one name, all must be reached.
func (w *Watch) Reached() map[string]bool {
	all := map[string]bool{}
	for _, c := range w.customs {
		if before, twice := all[c.name]; c.state != nil {
			all[c.name] = *c.state && (before || !twice)
		}
	}
	return all
}

// Due reports for each Recovers whether the run has reached its deadline. Of several conditions
// with one name, all must have reached it.
func (w *Watch) Due() map[string]bool {
	all := map[string]bool{}
	for _, c := range w.customs {
		if before, twice := all[c.name]; c.due != nil {
			all[c.name] = *c.due && (before || !twice)
		}
	}
	return all
}

// look checks the invariants of users.
func (w *Watch) look(messages.Instant) {
	for i := range w.customs {
		text, wrong := w.customs[i].ask(&w.view)
		switch {
		case w.view.mistake != "":
			w.violate(w.customs[i].name, "", "", w.view.mistake)
		case wrong:
			w.violate(w.customs[i].name, "", "", text)
		}
	}
}

// ask returns the violation of an invariant. A panic is a violation.
func (c *custom) ask(v *View) (text string, wrong bool) {
	defer func() {
		if r := recover(); r != nil {
			text, wrong = fmt.Sprintf("its own code panicked: %v\n%s", r, debug.Stack()), true
		}
	}()
	if err := c.look(v); err != nil {
		return err.Error(), true
	}
	return "", false
}
