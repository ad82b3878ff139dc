package invariant

import (
	"reflect"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// passing plays two couplings of a cascade and the actor that passes their commands on, at 1 kHz,
// for some milliseconds each: both couplings send, then the elbow's is silent or has withdrawn,
// and the actor commands the elbow for so long all the same.
func passing(t *testing.T, withdraws, blocked bool, on int) *Violation {
	t.Helper()
	config, err := load("cascade", "app.yaml")
	if err != nil {
		t.Fatal(err)
	}
	w, err := New(config, nil)
	if err != nil {
		t.Fatal(err)
	}
	now := 1000 * millisecond
	w.Attach(func() messages.Instant { return now }, nil)
	const joints = 3
	ids, sequence := map[string]int{}, uint64(0)
	for _, topic := range []string{"servo/coupling_elbow.out", "servo/coupling_wrist.out", "servo/exports.command"} {
		id, ok := w.Channel(topic, reflect.TypeFor[messages.JointCommand]())
		if !ok {
			t.Fatalf("the watch does not look at %s", topic)
		}
		ids[topic] = id
	}
	send := func(topic string, controls ...messages.ControlMode) {
		n := len(controls)
		sequence++
		w.Record(ids[topic], messages.Stamp{Time: now, Sequence: sequence, Incarnation: 1},
			&messages.JointCommand{Control: controls, Position: make([]float64, n), Velocity: make([]float64, n), Effort: make([]float64, n)})
	}
	if blocked {
		w.Event(messages.Event{Time: now, Kind: messages.EventFaultInjected, Source: "servo/exports", Text: "slow servo/exports delay=10ms"})
	}
	for k := range 50 + on {
		switch {
		case k < 50:
			send("servo/coupling_elbow.out", messages.ControlVelocity)
		case k == 50 && withdraws:
			sequence++
			w.Withdraw(ids["servo/coupling_elbow.out"], messages.Stamp{Time: now, Sequence: sequence, Incarnation: 1})
		}
		send("servo/coupling_wrist.out", messages.ControlVelocity)
		c := make([]messages.ControlMode, joints)
		for i, n := range w.world("servo").controllers[0].joints {
			switch w.world("servo").joints[n].name {
			case "elbow", "wrist":
				c[i] = messages.ControlVelocity
			}
		}
		send("servo/exports.command", c...)
		now = now.Add(time.Millisecond)
	}
	return w.First()
}

func TestACommandIsPassedOnOnlyWhileItsCouplingSends(t *testing.T) {
	for name, c := range map[string]struct {
		withdraws, blocked bool
		on                 int
		want               string
	}{
		"silent, within the bound":    {false, false, 31, ""},
		"silent, beyond the bound":    {false, false, 32, "V9"},
		"withdrawn a period ago":      {true, false, 2, ""},
		"withdrawn two periods ago":   {true, false, 3, "V9"},
		"by an actor that is blocked": {true, true, 40, ""},
	} {
		t.Run(name, func(t *testing.T) {
			v := passing(t, c.withdraws, c.blocked, c.on)
			if (v != nil) != (c.want != "") || v != nil && (v.Invariant != c.want || v.Actor != "servo/exports" || v.Joint != "elbow") {
				t.Errorf("found %v; expected %q of the elbow", v, c.want)
			}
		})
	}
}
