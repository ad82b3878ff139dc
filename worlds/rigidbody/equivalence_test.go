package rigidbody_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// asChain replaces planar joints by two sliders and a hinge, with bodies without mass between them.
func (r *randomTree) asChain(t testing.TB) (m *rigidbody.Model, body []int, q, v []float64) {
	var bodies []rigidbody.Body
	for i, b := range r.bodies {
		if b.Parent >= 0 {
			b.Parent = body[b.Parent]
		}
		start, n := r.m.PositionRange(i)
		position := r.q[start : start+n]
		from, n := r.m.VelocityRange(i)
		velocity := r.v[from : from+n]
		if b.Kind == rigidbody.Planar {
			e1, e2 := planeAxes(b.Axis)
			for k, axis := range [][3]float64{e1, e2} {
				slider := rigidbody.Body{
					Name: fmt.Sprint(b.Name, " slider ", k), JointName: fmt.Sprint(b.JointName, " slider ", k),
					Parent: b.Parent, Kind: rigidbody.Prismatic, Placement: b.Placement, Axis: axis,
				}
				b.Parent, b.Placement = len(bodies), spatial.IdentityPose()
				bodies = append(bodies, slider)
			}
			b.Kind = rigidbody.Revolute
			velocity = r.slidersVelocity(position[2], velocity)
		}
		body = append(body, len(bodies))
		bodies = append(bodies, b)
		q, v = append(q, position...), append(v, velocity...)
	}
	m, err := rigidbody.New(bodies, rigidbody.WithGravity(r.m.Gravity()))
	must(t, err)
	return m, body, q, v
}

// slidersVelocity turns a planar joint's twist, in the body's axes, into the plane's.
func (r *randomTree) slidersVelocity(theta float64, v []float64) []float64 {
	turn := rodrigues([3]float64{0, 0, 1}, theta)
	plane := apply3(turn, [3]float64{v[0], v[1], 0})
	return []float64{plane[0], plane[1], v[2]}
}

func TestAPlanarJointMovesAsTwoSlidersAndAHinge(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		m, body, q, v := r.asChain(t)
		w := m.NewWorkspace()
		must(t, w.SetState(q, v))
		compare(t, "kinetic energy", []float64{w.KineticEnergy()}, []float64{r.w.KineticEnergy()}, 1e-12)
		// Without forces at the joints, every body accelerates alike, whatever pushes it.
		external := r.wrenches()
		chainExternal := make([]rigidbody.Wrench, m.NumBodies())
		for i, wrench := range external {
			chainExternal[body[i]] = wrench
		}
		a := make([]float64, m.NV())
		must(t, w.ForwardDynamics(a, make([]float64, m.NV()), chainExternal))
		must(t, w.SetAcceleration(a))
		must(t, r.w.SetAcceleration(r.forwardDynamics(t, make([]float64, r.m.NV()), external)))
		for i := range r.bodies {
			for name, ref := range references {
				compareWithin(t, name+" velocity", six(w.Velocity(body[i], ref)), six(r.w.Velocity(i, ref)), 1e-12, 1)
				compareWithin(t, name+" acceleration", six(w.SpatialAcceleration(body[i], ref)), six(r.w.SpatialAcceleration(i, ref)), 1e-10, 1)
			}
		}
	})
}

func TestBodiesOnFixedJointsAreOneBody(t *testing.T) {
	// Two point-like masses and a rod, put together by hand: the centre of mass and the parallel
	// axis theorem.
	at := spatial.IdentityPose()
	at.P = [3]float64{0.4, 0, 0}
	parts := []rigidbody.Body{
		{Name: "arm", JointName: "shoulder", Parent: -1, Kind: rigidbody.Revolute, Axis: [3]float64{0, 1, 0}, Placement: spatial.IdentityPose(),
			Inertia: rigidbody.Inertia{Mass: 1, Com: [3]float64{0.2, 0, 0}, Ixx: 0.001, Iyy: 0.02, Izz: 0.02}},
		{Name: "flange", Parent: 0, Kind: rigidbody.Fixed, Placement: at},
		{Name: "tool", JointName: "clamp", Parent: 1, Kind: rigidbody.Fixed, Placement: spatial.IdentityPose(),
			Inertia: rigidbody.Inertia{Mass: 3, Com: [3]float64{0.1, 0, 0}, Ixx: 0.002, Iyy: 0.003, Izz: 0.004}},
	}
	const com, lever1, lever2 = (1*0.2 + 3*0.5) / 4, 0.2 - (1*0.2+3*0.5)/4, 0.5 - (1*0.2+3*0.5)/4
	shift := 1*lever1*lever1 + 3*lever2*lever2
	whole := parts[0]
	whole.Inertia = rigidbody.Inertia{Mass: 4, Com: [3]float64{com, 0, 0}, Ixx: 0.003, Iyy: 0.023 + shift, Izz: 0.024 + shift}
	q, v, a := []float64{0.3}, []float64{2}, []float64{-1}
	var tau [2][]float64
	for i, bodies := range [][]rigidbody.Body{parts, {whole}} {
		m, err := rigidbody.New(bodies)
		must(t, err)
		w := m.NewWorkspace()
		must(t, w.SetState(q, v))
		tau[i] = make([]float64, 1)
		must(t, w.InverseDynamics(tau[i], a, nil))
	}
	compare(t, "tau", tau[0], tau[1], 1e-14)
}

func TestTheOrderOfBranchesOnlyOrdersTheNumbers(t *testing.T) {
	// Two arms on a floating base: their bodies one arm after the other, or in turns.
	base := []rigidbody.Body{{
		Name: "base", JointName: "free", Parent: -1, Kind: rigidbody.Floating, Placement: spatial.IdentityPose(),
		Inertia: rigidbody.Inertia{Mass: 10, Ixx: 0.3, Iyy: 0.4, Izz: 0.5},
	}}
	rename := func(bodies []rigidbody.Body, arm string) []rigidbody.Body {
		for i := range bodies {
			bodies[i].Name, bodies[i].JointName = arm+bodies[i].Name, arm+bodies[i].JointName
		}
		return bodies
	}
	left, right := rename(hinges(4, 0), "left "), rename(hinges(4, 0), "right ")
	right[0].Placement.P = [3]float64{0, -0.4, 0.1}
	right[0].Parent = 0
	for i := 1; i < 4; i++ {
		left[i].Parent, right[i].Parent = i, 4+i
	}
	blocks := slices.Concat(base, left, right)
	turns := slices.Clone(base)
	place := make([]int, 9) // of a body of blocks in turns
	for i := range 4 {
		for side, arm := range [][]rigidbody.Body{left, right} {
			b := arm[i]
			b.Parent = place[b.Parent]
			place[1+4*side+i] = len(turns)
			turns = append(turns, b)
		}
	}
	one, err := rigidbody.New(blocks)
	must(t, err)
	two, err := rigidbody.New(turns)
	must(t, err)
	r := newRandomTree(t, 1)
	q1, v1, tau1 := make([]float64, one.NQ()), r.numbers(one.NV(), 1), r.numbers(one.NV(), 10)
	must(t, one.RandomPosition(q1, r.random.Float64))
	q2, v2, tau2 := make([]float64, len(q1)), make([]float64, len(v1)), make([]float64, len(v1))
	dof := make([]int, one.NV())
	for body := range blocks {
		from, n := one.PositionRange(body)
		to, _ := two.PositionRange(place[body])
		copy(q2[to:to+n], q1[from:from+n])
		from, n = one.VelocityRange(body)
		to, _ = two.VelocityRange(place[body])
		for k := range n {
			dof[from+k], v2[to+k], tau2[to+k] = to+k, v1[from+k], tau1[from+k]
		}
	}
	answers := func(m *rigidbody.Model, q, v, tau []float64) (a, x, mass, inverse []float64) {
		w, n := m.NewWorkspace(), m.NV()
		must(t, w.SetState(q, v))
		a, x, mass, inverse = make([]float64, n), make([]float64, n), make([]float64, n*n), make([]float64, n*n)
		must(t, w.ForwardDynamics(a, tau, nil))
		must(t, w.Solve(x, tau))
		must(t, w.MassMatrix(mass))
		must(t, w.MassMatrixInverse(inverse))
		return a, x, mass, inverse
	}
	a1, x1, mass1, inverse1 := answers(one, q1, v1, tau1)
	a2, x2, mass2, inverse2 := answers(two, q2, v2, tau2)
	sort := func(v []float64) []float64 {
		out := make([]float64, len(v))
		for i := range v {
			if len(v) == len(dof) {
				out[i] = v[dof[i]]
			} else {
				out[i] = v[dof[i/len(dof)]*len(dof)+dof[i%len(dof)]]
			}
		}
		return out
	}
	compare(t, "a", sort(a2), a1, 1e-11)
	compare(t, "solution", sort(x2), x1, 1e-11)
	compare(t, "mass matrix", sort(mass2), mass1, 1e-14)
	compare(t, "inverse", sort(inverse2), inverse1, 1e-11)
}

func TestBranchesDoNotCouple(t *testing.T) {
	bodies := append(hinges(3, -1), hinges(2, 2)...)
	for i := range bodies {
		bodies[i].Name, bodies[i].JointName = fmt.Sprint("body ", i), fmt.Sprint("joint ", i)
	}
	bodies[3].Parent, bodies[4].Parent = 0, 3
	m, err := rigidbody.New(bodies)
	must(t, err)
	w := m.NewWorkspace()
	must(t, w.SetPosition([]float64{0.1, 0.2, 0.3, 0.4, 0.5}))
	mass := make([]float64, 25)
	for i := range mass {
		mass[i] = 7 // what a caller's slice held must not shine through
	}
	must(t, w.MassMatrix(mass))
	for _, i := range []int{1, 2} {
		for _, j := range []int{3, 4} {
			if mass[5*i+j] != 0 || mass[5*j+i] != 0 {
				t.Errorf("entries (%d, %d) are %g and %g; expected 0", i, j, mass[5*i+j], mass[5*j+i])
			}
		}
	}
}
