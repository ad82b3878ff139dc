package humanoid

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/examples/internal/handover"
)

func TestEveryChangeOfTaskSetsKeepsTheBoundOfTheTorqueStep(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("four runs take minutes under the race detector, which the short run is for; the plain run of this test asserts all of it")
	}
	handover.CheckEveryPair(t, handover.Options{File: "app.yaml", Controller: "humanoid/controller", States: []string{"stand", "draw"},
		Ready: 700 * time.Millisecond, Dwell: 800 * time.Millisecond, After: 110 * time.Millisecond})
}
