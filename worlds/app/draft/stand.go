package draft

import (
	"math"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// contact is a set of points, or of spheres, on the surface of a body.
type contact struct {
	points [][3]float64 // in the frame of the body, m
	radius float64      // of spheres, m
}

// stand is what a robot on a free base stands on, so that it neither falls nor tips over: four feet
// below all that moves.
type stand struct {
	body   string  // that carries the feet
	half   float64 // of the distance between the feet, m
	depth  float64 // of the feet below the frame of the body, m
	height float64 // of the base at the start, m
}

const (
	standBelow  = 0.1   // of the feet below the lowest point, m
	standBeyond = 0.2   // of the feet beyond the farthest point, m
	clearance   = 0.005 // of the feet above the ground at the start, m
)

// raise chooses a stand for a robot on a free base.
func (r *robot) raise() {
	if r.free == "" {
		return
	}
	low, reach := 0.0, 0.0
	for _, of := range []func(*joint) float64{func(j *joint) float64 { return j.start }, func(j *joint) float64 { return j.goal }} {
		l, f := r.extent(of)
		low, reach = min(low, l), max(reach, f)
	}
	r.stand = stand{body: r.description.Joint(r.free).Child, half: tidy(reach + standBeyond), depth: tidy(standBelow - low)}
	r.stand.height = r.stand.depth + clearance
}

// extent returns the height of the lowest point of the robot, and the horizontal distance of the
// farthest one from its base, with the base at its neutral position, m.
func (r *robot) extent(of func(*joint) float64) (low, reach float64) {
	if r.space.SetPosition(r.positions(of)) != nil {
		return 0, 0
	}
	for i := range r.description.Links {
		link := &r.description.Links[i]
		at, err := r.space.Model().BodyIndex(link.Name)
		if err != nil {
			continue
		}
		for _, c := range append(contactsOf(link), contact{points: make([][3]float64, 1)}) {
			for _, p := range c.points {
				q := r.space.PointPosition(at, p)
				low, reach = min(low, q[2]-c.radius), max(reach, math.Hypot(q[0], q[1])+c.radius)
			}
		}
	}
	return low, reach
}

// contactsOf returns the extreme points of a body: the corners of its shapes, or of a box of its
// mass and inertia.
func contactsOf(link *worlds.Link) (all []contact) {
	shapes := link.Collisions
	if len(shapes) == 0 {
		shapes = link.Visuals
	}
	var edges contact
	for i := range shapes {
		s := &shapes[i]
		switch s.Kind {
		case worlds.Box:
			edges.points = append(edges.points, corners(s, [3]float64{s.Size[0] / 2, s.Size[1] / 2, s.Size[2] / 2})...)
		case worlds.Cylinder:
			edges.points = append(edges.points, corners(s, [3]float64{s.Radius * math.Sqrt2 / 2, s.Radius * math.Sqrt2 / 2, s.Length / 2})...)
		case worlds.Sphere:
			all = append(all, contact{[][3]float64{placed(s, [3]float64{})}, s.Radius})
		case worlds.Capsule:
			all = append(all, contact{[][3]float64{placed(s, [3]float64{2: s.Length / 2}), placed(s, [3]float64{2: -s.Length / 2})}, s.Radius})
		}
	}
	if len(all) == 0 && len(edges.points) == 0 {
		edges.points = boxOf(&link.Inertia)
	}
	if len(edges.points) > 0 {
		all = append(all, edges)
	}
	return all
}

// corners returns the eight corners of a box about the origin of a shape.
func corners(s *worlds.Shape, half [3]float64) (all [][3]float64) {
	for i := range 8 {
		p := half
		for k := range p {
			if i>>k&1 == 1 {
				p[k] = -p[k]
			}
		}
		all = append(all, placed(s, p))
	}
	return all
}

// placed returns a point of a shape in the frame of its body.
func placed(s *worlds.Shape, p [3]float64) (out [3]float64) {
	origin := s.Pose.P
	for i := range out {
		out[i] = origin[i] + s.Pose.R[3*i]*p[0] + s.Pose.R[3*i+1]*p[1] + s.Pose.R[3*i+2]*p[2]
	}
	return out
}

// boxOf returns the corners of the solid box that has a mass and the principal moments of an
// inertia along the axes of the body; none without a mass.
func boxOf(m *rigidbody.Inertia) (all [][3]float64) {
	if m.Mass <= 0 {
		return nil
	}
	var half [3]float64
	moments := [3]float64{m.Ixx, m.Iyy, m.Izz}
	for k := range half {
		others := moments[(k+1)%3] + moments[(k+2)%3] - moments[k]
		half[k] = math.Sqrt(max(0, 6*others/m.Mass)) / 2
	}
	for _, p := range corners(&worlds.Shape{Pose: spatial.IdentityPose()}, half) {
		for k := range p {
			p[k] += m.Com[k]
		}
		all = append(all, p)
	}
	return all
}

func (r *robot) writeStand(line writer) {
	if r.free == "" {
		return
	}
	s := &r.stand
	line("    ground: {friction: 0.8}")
	line("    contacts: # a stand, since nothing else holds the free base: four feet below all that moves")
	line("      - {name: stand, body: %s, points: [[%[2]s, %[2]s, -%[3]s], [%[2]s, -%[2]s, -%[3]s], [-%[2]s, %[2]s, -%[3]s], [-%[2]s, -%[2]s, -%[3]s]]}",
		text(s.body), number(s.half), number(s.depth))
}

// short writes a length in tenths of a millimetre.
func short(v float64) string { return number(math.Round(v*1e4) / 1e4) }
