// Package door proves what the example claims: that the arm turns the handle, opens the door and
// lets go, and that none of the changes of task sets on the way, nor any other one, jolts the arm.
package door

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/examples/internal/run"
	"github.com/robo-actors/robo-actors/messages"
)

// The joints of the plant, in the order of its state: seven of the arm, the jaw, and the door's.
const (
	hinge = 8
	lever = 9
)

// opens is the angle from which the door counts as open, released that of the lever from which the
// latch lets go, both rad.
const (
	opens    = 0.7
	released = 0.6
)

func TestTheArmTurnsTheHandleOpensTheDoorAndLetsGo(t *testing.T) {
	if testing.Short() {
		t.Skip("10 s of virtual time take a minute under the race detector, which the short run is for; the plain run of this test asserts all of it")
	}
	r := simulate(t)
	state := run.Series[messages.JointState](t, r, "plant/robot.state")
	grasps := run.Series[messages.Signals](t, r, "plant/robot.grasps")
	status := run.Series[messages.TaskStatus](t, r, "arm/controller.status")

	held, heldFrom, heldUntil := 0, messages.Instant(0), messages.Instant(0)
	for i := 1; i < len(grasps); i++ {
		if is, was := grasps[i].Value.Value[0], grasps[i-1].Value.Value[0]; is > was {
			held++
			heldFrom = grasps[i].Stamp.Time
		} else if is < was {
			heldUntil = grasps[i].Stamp.Time
		}
	}
	if held != 1 || heldUntil <= heldFrom {
		t.Fatalf("the knob was grasped %d times, from %v to %v; expected once, and to be let go", held, heldFrom, heldUntil)
	}
	turned := 0.0
	for _, s := range state {
		q := s.Value.Position
		if q[hinge] > 0.01 && turned < released {
			t.Fatalf("at %v the door is at %g rad before the lever was turned by %g rad", s.Stamp.Time, q[hinge], released)
		}
		if s.Stamp.Time < heldFrom && (math.Abs(q[lever]) > 1e-3 || math.Abs(q[hinge]) > 1e-6) {
			t.Fatalf("at %v, before the grasp, lever and door are at %g and %g rad", s.Stamp.Time, q[lever], q[hinge])
		}
		turned = math.Max(turned, q[lever])
	}
	last := state[len(state)-1].Value
	t.Logf("held from %v to %v; lever turned by %.3f rad, door open by %.3f rad", heldFrom, heldUntil, turned, last.Position[hinge])
	if last.Position[hinge] < opens || math.Abs(last.Position[lever]) > 0.01 || math.Abs(last.Velocity[hinge]) > 1e-3 {
		t.Errorf("at the end the door is at %g rad with %g rad/s and the lever at %g rad; expected an open door at rest, and a lever that is up",
			last.Position[hinge], last.Velocity[hinge], last.Position[lever])
	}
	var sets []uint32
	for _, s := range status {
		if n := len(sets); n == 0 || sets[n-1] != s.Value.Set {
			sets = append(sets, s.Value.Set)
		}
	}
	if want := []uint32{0, 1, 2, 3, 4, 5, 1}; !slices.Equal(sets, want) { // ready, approach, grasp, turn, push, release, approach
		t.Errorf("the task sets were %v; expected %v", sets, want)
	}
}

// The driver of the arm panics while it pushes the door. The arm stops where it is, with the knob
// in its hand, until somebody acknowledges; then it goes on, and opens the door.
func TestADriverThatFailsWhilePushingIsBroughtBackAndTheDoorOpens(t *testing.T) {
	if testing.Short() {
		t.Skip("10 s of virtual time take a minute under the race detector, which the short run is for; the plain run of this test asserts all of it")
	}
	r := simulate(t, "at 5.5s panic arm/motors", "at 6.5s acknowledge arm")
	state := run.Series[messages.JointState](t, r, "plant/robot.state")
	at := func(d time.Duration) []float64 { return state[d.Milliseconds()].Value.Position }
	rested, acknowledged, last := at(6*time.Second), at(6500*time.Millisecond), at(10*time.Second)
	if moved := math.Abs(acknowledged[hinge] - rested[hinge]); moved > 0.005 || rested[hinge] < 0.1 || rested[hinge] > opens {
		t.Errorf("while the arm is stopped the door goes from %g to %g rad; expected it to be held half open", rested[hinge], acknowledged[hinge])
	}
	for _, s := range run.Series[messages.Signals](t, r, "plant/robot.grasps") {
		if held := s.Value.Value[0] == 1; !held && s.Stamp.Time > messages.Instant(5500*time.Millisecond) && s.Stamp.Time < messages.Instant(6500*time.Millisecond) {
			t.Fatalf("at %v the stopped arm has let go", s.Stamp.Time)
		}
	}
	if last[hinge] < opens || math.Abs(last[lever]) > 0.01 {
		t.Errorf("at the end the door is at %g rad and the lever at %g rad", last[hinge], last[lever])
	}
}

// simulate runs the example, which may miss and fail only what the schedule says,
// and opens its recording.
func simulate(t *testing.T, schedule ...string) *record.Reader {
	t.Helper()
	report, path := run.Simulate(t, "app.yaml", 1, schedule...)
	if missed, ticks := report.Missed(); missed != 0 || ticks < 45_000 || len(report.Faults) != len(schedule)/2 || report.Duration != 10*time.Second {
		t.Errorf("%d of %d releases in %v were missed, faults %v", missed, ticks, report.Duration, report.Faults)
	}
	return run.Open(t, path)
}
