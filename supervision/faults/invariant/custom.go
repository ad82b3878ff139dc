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

// View is what an invariant of one's own sees of a run. It is valid during the call only. Asking about a joint that the
// application does not have breaks the invariant that asks: it would say nothing about any joint.
type View struct {
	w       *Watch
	mistake string // what was asked about that there is not; nothing where there is all of it
}

// Now returns the instant.
func (v *View) Now() messages.Instant { return v.w.now() }

// Drive returns what is true of the drive of a joint, and false without a simulated robot or for a joint without a drive.
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

// Mode returns the mode of a joint as its gate told it last; every joint begins off.
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

// unknown notes that a joint was asked about that there is not.
func (v *View) unknown(name string) {
	var known []string
	for _, m := range v.w.worlds {
		for i := range m.joints {
			if j := m.joints[i].name; !slices.Contains(known, j) { // both worlds of a coupling have it
				known = append(known, j)
			}
		}
	}
	v.mistake = fmt.Sprintf("it asks about joint %q, which is unknown; known: %s", name, strings.Join(known, ", "))
}

// SinceLastFault is the time since the newest fault began or ended; all of the run before the first one.
func (v *View) SinceLastFault() time.Duration { return v.Now().Sub(v.w.lastFault) }

// custom is an invariant of a user.
type custom struct {
	name  string
	look  func(*View) error
	state *bool // of a situation that was reached; nil for the others
	due   *bool // of what is met after the last fault: a run has come to that; nil for the others
}

// Check declares an invariant for each run of a campaign, or of a lab: Always, Within, Recovers,
// Sometimes.
type Check func(*Watch)

// Add declares invariants of one's own, before the run.
func (w *Watch) Add(checks ...Check) {
	for _, c := range checks {
		c(w)
	}
}

// Always declares what holds in every step of the simulated robot. The error says what does not, with values and units.
func Always(name string, holds func(*View) error) Check {
	return func(w *Watch) { w.customs = append(w.customs, custom{name: name, look: holds}) }
}

// Within declares that each time the trigger begins to hold, the response is met at most bound later.
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

// Recovers declares what is met at the latest that long after the newest fault began or ended, and then
// stays. It is not looked at where a run ends before; a lab that runs by itself fails then.
func Recovers(name string, bound time.Duration, met func(*View) bool) Check {
	return func(w *Watch) {
		due := new(bool)
		w.customs = append(w.customs, custom{name: name, due: due, look: func(v *View) error {
			since := v.SinceLastFault()
			if *due = since > bound; *due && !met(v) {
				return fmt.Errorf("it is not met %v after the last fault, at %s", since, v.w.lastFault)
			}
			return nil
		}})
	}
}

// Sometimes declares a situation that some run of a campaign has to reach; otherwise the campaign says nothing about it.
func Sometimes(name string, reached func(*View) bool) Check {
	return func(w *Watch) {
		state := new(bool)
		w.customs = append(w.customs, custom{name: name, state: state, look: func(v *View) error {
			*state = *state || reached(v)
			return nil
		}})
	}
}

// Reached reports which situations of Sometimes this run has reached; of those with one name, whether it has reached all.
func (w *Watch) Reached() map[string]bool {
	all := map[string]bool{}
	for _, c := range w.customs {
		if before, twice := all[c.name]; c.state != nil {
			all[c.name] = *c.state && (before || !twice)
		}
	}
	return all
}

// Due reports of each Recovers whether the run has come to the time from which on it has to be met; of
// those with one name, of all.
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

// ask returns what an invariant says that does not hold. One that panics does not.
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
