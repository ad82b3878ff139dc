package rigidbody_test

import (
	"math"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// samePosition compares positions, quaternions up to their sign and planar angles up to turns.
func samePosition(t testing.TB, m *rigidbody.Model, got, want []float64, tolerance float64) {
	t.Helper()
	for i := range m.NumBodies() {
		start, n := m.PositionRange(i)
		g, w := append([]float64(nil), got[start:start+n]...), append([]float64(nil), want[start:start+n]...)
		switch m.Body(i).Kind {
		case rigidbody.Planar:
			g[2] = w[2] + math.Remainder(g[2]-w[2], 2*math.Pi)
		case rigidbody.Floating:
			if dot(g[3:], w[3:]) < 0 {
				for k := 3; k < 7; k++ {
					g[k] = -g[k]
				}
			}
		}
		compareWithin(t, m.Body(i).JointName, g, w, tolerance, 1)
	}
}

func TestIntegratingTheDifferenceLeadsThere(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		there, way, got := make([]float64, len(r.q)), make([]float64, len(r.v)), make([]float64, len(r.q))
		must(t, r.m.RandomPosition(there, r.random.Float64))
		must(t, r.m.Difference(way, r.q, there))
		must(t, r.m.Integrate(got, r.q, way, 1))
		samePosition(t, r.m, got, there, 1e-13)
	})
}

func TestTheDifferenceAfterIntegratingIsTheWay(t *testing.T) {
	// From steps of a millionth to half turns: both sides of every series that stands for a
	// quotient.
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		for _, scale := range []float64{0, 1e-12, 1e-6, 1e-3, 0.05, 0.0999, 0.1001, 0.3, 1, 1.7} {
			there, got, want := make([]float64, len(r.q)), make([]float64, len(r.v)), make([]float64, len(r.v))
			must(t, r.m.Integrate(there, r.q, r.v, scale))
			must(t, r.m.Difference(got, r.q, there))
			for i, x := range r.v {
				want[i] = scale * x
			}
			compareWithin(t, "way", got, want, 1e-13, 10)
		}
	})
}

func TestStepsAlongOneScrewAddUp(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		many, once := append([]float64(nil), r.q...), make([]float64, len(r.q))
		for range 50 {
			must(t, r.m.Integrate(many, many, r.v, 0.02))
		}
		must(t, r.m.Integrate(once, r.q, r.v, 1))
		samePosition(t, r.m, many, once, 1e-12)
	})
}

func TestIntegrateFollowsTheVelocityInTheBodysAxes(t *testing.T) {
	// A quarter of a circle of radius 2 m, driven forwards, in a plane and in space.
	arc := []float64{math.Pi, 0, math.Pi / 2}
	plane := jointModel(t, rigidbody.Planar)
	q := make([]float64, 3)
	must(t, plane.Integrate(q, []float64{0, 0, 0}, arc, 1))
	compare(t, "planar", q, []float64{2, 2, math.Pi / 2}, 1e-15)
	space := jointModel(t, rigidbody.Floating)
	q = make([]float64, 7)
	must(t, space.Integrate(q, []float64{0, 0, 0, 1, 0, 0, 0}, []float64{math.Pi, 0, 1, 0, 0, math.Pi / 2}, 1))
	compare(t, "floating", q, []float64{2, 2, 1, math.Sqrt2 / 2, 0, 0, math.Sqrt2 / 2}, 1e-15)
}

// jointModel is a single body on a joint at the world's origin, with z as its axis.
func jointModel(t testing.TB, kind rigidbody.JointKind) *rigidbody.Model {
	m, err := rigidbody.New([]rigidbody.Body{{
		Name: "body", JointName: "joint", Parent: -1, Kind: kind, Axis: [3]float64{0, 0, 1}, Placement: spatial.IdentityPose(),
		Inertia: rigidbody.Inertia{Mass: 1, Ixx: 0.1, Iyy: 0.2, Izz: 0.25},
	}})
	must(t, err)
	return m
}

func TestDifferencesTakeTheShorterWayRound(t *testing.T) {
	v := make([]float64, 3)
	must(t, jointModel(t, rigidbody.Planar).Difference(v, []float64{0, 0, 3}, []float64{0, 0, -3}))
	compare(t, "planar", v, []float64{0, 0, 2*math.Pi - 6}, 1e-14)
	v = make([]float64, 6)
	half := func(angle float64) []float64 {
		return []float64{0, 0, 0, math.Cos(angle / 2), 0, 0, math.Sin(angle / 2)}
	}
	must(t, jointModel(t, rigidbody.Floating).Difference(v, half(3), half(-3)))
	compare(t, "floating", v, []float64{0, 0, 0, 0, 0, 2*math.Pi - 6}, 1e-14)
	v = make([]float64, 1)
	must(t, jointModel(t, rigidbody.Continuous).Difference(v, []float64{3}, []float64{-3}))
	compare(t, "continuous", v, []float64{-6}, 0)
}

func TestAHalfTurnHasADifference(t *testing.T) {
	m := jointModel(t, rigidbody.Floating)
	from, to, v, got := []float64{0, 0, 0, 1, 0, 0, 0}, []float64{1, 2, 3, 0, 1, 0, 0}, make([]float64, 6), make([]float64, 7)
	must(t, m.Difference(v, from, to))
	compare(t, "turn", v[3:], []float64{math.Pi, 0, 0}, 1e-15)
	must(t, m.Integrate(got, from, v, 1))
	samePosition(t, m, got, to, 1e-14)
}

func TestIntegrationKeepsQuaternionsOfUnitLength(t *testing.T) {
	m := jointModel(t, rigidbody.Floating)
	q := []float64{0, 0, 0, 1, 0, 0, 0}
	for range 100000 {
		must(t, m.Integrate(q, q, []float64{0.1, 0, 0, 1, -2, 0.5}, 1e-3))
	}
	if length := math.Sqrt(dot(q[3:], q[3:])); math.Abs(length-1) > 1e-15 {
		t.Errorf("after 100000 steps the quaternion has the length %.17g", length)
	}
}

func TestRandomPositionsFillTheirRangesAndPassTheCheck(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		for range 20 {
			must(t, r.m.RandomPosition(r.q, r.random.Float64))
			must(t, r.m.Check(r.q, r.v))
		}
	})
	m := jointModel(t, rigidbody.Floating)
	q, r := make([]float64, 7), newRandomTree(t, 1)
	var mean, square [4]float64
	const n = 20000
	for range n {
		must(t, m.RandomPosition(q, r.random.Float64))
		for k := range 4 {
			mean[k] += q[3+k] / n
			square[k] += q[3+k] * q[3+k] / n
		}
	}
	for k := range 4 { // evenly spread over the unit sphere in four dimensions
		if math.Abs(mean[k]) > 0.02 || math.Abs(square[k]-0.25) > 0.01 {
			t.Errorf("quaternion number %d has the mean %.3f and the mean square %.3f; expected 0 and 0.25", k, mean[k], square[k])
		}
	}
}

func TestNeutralIsWhereAWorkspaceStarts(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		must(t, r.m.Neutral(r.q))
		must(t, r.m.Check(r.q, r.v))
		must(t, r.w.SetPosition(r.q))
		fresh := r.m.NewWorkspace()
		for i := range r.bodies {
			if r.w.Pose(i) != fresh.Pose(i) || fresh.Velocity(i, rigidbody.World) != (rigidbody.Motion{}) {
				t.Errorf("a new workspace has body %d elsewhere than the neutral position, or moving", i)
			}
		}
	})
}

func TestCheckNamesTheMistake(t *testing.T) {
	m := floatingChain(t, 2)
	good := func() (q, v []float64) {
		q, v = make([]float64, m.NQ()), make([]float64, m.NV())
		must(t, m.Neutral(q))
		return q, v
	}
	for want, spoil := range map[string]func(q, v []float64) ([]float64, []float64){
		"position of length 3; expected 9":        func(q, v []float64) ([]float64, []float64) { return q[:3], v },
		"velocity of length 9; expected 8":        func(q, v []float64) ([]float64, []float64) { return q, append(v, 0) },
		`position of joint "hinge 1" is [NaN]`:    func(q, v []float64) ([]float64, []float64) { q[7] = math.NaN(); return q, v },
		`velocity of joint "hinge 2" is [+Inf]`:   func(q, v []float64) ([]float64, []float64) { v[7] = math.Inf(1); return q, v },
		`velocity of joint "free" is [0 0 NaN 0`:  func(q, v []float64) ([]float64, []float64) { v[2] = math.NaN(); return q, v },
		`quaternion of joint "free" is (0.5, 0, `: func(q, v []float64) ([]float64, []float64) { q[3] = 0.5; return q, v },
	} {
		q, v := good()
		must(t, m.Check(q, v))
		if err := m.Check(spoil(q, v)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Check: %v; expected %s", err, want)
		}
	}
}

func TestAQuaternionsLengthDoesNotStretchTheRobot(t *testing.T) {
	m := floatingChain(t, 2)
	q, w := make([]float64, m.NQ()), m.NewWorkspace()
	must(t, m.RandomPosition(q, newRandomTree(t, 3).random.Float64))
	must(t, w.SetPosition(q))
	want := w.Pose(2)
	for k := 3; k < 7; k++ {
		q[k] *= 1.0009
	}
	must(t, w.SetPosition(q))
	got := w.Pose(2)
	compare(t, "orientation", got.R[:], want.R[:], 1e-14)
	compare(t, "position", got.P[:], want.P[:], 1e-14)
}

func TestRandomPositionsAreDrawnInTheOrderOfTheBodies(t *testing.T) {
	// Two branches: links are kept in another order than bodies.
	m, err := rigidbody.New(append(hinges(2, -1), rename(hinges(2, -1), 2)...))
	must(t, err)
	q, draws := make([]float64, m.NQ()), 0.0
	must(t, m.RandomPosition(q, func() float64 { draws += 0.125; return draws }))
	compare(t, "position", q, []float64{-0.75 * math.Pi, -0.5 * math.Pi, -0.25 * math.Pi, 0}, 1e-15)
}

// rename makes bodies follow others in a list: from is how many those are.
func rename(bodies []rigidbody.Body, from int) []rigidbody.Body {
	for i := range bodies {
		b := &bodies[i]
		b.Name, b.JointName = b.Name+"'", b.JointName+"'"
		if b.Parent >= 0 {
			b.Parent += from
		}
	}
	return bodies
}
