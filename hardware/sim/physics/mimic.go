package physics

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/robo-actors/robo-actors/hardware/sim/internal/optioncheck"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// mimics are the mimic joints of a plant, chains of relations resolved. The plant moves in the
// coordinates of the joints that mimic none, see rigidbody.Followers. In the solver a follower has
// an inertia that is coupled with nothing, and neither impulse nor motion; around it, its velocity
// and position are what its leader's give.
type mimics struct {
	rigidbody.Followers
	names []mimicNames // in the same order
}

// mimicNames are what people call a mimic joint, its leader, and whom its description names: the
// leader, or another follower.
type mimicNames struct {
	joint, leader, declared string
}

// newMimics resolves the mimic joints of a world.
func newMimics(c *optioncheck.Errors, world *worlds.World) (all mimics) {
	for i := range world.NumJoints() {
		joint := world.Joint(i)
		if joint.Mimic == nil {
			continue
		}
		leader, multiplier, offset := world.Reduction().Leader(i)
		if multiplier == 0 {
			c.Add("", "a multiplier other than 0, or a fixed joint", "joint %q mimics %q with the multiplier 0, and never moves", joint.Name, joint.Mimic.Joint)
			continue
		}
		mine, its := world.Slot(i), world.Slot(leader)
		all.names = append(all.names, mimicNames{joint: joint.Name, leader: world.Joint(leader).Name, declared: joint.Mimic.Joint})
		all.Followers = append(all.Followers, rigidbody.Follower{Position: mine.Position, LeaderPosition: its.Position,
			Velocity: mine.Velocity, Leader: its.Velocity, Multiplier: multiplier, Offset: offset})
	}
	return all
}

// of returns the follower with a name; none for a joint that mimics no other.
func (m mimics) of(joint string) (f rigidbody.Follower, names mimicNames, found bool) {
	for i, n := range m.names {
		if n.joint == joint {
			return m.Followers[i], n, true
		}
	}
	return f, names, false
}

// share is how fast a joint turns for one of a leader: 1 for itself, 0 for what does not follow it.
func (m mimics) share(velocity, leader int) float64 {
	column, multiplier := m.Column(velocity)
	if column != leader {
		return 0
	}
	return multiplier
}

// columns are the velocities that move what joints on a way move, ascending: leaders in place of
// their followers.
func (m mimics) columns(way []int32) []int32 {
	all := slices.Clone(way)
	for i, velocity := range all {
		column, _ := m.Column(int(velocity))
		all[i] = int32(column)
	}
	sort.Slice(all, func(i, j int) bool { return all[i] < all[j] })
	return slices.Compact(all)
}

// on lists the followers on a way.
func (m mimics) on(way []int32) (some rigidbody.Followers) {
	for _, f := range m.Followers {
		if slices.Contains(way, int32(f.Velocity)) {
			some = append(some, f)
		}
	}
	return some
}

// mimicTolerance is how far a position that is given for a mimic joint may be from that which its
// leader gives it, rad or m, and a velocity per second.
const mimicTolerance = 1e-6

// check returns an error for a state in which a follower is not where its leader puts it.
func (m mimics) check(position, velocity []float64) error {
	for i := range m.Followers {
		f, names := &m.Followers[i], &m.names[i]
		if want := f.Multiplier*position[f.LeaderPosition] + f.Offset; !(math.Abs(position[f.Position]-want) <= mimicTolerance) {
			return fmt.Errorf("position of joint %q is %.6g; it mimics %q, which puts it at %.6g", names.joint, position[f.Position], names.declared, want)
		}
		if want := f.Multiplier * velocity[f.Leader]; !(math.Abs(velocity[f.Velocity]-want) <= mimicTolerance) {
			return fmt.Errorf("velocity of joint %q is %.6g; it mimics %q, which gives it %.6g", names.joint, velocity[f.Velocity], names.declared, want)
		}
	}
	return nil
}

// startMimics puts the followers where their leaders begin, and reports starts that say otherwise.
func (p *Mechanism) startMimics(c *optioncheck.Errors, starts []StartOptions) {
	for i, s := range starts {
		f, names, found := p.mimics.of(s.Joint)
		if !found || len(s.Position) != 1 {
			continue
		}
		at, leader := s.Position[0], p.position[f.LeaderPosition]
		if want := f.Multiplier*leader + f.Offset; !(math.Abs(at-want) <= mimicTolerance) {
			c.Add(fmt.Sprintf("start[%d].position", i), fmt.Sprintf("no start of the joint, or joint %q at %.6g", names.leader, (at-f.Offset)/f.Multiplier),
				"joint %q is at %.6g, but it mimics %q: %.6g of joint %q puts it at %.6g", s.Joint, at, names.declared, leader, names.leader, want)
		}
	}
	p.mimics.Positions(p.position)
}

// leadWheels makes the conditions of wheels that mimic others those of their leaders.
func (p *Mechanism) leadWheels(c *optioncheck.Errors, wheels []wheel, rows []contactRow) {
	for _, w := range wheels {
		f, names, found := p.mimics.of(w.joint)
		if !found {
			continue
		}
		leader, _ := p.model.JointIndex(names.leader) // it is a joint of the world
		if !slices.Contains(p.wayTo(leader), int32(w.base)) {
			c.Add(w.path, "a joint on the base", "joint %q of a wheel mimics %q, which its base does not carry", w.joint, names.leader)
			continue
		}
		for i := range rows[w.firstRow:][:w.rows] {
			row := &rows[w.firstRow+i]
			row.wheel, row.reach = f.Leader, f.Multiplier*row.reach
		}
	}
}

// yieldDamping is Forces for what is added to the diagonal of the mass matrix.
func (m mimics) yieldDamping(b []float64) {
	for i := range m.Followers {
		f := &m.Followers[i]
		b[f.Leader] += f.Multiplier * f.Multiplier * b[f.Velocity]
		b[f.Velocity] = 0
	}
}

// yieldFriction is Forces for dry friction, which brakes whichever way the joint moves.
func (m mimics) yieldFriction(b []float64) {
	for i := range m.Followers {
		f := &m.Followers[i]
		b[f.Leader] += math.Abs(f.Multiplier) * b[f.Velocity]
		b[f.Velocity] = 0
	}
}

// effective makes the mass matrix at the start that of the joints as they move: the entries of
// followers, on the diagonal, are what a force on them would have to move. It fills the inverse, G
// (G^T M G)^-1 G^T, with which every joint answers to forces on every other.
func (m mimics) effective(mass, inverse []float64, n int) bool {
	m.Matrix(mass, n)
	work := make([]float64, n*n)
	for j := range n {
		copy(work, mass)
		column := inverse[j*n:][:n]
		clear(column)
		at, multiplier := m.Column(j)
		column[at] = multiplier
		if !solveSymmetric(work, column) {
			return false
		}
		m.Velocities(column)
	}
	for i := range m.Followers {
		f := &m.Followers[i]
		mass[f.Velocity*n+f.Velocity] /= f.Multiplier * f.Multiplier
	}
	return true
}

// coupled lists the sets of velocities that a mass matrix couples: those of every way from the
// root.
func (m mimics) coupled(tree []int) (cliques [][]int32) {
	if len(m.Followers) == 0 {
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
