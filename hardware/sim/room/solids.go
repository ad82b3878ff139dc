package room

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/geometry/outline"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// deepest is how far a body may overlap with others at first, m.
const deepest = 0.01

// overlap reports a body that falls and overlaps with something at first: it would be thrown out.
func overlap(scene *environment.Scene, things []thing) error {
	query, names := geometry.NewQuery(), scene.Names()
	for i := range things {
		if things[i].motion != falling {
			continue
		}
		own, err := placed(scene, &things[i])
		if err != nil {
			return err
		}
		for k := range things {
			if k == i || things[k].holder == things[i].id {
				continue
			}
			others, err := placed(scene, &things[k])
			if err != nil {
				return err
			}
			if d := nearest(query, own, others); d < -deepest {
				return fmt.Errorf("environment %q: %s lies %.3f m deep in %s; expected at most %g m: move it out", scene.Name(),
					source.Quote(names[i]), -d, source.Quote(names[k]), deepest)
			}
		}
	}
	return nil
}

// placed returns the shapes of an object where they are in the room.
func placed(scene *environment.Scene, t *thing) (all []geometry.Placed, err error) {
	links := []string{""}
	if t.robot {
		links = t.world.BodyNames()
	}
	for _, link := range links {
		at, err := holderPose(scene, t.handle, link)
		if err != nil {
			return nil, err
		}
		solids, err := scene.Solids(t.handle, link)
		if err != nil {
			return nil, err
		}
		for _, s := range solids {
			all = append(all, geometry.Placed{Shape: s.Shape, Pose: at.Times(&s.Pose)})
		}
	}
	return all, nil
}

// nearest returns the least distance of two lists of shapes, m.
func nearest(query *geometry.Query, a, b []geometry.Placed) float64 {
	least := math.Inf(1)
	for i := range a {
		for k := range b {
			least = min(least, query.Distance(&a[i], &b[k]).Distance)
		}
	}
	return least
}

// outlineOf returns a shape as options of the mechanism. A mesh becomes its convex hull.
func outlineOf(s geometry.Shape) outline.Options {
	switch s := s.(type) {
	case *geometry.Box:
		size := s.Size()
		return outline.Options{Shape: "box", Size: size[:]}
	case *geometry.Sphere:
		return outline.Options{Shape: "sphere", Radius: s.Radius()}
	case *geometry.Cylinder:
		return outline.Options{Shape: "cylinder", Radius: s.Radius(), Length: s.Length()}
	case *geometry.Capsule:
		return outline.Options{Shape: "capsule", Radius: s.Radius(), Length: s.Length()}
	case *geometry.Cone:
		return outline.Options{Shape: "cone", Radius: s.Radius(), Length: s.Length()}
	case *geometry.Hull:
		return outline.Options{Shape: "hull", Points: s.Vertices()}
	case *geometry.TriangleMesh:
		var points [][3]float64
		for i := range s.Triangles() {
			corners := s.Triangle(i)
			points = append(points, corners[:]...)
		}
		return outline.Options{Shape: "hull", Points: points}
	}
	return outline.Options{Shape: "plane"}
}

// inertia returns the inertia of a body. One with a mass alone is as dense everywhere in its
// shapes; parts in which two of them overlap count twice.
func inertia(in rigidbody.Inertia, shapes []geometry.Placed) (rigidbody.Inertia, error) {
	if in.Mass == 0 || in.Ixx != 0 || in.Iyy != 0 || in.Izz != 0 {
		return in, nil
	}
	var volume float64
	var first [3]float64
	var solids []geometry.Solid
	for i := range shapes {
		solid, err := geometry.SolidOf(shapes[i].Shape)
		if err != nil {
			return in, fmt.Errorf("shape %d: %w; expected a solid, or a body with an inertia beside its mass", i, err)
		}
		solids = append(solids, turned(&solid, &shapes[i]))
		volume += solid.Volume
		for k, v := range solids[i].Centre {
			first[k] += solid.Volume * v
		}
	}
	if !(volume > 0) {
		return in, fmt.Errorf("the body has a mass of %g kg, and no shape with a volume; expected a shape, or an inertia", in.Mass)
	}
	for k, v := range first {
		in.Com[k] = v / volume
	}
	var tensor [9]float64
	for i := range solids {
		addAbout(&tensor, &solids[i], in.Com)
	}
	density := in.Mass / volume
	in.Ixx, in.Ixy, in.Ixz = density*tensor[0], density*tensor[1], density*tensor[2]
	in.Iyy, in.Iyz, in.Izz = density*tensor[4], density*tensor[5], density*tensor[8]
	return in, nil
}

// addAbout adds the moment of inertia of a solid about a point, for a density of 1 kg/m^3, by the
// parallel-axis theorem.
func addAbout(tensor *[9]float64, s *geometry.Solid, point [3]float64) {
	var arm [3]float64
	square := 0.0
	for k := range arm {
		arm[k] = s.Centre[k] - point[k]
		square += arm[k] * arm[k]
	}
	for k := range tensor {
		row, column := k/3, k%3
		tensor[k] += s.Inertia[k] - s.Volume*arm[row]*arm[column]
		if row == column {
			tensor[k] += s.Volume * square
		}
	}
}

// turned returns a solid in the frame in which its shape has a pose.
func turned(s *geometry.Solid, at *geometry.Placed) geometry.Solid {
	r := &at.Pose.R
	out := geometry.Solid{Volume: s.Volume, Centre: at.Pose.P}
	for i := range 3 {
		for k := range 3 {
			out.Centre[i] += r[3*i+k] * s.Centre[k]
			for l := range 3 {
				for n := range 3 {
					out.Inertia[3*i+k] += r[3*i+l] * s.Inertia[3*l+n] * r[3*k+n]
				}
			}
		}
	}
	return out
}
