// Package cascade proves what the example claims: a world of 100 Hz moves joints whose drives
// belong to a world of 1 kHz, and a broken coupling stops them without a jump.
package cascade

import (
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/examples/internal/run"
	"github.com/robo-actors/robo-actors/messages"
)

// What app.yaml and the model declare.
var (
	goal         = []float64{0.6, -1.2, 0.8} // rad
	velocity     = []float64{2, 2, 3}        // rad/s
	acceleration = []float64{10, 10, 20}     // rad/s^2
)

func TestTheUpperWorldMovesTheJointsOfTheLowerOne(t *testing.T) {
	r, path := run.Simulate(t, "app.yaml", 1)
	if missed, _ := r.Missed(); missed != 0 || len(r.Faults) != 0 {
		t.Errorf("%d releases were missed, faults %v", missed, r.Faults)
	}
	recording := run.Open(t, path)
	states := run.Series[messages.DriveState](t, recording, "servo/arm.state")
	seen := run.Series[messages.Snapshot](t, recording, "arm/perception.snapshot")
	measured, used := states[len(states)-1].Value, seen[len(seen)-1].Value
	for i, want := range goal {
		if math.Abs(measured.Position[i]-want) > 0.05 || math.Abs(used.Position[i]-measured.Position[i]) > 1e-3 {
			t.Errorf("joint %d came to %g rad, and world arm sees %g; expected %g", i, measured.Position[i], used.Position[i], want)
		}
	}
	for i, s := range seen[20:] {
		for j, at := range s.Value.Time {
			if !s.Value.Valid[j] || s.Stamp.Time.Sub(at) > 2*time.Millisecond {
				t.Fatalf("snapshot %d of world arm: joint %d was measured at %s, valid %v", i+20, j, at, s.Value.Valid[j])
			}
		}
	}
	followsSmoothly(t, run.Series[messages.DriveCommand](t, recording, "servo/gate.arm"))
}

func TestJointsRestWhileTheUpperWorldIsCutOffAndThenGoOn(t *testing.T) {
	for _, cut := range []string{"arm/gate.joint_elbow->servo/coupling_elbow.in", "arm/*->servo/*"} {
		_, path := run.Simulate(t, "app.yaml", 1, "at 1200ms for 800ms partition "+cut)
		recording := run.Open(t, path)
		commands := run.Series[messages.DriveCommand](t, recording, "servo/gate.arm")
		followsSmoothly(t, commands)
		const elbow = 1
		for _, c := range commands {
			if from, until := messages.Instant(1500*time.Millisecond), messages.Instant(2*time.Second); c.Stamp.Time > from && c.Stamp.Time < until && c.Value.Velocity[elbow] != 0 {
				t.Fatalf("%s: at %s the elbow is commanded %g rad/s while world arm is cut off", cut, c.Stamp.Time, c.Value.Velocity[elbow])
			}
		}
		states := run.Series[messages.DriveState](t, recording, "servo/arm.state")
		for i, want := range goal {
			if got := states[len(states)-1].Value.Position[i]; math.Abs(got-want) > 0.05 {
				t.Errorf("%s: joint %d came to %g rad; expected %g", cut, i, got, want)
			}
		}
	}
}

// A joint that is off sends nothing, and a world without commands cannot follow: neither may wait
// for the other.
func TestBothWorldsComeBackAfterBothWereStopped(t *testing.T) {
	_, path := run.Simulate(t, "app.yaml", 1, "at 2s stop servo mode=ramp_hold", "at 2200ms stop arm mode=ramp_off", "at 3s acknowledge arm", "at 3600ms acknowledge servo")
	states := run.Series[messages.DriveState](t, run.Open(t, path), "servo/arm.state")
	for i, want := range goal {
		if got := states[len(states)-1].Value.Position[i]; math.Abs(got-want) > 0.05 {
			t.Errorf("joint %d came to %g rad; expected %g", i, got, want)
		}
	}
}

// followsSmoothly checks that no command exceeds the limits of velocity and acceleration, from one
// command in mode run to the next.
func followsSmoothly(t *testing.T, commands []record.Sample[messages.DriveCommand]) {
	t.Helper()
	passed := 0
	for k := 1; k < len(commands); k++ {
		c, before := commands[k], commands[k-1]
		dt := c.Stamp.Time.Sub(before.Stamp.Time).Seconds()
		for i := range goal {
			if !c.Value.Mode[i].Passes() || !before.Value.Mode[i].Passes() {
				continue
			}
			passed++
			if v, was := c.Value.Velocity[i], before.Value.Velocity[i]; math.Abs(v) > velocity[i] || math.Abs(v-was) > acceleration[i]*dt*(1+1e-6) {
				t.Fatalf("at %s the velocity of joint %d goes from %g to %g rad/s within %g s", c.Stamp.Time, i, was, v, dt)
			}
		}
	}
	if passed < 3000 {
		t.Errorf("only %d commands passed", passed)
	}
}
