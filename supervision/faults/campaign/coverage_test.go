package campaign

import (
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/supervision/faults/invariant"
)

func TestAFleetDrawsMoreOfWhatItsGuideHasMetRarely(t *testing.T) {
	of, err := newSubject(config(t), 6*time.Second, false)
	if err != nil {
		t.Fatal(err)
	}
	of.targets.Driven = drivenJoints(of.config)
	if len(of.targets.Driven) != 11 {
		t.Fatalf("%d driven joints", len(of.targets.Driven))
	}
	rare := func(g guide) (n int) {
		of.targets.Guide = g
		for seed := range uint64(60) {
			p, err := drawPlan(seed, of.duration, of.kinds, of.targets)
			if err != nil {
				t.Fatal(err)
			}
			again, err := drawPlan(seed, of.duration, of.kinds, of.targets)
			if err != nil || again.Schedule.String() != p.Schedule.String() {
				t.Fatalf("seed %d draws two plans", seed)
			}
			if strings.Contains(p.Schedule.String(), "sensor_swapped") {
				n++
			}
		}
		return n
	}
	met := guide{}
	for _, k := range of.kinds {
		for _, c := range invariant.Conditions() {
			if k.Name != "sensor_swapped" {
				met[invariant.Cell{Fault: k.Name, Condition: c, Joint: "any"}] = 100
			}
		}
	}
	without, with := rare(nil), rare(met)
	if with < 30 || with <= 2*without {
		t.Errorf("sensor_swapped is in %d of 60 plans without a guide, and in %d with one that never met it", without, with)
	}
}

func TestAResultListsWhatFaultsHaveMet(t *testing.T) {
	r := do(t, fleetOf(t, 1, 2))
	if len(r.Cells) == 0 || len(r.Transitions) == 0 {
		t.Fatalf("%d cells, %d transitions", len(r.Cells), len(r.Transitions))
	}
	var b strings.Builder
	if err := r.Markdown(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"cells in all.", "| automaton | from | to | times |", "| life | unborn | runs | ", "Transitions never taken: "} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing:\n%s", want, b.String())
		}
	}
	if rarest := r.Rarest(3); len(rarest) != 3 {
		t.Errorf("%v", rarest)
	}
	r.Cells["panic run"] = 1
	data, err := r.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Decode(data); err == nil || !strings.Contains(err.Error(), `cell "panic run" has 2 words`) {
		t.Error(err)
	}
}
