package rigidbody

import (
	"fmt"
	"strings"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Model is the constant description of a tree of rigid bodies, made by New. It is safe for
// concurrent use.
type Model struct {
	bodies  []Body
	frames  []frame // one a body
	links   []link  // links[0] is the world, then the roots, the rotors, and the others by levels
	byBody  map[string]int
	byJoint map[string]int

	nq, nv  int
	gravity spatial.Vec
	mass    float64 // kg, of all bodies that can move

	// Featherstone's branch-induced sparsity: entry (i, j) of the mass matrix, j <= i, can differ
	// from zero only where dof j lies on the way from dof i to the root. Row i is therefore kept
	// packed, over that way, root first. row[i] is where row i starts in path and in packed
	// matrices, row[nv] their length; the last entry of a row is i.
	row  []int32
	path []int32
	full int // rows of the mass matrix above which no entry is such a zero: nv where there are no branches

	firstRotor, firstMoving int         // where rotors begin in links, and what moves in its tree
	roots                   []rootState // of the roots, in their order

	hinges []hinge // the links with a revolute joint that are no rotors, in their order
	rotors []hinge // the rotors
	others []int32 // the other links, without the world
}

// hinge is what loops over all revolute joints need of a link, close together.
type hinge struct {
	link, q, v        int32
	column, columnEnd int32
	armature          float64
}

// link is a body that moves relative to its parent, with everything that is fixed to it. Its frame
// is turned so that the joint's axis (or the plane's normal) is local z.
type link struct {
	parent            int32
	tree              int32 // the link next to the world that carries this one, or itself; its frame is the tree's
	body              int32 // the body whose joint moves the link
	q, v              int32 // where the joint's numbers start in q and v
	kind              JointKind
	rotor             bool
	column, columnEnd int32       // where the dofs of the link, and those of its subtree's other links, stand if counted by subtrees
	multi             int32       // index among the links with more than one degree of freedom, else -1
	e                 mat3        // rotation of the joint frame in the parent's link frame at q = 0
	p                 spatial.Vec // its origin there, m
	mass              float64
	h                 spatial.Vec // first moment of mass about the link's origin, kg m
	o                 sym3        // second moment (rotational inertia) about the link's origin, kg m2
	armature          float64
	subtree           float64 // mass of the link and all that it carries, kg
}

// rootState is what a root and the rotors on it are together, about the root's origin and in its
// axes.
type rootState struct {
	mass float64     // kg
	h    spatial.Vec // first moment of mass, kg m
	o    sym3        // second moment, kg m2
}

// frame says where a body's frame lies in its link: x_link = r x_body + p.
type frame struct {
	link int32
	r    mat3
	p    spatial.Vec
}

// Option changes how New builds a model.
type Option func(*Model)

// WithGravity sets the acceleration of gravity in world axes, m/s2. The default is (0, 0, -9.81).
func WithGravity(g [3]float64) Option { return func(m *Model) { m.gravity = spatial.VecOf(g) } }

// NQ is the length of the position vector.
func (m *Model) NQ() int { return m.nq }

// NV is the length of the velocity vector: the number of degrees of freedom.
func (m *Model) NV() int { return m.nv }

// NumBodies is the number of bodies given to New.
func (m *Model) NumBodies() int { return len(m.bodies) }

// Body returns body i as it was given to New, its placement's rotation made exactly orthonormal. An
// index outside the model gives the zero Body.
func (m *Model) Body(i int) Body {
	if i < 0 || i >= len(m.bodies) {
		return Body{}
	}
	return m.bodies[i]
}

// BodyIndex finds a body by its name.
func (m *Model) BodyIndex(name string) (int, error) {
	if i, ok := m.byBody[name]; ok {
		return i, nil
	}
	return -1, fmt.Errorf("rigidbody: no body %q; bodies are %s", name, m.list(func(b *Body) string { return b.Name }))
}

// JointIndex finds a joint by its name, and returns the index of the body that it moves.
func (m *Model) JointIndex(name string) (int, error) {
	if i, ok := m.byJoint[name]; ok {
		return i, nil
	}
	return -1, fmt.Errorf("rigidbody: no joint %q; joints are %s", name, m.list(func(b *Body) string { return b.JointName }))
}

// list enumerates names for an error message.
func (m *Model) list(name func(*Body) string) string {
	const most = 40
	var names []string
	for i := range m.bodies {
		if n := name(&m.bodies[i]); n != "" {
			names = append(names, n)
		}
	}
	if len(names) > most {
		return fmt.Sprintf("%s, and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}

// PositionRange returns the range of a body's joint in the position vector. An index outside the
// model returns 0, 0.
func (m *Model) PositionRange(body int) (start, length int) {
	if body < 0 || body >= len(m.bodies) {
		return 0, 0
	}
	kind := m.bodies[body].Kind
	if kind == Fixed {
		return 0, 0
	}
	return int(m.links[m.frames[body].link].q), kind.Positions()
}

// VelocityRange returns the range of a body's joint in the velocity vector. An index outside the
// model returns 0, 0.
func (m *Model) VelocityRange(body int) (start, length int) {
	if body < 0 || body >= len(m.bodies) {
		return 0, 0
	}
	kind := m.bodies[body].Kind
	if kind == Fixed {
		return 0, 0
	}
	return int(m.links[m.frames[body].link].v), kind.Velocities()
}

// Mass is the mass of all bodies that can move, kg. Bodies fixed to the world count nowhere:
// neither here nor in the centre of mass, the momentum or the energy.
func (m *Model) Mass() float64 { return m.mass }

// Gravity is the acceleration of gravity in world axes, m/s2.
func (m *Model) Gravity() [3]float64 { return m.gravity.Array() }
