package mobilemanipulator

import (
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/examples/internal/run"
	"github.com/robo-actors/robo-actors/messages"
)

// An operator who stops all joints of the whole body stops the base with it, which another world
// realises, and one who acknowledges has it move again.
func TestAStopOfTheWholeBodyStopsItsVirtualJoint(t *testing.T) {
	const rests = messages.Instant(4e9)
	r, path := run.Simulate(t, "app.yaml", 1, "at 3s stop whole_body", "at 6s acknowledge whole_body")
	moved := false
	for _, s := range run.Series[messages.VirtualState](t, run.Open(t, path), "mobile_base/controller.state") {
		speed := math.Hypot(s.Value.Velocity[0], s.Value.Velocity[1])
		if at := s.Stamp.Time; at > rests && at < rests+1_900_000_000 && speed > 0.01 {
			t.Fatalf("at %s the base moves at %g m/s; everything was stopped at 3s", at, speed)
		}
		moved = moved || s.Stamp.Time > 7_000_000_000 && speed > 0.1
	}
	if !moved || len(r.Stopped) > 0 {
		t.Errorf("after the acknowledgement the base moved: %t; stopped joints: %+v", moved, r.Stopped)
	}
}
