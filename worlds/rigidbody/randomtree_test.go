package rigidbody_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// treeSeeds are the seeds of the random trees that identities are checked on; the seed names the
// subtest.
const treeSeeds = 25

// randomTree is a tree with joints of all kinds in random places, and a state of it.
type randomTree struct {
	bodies  []rigidbody.Body
	m       *rigidbody.Model
	w       *rigidbody.Workspace
	q, v, a []float64
	tau     []float64
	random  *rand.Rand
}

// onRandomTrees runs a check on many trees.
func onRandomTrees(t *testing.T, check func(t *testing.T, r *randomTree)) {
	for seed := uint64(1); seed <= treeSeeds; seed++ {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) { check(t, newRandomTree(t, seed)) })
	}
}

func newRandomTree(t testing.TB, seed uint64) *randomTree {
	r := &randomTree{random: rand.New(rand.NewPCG(seed, 20))}
	size := 3 + r.random.IntN(12)
	for i := range size {
		r.bodies = append(r.bodies, r.body(i))
	}
	m, err := rigidbody.New(r.bodies, rigidbody.WithGravity([3]float64{0.3, -0.2, -9.7}))
	must(t, err)
	r.m, r.w = m, m.NewWorkspace()
	r.q, r.v = make([]float64, m.NQ()), r.numbers(m.NV(), 1)
	r.a, r.tau = r.numbers(m.NV(), 2), r.numbers(m.NV(), 10)
	must(t, m.RandomPosition(r.q, r.random.Float64))
	must(t, r.w.SetState(r.q, r.v))
	return r
}

// body draws body i; the first one moves, the last one is a frame.
func (r *randomTree) body(i int) rigidbody.Body {
	kind := rigidbody.JointKind(r.random.IntN(6))
	if i == 0 && kind == rigidbody.Fixed {
		kind = rigidbody.Floating
	}
	b := rigidbody.Body{
		Name: fmt.Sprint("body ", i), JointName: fmt.Sprint("joint ", i), Parent: r.random.IntN(i+1) - 1, Kind: kind,
		Placement: spatial.Pose{R: r.rotation(), P: r.vector(0.5)},
		Axis:      r.axis(),
		Inertia:   r.inertia(),
	}
	if kind == rigidbody.Revolute || kind == rigidbody.Prismatic {
		b.Armature = 0.1 * r.random.Float64()
	}
	return b
}

func (r *randomTree) numbers(n int, limit float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = limit * (2*r.random.Float64() - 1)
	}
	return out
}

func (r *randomTree) vector(limit float64) [3]float64 { return [3]float64(r.numbers(3, limit)) }

// axis is a unit vector, often along an axis of the frame.
func (r *randomTree) axis() [3]float64 {
	if r.random.IntN(2) == 0 {
		var axis [3]float64
		axis[r.random.IntN(3)] = float64(1 - 2*r.random.IntN(2))
		return axis
	}
	for {
		a := r.vector(1)
		if n := norm(a); n > 0.1 && n < 1 {
			return [3]float64{a[0] / n, a[1] / n, a[2] / n}
		}
	}
}

// rotation is a random rotation matrix: the axis-angle formula of Rodrigues.
func (r *randomTree) rotation() [9]float64 {
	return rodrigues(r.axis(), math.Pi*(2*r.random.Float64()-1))
}

// inertia is that of three bars across the principal axes.
func (r *randomTree) inertia() rigidbody.Inertia {
	mass := 0.2 + 3*r.random.Float64()
	bars := [3]float64{0.01 + 0.1*r.random.Float64(), 0.01 + 0.1*r.random.Float64(), 0.01 + 0.1*r.random.Float64()}
	principal := [9]float64{bars[1] + bars[2], 0, 0, 0, bars[0] + bars[2], 0, 0, 0, bars[0] + bars[1]}
	turn := r.rotation()
	i := product3(product3(turn, principal), transpose3(turn))
	return rigidbody.Inertia{
		Mass: mass, Com: r.vector(0.2), Ixx: i[0], Ixy: i[1], Ixz: i[2], Iyy: i[4], Iyz: i[5], Izz: i[8],
	}
}

func rodrigues(axis [3]float64, angle float64) [9]float64 {
	s, c := math.Sincos(angle)
	x, y, z, k := axis[0], axis[1], axis[2], 1-c
	return [9]float64{
		c + k*x*x, k*x*y - s*z, k*x*z + s*y,
		k*x*y + s*z, c + k*y*y, k*y*z - s*x,
		k*x*z - s*y, k*y*z + s*x, c + k*z*z,
	}
}

func product3(a, b [9]float64) (m [9]float64) {
	for i := range 3 {
		for j := range 3 {
			for k := range 3 {
				m[3*i+j] += a[3*i+k] * b[3*k+j]
			}
		}
	}
	return m
}

func transpose3(a [9]float64) [9]float64 {
	return [9]float64{a[0], a[3], a[6], a[1], a[4], a[7], a[2], a[5], a[8]}
}

func apply3(a [9]float64, x [3]float64) (y [3]float64) {
	for i := range 3 {
		for j := range 3 {
			y[i] += a[3*i+j] * x[j]
		}
	}
	return y
}

func cross3(a, b [3]float64) [3]float64 {
	return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

func add3(a, b [3]float64) [3]float64 { return [3]float64{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }

func sub3(a, b [3]float64) [3]float64 { return [3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

func norm(a [3]float64) float64 { return math.Sqrt(dot(a[:], a[:])) }

// randomBody draws the index of a body.
func (r *randomTree) randomBody() int { return r.random.IntN(len(r.bodies)) }

// slope is the central difference, along the present velocity, of what ask returns in a workspace
// that has gone along. Its error is about 1e-9 of the sizes at hand (step^2 and rounding / step).
func (r *randomTree) slope(t testing.TB, ask func(w *rigidbody.Workspace) []float64) []float64 {
	const step = 1e-5
	at := func(dt float64) []float64 {
		q := make([]float64, len(r.q))
		must(t, r.m.Integrate(q, r.q, r.v, dt))
		w := r.m.NewWorkspace()
		must(t, w.SetState(q, r.v))
		return ask(w)
	}
	after, before := at(step), at(-step)
	for i := range after {
		after[i] = (after[i] - before[i]) / (2 * step)
	}
	return after
}

// slopeTolerance fits slope on trees of a few metres and seconds.
const slopeTolerance = 2e-8
