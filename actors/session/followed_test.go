package session

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/actors/session/report"
)

// The humanoid's hand follows a point on a circle, the grippers of the others a pose.
func TestABodyIsComparedWithWhatItsControllerFollowsOfItsReference(t *testing.T) {
	wholeTestOnly(t)
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]report.Followed{
		"../../examples/humanoid/app.yaml":                  report.FollowedPosition,
		"../../examples/mobile_manipulator/app.yaml":        report.FollowedPose,
		"../../examples/mobile_manipulator/app_torque.yaml": report.FollowedPose,
	} {
		s, err := New(registry, file, WithVirtualTime(), WithDuration(700*time.Millisecond))
		if err != nil {
			t.Fatal(err)
		}
		r, err := s.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Tracking) != 1 || r.Tracking[0].Of != want || r.Tracking[0].Samples == 0 || s.Tracking(0).Of != want {
			t.Errorf("%s: %+v, want the %s", file, r.Tracking, want)
		}
	}
}
