package taskspace

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// testRobot is a tree with every kind of joint: a platform or a floating body, a column, an arm
// with the body "middle" in it and the frame "tool" at its end, and a second arm that ends in
// "other".
func testRobot(t testing.TB, root rigidbody.JointKind) *rigidbody.Model {
	t.Helper()
	rng := rand.New(rand.NewPCG(11, 12))
	var bodies []rigidbody.Body
	body := func(name string, parent int, kind rigidbody.JointKind, axis [3]float64) int {
		b := rigidbody.Body{Name: name, JointName: "joint_" + name, Parent: parent, Kind: kind, Axis: axis}
		b.Placement = spatial.Pose{R: spatial.QuatOf(randomQuaternion(rng)).Unit().Rotation(), P: [3]float64{0.3 * rng.Float64(), 0.2 * rng.Float64(), 0.3}}
		if kind != rigidbody.Fixed {
			mass := 0.5 + 3*rng.Float64()
			b.Inertia = rigidbody.Inertia{Mass: mass, Com: [3]float64{0.1 * rng.Float64(), 0.05, -0.1 * rng.Float64()},
				Ixx: 0.02 * mass, Iyy: 0.03 * mass, Izz: 0.025 * mass, Ixy: 0.002 * mass}
		}
		bodies = append(bodies, b)
		return len(bodies) - 1
	}
	z, x := [3]float64{0, 0, 1}, [3]float64{1, 0, 0}
	base := body("platform", -1, root, z)
	column := body("column", base, rigidbody.Prismatic, z)
	i := column
	for _, name := range []string{"shoulder", "upper", "middle", "lower", "wrist", "roll", "hand"} {
		i = body(name, i, rigidbody.Revolute, x)
	}
	body("tool", i, rigidbody.Fixed, z)
	i = column
	for _, name := range []string{"a", "b", "c"} {
		i = body(name, i, rigidbody.Continuous, z)
	}
	body("other", i, rigidbody.Fixed, z)
	m, err := rigidbody.New(bodies)
	must(t, err)
	return m
}

func randomQuaternion(rng *rand.Rand) [4]float64 {
	var q [4]float64
	n := 0.0
	for i := range q {
		q[i] = rng.NormFloat64()
		n += q[i] * q[i]
	}
	for i := range q {
		q[i] /= math.Sqrt(n)
	}
	return q
}

// trial is a set on a robot at a state.
type trial struct {
	m    *rigidbody.Model
	w    *rigidbody.Workspace
	e    *Evaluator
	q, v []float64
}

func newTrial(t testing.TB, m *rigidbody.Model, b Binding, tasks ...Task) *trial {
	t.Helper()
	s, err := NewSet(tasks...)
	must(t, err)
	b.Model = m
	e, err := s.Bind(b)
	must(t, err)
	return &trial{m: m, w: m.NewWorkspace(), e: e, q: make([]float64, m.NQ()), v: make([]float64, m.NV())}
}

func (r *trial) randomise(t testing.TB, rng *rand.Rand) {
	t.Helper()
	must(t, r.m.RandomPosition(r.q, rng.Float64))
	for i := range r.v {
		r.v[i] = 2*rng.Float64() - 1
	}
	r.e.binding.Followers.Positions(r.q)
	r.e.binding.Followers.Velocities(r.v)
	must(t, r.w.SetState(r.q, r.v))
	must(t, r.e.Start(r.w, r.q))
}

// followersOf are relations between the joints of a test robot: a chain's end in either arm, and
// one across from arm to arm.
func followersOf(t testing.TB, m *rigidbody.Model) (all rigidbody.Followers) {
	t.Helper()
	for _, f := range []struct {
		joint, leader      string
		multiplier, offset float64
	}{{"joint_wrist", "joint_upper", -0.7, 0.05}, {"joint_c", "joint_a", 1.2, -0.02}, {"joint_b", "joint_upper", 1.4, 0}} {
		body, err := m.JointIndex(f.joint)
		must(t, err)
		leader, err := m.JointIndex(f.leader)
		must(t, err)
		x := rigidbody.Follower{Multiplier: f.multiplier, Offset: f.offset}
		x.Position, _ = m.PositionRange(body)
		x.Velocity, _ = m.VelocityRange(body)
		x.LeaderPosition, _ = m.PositionRange(leader)
		x.Leader, _ = m.VelocityRange(leader)
		all = append(all, x)
	}
	return all
}

func (r *trial) evaluate(t testing.TB, dt float64) {
	t.Helper()
	must(t, r.w.SetState(r.q, r.v))
	must(t, r.e.Evaluate(r.w, r.q, r.v, dt))
}

// copyLevel keeps a level beyond the next tick.
func copyLevel(l *Level) Level {
	c := *l
	for _, v := range []*[]float64{&c.Jacobian, &c.Drift, &c.Error, &c.VelocityError, &c.Acceleration, &c.Velocity, &c.Weight,
		&c.Activation, &c.Scale} {
		*v = append([]float64(nil), *v...)
	}
	return c
}

func apply(m, x []float64) []float64 {
	n := len(x)
	out := make([]float64, len(m)/n)
	for i := range out {
		for j, y := range x {
			out[i] += m[i*n+j] * y
		}
	}
	return out
}
