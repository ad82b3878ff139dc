package taskspace

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

func TestLeadersStandForTheirFollowersWhereAllJointsAreMeant(t *testing.T) {
	m := testRobot(t, rigidbody.Planar)
	f := followersOf(t, m)
	posture := Task{Name: "it", Kind: Posture, Goal: Goal{Measured: true}}
	r := newTrial(t, m, Binding{Followers: f}, posture)
	r.randomise(t, rand.New(rand.NewPCG(1, 1)))
	r.evaluate(t, 0)
	if got, want := len(r.e.tasks[0].task.Goal.Joints), m.NQ()-len(f); got != want {
		t.Errorf("the goal of a posture of all joints has %d positions; expected %d", got, want)
	}
	l := &r.e.Levels()[0]
	if !l.Identity || l.Rows != m.NV() {
		t.Fatalf("a posture of all joints has %d rows, identity %t; expected %d that are", l.Rows, l.Identity, m.NV())
	}
	for i := range l.Rows {
		column, _ := f.Column(i)
		if follows := column != i; follows != (l.Acceleration[i] == 0 && l.Drift[i] == 0) || l.Jacobian[i*m.NV()+i] != 1 {
			t.Errorf("row %d wants %g", i, l.Acceleration[i])
		}
	}
}

func TestAPostureOfAFollowerMovesItsLeader(t *testing.T) {
	m := testRobot(t, rigidbody.Planar)
	f := followersOf(t, m)
	r := newTrial(t, m, Binding{Followers: f}, Task{Name: "it", Kind: Posture, Joints: []string{"joint_b", "joint_shoulder"}, Goal: Goal{Joints: []float64{0.4, 0.1}},
		Gains: Gains{Proportional: []float64{9}, Derivative: []float64{2}}})
	r.randomise(t, rand.New(rand.NewPCG(2, 1)))
	r.evaluate(t, 0)
	l, b := &r.e.Levels()[0], f[2]
	row := make([]float64, m.NV())
	row[b.Leader] = b.Multiplier
	if !slices.Equal(l.Jacobian[:m.NV()], row) {
		t.Errorf("the row is %v; expected %v", l.Jacobian[:m.NV()], row)
	}
	want := 9*(0.4-r.q[b.Position]) - 2*r.v[b.Velocity]
	if math.Abs(l.Acceleration[0]-want) > 1e-12 {
		t.Errorf("it wants %g of the follower; expected %g", l.Acceleration[0], want)
	}
}

func TestJointLimitsOfALeaderAreThoseThatItsFollowersLeave(t *testing.T) {
	m := testRobot(t, rigidbody.Planar)
	f := followersOf(t, m)
	lower, upper := make([]float64, m.NV()), make([]float64, m.NV())
	for i := range lower {
		lower[i], upper[i] = -2, 2
	}
	upper[f[2].Velocity] = 0.7 // joint_b = 1.4 joint_upper: up to 0.5
	r := newTrial(t, m, Binding{Followers: f, PositionMin: lower, PositionMax: upper}, Task{Name: "it", Kind: JointLimits, Margin: 0.1})
	r.q[f[2].LeaderPosition] = 0.45
	f.Positions(r.q)
	must(t, r.w.SetState(r.q, r.v))
	must(t, r.e.Start(r.w, r.q))
	r.evaluate(t, 0)
	l := &r.e.Levels()[0]
	if l.Rows != 1 || l.Jacobian[f[2].Leader] != 1 || math.Abs(l.Error[0]+0.05) > 1e-12 {
		t.Errorf("%d rows, of errors %v; expected one, of the leader, of -0.05", l.Rows, l.Error)
	}
	if upper[f[2].Leader] != 2 {
		t.Error("the limits that were given have changed")
	}
}

// Whitened rows are compared with the inverse of G^T M G, solved as a plain system of the joints
// that follow none.
func TestRowsAreWhitenedByTheReducedMassMatrix(t *testing.T) {
	m := testRobot(t, rigidbody.Floating)
	f, n := followersOf(t, m), m.NV()
	rng := rand.New(rand.NewPCG(3, 1))
	r := newTrial(t, m, Binding{Followers: f}, example(FramePose))
	r.randomise(t, rng)
	must(t, r.e.factorMass(r.w))
	mass := make([]float64, n*n)
	must(t, r.w.MassMatrix(mass))
	f.Matrix(mass, n)
	for range 10 {
		row := make([]float64, n)
		for i := range row {
			row[i] = rng.NormFloat64()
		}
		f.Clear(row)
		white := slices.Clone(row)
		must(t, r.e.whiten(r.w, white))
		x := conjugateGradients(mass, row)
		got, want := 0.0, 0.0
		for i := range row {
			got += white[i] * white[i]
			want += row[i] * x[i]
		}
		if !(math.Abs(got-want) <= 1e-9*want) {
			t.Errorf("the square of a whitened row is %.12g; expected %.12g", got, want)
		}
	}
}

// conjugateGradients solves a x = b, a symmetric and positive definite.
func conjugateGradients(a, b []float64) []float64 {
	x, residual, along := make([]float64, len(b)), slices.Clone(b), slices.Clone(b)
	for range 10 * len(b) {
		image := apply(a, along)
		size, bend := 0.0, 0.0
		for i, r := range residual {
			size += r * r
			bend += along[i] * image[i]
		}
		if size < 1e-26 {
			break
		}
		rest := 0.0
		for i := range x {
			x[i] += size / bend * along[i]
			residual[i] -= size / bend * image[i]
			rest += residual[i] * residual[i]
		}
		for i := range along {
			along[i] = residual[i] + rest/size*along[i]
		}
	}
	return x
}

// The effects of a task's force on a leader and on its follower are separate.
func TestForcesOfTasksIncludeTheLoadsOfFollowers(t *testing.T) {
	m := testRobot(t, rigidbody.Planar)
	f, n := followersOf(t, m), m.NV()
	force := Task{Name: "it", Kind: Force, Frame: "tool", Axes: X | Y | Z, Goal: Goal{Wrench: [6]float64{3, -2, 5}}}
	led, free := newTrial(t, m, Binding{Followers: f}, force), newTrial(t, m, Binding{}, force)
	led.randomise(t, rand.New(rand.NewPCG(4, 1)))
	copy(free.q, led.q)
	copy(free.v, led.v)
	for _, r := range []*trial{led, free} {
		must(t, r.w.SetState(r.q, r.v))
		must(t, r.e.Start(r.w, r.q))
		r.evaluate(t, 0)
	}
	want := slices.Clone(free.e.Forces())
	f.Forces(want)
	for i := range n {
		expected := want[i]
		if column, _ := f.Column(i); column != i {
			expected = free.e.Forces()[i]
		}
		if got := led.e.Forces()[i]; math.Abs(got-expected) > 1e-12 {
			t.Errorf("velocity %d has the force %g; expected %g", i, got, expected)
		}
	}
}

func TestInvalidRelationsAreRefused(t *testing.T) {
	m := testRobot(t, rigidbody.Planar)
	set, err := NewSet(example(CentreOfMass))
	must(t, err)
	for want, spoil := range map[string]func(rigidbody.Followers){
		`joint "joint_wrist" mimics "joint_upper" with the multiplier 0, and never moves; describe it as fixed`:  func(f rigidbody.Followers) { f[0].Multiplier = 0 },
		`joint "joint_wrist" follows "joint_upper" with the multiplier NaN and the offset 0.05`:                  func(f rigidbody.Followers) { f[0].Multiplier = math.NaN() },
		`joint "joint_c" follows "joint_a" with the multiplier 1.2 and the offset +Inf; expected finite numbers`: func(f rigidbody.Followers) { f[1].Offset = math.Inf(1) },
		`joint "joint_wrist" follows "joint_b", which follows another one; expected the joint at the end of the`: func(f rigidbody.Followers) { f[0].Leader, f[0].LeaderPosition = f[2].Velocity, f[2].Position },
		`joint "joint_wrist" follows two joints; expected one`:                                                   func(f rigidbody.Followers) { f[1] = f[0] },
		`position 1 and velocity 1, its leader at`:                                                               func(f rigidbody.Followers) { f[2].Position, f[2].Velocity = 1, 1 },
		`position 13 and velocity 13`: func(f rigidbody.Followers) { f[1].Leader = 99 },
	} {
		f := followersOf(t, m)
		spoil(f)
		if _, err := set.Bind(Binding{Model: m, Followers: f}); !errors.Is(err, ErrTask) || !strings.Contains(err.Error(), want) {
			t.Errorf("expected %q; got %v", want, err)
		}
	}
}
