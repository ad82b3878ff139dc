package servo

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

func TestJamsOfAJointAddUp(t *testing.T) {
	b := newBench(t, Options{CoulombFriction: 3})
	for range 2 {
		b.fallIll(actors.Fault{Kind: actors.FaultStuckJoint, Amount: 50})
	}
	b.advance(2 * time.Millisecond)
	near(t, "friction", b.Load(0).Friction, 103, 1e-9)
}

func TestASupplyThatSagsTakesTheSameShareOfSpeedAndEffort(t *testing.T) {
	b := newBench(t, Options{})
	b.fallIll(actors.Fault{Kind: actors.FaultVoltage, Amount: 0.8})
	b.advance(2 * time.Millisecond)
	d := b.Disturbance()
	near(t, "loss of speed", d.SpeedLoss, 0.2, 1e-12)
	near(t, "loss of effort", d.Derating, 0.2, 1e-12)
}

func TestAJointThatHoldsIsPulledBackNoFasterThanItsVelocityLimit(t *testing.T) {
	b := newBench(t, Options{EffortLimit: 1e5, StopDeceleration: 8})
	b.Stop(b.now, messages.ModeRampHold, 1)
	b.keep(50*time.Millisecond, 1, messages.ControlPosition, 0, 0, 0)
	b.Stop(b.now, messages.ModeRampHold, 1)
	b.mode, b.reference = messages.ModeRampHold, reference{}
	b.encoder.reset(1, 0) // pushed far away
	near(t, "pull", b.hold()-b.reference.effort, -4*b.damping, 1e-9)
}

// A drive that takes the weight of its joint over moves it as fast as one without a weight, and
// brings it to its goal.
func TestAJointWithMuchWeightReachesItsVelocityLimitAndItsGoal(t *testing.T) {
	const weight = 400.0
	limit := worlds.Limit{Lower: -3, Upper: 3, Velocity: 4, Acceleration: 20, Jerk: math.Inf(1), Effort: 1000}
	s, err := New(Options{}, Joint{
		Joint:       worlds.Joint{Name: "joint", Type: worlds.Revolute, Limits: []worlds.Limit{limit}},
		DrivenJoint: physics.DrivenJoint{Inertia: 2, LeastInertia: 2, Weight: weight},
		Step:        benchStep.Seconds(), Random: rand.New(rand.NewPCG(1, 2)),
	})
	if err != nil {
		t.Fatal(err)
	}
	if !s.takes {
		t.Fatal("the drive leaves the weight to its spring")
	}
	for _, up := range []bool{true, false} {
		b := &bench{Servo: s, t: t, inertia: 2, weight: weight, each: func() {}}
		goal, halfway := 2.5, math.NaN()
		if !up {
			goal = -2.5
		}
		b.q, b.now = -goal, b.now.Add(time.Second)
		s.encoder.reset(b.q, 0)
		s.Stop(b.now, messages.ModeOff, s.arm)
		s.mode, s.taken, s.target, s.reference = messages.ModeOff, 0, SetPoints{}, reference{effort: weight}
		b.each = func() {
			if math.IsNaN(halfway) && b.q*goal > 0 {
				halfway = math.Abs(b.v)
			}
		}
		b.keep(3*time.Second, s.arm+1, messages.ControlPosition, goal, 0, 0)
		near(t, "velocity halfway", halfway, 4, 0.1)
		near(t, "position", b.q, goal, 0.25)
		near(t, "effort taken over", s.taken, weight, 0.35*weight)
	}
}

func TestAHaltCountsAsTheStopThatADriveWaitsForAfterAReset(t *testing.T) {
	b := newBench(t, Options{})
	b.turns(20*time.Millisecond, 1)
	b.fallIll(actors.Fault{Kind: actors.FaultSilentReset})
	b.turns(20*time.Millisecond, 1)
	b.wantMode(messages.ModeOff)
	b.Halt(b.now, 2)
	b.keep(20*time.Millisecond, 3, messages.ControlVelocity, 0, 1, 0)
	b.wantMode(messages.ModeRun)
}

func TestADriveThatRejectsModesFollowsItsSetPoints(t *testing.T) {
	b := newBench(t, Options{})
	b.turns(100*time.Millisecond, 1)
	b.fallIll(actors.Fault{Kind: actors.FaultRejectsMode})
	b.turns(500*time.Millisecond, 2)
	near(t, "velocity", b.v, 2, 0.02)
	b.Stop(b.now, messages.ModeOff, 1)
	b.wantMode(messages.ModeRun)
}

func TestFrictionFallsFromBreakawayToCoulombAlongAGaussian(t *testing.T) {
	b := newBench(t, Options{CoulombFriction: 2, BreakawayFriction: 6, StribeckVelocity: 0.05})
	for velocity, want := range map[float64]float64{0: 6, 0.05: 2 + 4*math.Exp(-1), -0.1: 2 + 4*math.Exp(-4), 4: 2} {
		near(t, "friction", b.Load(velocity).Friction, want, 1e-12)
	}
}

func TestAReplyHasWhatTheEncoderReadsAndTheTruthReportsInjectedFaults(t *testing.T) {
	b := newBench(t, Options{})
	b.Place(0.5, 0.25)
	var r Reply
	b.Reply(b.now, &r)
	near(t, "position", r.Position, 0.5, 2*b.encoder.resolution)
	near(t, "velocity", r.Velocity, 0.25, 1e-12)
	var truth hardware.Truth
	if b.Truth(&truth, 0, 0); truth.Disturbed {
		t.Error("a sound drive counts as disturbed")
	}
	b.fallIll(actors.Fault{Kind: actors.FaultSensorBias, Amount: 0.01})
	b.advance(time.Millisecond)
	if b.Truth(&truth, 0, 0); !truth.Disturbed {
		t.Error("a drive whose sensor is wrong counts as sound")
	}
}
