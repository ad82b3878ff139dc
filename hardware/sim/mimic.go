package sim

import (
	"fmt"
	"math"
	"slices"

	"github.com/robo-actors/robo-actors/worlds"
)

// follower is a mimic joint, chains of relations resolved: position = multiplier * leader's position + offset.
type follower struct {
	name, leaderName         string
	position, leaderPosition int // places in the vector of positions
	velocity, leader         int // places in the vector of velocities
	multiplier, offset       float64
	declaredLeader           string // whom its description names: the leader, or another follower
}

// mimics are the mimic joints of a plant. The plant moves in the coordinates of the joints that mimic none, which is exact:
// with v = G u, G constant, u the velocities of those joints,
//
//	G^T M G du/dt = G^T (forces)
//
// follows from the principle of virtual work (Featherstone, Rigid Body Dynamics Algorithms, 2008, chapter 3). All vectors
// keep their layout. In the solver a follower has an inertia that is coupled with nothing, and neither impulse nor motion;
// around it, its velocity and position are what its leader's give.
type mimics []follower

// newMimics resolves the mimic joints of a world.
func newMimics(c *checker, world *worlds.World) (all mimics) {
	for i := range world.NumJoints() {
		joint := world.Joint(i)
		if joint.Mimic == nil {
			continue
		}
		leader, multiplier, offset := world.Reduction().Leader(i)
		if multiplier == 0 {
			c.report("joint %q mimics %q with the multiplier 0, and never moves; describe it as fixed", joint.Name, joint.Mimic.Joint)
			continue
		}
		mine, its := world.Slot(i), world.Slot(leader)
		all = append(all, follower{
			name: joint.Name, leaderName: world.Joint(leader).Name, declaredLeader: joint.Mimic.Joint,
			position: mine.Position, leaderPosition: its.Position, velocity: mine.Velocity, leader: its.Velocity,
			multiplier: multiplier, offset: offset,
		})
	}
	return all
}

// mimicRemarks names the mimic joints whose limits end the ways of their leaders before those do themselves.
func mimicRemarks(robot *worlds.World) (all []string) {
	for i := range robot.NumJoints() {
		joint := robot.Joint(i)
		if joint.Mimic == nil {
			continue
		}
		leader, multiplier, offset := robot.Reduction().Leader(i)
		bounds, own := robot.Joint(leader).Limits[0], joint.Limits[0]
		from, to := multiplier*bounds.Lower+offset, multiplier*bounds.Upper+offset
		if from > to {
			from, to = to, from
		}
		if from < own.Lower-mimicTolerance || to > own.Upper+mimicTolerance {
			all = append(all, fmt.Sprintf("joint %q mimics %q, and the limits of joint %q take it from %.6g to %.6g; its own limits, %.6g to %.6g, end the way of both",
				joint.Name, joint.Mimic.Joint, robot.Joint(leader).Name, from, to, own.Lower, own.Upper))
		}
	}
	return all
}

// of is the follower of a name, nil for a joint that mimics none.
func (m mimics) of(joint string) *follower {
	for i := range m {
		if m[i].name == joint {
			return &m[i]
		}
	}
	return nil
}

// share is how fast a joint turns for one of a leader: 1 for itself, 0 for what does not follow it.
func (m mimics) share(velocity, leader int) float64 {
	column, multiplier := m.column(velocity)
	if column != leader {
		return 0
	}
	return multiplier
}

// column is the velocity that moves the joint of a velocity, and how fast that one moves it: itself, or its leader.
func (m mimics) column(velocity int) (column int, multiplier float64) {
	for i := range m {
		if m[i].velocity == velocity {
			return m[i].leader, m[i].multiplier
		}
	}
	return velocity, 1
}

// columns are the velocities that move what joints on a way move, ascending: leaders in place of their followers.
func (m mimics) columns(way []int32) []int32 {
	all := slices.Clone(way)
	for i, velocity := range all {
		column, _ := m.column(int(velocity))
		all[i] = int32(column)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// on lists the followers on a way.
func (m mimics) on(way []int32) (some mimics) {
	for i := range m {
		if slices.Contains(way, int32(m[i].velocity)) {
			some = append(some, m[i])
		}
	}
	return some
}

// mimicTolerance is how far a position that is given for a mimic joint may be from that which its leader gives it, rad or m,
// and a velocity per second.
const mimicTolerance = 1e-6

// check tells what is wrong with the followers of a state.
func (m mimics) check(position, velocity []float64) error {
	for i := range m {
		f := &m[i]
		if want := f.multiplier*position[f.leaderPosition] + f.offset; !(math.Abs(position[f.position]-want) <= mimicTolerance) {
			return fmt.Errorf("position of joint %q is %.6g; it mimics %q, which puts it at %.6g", f.name, position[f.position], f.declaredLeader, want)
		}
		if want := f.multiplier * velocity[f.leader]; !(math.Abs(velocity[f.velocity]-want) <= mimicTolerance) {
			return fmt.Errorf("velocity of joint %q is %.6g; it mimics %q, which gives it %.6g", f.name, velocity[f.velocity], f.declaredLeader, want)
		}
	}
	return nil
}

// startMimics puts the followers where their leaders begin, and reports starts that say otherwise.
func (p *Plant) startMimics(c *checker, starts []JointStart) {
	for _, s := range starts {
		f := p.mimics.of(s.Joint)
		if f == nil || len(s.Position) != 1 {
			continue
		}
		at, leader := s.Position[0], p.position[f.leaderPosition]
		if want := f.multiplier*leader + f.offset; !(math.Abs(at-want) <= mimicTolerance) {
			c.report("Start of joint %q is %.6g, but it mimics %q: %.6g of joint %q puts it at %.6g; leave it out, or start joint %q at %.6g",
				s.Joint, at, f.declaredLeader, leader, f.leaderName, want, f.leaderName, (at-f.offset)/f.multiplier)
		}
	}
	p.mimics.followPosition(p.position)
}

// leadWheels makes the conditions of wheels that mimic others those of their leaders.
func (p *Plant) leadWheels(c *checker, wheels []wheel, rows []contactRow) {
	for _, w := range wheels {
		f := p.mimics.of(w.joint)
		if f == nil {
			continue
		}
		leader, _ := p.model.JointIndex(f.leaderName) // it is a joint of the world
		if !slices.Contains(p.wayTo(leader), int32(w.base)) {
			c.report("joint %q of a wheel mimics %q, which its base does not carry; expected a joint on the base", w.joint, f.leaderName)
			continue
		}
		for i := range rows[w.firstRow:][:w.rows] {
			row := &rows[w.firstRow+i]
			row.wheel, row.reach = f.leader, f.multiplier*row.reach
		}
	}
}

// followPosition fills in the positions of the followers, and followVelocity their velocities.
func (m mimics) followPosition(position []float64) {
	for i := range m {
		f := &m[i]
		position[f.position] = f.multiplier*position[f.leaderPosition] + f.offset
	}
}

func (m mimics) followVelocity(velocity []float64) {
	for i := range m {
		f := &m[i]
		velocity[f.velocity] = f.multiplier * velocity[f.leader]
	}
}

// still zeroes the entries of the followers.
func (m mimics) still(vector []float64) {
	for i := range m {
		vector[m[i].velocity] = 0
	}
}

// yield gives the leaders what acts on their followers: b becomes G^T b, with zeros for the followers.
func (m mimics) yield(b []float64) {
	for i := range m {
		f := &m[i]
		b[f.leader] += f.multiplier * b[f.velocity]
		b[f.velocity] = 0
	}
}

// yieldDamping is yield for what is added to the diagonal of the mass matrix.
func (m mimics) yieldDamping(b []float64) {
	for i := range m {
		f := &m[i]
		b[f.leader] += f.multiplier * f.multiplier * b[f.velocity]
		b[f.velocity] = 0
	}
}

// yieldFriction is yield for dry friction, which brakes whichever way the joint moves.
func (m mimics) yieldFriction(b []float64) {
	for i := range m {
		f := &m[i]
		b[f.leader] += math.Abs(f.multiplier) * b[f.velocity]
		b[f.velocity] = 0
	}
}

// yieldMatrix makes G^T A G of the n x n symmetric matrix a, row-major. A follower keeps an entry on the diagonal, that of
// its leader, and no other.
func (m mimics) yieldMatrix(a []float64, n int) {
	for i := range m {
		f := &m[i]
		l, from := a[f.leader*n:][:n], a[f.velocity*n:][:n]
		for j, x := range from {
			l[j] += f.multiplier * x
			from[j] = 0
		}
		for j := range n {
			a[j*n+f.leader] += f.multiplier * a[j*n+f.velocity]
			a[j*n+f.velocity] = 0
		}
	}
	for i := range m {
		f := &m[i]
		a[f.velocity*n+f.velocity] = a[f.leader*n+f.leader]
	}
}

// yieldJacobian makes J G of the rows of a Jacobian, n columns each.
func (m mimics) yieldJacobian(j []float64, n int) {
	for i := range m {
		f := &m[i]
		for row := 0; row < len(j); row += n {
			j[row+f.leader] += f.multiplier * j[row+f.velocity]
			j[row+f.velocity] = 0
		}
	}
}

// effective makes the mass matrix at the start that of the joints as they move: the entries of followers, on the diagonal,
// are what a force on them would have to move. It fills the inverse, G (G^T M G)^-1 G^T, with which every joint answers to
// forces on every other.
func (m mimics) effective(mass, inverse []float64, n int) bool {
	m.yieldMatrix(mass, n)
	work := make([]float64, n*n)
	for j := range n {
		copy(work, mass)
		column := inverse[j*n:][:n]
		clear(column)
		at, multiplier := m.column(j)
		column[at] = multiplier
		if !solveSymmetric(work, column) {
			return false
		}
		m.followVelocity(column)
	}
	for i := range m {
		f := &m[i]
		mass[f.velocity*n+f.velocity] /= f.multiplier * f.multiplier
	}
	return true
}

// coupled lists the sets of velocities that a mass matrix couples: those of every way from the root.
func (m mimics) coupled(tree []int) (cliques [][]int32) {
	if len(m) == 0 {
		return nil
	}
	for i := range tree {
		var way []int32
		for j := i; j >= 0; j = tree[j] {
			way = append(way, int32(j))
		}
		cliques = append(cliques, m.columns(way))
	}
	return cliques
}
