package actortest

import (
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
)

// View is the access of a check to the application at one instant. It is valid during the check
// only.
type View struct{ lab *Lab }

// Now returns the present instant.
func (v *View) Now() messages.Instant { return v.lab.sys.Now() }

// Value returns the newest value that an output "world/actor.port" has sent and not withdrawn. It
// is valid during the check only. An unknown output or another type ends the test.
func Value[T any](v *View, output string) (value *T, stamp messages.Stamp, ok bool) {
	v.lab.t.Helper()
	c := v.lab.values.byTopic[output]
	if c == nil {
		v.lab.t.Fatalf("unknown output %q; known: %s", output, strings.Join(v.lab.values.topics(), ", "))
		return nil, messages.Stamp{}, false
	}
	c.read = true
	if value, ok = c.value.Addr().Interface().(*T); !ok {
		v.lab.t.Fatalf("output %s carries %s, not %T", output, c.value.Type(), *new(T))
		return nil, messages.Stamp{}, false
	}
	return value, c.stamp, c.have
}

// Health returns the condition of an actor. An unknown actor ends the test.
func (v *View) Health(actor string) messages.Health {
	v.lab.t.Helper()
	var known []string
	for _, h := range v.lab.sys.Health() {
		if h.Actor == actor {
			return h
		}
		known = append(known, h.Actor)
	}
	v.lab.t.Fatalf("unknown actor %q; known: %s", actor, strings.Join(known, ", "))
	return messages.Health{}
}

// Mode returns the mode of a joint as its latest event reports it, and false before the first
// event. A joint that the application file does not have ends the test. Without a file, joints are
// known by their events only.
func (v *View) Mode(joint string) (messages.Mode, bool) {
	if m, ok := v.lab.modes.of(joint); ok || v.lab.config == nil {
		return m, ok
	}
	v.lab.t.Helper()
	var known []string
	for i := range v.lab.config.Worlds {
		for _, j := range v.lab.config.Worlds[i].Joints {
			if j.Name == joint {
				return 0, false
			}
			if !slices.Contains(known, j.Name) { // both worlds of a coupling have it
				known = append(known, j.Name)
			}
		}
	}
	v.lab.t.Fatalf("unknown joint %q; known: %s", joint, strings.Join(known, ", "))
	return 0, false
}

// Events returns every event so far in order.
func (v *View) Events() []messages.Event { return v.lab.events }

// Happened reports whether a source has emitted an event of that kind at an instant or later. An
// empty source matches any.
func (v *View) Happened(kind messages.EventKind, source string, since messages.Instant) bool {
	for _, e := range slices.Backward(v.lab.events) {
		if e.Time < since {
			return false
		}
		if e.Kind == kind && (source == "" || e.Source == source) {
			return true
		}
	}
	return false
}

// View returns the access of checks, for a test between two runs.
func (l *Lab) View() *View {
	l.t.Helper()
	l.start()
	return &l.view
}

// Events returns every event so far in order.
func (l *Lab) Events() []messages.Event { return l.events }
