package physics

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/hardware/sim/internal/contact"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Touch is the true state of a point that touched a surface in the last step.
type Touch struct {
	Set, Surface string
	Point        [3]float64 // m, in the room
	Normal       [3]float64 // unit vector from the surface to the point, in the room
	Force        [3]float64 // N, on the body of the point, in the room
	// Margin is how far the force lies inside the friction cone: 1 on the cone's axis, 0 on its
	// surface.
	Margin float64
	// Slip is the speed of the point along the surface, m/s; Slips reports whether the force is on
	// the cone's surface.
	Slip  float64
	Slips bool
}

// ContactForce is the true force on a set of contacts, such as a foot, in the last step.
type ContactForce struct {
	Set string
	// Body is the index of the body of the set.
	Body int
	// Wrench is the sum of the forces on the body, about its origin, in world axes, N and N m.
	Wrench rigidbody.Wrench
	// Touching is how many points push, and Slipping how many of them slip.
	Touching, Slipping int
	// Margin is the least margin of them; 0 where none touches.
	Margin float64
}

// Planted reports whether the set touches something and no point slips.
func (f *ContactForce) Planted() bool { return f.Touching > 0 && f.Slipping == 0 }

// Touches appends the true state of all points that touch something, in the order of their sets,
// and returns the extended slice.
func (p *Mechanism) Touches(to []Touch) []Touch {
	for i := range p.contacts.pairs {
		x := &p.contacts.pairs[i]
		if !x.touches() {
			continue
		}
		to = append(to, Touch{
			Set: p.contacts.sets[x.set].name, Surface: p.contacts.surfaces[x.surface].name,
			Point: x.point.Array(), Normal: x.normal.Array(), Force: x.force(p.dt).Array(),
			Margin: x.cone.Margin(contact.Vec(x.impulse[:3])), Slip: math.Hypot(x.speed[1], x.speed[2]), Slips: x.region == contact.Slips,
		})
	}
	return to
}

// NumContactSets returns the number of sets of contacts.
func (p *Mechanism) NumContactSets() int { return len(p.contacts.sets) }

// ContactSets lists the names of the sets of contacts.
func (p *Mechanism) ContactSets() []string {
	names := make([]string, len(p.contacts.sets))
	for i := range names {
		names[i] = p.contacts.sets[i].name
	}
	return names
}

// ContactForces appends the true state of all sets of contacts, in the order of their options, and
// returns the extended slice.
func (p *Mechanism) ContactForces(to []ContactForce) []ContactForce {
	for i := range p.contacts.sets {
		to = append(to, p.contactForce(i))
	}
	return to
}

func (p *Mechanism) contactForce(i int) ContactForce {
	set := &p.contacts.sets[i]
	f := ContactForce{Set: set.name, Body: set.body}
	least := math.Inf(1)
	origin := spatial.VecOf(p.contacts.carriers[set.carrier].pose.P)
	for _, k := range set.pairs {
		x := &p.contacts.pairs[k]
		if !x.touches() {
			continue
		}
		f.Touching++
		if x.region == contact.Slips {
			f.Slipping++
		}
		least = min(least, x.cone.Margin(contact.Vec(x.impulse[:3])))
		force := x.force(p.dt)
		f.Wrench.Force = spatial.VecOf(f.Wrench.Force).Add(force).Array()
		moment := x.point.Sub(origin).Cross(force).Add(x.roll.moment(x, p.dt))
		f.Wrench.Moment = spatial.VecOf(f.Wrench.Moment).Add(moment).Array()
	}
	if f.Touching > 0 {
		f.Margin = least
	}
	return f
}

func (x *pair) touches() bool { return x.near && x.impulse[0] > 0 }

// force is that on the point in the last step, N, in the room.
func (x *pair) force(dt float64) spatial.Vec {
	impulse := x.normal.Scale(x.impulse[0]).AddScaled(x.impulse[1], x.first).AddScaled(x.impulse[2], x.second)
	return impulse.Scale(1 / dt)
}

// NumGrasps returns the number of grasps.
func (p *Mechanism) NumGrasps() int { return len(p.grasps) }

// Grasped reports whether the i-th grasp of the options is closed.
func (p *Mechanism) Grasped(i int) bool { return p.grasps[i].closed }

// Held is the true state of a grasp.
type Held struct {
	Name   string
	Closed bool
	// Wrench is what the handle gave to the gripper in the last step, about the gripper's origin,
	// in world axes, N and N m.
	Wrench rigidbody.Wrench
	// Overloads counts how often the grasp was opened by force.
	Overloads int
}

// Held returns the true state of a grasp. The error lists the grasps.
func (p *Mechanism) Held(name string) (Held, error) {
	g, err := p.graspNamed(name)
	if err != nil {
		return Held{}, err
	}
	h := Held{Name: g.name, Closed: g.closed, Overloads: g.overload}
	copy(h.Wrench.Force[:], g.pulled[:3])
	copy(h.Wrench.Moment[:], g.pulled[3:])
	return h, nil
}

// Latched reports whether the latch of a joint holds it. The error lists the joints with a latch.
func (p *Mechanism) Latched(joint string) (bool, error) {
	var known []string
	for i := range p.latches {
		if p.latches[i].joint == joint {
			return p.latches[i].holds, nil
		}
		known = append(known, p.latches[i].joint)
	}
	return false, fmt.Errorf("plant of world %q: no latch holds joint %q; latches hold %v", p.world.Name(), joint, known)
}
