package urdf

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/worlds"
)

// A bound or velocity of a revolute joint above what few joints reach, and of at most mostDegrees,
// looks like degrees. Still larger ones mean no limit: files have 1000 rad/s and 1e9 rad.
const (
	mostTurned    = 13 // rad: two turns each way, rounded up
	mostRadPerSec = 60
	mostDegrees   = 720
)

// doubtDegrees notes limits of a revolute joint that look like degrees.
func (r *reader) doubtDegrees(l *draftLimit, p place, limit worlds.Limit) {
	furthest := max(math.Abs(limit.Lower), math.Abs(limit.Upper))
	looks := func(value, most float64) bool { return value > most && value <= mostDegrees }
	switch {
	case looks(furthest, mostTurned):
		r.note(l.offset, p, fmt.Sprintf("the limits of %g to %g rad are up to %.3g turns from zero; were degrees meant (%.3g to %.3g rad)?",
			limit.Lower, limit.Upper, furthest/(2*math.Pi), radians(limit.Lower), radians(limit.Upper)))
	case furthest <= mostTurned && looks(limit.Velocity, mostRadPerSec):
		r.note(l.velocity.offset, p.in("velocity"), fmt.Sprintf("the velocity limit of %g rad/s is %.3g turns a second; were degrees meant (%.3g rad/s)?",
			limit.Velocity, limit.Velocity/(2*math.Pi), radians(limit.Velocity)))
	}
}

func radians(degrees float64) float64 { return degrees * math.Pi / 180 }

// doubtMassless notes each link that a joint moves, that has shapes and no mass, and to which no
// link with mass is fixed, although other links of the robot have mass. A robot without any mass is
// meant for kinematics.
func (r *reader) doubtMassless(d *draft, out *worlds.Description) {
	bodies := newRigidBodies(out)
	massive, moved := make([]bool, len(out.Links)), make([]bool, len(out.Links))
	any := false
	for i := range out.Links {
		if out.Links[i].Inertia.Mass > 0 {
			massive[bodies.of(i)], any = true, true
		}
	}
	for i := range out.Joints {
		if child, found := bodies.index[out.Joints[i].Child]; found && out.Joints[i].Type != worlds.Fixed {
			moved[bodies.of(child)] = true
		}
	}
	for i := range out.Links {
		l, body := &out.Links[i], bodies.of(i)
		if any && moved[body] && !massive[body] && len(l.Visuals)+len(l.Collisions) > 0 {
			r.note(d.links[i].offset, named("links", d.links[i].name, i),
				"the link moves and has shapes but no mass: gains and efforts of gravity leave it out; give it an inertial element")
		}
	}
}

// rigidBodies joins the links that fixed joints connect: each leads to another link of its body,
// the last one to itself.
type rigidBodies struct {
	index map[string]int // of the links, by name
	next  []int
}

func newRigidBodies(d *worlds.Description) *rigidBodies {
	b := &rigidBodies{index: make(map[string]int, len(d.Links)), next: make([]int, len(d.Links))}
	for i := range d.Links {
		b.index[d.Links[i].Name], b.next[i] = i, i
	}
	for i := range d.Joints {
		parent, hasParent := b.index[d.Joints[i].Parent]
		child, hasChild := b.index[d.Joints[i].Child]
		if hasParent && hasChild && d.Joints[i].Type == worlds.Fixed {
			b.next[b.of(child)] = b.of(parent)
		}
	}
	return b
}

// of returns the link that stands for the body of a link.
func (b *rigidBodies) of(link int) int {
	for b.next[link] != link {
		b.next[link] = b.next[b.next[link]] // keeps the ways short
		link = b.next[link]
	}
	return link
}
