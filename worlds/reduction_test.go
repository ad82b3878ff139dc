package worlds

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// chained returns a robot whose joints b and c follow a as in OpenRAVE's test of mimic joints: b =
// 2 a, c = 2 b + 0.5.
func chained() *Description {
	d := &Description{Name: "chain", Links: []Link{{Name: "root"}}}
	parent := "root"
	for _, name := range []string{"a", "b", "c"} {
		d.Links = append(d.Links, Link{Name: name})
		joint := hinge(parent, name)
		joint.Limits = bounds(-10, 10)
		d.Joints = append(d.Joints, joint)
		parent = name
	}
	d.Joints[1].Mimic = &Mimic{Joint: "a_joint", Multiplier: 2}
	d.Joints[2].Mimic = &Mimic{Joint: "b_joint", Multiplier: 2, Offset: 0.5}
	return d
}

func TestAChainOfMimicJointsIsResolved(t *testing.T) {
	r := mustBuild(t, chained()).Reduction()
	full := make([]float64, 3)
	if err := r.ExpandPosition(full, []float64{0.5}); err != nil || !slices.Equal(full, []float64{0.5, 1, 2.5}) {
		t.Errorf("positions %v (%v), want 0.5, 1, 2.5", full, err)
	}
	if err := r.ExpandVelocity(full, []float64{0.5}); err != nil || !slices.Equal(full, []float64{0.5, 1, 2}) {
		t.Errorf("velocities %v (%v), want 0.5, 1, 2", full, err)
	}
	effort := make([]float64, 1)
	if err := r.ReduceEffort(effort, []float64{1, 10, 100}); err != nil || effort[0] != 1+20+400 {
		t.Errorf("effort %v (%v), want 421", effort, err)
	}
	q := []float64{1, 99, 99}
	if err := r.Follow(q, nil); err != nil || !slices.Equal(q, []float64{1, 2, 4.5}) {
		t.Errorf("positions %v (%v), want 1, 2, 4.5", q, err)
	}
}

func TestReductionKeepsPowerAndIsConsistentWithItsDerivative(t *testing.T) {
	const seed = 41
	random := rand.New(rand.NewPCG(seed, 0))
	mimics := 0
	for range 60 {
		w := mustBuild(t, randomTree(random, 2+random.IntN(30)))
		r := w.Reduction()
		mimics += w.NumJoints() - len(r.Independent())
		v, tau := randomVector(random, r.NumVelocities()), randomVector(random, w.NumVelocities())
		full, reduced := make([]float64, w.NumVelocities()), make([]float64, r.NumVelocities())
		if r.ExpandVelocity(full, v) != nil || r.ReduceEffort(reduced, tau) != nil {
			t.Fatal("refused")
		}
		if a, b := dot(full, tau), dot(v, reduced); math.Abs(a-b) > 1e-9*(1+math.Abs(a)) {
			t.Fatalf("seed %d: the power is %v over all joints and %v over the independent ones", seed, a, b)
		}
		back := make([]float64, r.NumVelocities())
		if r.ReduceVelocity(back, full) != nil || !slices.Equal(back, v) {
			t.Fatalf("seed %d: velocities %v came back as %v", seed, v, back)
		}
		checkPositionDerivative(t, random, w)
	}
	if mimics < 20 {
		t.Errorf("only %d mimic joints were drawn: the test proves little", mimics)
	}
}

// checkPositionDerivative moves one independent joint of one degree of freedom and compares with
// the velocities.
func checkPositionDerivative(t *testing.T, random *rand.Rand, w *World) {
	t.Helper()
	r := w.Reduction()
	q := randomVector(random, r.NumPositions())
	before, after := make([]float64, w.NumPositions()), make([]float64, w.NumPositions())
	velocity := make([]float64, w.NumVelocities())
	position, speed := 0, 0
	for _, joint := range r.Independent() {
		at := w.Slot(joint)
		if at.VelocityLength == 1 {
			const step = 0.25
			v := make([]float64, r.NumVelocities())
			v[speed] = 1
			if r.ExpandPosition(before, q) != nil || r.ExpandVelocity(velocity, v) != nil {
				t.Fatal("refused")
			}
			moved := slices.Clone(q)
			moved[position] += step
			if r.ExpandPosition(after, moved) != nil {
				t.Fatal("refused")
			}
			for i := range w.NumJoints() {
				if s := w.Slot(i); s.VelocityLength == 1 && math.Abs((after[s.Position]-before[s.Position])/step-velocity[s.Velocity]) > 1e-9 {
					t.Fatalf("joint %d moves by %v per unit, its velocity is %v", i, (after[s.Position]-before[s.Position])/step, velocity[s.Velocity])
				}
			}
		}
		position += at.PositionLength
		speed += at.VelocityLength
	}
}

func dot(a, b []float64) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

func TestAReducedMatrixIsTheSameQuadraticForm(t *testing.T) {
	const seed = 42
	random := rand.New(rand.NewPCG(seed, 0))
	for range 40 {
		w := mustBuild(t, randomTree(random, 2+random.IntN(15)))
		r := w.Reduction()
		n, m := w.NumVelocities(), r.NumVelocities()
		a, reduced := randomVector(random, n*n), make([]float64, m*m)
		if err := r.ReduceMatrix(reduced, a, make([]float64, n*m)); err != nil {
			t.Fatal(err)
		}
		x, y := randomVector(random, m), randomVector(random, m)
		fullX, fullY := make([]float64, n), make([]float64, n)
		if r.ExpandVelocity(fullX, x) != nil || r.ExpandVelocity(fullY, y) != nil {
			t.Fatal("refused")
		}
		if p, q := bilinear(a, fullX, fullY), bilinear(reduced, x, y); math.Abs(p-q) > 1e-9*(1+math.Abs(p)) {
			t.Fatalf("seed %d: x A y is %v over all joints and %v over the independent ones", seed, p, q)
		}
	}
}

// bilinear returns x^T a y.
func bilinear(a, x, y []float64) (sum float64) {
	for i := range x {
		for j := range y {
			sum += x[i] * a[i*len(y)+j] * y[j]
		}
	}
	return sum
}

func TestReducingDoesNotAllocate(t *testing.T) {
	w := mustBuild(t, gripperArm())
	r := w.Reduction()
	n, m := w.NumVelocities(), r.NumVelocities()
	q, full := make([]float64, r.NumPositions()), make([]float64, w.NumPositions())
	v, fullV := make([]float64, m), make([]float64, n)
	a, b, work := make([]float64, n*n), make([]float64, m*m), make([]float64, n*m)
	allocations := testing.AllocsPerRun(100, func() {
		if r.ReducePosition(q, full) != nil || r.ExpandPosition(full, q) != nil || r.ReduceVelocity(v, fullV) != nil ||
			r.ExpandVelocity(fullV, v) != nil || r.ReduceEffort(v, fullV) != nil || r.Follow(full, fullV) != nil ||
			r.ReduceMatrix(b, a, work) != nil {
			t.Error("refused")
		}
	})
	if allocations != 0 {
		t.Errorf("%v allocations, want none", allocations)
	}
}

func TestReducingVectorsOfAWrongLengthIsRefused(t *testing.T) {
	w := mustBuild(t, chained())
	r := w.Reduction()
	one, three := make([]float64, 1), make([]float64, 3)
	for name, err := range map[string]error{
		"expand position": r.ExpandPosition(one, one), "expand velocity": r.ExpandVelocity(three, three),
		"reduce position": r.ReducePosition(three, three), "reduce velocity": r.ReduceVelocity(one, one),
		"reduce effort": r.ReduceEffort(nil, three), "follow": r.Follow(one, nil), "follow velocity": r.Follow(nil, one),
		"matrix": r.ReduceMatrix(one, three, three), "work": r.ReduceMatrix(one, make([]float64, 9), one),
	} {
		if err == nil || !strings.Contains(err.Error(), `world "chain"`) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// b = 2 a and c = 2 b + 0.5 = 4 a + 0.5.
func TestLimitsOfMimicJointsAreThoseOfTheirLeaders(t *testing.T) {
	d := chained()
	limit := func(lower, upper, velocity, acceleration float64) []Limit {
		return []Limit{{Lower: lower, Upper: upper, Velocity: velocity, Acceleration: acceleration, Jerk: 100, Effort: 7}}
	}
	d.Joints[0].Limits, d.Joints[1].Limits, d.Joints[2].Limits = limit(-1, 1, 3, 10), limit(-1.5, 3, 4, 30), limit(-3.5, 2.5, 20, 20)
	w := mustBuild(t, d)
	led := w.Reduction().Limits()
	if want := (Limit{Lower: -0.75, Upper: 0.5, Velocity: 2, Acceleration: 5, Jerk: 25, Effort: 7}); led[0] != want {
		t.Errorf("the limits of a are %+v; expected %+v", led[0], want)
	}
	if own := w.Limits(); led[1] != own[1] || led[2] != own[2] || own[0].Upper != 1 {
		t.Errorf("the joints' own limits have changed: %+v, %+v", led, own)
	}
	d.Joints[1].Mimic.Multiplier = -2 // c = -4 a + 0.5
	if l := mustBuild(t, d).Reduction().Limits()[0]; l.Lower != -0.5 || l.Upper != 0.75 || l.Velocity != 2 {
		t.Errorf("with the other sense the limits of a are %+v", l)
	}
	d.Joints[1].Limits[0].Velocity = 0 // what is written where nothing drives a joint
	if l := mustBuild(t, d).Reduction().Limits()[0]; l.Velocity != 3 {
		t.Errorf("with a follower without a velocity limit the velocity of a is limited to %g rad/s; expected its own", l.Velocity)
	}
	d.Joints[1].Limits[0].Velocity = 4
	d.Joints[1].Limits[0].Upper, d.Joints[1].Limits[0].Lower = 9, 8 // nowhere within the leader's
	if l := mustBuild(t, d).Reduction().Limits()[0]; l.Lower != -0.5 || l.Upper != 1 {
		t.Errorf("with a follower that is nowhere the limits of a are %+v; expected what the other leaves", l)
	}
	d.Joints[0].Type, d.Joints[0].Limits = Continuous, nil
	if l := mustBuild(t, d).Reduction().Limits()[0]; !math.IsInf(l.Lower, -1) || !math.IsInf(l.Upper, 1) || l.Velocity != 2 {
		t.Errorf("a joint without end has the limits %+v", l)
	}
}
