package sim

import (
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/hardware/sim/servo"
	"github.com/robo-actors/robo-actors/messages"
)

// The window in which a joint that was stopped has to stay: 2 degrees, 0.02 rad/s.
const (
	standstillWindow   = 2 * math.Pi / 180
	standstillVelocity = 0.02
)

// waving returns the whole robot with arm and base in full motion.
func waving(t *testing.T) *drivenRobot {
	t.Helper()
	o := wholeOptions()
	o.Start = []physics.StartOptions{{Joint: "arm_joint_2", Position: []float64{0.8}}, {Joint: "arm_joint_4", Position: []float64{1.0}}}
	r := newDrivenRobot(t, o)
	for k := range 1500 {
		for i := range r.armCommand.Velocity {
			r.armCommand.Velocity[i] = 0.8 * math.Sin(0.004*float64(k)+float64(i))
		}
		copy(r.baseCommand.Velocity, []float64{6, 2, 6, 2})
		r.cycle(t)
	}
	if speed := largest(r.plant.mechanism.Velocity()); speed < 1 {
		t.Fatalf("the robot moves at %g only", speed)
	}
	return r
}

// stays checks that every driven joint comes to rest within a time, and then keeps to its window.
func stays(t *testing.T, r *drivenRobot, within time.Duration) {
	t.Helper()
	advance(t, r.plant, within)
	rest := make([]float64, len(r.plant.servos))
	for i, s := range r.plant.servos {
		rest[i] = r.plant.mechanism.Position()[s.position]
	}
	for range 2000 {
		advance(t, r.plant, time.Millisecond)
		for i, s := range r.plant.servos {
			if moved, v := math.Abs(r.plant.mechanism.Position()[s.position]-rest[i]), math.Abs(r.plant.mechanism.Velocity()[s.velocity]); moved > standstillWindow || v > standstillVelocity {
				t.Fatalf("at %s %s left its window: moved by %g rad, at %g rad/s", r.plant.Now(), s.Info().Joint, moved, v)
			}
		}
	}
}

func TestEveryStopThatHoldsBringsTheWholeRobotToRest(t *testing.T) {
	for _, mode := range []messages.Mode{messages.ModeRampHold, messages.ModeRampOff, messages.ModeBrake} {
		t.Run(mode.String(), func(t *testing.T) {
			r := waving(t)
			modes := []messages.Mode{mode, mode, mode, mode, mode, mode, mode}
			if err := r.arm.Stop(r.plant.Now(), modes); err != nil {
				t.Fatal(err)
			}
			if err := r.base.Stop(r.plant.Now(), modes[:4]); err != nil {
				t.Fatal(err)
			}
			stays(t, r, 900*time.Millisecond)
		})
	}
}

// Nobody exchanges any more, as after kill -9: the drives' own watchdogs are all that is left.
func TestTheDrivesStopTheRobotWhenTheirHostDies(t *testing.T) {
	r := waving(t)
	advance(t, r.plant, 103*time.Millisecond)
	for _, s := range r.plant.servos {
		if mode := truthOf(t, r.plant, s.Info().Joint).Mode; mode != messages.ModeRampHold {
			t.Errorf("103 ms after the last command, %s is in %s", s.Info().Joint, mode)
		}
	}
	stays(t, r, 900*time.Millisecond)
}

func TestOneFailedDriveLetsNothingFall(t *testing.T) {
	r := waving(t)
	if err := r.plant.Disturb("arm_joint_2", servo.Disturbance{Fault: servo.FaultMotorDriver}); err != nil {
		t.Fatal(err)
	}
	r.cycle(t)
	if err := r.arm.Stop(r.plant.Now(), []messages.Mode{2, 2, 2, 2, 2, 2, 2}); err != nil {
		t.Fatal(err)
	}
	before := r.plant.mechanism.Position()[slot(t, r.plant.mechanism.World(), "arm_joint_2").Position]
	advance(t, r.plant, 100*time.Millisecond)
	if d := truthOf(t, r.plant, "arm_joint_2"); d.Mode != messages.ModeOff || !d.BrakeClosed {
		t.Errorf("the failed drive is %+v; want off with its brake closed", d)
	}
	if fell := math.Abs(r.plant.mechanism.Position()[slot(t, r.plant.mechanism.World(), "arm_joint_2").Position] - before); fell > 0.1 {
		t.Errorf("the shoulder fell by %g rad until its brake closed", fell)
	}
}
