package report

import (
	"slices"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// In real time the joints of a world stop some microseconds after each other.
func TestJointsThatStopTogetherAreOneEntry(t *testing.T) {
	var r Report
	at := func(us int) messages.Instant { return messages.Instant(time.Duration(us) * time.Microsecond) }
	why := []string{"the bus was lost"}
	r.AddStopped("arm", "shoulder", messages.ModeOff, at(1001), why, "")
	r.AddStopped("arm", "elbow", messages.ModeOff, at(1000), why, "")
	r.AddStopped("arm", "wrist", messages.ModeOff, at(3000), why, "")
	r.AddStopped("arm", "jaw", messages.ModeDamp, at(1000), why, "")
	if len(r.Stopped) != 3 || !slices.Equal(r.Stopped[0].Joints, []string{"shoulder", "elbow"}) || r.Stopped[0].Since != at(1000) {
		t.Errorf("%+v", r.Stopped)
	}
}
