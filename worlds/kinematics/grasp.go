package kinematics

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Gripper is a gripper with two parallel fingers. Its tool frame is between the fingertips: z is
// the direction of approach, and the fingers close along y.
type Gripper struct {
	// Opening is the greatest distance between the fingers, m.
	Opening float64
	// Least is the smallest distance that still holds an object, m.
	Least float64
	// Depth is how far an object may reach from the tool's origin towards the palm, m.
	Depth float64
	// Pad is the width of a finger, along x, m.
	Pad float64
	// Clearance is the distance of each finger from the object before it closes, m.
	Clearance float64
}

func (g *Gripper) check() error {
	if !finite(g.Opening, g.Least, g.Depth, g.Pad, g.Clearance) || min(g.Least, g.Depth, g.Pad, g.Clearance) < 0 || g.Opening <= g.Least {
		return fmt.Errorf("gripper %+v is invalid: expected finite lengths from zero on, and Opening above Least", *g)
	}
	return nil
}

// GraspOptions say how densely grasps are sampled. Zero values mean the defaults.
type GraspOptions struct {
	Step   float64 // between grasps along an edge or axis, m; default 0.02
	Angles int     // about an axis of symmetry; default 8
}

// WithDefaults returns the options with the defaults filled in.
func (o GraspOptions) WithDefaults() GraspOptions {
	if !(o.Step > 0) {
		o.Step = 0.02
	}
	if o.Angles <= 0 {
		o.Angles = 8
	}
	return o
}

// mostGrasps limits the steps along one edge, so that a wrong unit does not fill the memory.
const mostGrasps = 1000

// Grasp is a way to hold an object between two parallel fingers: both contacts are on the line
// along which the fingers close, and the surface is at a right angle to it there (antipodal, V.
// Nguyen, Constructing Force-Closure Grasps, International Journal of Robotics Research 7(3),
// 1988).
type Grasp struct {
	// Pose is the pose of the gripper's tool frame in the frame of the object.
	Pose spatial.Pose
	// Approach is the direction of approach in the frame of the object: z of Pose.
	Approach [3]float64
	// Width is the distance of the fingers that hold the object, Opening that before they close, m.
	Width, Opening float64
}

// pinch appends a grasp, if the gripper can hold the width.
func (g *Gripper) pinch(grasps []Grasp, at, approach, closing spatial.Vec, width float64) []Grasp {
	if width < g.Least || width+2*g.Clearance > g.Opening {
		return grasps
	}
	x := closing.Cross(approach)
	pose := spatial.Pose{P: at.Add(spatial.Vec{}).Array()} // no negative zeros
	for row, v := range [3][3]float64{{x.X, closing.X, approach.X}, {x.Y, closing.Y, approach.Y}, {x.Z, closing.Z, approach.Z}} {
		copy(pose.R[3*row:], v[:])
	}
	return append(grasps, Grasp{Pose: pose, Approach: approach.Array(), Width: width, Opening: width + 2*g.Clearance})
}

// both appends a grasp and the one turned by half a turn about the approach.
func (g *Gripper) both(grasps []Grasp, at, approach, closing spatial.Vec, width float64) []Grasp {
	grasps = g.pinch(grasps, at, approach, closing, width)
	return g.pinch(grasps, at, approach, closing.Neg(), width)
}

// deepest returns how far in front of the object's middle the tool stays, for a half extent along
// the approach: zero where the fingers reach the middle.
func (g *Gripper) deepest(half float64) float64 { return max(half-g.Depth, 0) }

// spread returns places from -free to free at most a step apart, symmetric about zero; zero alone
// where there is no room.
func spread(free, step float64) []float64 {
	if free <= 0 {
		return []float64{0}
	}
	n := min(int(math.Ceil(free/step)), mostGrasps)
	var places []float64
	for i := -n; i <= n; i++ {
		places = append(places, free*float64(i)/float64(n))
	}
	return places
}

func checkExtents(what string, values ...float64) error {
	for _, v := range values {
		if !finite(v) || v <= 0 {
			return fmt.Errorf("grasps of a %s: size %g m is not a positive length", what, v)
		}
	}
	return nil
}

// BoxGrasps returns the grasps of a box with the given edges (x, y, z, m), centred at the origin:
// fingers on opposite faces, from all four sides, as deep as the gripper reaches up to the middle,
// with the whole pad on the faces where there is room. A box too large for the gripper has none.
func BoxGrasps(edges [3]float64, g Gripper, o GraspOptions) ([]Grasp, error) {
	if err := checkExtents("box", edges[:]...); err != nil {
		return nil, err
	}
	if err := g.check(); err != nil {
		return nil, err
	}
	o = o.WithDefaults()
	var grasps []Grasp
	for closing := range 3 {
		for turn := 1; turn <= 2; turn++ {
			approach := (closing + turn) % 3
			side := 3 - closing - approach
			for _, sign := range [2]float64{1, -1} {
				into := unit(approach).Scale(sign)
				back := into.Scale(-g.deepest(edges[approach] / 2))
				for _, place := range spread((edges[side]-g.Pad)/2, o.Step) {
					grasps = g.both(grasps, back.AddScaled(place, unit(side)), into, unit(closing), edges[closing])
				}
			}
		}
	}
	return grasps, nil
}

// unit returns the unit vector of an axis.
func unit(axis int) spatial.Vec {
	return [3]spatial.Vec{{X: 1}, {Y: 1}, {Z: 1}}[axis]
}

// CylinderGrasps returns the grasps of a cylinder along z, centred at the origin, radius and length
// in m: fingers across the diameter, from the side at all heights and from both ends, and fingers
// on both ends, from the side.
func CylinderGrasps(radius, length float64, g Gripper, o GraspOptions) ([]Grasp, error) {
	if err := checkExtents("cylinder", radius, length); err != nil {
		return nil, err
	}
	if err := g.check(); err != nil {
		return nil, err
	}
	o = o.WithDefaults()
	z := unit(2)
	var grasps []Grasp
	for i := range o.Angles {
		s, c := math.Sincos(2 * math.Pi * float64(i) / float64(o.Angles))
		out, across := spatial.Vec{X: c, Y: s}, spatial.Vec{X: -s, Y: c}
		// From the side the fingers have to reach the axis, where the diameter is.
		if g.Depth >= radius {
			for _, height := range spread((length-g.Pad)/2, o.Step) {
				grasps = g.both(grasps, z.Scale(height), out.Neg(), across, 2*radius)
			}
		}
		grasps = g.both(grasps, out.Scale(g.deepest(radius)), out.Neg(), z, length)
		for _, into := range [2]spatial.Vec{z, z.Neg()} {
			grasps = g.pinch(grasps, into.Scale(-g.deepest(length/2)), into, across, 2*radius)
		}
	}
	return grasps, nil
}

// SphereGrasps returns the grasps of a sphere centred at the origin, radius in m: from Angles
// squared directions spread evenly, each with Angles turns of the gripper about its approach. The
// fingers have to reach the centre.
func SphereGrasps(radius float64, g Gripper, o GraspOptions) ([]Grasp, error) {
	if err := checkExtents("sphere", radius); err != nil {
		return nil, err
	}
	if err := g.check(); err != nil {
		return nil, err
	}
	o = o.WithDefaults()
	o.Angles = min(o.Angles, 64)
	if g.Depth < radius {
		return nil, nil
	}
	var grasps []Grasp
	for _, into := range sphereDirections(o.Angles * o.Angles) {
		first := perpendicular(into)
		for i := range o.Angles {
			turn := about(into, 2*math.Pi*float64(i)/float64(o.Angles))
			grasps = g.pinch(grasps, spatial.Vec{}, into, turn.Apply(first), 2*radius)
		}
	}
	return grasps, nil
}

// sphereDirections returns unit vectors spread evenly over the sphere, on a Fibonacci spiral (R.
// Swinbank, R. Purser, Fibonacci grids: A novel approach to global modelling, Quarterly Journal of
// the Royal Meteorological Society 132, 2006).
func sphereDirections(n int) []spatial.Vec {
	golden := math.Pi * (3 - math.Sqrt(5))
	all := make([]spatial.Vec, n)
	for i := range all {
		z := 1 - (2*float64(i)+1)/float64(n)
		s, c := math.Sincos(golden * float64(i))
		flat := math.Sqrt(1 - z*z)
		all[i] = spatial.Vec{X: flat * c, Y: flat * s, Z: z}
	}
	return all
}
