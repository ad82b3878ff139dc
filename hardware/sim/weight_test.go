package sim

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware/sim/internal/testrobots"
	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/hardware/sim/servo"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

func liftAt(t testing.TB, world *worlds.World) *Plant {
	t.Helper()
	return newPlant(t, world, &PlantOptions{
		Options: physics.Options{Start: []physics.StartOptions{{Joint: "spindle", Position: []float64{0.25}}}},
		Servos:  []servo.Options{{Joints: []string{"spindle"}, BrakeEffort: 6000, TorqueSensor: true}, {Joints: []string{"knuckle"}, BrakeEffort: 0.04, TorqueSensor: true}},
	})
}

// Drives carry the weight on their joints as far as their efforts go, not only as far as they may
// be pulled below the velocity limit: nothing sinks under a drive that says that it runs.
func TestJointsWhoseWeightIsMuchForTheirLoopsAreHeldAndMoved(t *testing.T) {
	for name, control := range map[string]messages.ControlMode{"position": messages.ControlPosition, "velocity": messages.ControlVelocity} {
		p := liftAt(t, testrobots.Lift(t))
		at := [2]int{slot(t, p.mechanism.World(), "spindle").Position, slot(t, p.mechanism.World(), "knuckle").Position}
		goals, fastest := [2]float64{0.25, 0}, [2]float64{}
		move := func(d time.Duration) {
			for end := p.Now().Add(d); p.Now() < end; {
				for i, s := range p.servos {
					c := servo.Command{Mode: messages.ModeRun, Arm: 1, SetPoints: servo.SetPoints{Control: control, Position: goals[i]}}
					if most := s.Info().Limits.Velocity; control == messages.ControlVelocity {
						var reply servo.Reply
						s.Reply(p.Now(), &reply)
						c.Velocity = max(-0.9*most, min(0.9*most, 4*(goals[i]-reply.Position)))
					}
					s.Obey(p.Now(), &c)
				}
				advance(t, p, time.Millisecond)
				for i, s := range p.servos {
					fastest[i] = max(fastest[i], math.Abs(p.mechanism.Velocity()[s.velocity])/s.Info().Limits.Velocity)
				}
			}
		}
		// Position control is a spring, which gives way by what the loop has to be pulled at most.
		reached := func(where string) {
			t.Helper()
			for i, s := range p.servos {
				tolerance := 1e-3
				if control == messages.ControlPosition {
					tolerance = 1.05 * s.Info().Limits.Velocity * s.Model().Lag
				}
				near(t, fmt.Sprintf("%s of %s under %s control", where, s.Info().Joint, name), p.mechanism.Position()[at[i]], goals[i], tolerance)
			}
		}
		move(4 * time.Second)
		reached("rest")
		goals = [2]float64{0.4, 0.7}
		move(5 * time.Second)
		reached("goal above")
		goals = [2]float64{0.1, -0.7}
		move(7 * time.Second)
		reached("goal below")
		for i, s := range p.servos {
			if fault := truthOf(t, p, s.Info().Joint).Fault; fault != servo.FaultNone || fastest[i] > 1.5 {
				t.Errorf("%s control: the drive of %s has fault %d, and its joint moved with %.3g times its velocity limit", name, s.Info().Joint, fault, fastest[i])
			}
		}
	}
}

// What the loop has taken over leaves no jolt behind: neither where the joint is stopped, nor where
// it comes back.
func TestAWeightThatWasTakenOverStaysWhereItIsThroughStopAndReturn(t *testing.T) {
	p := liftAt(t, testrobots.Lift(t))
	at := slot(t, p.mechanism.World(), "spindle").Position
	send := func(mode messages.Mode, arm uint32, d time.Duration) (moved float64) {
		from := p.mechanism.Position()[at]
		for end := p.Now().Add(d); p.Now() < end; {
			for _, s := range p.servos {
				s.Obey(p.Now(), &servo.Command{Mode: mode, Arm: arm, SetPoints: servo.SetPoints{Control: messages.ControlVelocity}})
			}
			advance(t, p, time.Millisecond)
			moved = max(moved, math.Abs(p.mechanism.Position()[at]-from))
		}
		return moved
	}
	send(messages.ModeRun, 1, 3*time.Second)
	near(t, "effort", truthOf(t, p, "spindle").Effort, 60.02*gravity, 1)
	if moved := send(messages.ModeRampHold, 1, time.Second); moved > 1e-3 {
		t.Errorf("it moved by %g m when it was stopped", moved)
	}
	if moved := send(messages.ModeRun, 2, time.Second); moved > 1e-3 {
		t.Errorf("it moved by %g m when it ran again", moved)
	}
}
