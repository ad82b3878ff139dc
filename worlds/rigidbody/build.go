package rigidbody

import (
	"math"
	"sort"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// standardGravity is what models feel unless WithGravity says otherwise, m/s2 along the world's z.
const standardGravity = -9.81

// New builds a model from the bodies of a tree, each parent before its children. It reports every
// fault of the input at once, joined into one error, and then returns no model.
func New(bodies []Body, options ...Option) (*Model, error) {
	m := &Model{
		bodies:  append([]Body(nil), bodies...),
		byBody:  make(map[string]int, len(bodies)),
		byJoint: make(map[string]int, len(bodies)),
		gravity: spatial.Vec{Z: standardGravity},
	}
	for _, option := range options {
		option(m)
	}
	if err := m.validate(); err != nil {
		return nil, err
	}
	m.build()
	m.orderLinks()
	m.joinRotors()
	m.layOutColumns()
	m.layOutSparsity()
	m.sortKinds()
	return m, nil
}

// build merges fixed joints, turns the frames, and fills links, frames and the layout of q and v.
func (m *Model) build() {
	m.links = append(m.links, link{parent: -1, body: -1, multi: -1, e: identity3})
	multi := int32(0)
	for i := range m.bodies {
		b := &m.bodies[i]
		orthonormalise(&b.Placement)
		m.byBody[b.Name] = i
		if b.JointName != "" {
			m.byJoint[b.JointName] = i
		}
		parent := frame{r: identity3}
		if b.Parent >= 0 {
			parent = m.frames[b.Parent]
		}
		placement := matOf(&b.Placement.R)
		e := product(&parent.r, &placement)
		p := parent.r.mul(spatial.VecOf(b.Placement.P)).Add(parent.p)
		if b.Kind == Fixed {
			m.frames = append(m.frames, frame{link: parent.link, r: e, p: p})
			m.links[parent.link].attach(&b.Inertia, &e, p)
			continue
		}
		turn := identity3
		if b.Kind != Floating {
			turn = axesWithNormal(spatial.VecOf(b.Axis))
		}
		back := turn.transposed()
		l := link{
			parent: parent.link, body: int32(i), q: int32(m.nq), v: int32(m.nv), kind: b.Kind, multi: -1,
			e: product(&e, &turn), p: p, armature: b.Armature,
		}
		if b.Kind == Continuous {
			l.kind = Revolute
		}
		if b.Kind.Velocities() > 1 {
			l.multi = multi
			multi++
		}
		l.attach(&b.Inertia, &back, spatial.Vec{})
		m.frames = append(m.frames, frame{link: int32(len(m.links)), r: back})
		m.links = append(m.links, l)
		m.nq += b.Kind.Positions()
		m.nv += b.Kind.Velocities()
	}
}

// orderLinks sorts the links by levels, the children of the world first, rotors right behind them,
// and adds up what subtrees hold. Links of one level do not wait for each other, so that the
// processor works on several branches at a time.
func (m *Model) orderLinks() {
	n := len(m.links)
	level, order, carries := make([]float64, n), make([]int, n), make([]bool, n)
	for i := 1; i < n; i++ {
		level[i], order[i] = level[m.links[i].parent]+1, i
		carries[m.links[i].parent] = true
	}
	m.firstRotor, m.firstMoving = 1, 1
	for i := 1; i < n; i++ {
		switch {
		case level[i] == 1:
			m.firstRotor++
			m.firstMoving++
		case level[i] == 2 && !carries[i] && m.links[i].spins():
			level[i], m.links[i].rotor = 1.5, true
			m.firstMoving++
		}
	}
	sort.SliceStable(order, func(i, j int) bool { return level[order[i]] < level[order[j]] })
	place := make([]int32, n) // of link i in the new order
	sorted := make([]link, n)
	for to, i := range order {
		place[i] = int32(to)
		sorted[to] = m.links[i]
		if i > 0 {
			sorted[to].parent = place[sorted[to].parent]
			if sorted[to].tree = sorted[sorted[to].parent].tree; sorted[to].parent == 0 {
				sorted[to].tree = int32(to)
			}
		}
	}
	m.links = sorted
	for i := range m.frames {
		m.frames[i].link = place[m.frames[i].link]
	}
	for i := n - 1; i > 0; i-- {
		l := &m.links[i]
		l.subtree += l.mass
		m.links[l.parent].subtree += l.subtree
	}
	m.mass = m.links[0].subtree
}

// layOutColumns counts the dofs so that those of a subtree stand together, its root's first.
func (m *Model) layOutColumns() {
	dofs := make([]int32, len(m.links)) // of the subtree
	for i := len(m.links) - 1; i > 0; i-- {
		dofs[i] += int32(m.links[i].kind.Velocities())
		dofs[m.links[i].parent] += dofs[i]
	}
	next := make([]int32, len(m.links)) // where the next child's subtree starts
	for i := 1; i < len(m.links); i++ {
		l := &m.links[i]
		l.column = next[l.parent]
		l.columnEnd = l.column + dofs[i]
		next[l.parent] = l.columnEnd
		next[i] = l.column + int32(l.kind.Velocities())
	}
}

// attach adds the inertia of a body whose frame lies at (r, p) in the link.
func (l *link) attach(in *Inertia, r *mat3, p spatial.Vec) {
	com := r.mul(spatial.VecOf(in.Com)).Add(p)
	about := in.rotational()
	l.mass += in.Mass
	l.h = l.h.AddScaled(in.Mass, com)
	l.o.addRotated(r, &about)
	l.o.addPoint(in.Mass, com)
}

// layOutSparsity fills row and path: the way of every dof to the root, root first. The dofs of one
// joint follow each other.
func (m *Model) layOutSparsity() {
	m.row = make([]int32, 1, m.nv+1)
	last := make([]int32, len(m.links)) // the last dof of a link; -1 for the world
	last[0] = -1
	for body := range m.bodies {
		if m.bodies[body].Kind == Fixed {
			continue
		}
		i := m.frames[body].link
		l := &m.links[i]
		before := last[l.parent]
		for k := 0; k < l.kind.Velocities(); k++ {
			if before >= 0 {
				m.path = append(m.path, m.path[m.row[before]:m.row[before+1]]...)
			}
			before = l.v + int32(k)
			m.path = append(m.path, before)
			m.row = append(m.row, int32(len(m.path)))
		}
		last[i] = before
	}
	m.full = m.nv
	for i := range m.nv {
		for k, j := range m.path[m.row[i]:m.row[i+1]] {
			if int(j) != k {
				m.full = min(m.full, k)
				break
			}
		}
	}
}

// sortKinds lists the links with a revolute joint, rotors by themselves, and the others.
func (m *Model) sortKinds() {
	for i := 1; i < len(m.links); i++ {
		l := &m.links[i]
		h := hinge{link: int32(i), q: l.q, v: l.v, column: l.column, columnEnd: l.columnEnd, armature: l.armature}
		switch {
		case l.kind != Revolute:
			m.others = append(m.others, int32(i))
		case l.rotor:
			m.rotors = append(m.rotors, h)
		default:
			m.hinges = append(m.hinges, h)
		}
	}
}

// axesWithNormal returns the rotation whose third column is the unit vector n, and whose first is
// the projection of the axis that follows n's largest component in the cycle x, y, z. It is exact,
// without rounding, where n is an axis.
func axesWithNormal(n spatial.Vec) mat3 {
	x, y, z := math.Abs(n.X), math.Abs(n.Y), math.Abs(n.Z)
	var next spatial.Vec
	switch {
	case z >= x && z >= y:
		next = spatial.Vec{X: 1}
	case x >= y:
		next = spatial.Vec{Y: 1}
	default:
		next = spatial.Vec{Z: 1}
	}
	first := next.AddScaled(-n.Dot(next), n)
	first = first.Scale(1 / math.Sqrt(first.Dot(first)))
	second := n.Cross(first)
	return mat3{first.X, second.X, n.X, first.Y, second.Y, n.Y, first.Z, second.Z, n.Z}
}

// orthonormalise removes the rounding of a rotation that validate found to be nearly orthonormal,
// by one step of Newton's iteration for the polar decomposition, R (3 - R^T R) / 2. The error is
// squared: 1e-6 becomes 1e-12.
func orthonormalise(pose *spatial.Pose) {
	r := matOf(&pose.R)
	for range 2 {
		t := r.transposed()
		s := product(&t, &r)
		half := mat3{
			(3 - s.xx) / 2, -s.xy / 2, -s.xz / 2,
			-s.yx / 2, (3 - s.yy) / 2, -s.yz / 2,
			-s.zx / 2, -s.zy / 2, (3 - s.zz) / 2,
		}
		r = product(&r, &half)
	}
	pose.R = r.array()
}
