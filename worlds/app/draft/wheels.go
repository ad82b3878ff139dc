package draft

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/worlds"
)

// Mobile lists the words of Choices.Mobile.
func Mobile() []string { return []string{auto, differential, mecanum, balancing, noBase} }

const (
	auto         = "auto"
	differential = "differential_drive"
	mecanum      = "mecanum"
	balancing    = "balancing"
	noBase       = "none"
)

// wheel is a joint that may be a driven wheel. Its place is in the frame of the root, x forward, y
// to the left.
type wheel struct {
	joint  int // index in robot.joints
	x, y   float64
	axle   float64 // height of the axle, m
	radius float64
	rim    string   // body at whose origin the middle of the rim is
	sign   float64  // 1 if a positive velocity rolls forward, -1 otherwise
	legs   []string // driven joints between the root and the wheel
}

// base is a robot on driven wheels.
type base struct {
	kind   string  // differential_drive or mecanum
	root   string  // the body that the wheels carry
	wheels []wheel // left, right; or front left, front right, rear left, rear right
	mass   float64 // of the whole robot, kg
	// speed and acceleration of the base, m/s and m/s^2; turn and spin those about the vertical.
	speed, acceleration, turn, spin float64
}

// recognise decides whether the robot is a base on wheels: one of the given kind, or of any kind.
func (r *robot) recognise(kind string) error {
	if kind == noBase {
		return nil
	}
	wheels := r.wheels()
	onLegs := slices.ContainsFunc(wheels, func(w wheel) bool { return len(w.legs) > 0 })
	switch {
	case kind != differential && kind != mecanum && onTwoLegs(wheels):
		slices.SortFunc(wheels, func(a, b wheel) int { return cmp.Compare(b.y, a.y) })
		r.biped = &biped{wheels: wheels}
		r.biped.complete(r)
		return nil
	case kind == auto && onLegs:
		return nil
	case kind != mecanum && kind != balancing && onOneAxle(wheels) && !onLegs:
		slices.SortFunc(wheels, func(a, b wheel) int { return cmp.Compare(b.y, a.y) })
		r.base = &base{kind: differential, wheels: wheels}
	case kind != differential && kind != balancing && inARectangle(wheels) && !onLegs && (kind == mecanum || r.mentions("mecanum")):
		slices.SortFunc(wheels, func(a, b wheel) int {
			if a.x*b.x < 0 {
				return cmp.Compare(b.x, a.x)
			}
			return cmp.Compare(b.y, a.y)
		})
		r.base = &base{kind: mecanum, wheels: wheels}
	case kind != auto:
		return fmt.Errorf("the robot is no %s base: %s; expected %s that turn without bounds about the y axis of the root, at the same height, each with a cylinder or a sphere as its shape",
			strings.ReplaceAll(kind, "_", " "), r.unlike(kind, wheels), map[string]string{differential: "two wheels on one axle through the root", mecanum: "four wheels at the corners of a rectangle about the root", balancing: "two wheels, each at the end of a leg with driven joints,"}[kind])
	default:
		r.note = r.inTheAir(wheels)
		return nil
	}
	r.base.complete(r)
	return nil
}

// wheels lists the joints that may be driven wheels: they turn without bounds about the y axis,
// carry nothing, and have a round shape.
func (r *robot) wheels() (all []wheel) {
	if root, err := r.description.RootLink(); err != nil || root == "world" {
		return nil // the base cannot be attached to the room
	}
	if r.free != "" || slices.ContainsFunc(r.idle, func(j joint) bool { return j.kind.Velocities() != 1 }) {
		return nil // the base has a joint already
	}
	if r.space.SetPosition(r.positions(func(*joint) float64 { return 0 })) != nil {
		return nil
	}
	for i := range r.joints {
		j := &r.joints[i]
		of := r.description.Joint(j.name)
		body, err := r.space.Model().BodyIndex(of.Child)
		if err != nil || j.kind != worlds.Continuous || slices.ContainsFunc(r.description.Joints, func(next worlds.Joint) bool {
			return next.Type != worlds.Fixed && slices.Contains(r.rigidWith(of.Child), next.Parent)
		}) {
			continue
		}
		pose, axis := r.space.Pose(body), r.world.Joint(r.index(j.name)).Axis
		along := pose.R[3]*axis[0] + pose.R[4]*axis[1] + pose.R[5]*axis[2]
		if rim, radius := r.rim(of.Child, body, axis); radius > 0.005 && math.Abs(along) > 0.95 {
			all = append(all, wheel{joint: i, x: pose.P[0], y: pose.P[1], axle: pose.P[2], radius: radius, rim: rim,
				sign: math.Copysign(1, along), legs: r.legs(of.Parent)})
		}
	}
	for _, w := range all {
		if math.Abs(w.axle-all[0].axle) > 0.01 || math.Abs(w.radius-all[0].radius) > 0.01*w.radius {
			return nil
		}
	}
	return all
}

func (r *robot) index(name string) int {
	i, _ := r.world.JointIndex(name) // of a joint of the world
	return i
}

// rim returns the body of a wheel that has the rim, and the radius: of the greatest cylinder or
// sphere of the wheel's bodies, or the distance of a frame whose name has the word contact.
func (r *robot) rim(first string, hub int, axis [3]float64) (rim string, radius float64) {
	for _, body := range r.rigidWith(first) {
		for i := range r.description.Links {
			link := &r.description.Links[i]
			if link.Name != body {
				continue
			}
			for _, s := range append(slices.Clone(link.Collisions), link.Visuals...) {
				if (s.Kind == worlds.Cylinder || s.Kind == worlds.Sphere) && s.Radius > radius {
					rim, radius = body, s.Radius
				}
			}
		}
	}
	if radius > 0 {
		return rim, radius
	}
	for _, body := range r.rigidWith(first) {
		at, err := r.space.Model().BodyIndex(body)
		if err != nil || !strings.Contains(strings.ToLower(body), "contact") {
			continue
		}
		p := r.space.RelativePose(at, hub).P
		along := p[0]*axis[0] + p[1]*axis[1] + p[2]*axis[2]
		return r.parent(body), math.Sqrt(max(0, p[0]*p[0]+p[1]*p[1]+p[2]*p[2]-along*along))
	}
	return "", 0
}

// rigidWith lists a body and those that fixed joints attach to it.
func (r *robot) rigidWith(body string) []string {
	all := []string{body}
	for i := 0; i < len(all); i++ {
		for k := range r.description.Joints {
			if j := &r.description.Joints[k]; j.Parent == all[i] && j.Type == worlds.Fixed {
				all = append(all, j.Child)
			}
		}
	}
	return all
}

// parent returns the body that carries a body, empty for the root.
func (r *robot) parent(body string) string {
	for i := range r.description.Joints {
		if r.description.Joints[i].Child == body {
			return r.description.Joints[i].Parent
		}
	}
	return ""
}

// legs lists the joints that move between the root and a body, beginning at the root.
func (r *robot) legs(body string) (names []string) {
	for body != "" {
		for i := range r.description.Joints {
			if j := &r.description.Joints[i]; j.Child == body && j.Type != worlds.Fixed {
				names = append([]string{j.Name}, names...)
			}
		}
		body = r.parent(body)
	}
	return names
}

func onOneAxle(w []wheel) bool {
	return len(w) == 2 && near(w[0].x, 0) && near(w[1].x, 0) && near(w[0].y, -w[1].y) && !near(w[0].y, 0)
}

func inARectangle(w []wheel) bool {
	if len(w) != 4 || near(w[0].x, 0) || near(w[0].y, 0) {
		return false
	}
	corners := map[[2]bool]bool{}
	for _, v := range w {
		corners[[2]bool{v.x > 0, v.y > 0}] = true
		if !near(math.Abs(v.x), math.Abs(w[0].x)) || !near(math.Abs(v.y), math.Abs(w[0].y)) {
			return false
		}
	}
	return len(corners) == 4
}

// near reports whether two lengths differ by at most 5 mm.
func near(a, b float64) bool { return math.Abs(a-b) <= 0.005 }

// mentions reports whether a name of the robot, of a body, a joint or a mesh has a word.
func (r *robot) mentions(word string) bool {
	has := func(s string) bool { return strings.Contains(strings.ToLower(s), word) }
	d := r.description
	return has(d.Name) || slices.ContainsFunc(d.Joints, func(j worlds.Joint) bool { return has(j.Name) }) ||
		slices.ContainsFunc(d.Links, func(l worlds.Link) bool {
			return has(l.Name) || slices.ContainsFunc(l.Visuals, func(s worlds.Shape) bool { return has(s.Mesh) })
		})
}

// complete fills what follows from the wheels. It takes them from the joints that a controller
// moves one by one.
func (b *base) complete(r *robot) {
	b.root, _ = r.description.RootLink() // the world is built
	for i := range r.description.Links {
		b.mass += r.description.Links[i].Inertia.Mass
	}
	for _, w := range b.wheels {
		r.rolling = append(r.rolling, r.joints[w.joint])
	}
	r.joints = slices.DeleteFunc(r.joints, func(j joint) bool {
		return slices.ContainsFunc(r.rolling, func(w joint) bool { return w.name == j.name })
	})
	casters := slices.DeleteFunc(slices.Clone(r.joints), func(j joint) bool { return !strings.Contains(strings.ToLower(j.name), "caster") })
	r.idle = append(r.idle, casters...)
	r.joints = slices.DeleteFunc(r.joints, func(j joint) bool {
		return slices.ContainsFunc(casters, func(c joint) bool { return c.name == j.name })
	})
	r.tip = r.lastBody()
	radius, wide := b.wheels[0].radius, math.Abs(b.wheels[0].y)+math.Abs(b.wheels[0].x)
	b.speed, b.acceleration = 0.5, 1
	for i := range r.rolling {
		w := &r.rolling[i]
		w.speed, w.effort = w.limit.Velocity, w.limit.Effort
		if math.IsInf(w.speed, 1) {
			w.speed, w.chosen = tidy(2*b.speed/radius), true
		}
		w.rotor = tidy(max(b.mass*radius*radius/float64(len(b.wheels))/2, 1e-3))
		if math.IsInf(w.effort, 1) {
			w.effort, w.chosen = tidy(3*b.mass*radius), true
		}
		w.acceleration = tidy(w.speed / 0.25)
		b.speed = min(b.speed, 0.4*w.speed*radius)
		b.acceleration = min(b.acceleration, 0.15*w.effort*float64(len(b.wheels))/radius/max(b.mass, 0.1))
	}
	b.speed, b.acceleration = tidy(b.speed), tidy(b.acceleration)
	b.turn, b.spin = tidy(b.speed/wide), tidy(b.acceleration/wide)
}
