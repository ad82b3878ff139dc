package sim

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// lift is a slow spindle that carries a trunk of 60 kg, and on it a finger of 40 mm and 20 g that points forward: the drives
// of both have ten times the effort that their weights take, but their loops, tuned for the inertias, hold no half of these
// below the velocity limits.
func lift(t testing.TB) *worlds.World {
	t.Helper()
	limit := func(lower, upper, velocity, effort float64) []worlds.Limit {
		return []worlds.Limit{{Lower: lower, Upper: upper, Velocity: velocity, Acceleration: math.Inf(1), Jerk: math.Inf(1), Effort: effort}}
	}
	finger := solidBox(0.02, 0.04, 0.01, 0.01)
	finger.Com = [3]float64{0.02, 0, 0}
	forward := spatial.IdentityPose()
	forward.P = [3]float64{0.2, 0, 0}
	return built(t, &worlds.Description{
		Name:  "lift",
		Links: []worlds.Link{{Name: "room"}, {Name: "trunk", Inertia: solidBox(60, 0.3, 0.3, 0.8)}, {Name: "finger", Inertia: finger}},
		Joints: []worlds.Joint{
			{Name: "spindle", Type: worlds.Prismatic, Parent: "room", Child: "trunk", Origin: spatial.IdentityPose(), Axis: [3]float64{0, 0, 1}, Limits: limit(0, 0.5, 0.07, 6000)},
			{Name: "knuckle", Type: worlds.Revolute, Parent: "trunk", Child: "finger", Origin: forward, Axis: [3]float64{0, -1, 0}, Limits: limit(-1.5, 1.5, 2, 0.04)},
		},
	})
}

func liftAt(t testing.TB, world *worlds.World) *Plant {
	t.Helper()
	return newPlant(t, world, Options{Start: []JointStart{{Joint: "spindle", Position: []float64{0.25}}},
		Servos: []Servo{{Joint: "spindle", BrakeEffort: 6000, TorqueSensor: true}, {Joint: "knuckle", BrakeEffort: 0.04, TorqueSensor: true}}})
}

func weights(t testing.TB, p *Plant) []float64 {
	t.Helper()
	most, err := p.weights()
	if err != nil {
		t.Fatal(err)
	}
	return most
}

// Drives bear what weighs on their joints as far as their efforts go, not only as far as they may be pulled below the velocity
// limit: nothing sinks under a drive that says that it runs.
func TestJointsWhoseWeightIsMuchForTheirLoopsAreHeldAndMoved(t *testing.T) {
	for name, control := range map[string]messages.ControlMode{"position": messages.ControlPosition, "velocity": messages.ControlVelocity} {
		p := liftAt(t, lift(t))
		at := [2]int{slot(t, p.world, "spindle").Position, slot(t, p.world, "knuckle").Position}
		goals, fastest := [2]float64{0.25, 0}, [2]float64{}
		move := func(d time.Duration) {
			for end := p.now.Add(d); p.now < end; {
				for i, s := range p.servos {
					c := driveCommand{mode: messages.ModeRun, arm: 1, setPoints: setPoints{control: control, position: goals[i]}}
					if most := s.info.Limits.Velocity; control == messages.ControlVelocity {
						c.velocity = within(4*(goals[i]-s.encoder.position), -0.9*most, 0.9*most)
					}
					s.obey(p.now, &c)
				}
				advance(t, p, time.Millisecond)
				for i, s := range p.servos {
					fastest[i] = max(fastest[i], math.Abs(p.velocity[s.velocityAt])/s.info.Limits.Velocity)
				}
			}
		}
		// Position control is a spring, which gives way by what the loop has to be pulled at most.
		reached := func(where string) {
			t.Helper()
			for i, s := range p.servos {
				tolerance := 1e-3
				if control == messages.ControlPosition {
					tolerance = 1.05 * s.info.Limits.Velocity / s.corner
				}
				near(t, fmt.Sprintf("%s of %s under %s control", where, s.info.Joint, name), p.position[at[i]], goals[i], tolerance)
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
			if s.fault != FaultNone || fastest[i] > 1.5 {
				t.Errorf("%s control: the drive of %s has fault %d, and its joint moved with %.3g times its velocity limit", name, s.info.Joint, s.fault, fastest[i])
			}
		}
	}
}

// What the loop has taken over leaves no jolt behind: neither where the joint is stopped, nor where it comes back.
func TestAWeightThatWasTakenOverStaysWhereItIsThroughStopAndReturn(t *testing.T) {
	p := liftAt(t, lift(t))
	at, s := slot(t, p.world, "spindle").Position, p.servos[0]
	send := func(mode messages.Mode, arm uint32, d time.Duration) (moved float64) {
		from := p.position[at]
		for end := p.now.Add(d); p.now < end; {
			for _, s := range p.servos {
				s.obey(p.now, &driveCommand{mode: mode, arm: arm, setPoints: setPoints{control: messages.ControlVelocity}})
			}
			advance(t, p, time.Millisecond)
			moved = max(moved, math.Abs(p.position[at]-from))
		}
		return moved
	}
	send(messages.ModeRun, 1, 3*time.Second)
	near(t, "effort", s.effort, 60.02*gravity, 1)
	if moved := send(messages.ModeRampHold, 1, time.Second); moved > 1e-3 {
		t.Errorf("it moved by %g m when it was stopped", moved)
	}
	if moved := send(messages.ModeRun, 2, time.Second); moved > 1e-3 {
		t.Errorf("it moved by %g m when it ran again", moved)
	}
}

func TestOnlyJointsThatNeedItTakeTheirWeightOver(t *testing.T) {
	for _, s := range newPlant(t, wholeRobot(t), wholeOptions()).servos {
		if s.takes {
			t.Errorf("joint %s takes its weight over, though its loop holds it", s.info.Joint)
		}
	}
	p := liftAt(t, lift(t))
	most := weights(t, p)
	near(t, "what hangs on the spindle", most[slot(t, p.world, "spindle").Velocity], 60.02*gravity, 1e-6)
	near(t, "what hangs on the knuckle", most[slot(t, p.world, "knuckle").Velocity], 0.02*gravity*0.02, 1e-9)
	for _, s := range p.servos {
		if !s.takes {
			t.Errorf("joint %s does not take its weight over", s.info.Joint)
		}
	}
}

// At the start the arm that joint_3 rolls is nearly straight; bent, it weighs on it. What mimics a joint hangs on it too.
func TestJointsAreWeighedWhereverTheRobotMayStand(t *testing.T) {
	p := newPlant(t, smoothArm(t), Options{})
	third := slot(t, p.world, "arm_joint_3").Velocity
	workspace, at := workspaceOf(t, p), make([]float64, p.model.NV())
	if err := workspace.GravityForces(at); err != nil {
		t.Fatal(err)
	}
	if most := weights(t, p)[third]; math.Abs(at[third]) > 1e-6 || most < 10 {
		t.Errorf("on the straight arm %g N m weigh on the joint, and at most %g; expected none, and some", at[third], most)
	}
	for _, ratio := range []float64{1, -1, 0.4} {
		d := jaws(t, ratio, false).Description()
		for i := range d.Joints {
			d.Joints[i].Axis = [3]float64{0, 0, 1}
		}
		world := built(t, d)
		p := newPlant(t, world, Options{})
		near(t, "weight of both jaws", weights(t, p)[slot(t, world, "grip").Velocity], math.Abs(0.5+ratio*0.7)*gravity, 1e-6)
	}
}

func TestWeighingLeavesThePlantWhereItIs(t *testing.T) {
	one, other := liftAt(t, lift(t)), liftAt(t, lift(t))
	weights(t, other)
	for _, p := range []*Plant{one, other} {
		advance(t, p, 100*time.Millisecond)
	}
	if !slices.Equal(one.position, other.position) || !slices.Equal(one.velocity, other.velocity) {
		t.Errorf("positions %v and %v", one.position, other.position)
	}
}

// A weight that is not known is none of zero: with that a drive would be taken for one that bears its joint.
func TestARobotThatCannotBeWeighedIsNotBuilt(t *testing.T) {
	p := liftAt(t, lift(t))
	p.position = p.position[:1]
	if most, err := p.weights(); err == nil || !strings.Contains(err.Error(), `plant of world "lift": weigh the robot at [0.25]: `) {
		t.Errorf("the joints bear %g, and the error is %v", most, err)
	}
	short := make([]float64, p.model.NQ()-1)
	if err := p.draw(short, rand.New(rand.NewPCG(1, 2))); err == nil || !strings.Contains(err.Error(), `plant of world "lift": draw a position: `) {
		t.Errorf("drawing %d positions: %v", len(short), err)
	}
}
