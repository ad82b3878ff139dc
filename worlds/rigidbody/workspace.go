package rigidbody

import (
	"fmt"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Workspace answers questions about one state of the robot. It holds that state, and every
// intermediate result that an answer has needed so far. Not safe for concurrent use: one goroutine,
// one Workspace.
type Workspace struct {
	m     *Model
	ready stage // which of the results below belong to the present state

	zero []float64 // nv zeros

	joints        []jointState // one a link; what follows has one entry a link too
	multi         []multiState // one a link with more than one degree of freedom
	poses         []linkPose
	rates         []linkRate
	drift         []linkAcceleration
	accelerations []linkAcceleration
	moments       []spatial.Vec // first moment of mass of the whole subtree about the link's origin, world axes, kg m
	inTree        []linkPose    // where a link is in the frame of its tree
	treeMoments   []spatial.Vec // first moment of mass of the whole subtree about the link's origin, axes of its tree, kg m
	inertia       []sym3        // second moment, likewise, kg m2
	wrenches      []linkWrench
	columns       []column  // one a dof, by subtrees
	angles        []float64 // one a rotor
	euler         []eulerState
	aba           []articulated
	eliminations  []elimination // one a link with more than one degree of freedom

	mass   []float64 // nv x nv, for the factor; zero forever where Model.path has no entry
	factor []float64 // packed L with L^T L = mass matrix, its diagonal inverted
	invL   []float64 // packed inverse of L
	common []int32   // scratch of the inverse, one a dof
	tau    []float64 // scratch, one a dof
}

// stage is a set of results.
type stage uint16

const (
	havePoses stage = 1 << iota
	haveRates
	haveDrift
	haveAccelerations
	haveMoments
	haveInertia
	haveMassMatrix
	haveFactor
	haveTurns
)

// jointState holds what a joint with one degree of freedom contributes to every recursion.
type jointState struct {
	sin, cos float64 // of a revolute joint's angle; 0 and 1 for any other
	d        float64 // m, displacement of a prismatic joint; 0 for any other
	rate     float64 // rad/s or m/s
}

// multiState is the same for a planar or floating joint, in the frame of the link that it moves.
type multiState struct {
	r               mat3        // rotation of the link in its parent link
	p               spatial.Vec // its origin there, m
	linear, angular spatial.Vec // velocity of the link relative to its parent, in its own axes
}

// NewWorkspace makes a workspace at the neutral position, at rest.
func (m *Model) NewWorkspace() *Workspace {
	n, dofs, packed := len(m.links), m.nv, len(m.path)
	multi := 0
	for i := range m.links {
		if m.links[i].multi >= 0 {
			multi++
		}
	}
	w := &Workspace{
		m:      m,
		zero:   make([]float64, dofs),
		joints: make([]jointState, n), multi: make([]multiState, multi), poses: make([]linkPose, n), rates: make([]linkRate, n),
		drift: make([]linkAcceleration, n), accelerations: make([]linkAcceleration, n),
		moments: make([]spatial.Vec, n), inTree: make([]linkPose, n), treeMoments: make([]spatial.Vec, n), inertia: make([]sym3, n), wrenches: make([]linkWrench, n),
		euler: make([]eulerState, n), aba: make([]articulated, n), eliminations: make([]elimination, multi),
		mass: make([]float64, dofs*dofs), factor: make([]float64, packed), invL: make([]float64, packed),
		columns: make([]column, dofs), angles: make([]float64, len(m.rotors)),
		common: make([]int32, dofs), tau: make([]float64, dofs),
	}
	w.poses[0].r = identity3
	for i := range w.joints {
		w.joints[i].cos = 1
		w.inTree[i].r = identity3
	}
	for i := range m.links {
		l := &m.links[i]
		for k := 0; k < l.kind.Velocities(); k++ {
			c := &w.columns[int(l.column)+k]
			c.dof = int(l.v) + k
			c.row = c.dof * dofs
		}
	}
	w.placeRotors()
	q := make([]float64, m.nq)
	m.neutral(q)
	w.setJoints(q, w.zero)
	return w
}

// Model is the model that the workspace works on.
func (w *Workspace) Model() *Model { return w.m }

// SetPosition sets the position (length nq), with all velocities and accelerations zero.
func (w *Workspace) SetPosition(q []float64) error { return w.SetState(q, w.zero) }

// SetState sets position (length nq) and velocity (length nv), with all accelerations zero. The
// slices are not kept. Values are not judged, NaN in gives NaN out: see Model.Check.
func (w *Workspace) SetState(q, v []float64) error {
	if len(q) != w.m.nq || len(v) != w.m.nv {
		return w.m.stateLengthError(q, v)
	}
	w.setJoints(q, v)
	return nil
}

// setJoints evaluates every joint at the new state and forgets all results of the old one.
func (w *Workspace) setJoints(q, v []float64) {
	w.ready = 0
	w.setHinges(q, v)
	w.setRotors(q, v)
	for _, i := range w.m.others {
		l := &w.m.links[i]
		if l.multi >= 0 {
			w.setMulti(l, q[l.q:], v[l.v:])
			continue
		}
		j := &w.joints[i]
		j.d, j.rate = q[l.q], v[l.v]
	}
}

// setHinges is sincos of all hinges in one loop, without a call in it.
func (w *Workspace) setHinges(q, v []float64) {
	hinges, joints, far := w.m.hinges, w.joints, false
	for i := range hinges {
		l := &hinges[i]
		j, x := &joints[l.link], q[l.q]
		j.rate = v[l.v]
		if !(x*x <= sincosLimit*sincosLimit) {
			far = true
		}
		r, quadrant := reduced(x)
		z := r * r
		j.sin, j.cos = placed(sinNear(r, z), cosNear(z), quadrant)
	}
	if !far {
		return
	}
	for i := range hinges {
		j := &joints[hinges[i].link]
		j.sin, j.cos = sincos(q[hinges[i].q])
	}
}

// setMulti evaluates a planar or floating joint.
func (w *Workspace) setMulti(l *link, q, v []float64) {
	x := &w.multi[l.multi]
	if l.kind == Planar {
		sin, cos := sincos(q[2])
		turn := mat3{xx: cos, xy: -sin, yx: sin, yy: cos, zz: 1}
		x.r.setProduct(&l.e, &turn)
		x.p = l.e.mul(spatial.Vec{X: q[0], Y: q[1]}).Add(l.p)
		x.linear, x.angular = spatial.Vec{X: v[0], Y: v[1]}, spatial.Vec{Z: v[2]}
		return
	}
	rotation := spatial.QuatAt(q[3:]).Rotation()
	turn := matOf(&rotation)
	x.r.setProduct(&l.e, &turn)
	x.p = l.e.mul(spatial.VecAt(q)).Add(l.p)
	x.linear, x.angular = spatial.VecAt(v), spatial.VecAt(v[3:])
}

// The need functions compute what an answer stands on, unless the present state has it already.

func (w *Workspace) needPoses() {
	if w.ready&havePoses == 0 {
		w.computePoses()
	}
}

func (w *Workspace) needRates() {
	if w.ready&haveRates == 0 {
		w.computeRates()
	}
}

func (w *Workspace) needDrift() {
	if w.ready&haveDrift == 0 {
		w.accelerate(w.drift, w.zero)
		w.ready |= haveDrift
	}
}

func (w *Workspace) needMoments() {
	if w.ready&haveMoments == 0 {
		w.computeMoments()
	}
}

func (w *Workspace) needInertia() {
	if w.ready&haveInertia == 0 {
		w.computeInertia()
	}
}

func (w *Workspace) needMassMatrix() {
	if w.ready&haveMassMatrix == 0 {
		w.fillMassMatrix(w.mass)
		w.ready |= haveMassMatrix
	}
}

func (w *Workspace) needFactor() error {
	if w.ready&haveFactor == 0 {
		return w.computeFactor()
	}
	return nil
}

// lengthError says that a slice has a wrong length.
func (m *Model) lengthError(what string, got, want int) error {
	return fmt.Errorf("rigidbody: %s of length %d; expected %d (nq %d, nv %d, %d bodies)", what, got, want, m.nq, m.nv, len(m.bodies))
}

func (m *Model) stateLengthError(q, v []float64) error {
	if len(q) != m.nq {
		return m.lengthError("position", len(q), m.nq)
	}
	return m.lengthError("velocity", len(v), m.nv)
}

// bodyError is the error for an unknown body.
func (m *Model) bodyError(body int) error {
	return fmt.Errorf("rigidbody: body %d; expected an index from 0 to %d", body, len(m.bodies)-1)
}
