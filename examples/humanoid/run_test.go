// Package humanoid proves what the example claims, from what the simulated plant says is true.
package humanoid

import (
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware/sim"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// What the example claims.
const (
	handError = 3e-3            // m, at any time, pushed or not
	feetMove  = 0.5e-3          // m, of a foot over the whole run
	sags      = 0.5e-3          // m, of the centre of mass from the start to the push
	recovery  = 3 * time.Second // from the begin of the push
	efforts   = 0.5             // share of a drive's limit
)

// stood checks that the robot stood, followed and recovered.
func (f *figures) stood(t *testing.T) {
	t.Helper()
	f.log(t)
	if len(f.failed) > 0 {
		t.Errorf("actors failed: %q", f.failed)
	}
	for name, m := range map[string]*miss{"before the push": &f.before, "in the 3 s from the push": &f.pushed, "later": &f.later} {
		if m.most > handError {
			t.Errorf("%s the hand is off by %g m, at most %g m are claimed", name, m.most, handError)
		}
	}
	if f.before.samples < 150 || f.pushed.samples < 600 {
		t.Errorf("only %d samples before the push and %d from it were judged", f.before.samples, f.pushed.samples)
	}
	if f.margin <= 0 || f.slips+f.loose > 0 {
		t.Errorf("the least margin in the friction cones is %g; feet slipped %d times and lost points %d times", f.margin, f.slips, f.loose)
	}
	if f.moved > feetMove {
		t.Errorf("a foot moved by %g m", f.moved)
	}
	if f.sag > sags {
		t.Errorf("the centre of mass sank by %g m", f.sag)
	}
	if f.recovered > recovery {
		t.Errorf("it took %s to recover", f.recovered)
	}
	if f.momentum < 1 || f.sway < 1e-3 {
		t.Errorf("the push gave %g N s and moved the centre of mass by %g m: it was hardly felt", f.momentum, f.sway)
	}
	if f.effort > efforts {
		t.Errorf("%s needs %g of its limit", f.strongest, f.effort)
	}
}

// sooner moves the push to the begin of the circle, and ends the run when it has recovered.
func sooner(t *testing.T) (*app.Config, func(force [3]float64) *figures) {
	t.Helper()
	config, push := load(t)
	push.From, config.Duration = 1200*time.Millisecond, 1900*time.Millisecond
	return config, func(force [3]float64) *figures {
		t.Helper()
		push.Force = force
		return stand(t, config, push)
	}
}

func TestItStandsAndDrawsACircleWhileItIsPushed(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("10 s of virtual time take long under the race detector; a shorter run is judged by the same bounds")
	}
	config, push := load(t)
	f := stand(t, config, push)
	f.stood(t)
	if f.circle > 1e-3 || math.Abs(f.swept) < 3.9*math.Pi {
		t.Errorf("the reference is off the circle by %g m and sweeps %g rad", f.circle, f.swept)
	}
	if f.estimate.most > 2e-3 || f.estimate.rms() < 1e-5 {
		t.Errorf("the base is estimated to %v; expected the noise of its sensors, reduced, and not the truth", &f.estimate)
	}
	if f.later.samples < 2000 {
		t.Errorf("%d samples after it recovered were judged", f.later.samples)
	}
}

func TestItWithstandsThePushFromTheOtherSide(t *testing.T) {
	t.Parallel()
	_, pushed := sooner(t)
	pushed([3]float64{0, -70, 0}).stood(t)
}

// A push that no robot on these feet bears shows in every figure: what is judged can fail.
func TestAMuchHarderPushIsSeen(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("under the race detector, which the short run is for, the run of the test before stands for both; the plain run of this test asserts its own")
	}
	config, pushed := sooner(t)
	config.Duration = 2 * time.Second // it lies then
	f := pushed([3]float64{0, 420, 0})
	f.log(t)
	if f.margin > 0 || f.slips == 0 || f.loose == 0 || f.moved < feetMove || f.pushed.most < handError || f.recovered < 500*time.Millisecond {
		t.Errorf("some figure knows nothing of it: %+v", f)
	}
}

// Drives that open their brakes with no torque, since they do not know what the brakes carry, let
// the robot sink: the figure of the start can fail. Its feet stay on the ground.
func TestWithoutTorqueSensorsItSinksWhenItsBrakesOpen(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("under the race detector, which the short run is for, the run of the test before stands for both; the plain run of this test asserts its own")
	}
	config, push := load(t)
	push.From, config.Duration = time.Minute, 750*time.Millisecond // it has sunk then
	plant := config.Plants[0].Instance.(*sim.PlantOptions)
	for i := range plant.Servos {
		plant.Servos[i].TorqueSensor = false
	}
	f := stand(t, config, push)
	f.log(t)
	if f.sag < 10*sags {
		t.Errorf("the figure knows nothing of it: %+v", f)
	}
}

// The push is 0.1 m/s times the mass at least, lasts 0.1 s at most, and goes at the torso, from the
// side.
func TestThePushIsAsHardAsItMustBe(t *testing.T) {
	config, push := load(t)
	model, err := config.Plants[0].Model.Model()
	if err != nil {
		t.Fatal(err)
	}
	impulse := math.Abs(push.Force[1]) * push.Duration.Seconds()
	if least := 0.1 * model.Mass(); impulse < least || push.Duration > 100*time.Millisecond {
		t.Errorf("the push is %g N s in %s; expected %g N s in 100 ms", impulse, push.Duration, least)
	}
	if push.Body != "torso" || push.Point[2] < 0.1 || push.Point[2] > 0.4 {
		t.Errorf("%s is pushed at %v", push.Body, push.Point)
	}
}
