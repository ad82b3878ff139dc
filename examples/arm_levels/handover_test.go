package armlevels

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/examples/internal/handover"
)

// All states have one task set, with other goals: a change of goals is a change of what the law
// wants, too.
func TestEveryChangeOfGoalsKeepsTheBoundOfTheTorqueStep(t *testing.T) {
	if testing.Short() {
		t.Skip("16 runs take minutes under the race detector, which the short run is for; the plain run of this test asserts all of it")
	}
	handover.CheckEveryPair(t, handover.Options{File: "app.yaml", Controller: "arm/controller", States: []string{"ready", "elbow_out", "turn", "move"},
		Ready: 700 * time.Millisecond, Dwell: 200 * time.Millisecond, After: 110 * time.Millisecond})
}
