package cascade

import (
	"math"
	"slices"
	"testing"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/examples/internal/run"
	"github.com/robo-actors/robo-actors/messages"
)

// Parts are opened and closed by a schedule, with a fault of a joint that one of them has added.
// Each is in the recording. The cascade that runs meanwhile is not disturbed.
func TestPartsAreOpenedAndClosedByASchedule(t *testing.T) {
	r, path := run.Simulate(t, "parts.yaml", 1, "at 1s open parts/second_arm.yaml", "at 1s open parts/monitor.yaml", "at 1.5s open parts/observer.yaml",
		"at 2s for 100ms no_reply second_wrist", "at 6s close parts/second_arm.yaml", "at 6s close monitor", "at 6.5s close parts/observer.yaml", "at 7s open parts/monitor.yaml")
	if missed, _ := r.Missed(); missed != 0 || len(r.Faults) != 0 || len(r.Injected) != 1 {
		t.Errorf("%d releases were missed, faults %v, injected %v", missed, r.Faults, r.Injected)
	}
	recording := run.Open(t, path)
	var added []string
	for _, e := range run.Series[messages.Event](t, recording, record.EventsTopic) {
		if e.Value.Kind == messages.EventAdded && e.Value.Port == "" {
			added = append(added, e.Value.Source)
		}
	}
	for _, actor := range []string{"plant/second", "second/controller", "second_servo/gate", "monitor/perception", "arm/seen", "archive/gate"} {
		if !slices.Contains(added, actor) {
			t.Errorf("%s was not added: %v", actor, added)
		}
	}
	for topic, goal := range map[string][]float64{"second/perception.snapshot": {-0.4, 0.8, 0.2}, "monitor/perception.snapshot": {0.6, -1.2, 0.8}, "archive/perception.snapshot": {0.6, -1.2, 0.8}, "servo/perception.snapshot": {0.6, -1.2, 0.8}} {
		all := run.Series[messages.Snapshot](t, recording, topic)
		if len(all) == 0 {
			t.Errorf("%s is not in the recording", topic)
			continue
		}
		for i, q := range all[len(all)-1].Value.Position {
			if math.Abs(q-goal[i]) > 1e-3 {
				t.Errorf("%s ends at %v, want %v", topic, all[len(all)-1].Value.Position, goal)
				break
			}
		}
	}
}
