package sim

import "github.com/robo-actors/robo-actors/messages"

// Surface is a plane or a box that things may touch: the ground, a table, the top of a crate.
type Surface struct {
	// Name is unique among the surfaces. Required.
	Name string
	// Body is the body that carries the surface. Default: the room.
	Body string
	// Pose is that of the surface's frame in the body's frame, or in the room. Default, where all of it is zero: that frame.
	Pose messages.Pose
	// Box has the lengths of a box's edges, m; its middle is the origin of the surface's frame. Default, where all are zero:
	// the plane through that origin, pushing along its z axis.
	Box [3]float64
	// Friction is the coefficient of dry friction, above 0. Required.
	Friction float64
	// Restitution is the share of the normal speed with which things bounce, 0 to 1; less where the impact would bring energy into
	// the motion, as it may where friction turns what bounces. Default: 0.
	Restitution float64
}

// ContactSet is a set of points or small spheres of one body that may touch surfaces: the corners of a foot's sole, a ball.
type ContactSet struct {
	// Name is unique among the sets. Default: Body.
	Name string
	// Body is the body that carries them. Required.
	Body string
	// Points are the points, or the centres of the spheres, in the body's frame, m. At least one.
	Points [][3]float64
	// Radius of the spheres, m, at least 0. Default: 0, points.
	Radius float64
	// Friction is the coefficient of dry friction, above 0. Default: that of the surface.
	Friction float64
	// Surfaces lists what they may touch. Default: all surfaces, but those of their own body.
	Surfaces []string
}
