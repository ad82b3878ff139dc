package campaign

import (
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

// What an operator sees has another number once it is something else.
func TestWhatIsSeenUnderOneNonceIsTheSame(t *testing.T) {
	before := gate.Status{Nonce: 7, Incarnation: 1, Joints: []gate.JointStatus{{Joint: "elbow", Causes: modes.SetOf(messages.CauseStale), Arm: 1}, {Joint: "wrist", Causes: modes.SetOf(messages.CauseStale, messages.CauseDrive), Arm: 2}}}
	for name, c := range map[string]struct {
		change func(*gate.Status)
		want   string
	}{
		"nothing has changed": {func(*gate.Status) {}, ""},
		"a cause more":        {func(s *gate.Status) { s.Joints[0].Causes = modes.SetOf(messages.CauseStale, messages.CauseOperator) }, "elbow is stopped by stale+operator under arm number 1, and was stopped by stale"},
		"a cause instead":     {func(s *gate.Status) { s.Joints[1].Causes = modes.SetOf(messages.CauseHang) }, "wrist is stopped by hang"},
		"a cause less":        {func(s *gate.Status) { s.Joints[1].Causes = modes.SetOf(messages.CauseDrive) }, ""},
		"none is left":        {func(s *gate.Status) { s.Joints[1].Causes = 0 }, ""},
		"it was armed":        {func(s *gate.Status) { s.Joints[0].Arm = 2 }, "under arm number 2"},
		"under another nonce": {func(s *gate.Status) { s.Nonce, s.Joints[0].Causes = 8, modes.SetOf(messages.CauseHang) }, ""},
		"in another life":     {func(s *gate.Status) { s.Incarnation, s.Joints[0].Causes = 2, modes.SetOf(messages.CauseHang) }, ""},
	} {
		b, err := plannedRun{Config: config(t), Seed: 1, Duration: time.Second}.build()
		if err != nil {
			t.Fatal(err)
		}
		b.compare("whole_body", before)
		after := before
		after.Joints = append([]gate.JointStatus{}, before.Joints...)
		c.change(&after)
		b.compare("mobile_base", after) // of another world
		b.compare("whole_body", after)
		switch v := b.watch.First(); {
		case c.want == "" && v != nil:
			t.Errorf("%s: %v", name, v)
		case c.want != "" && (v == nil || v.Invariant != "V7" || !strings.Contains(v.Error(), c.want)):
			t.Errorf("%s: %v, want %q", name, v, c.want)
		}
	}
}
