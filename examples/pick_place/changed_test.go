package pickplace

import (
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/planners/pickplace"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// A post is put in front of the first can while the planner searches for the way to that can. The
// motion that the planner finds in the scene of before is never executed.
func TestAMotionIsCheckedInTheSceneAfterTheSearch(t *testing.T) {
	c := newCell(t, 1, false)
	must(t, c.sys.Inject(actors.Fault{Kind: actors.FaultJobSlow, Target: "arm/planner", Delay: 700 * time.Millisecond, Duration: time.Second}))
	asks, moves := false, false
	_, err := actors.Tap(c.sys, "arm/work.status", func(_ messages.Stamp, s *pickplace.Status) {
		asks, moves = asks || s.State == pickplace.Asking, moves || s.State == pickplace.Moving
	})
	must(t, err)
	for !asks {
		must(t, c.sys.Advance(time.Millisecond))
	}
	must(t, c.sys.Advance(400*time.Millisecond))
	put := func(x, y float64) {
		t.Helper()
		must(t, c.sys.Send("arm/environment", environment.Observed{Object: "post", Pose: spatial.PoseFromRPY([3]float64{x, y, 0.5}, [3]float64{}), Time: c.sys.Now()}))
	}
	put(0.5, -0.2)
	for c.sys.Now() < 4e9 {
		must(t, c.sys.Advance(look))
	}
	if notes := strings.Join(c.notes, "; "); moves || !strings.Contains(notes, "can_1: approach waits: the planned motion is refused: ") ||
		!strings.Contains(notes, "touches post; the scene has changed since the motion was asked for") {
		t.Errorf("the arm moves: %v; the notes are %q; expected a motion that is refused for the post", moves, notes)
	}
	put(0.35, -1.1)
	for c.sys.Now() < 15e9 && !moves {
		must(t, c.sys.Advance(look))
	}
	if !moves {
		t.Error("the arm has not moved 11 s after the post was taken away")
	}
}
