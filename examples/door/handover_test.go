package door

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/examples/internal/handover"
)

// steps asks for the changes of the door's task sets: every one has a state that can be asked for.
var steps = handover.Options{File: "app.yaml", Controller: "arm/controller", Ready: 600 * time.Millisecond, Dwell: 200 * time.Millisecond, After: 110 * time.Millisecond,
	States: []string{"ready", "in_front", "grasp", "turn", "push", "release"}}

func TestEveryChangeOfTaskSetsKeepsTheBoundOfTheTorqueStep(t *testing.T) {
	if testing.Short() {
		t.Skip("36 runs take minutes under the race detector, which the short run is for; the plain run of this test asserts all of it")
	}
	handover.CheckEveryPair(t, steps)
}

// The changes on the way through the door, where the robot holds it. A short test sees the approach
// only.
func TestTheChangesOnTheWayThroughTheDoorKeepTheBoundOfTheTorqueStep(t *testing.T) {
	duration, least := 8*time.Second, 7
	if testing.Short() {
		duration, least = 2*time.Second, 1
	}
	handover.CheckCourse(t, steps, duration, least)
}
