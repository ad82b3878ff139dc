package physics

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware/sim/internal/testrobots"
)

// liftAt is the lift of testrobots in the middle of its way, with a drive at each joint.
func liftAt(t testing.TB) *Mechanism {
	t.Helper()
	p, err := New(testrobots.Lift(t), Options{Start: []StartOptions{{Joint: "spindle", Position: []float64{0.25}}}}, []Driven{{Joint: "spindle"}, {Joint: "knuckle"}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func weights(t testing.TB, p *Mechanism) []float64 {
	t.Helper()
	most, err := p.weights()
	if err != nil {
		t.Fatal(err)
	}
	return most
}

func TestADrivenJointKnowsItsWeight(t *testing.T) {
	p := liftAt(t)
	most := weights(t, p)
	near(t, "what hangs on the spindle", most[slot(t, p.world, "spindle").Velocity], 60.02*gravity, 1e-6)
	near(t, "what hangs on the knuckle", most[slot(t, p.world, "knuckle").Velocity], 0.02*gravity*0.02, 1e-9)
	for i := range p.driven {
		near(t, "weight", p.DrivenJoint(i).Weight, most[p.DrivenJoint(i).Velocity], 0)
	}
}

// At the start the arm that joint_3 rolls is nearly straight; bent, it weighs on it. What mimics a
// joint hangs on it too.
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
	one, other := liftAt(t), liftAt(t)
	weights(t, other)
	for _, p := range []*Mechanism{one, other} {
		advance(t, p, 100*time.Millisecond)
	}
	if !slices.Equal(one.position, other.position) || !slices.Equal(one.velocity, other.velocity) {
		t.Errorf("positions %v and %v", one.position, other.position)
	}
}

// An unknown weight is not a weight of zero: with that a drive would be taken for one that bears
// its joint.
func TestARobotThatCannotBeWeighedIsNotBuilt(t *testing.T) {
	p := liftAt(t)
	p.position = p.position[:1]
	if most, err := p.weights(); err == nil || !strings.Contains(err.Error(), `plant of world "lift": weigh the robot at [0.25]: `) {
		t.Errorf("the joints bear %g, and the error is %v", most, err)
	}
	short := make([]float64, p.model.NQ()-1)
	if err := p.draw(short, rand.New(rand.NewPCG(1, 2))); err == nil || !strings.Contains(err.Error(), `plant of world "lift": draw a position: `) {
		t.Errorf("drawing %d positions: %v", len(short), err)
	}
}
