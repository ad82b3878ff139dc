package physics

import (
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/geometry/outline"
)

// groundName is the name of the ground among the surfaces.
const groundName = "ground"

// GroundOptions describe the ground: the level plane at a height, a surface named ground. All zero:
// no ground.
type GroundOptions struct {
	Friction    float64         `option:"friction" doc:"coefficient of dry friction" min:"0.001" max:"10" required:"true"`
	Height      messages.Meters `option:"height" doc:"of the ground in the room"`
	Restitution float64         `option:"restitution" doc:"share of the normal speed with which things bounce" min:"0" max:"1"`
}

// SurfaceOptions describe a shape that contacts may touch: a table, the top of a crate. The frame
// of a plane lies in it, with its normal along z; that of another shape lies in its middle. A
// contact bounces less than its restitution says where the impact would bring energy into the
// motion.
type SurfaceOptions struct {
	Name        string     `option:"name" doc:"unique name" required:"true"`
	Body        string     `option:"body" doc:"body that carries it; empty: the room"`
	Position    [3]float64 `option:"position" unit:"m" doc:"of the surface's frame in the body's frame"`
	Orientation [4]float64 `option:"orientation" doc:"of the surface's frame, quaternion w, x, y, z; zeros: that of the body"`
	Box         [3]float64 `option:"box" unit:"m" doc:"without shape: lengths of the edges of a box; zeros: the plane normal to z" min:"0"`
	outline.Options
	Friction    float64 `option:"friction" doc:"coefficient of dry friction" min:"0.001" max:"10" required:"true"`
	Restitution float64 `option:"restitution" doc:"share of the normal speed with which things bounce" min:"0" max:"1"`
}

// ContactOptions describe what of one body may touch surfaces: points or small spheres, such as the
// corners of a foot's sole, and shapes. A set may touch every surface, except those of its own
// body, unless it names some. A shape touches wherever its surface does, in several points where an
// edge or a face lies on the surface.
type ContactOptions struct {
	Name            string         `option:"name" doc:"unique name; empty: body"`
	Body            string         `option:"body" doc:"body that carries the points" required:"true"`
	Points          [][3]float64   `option:"points" unit:"m" doc:"points, or centres of spheres, in the body's frame; default: none"`
	Radius          float64        `option:"radius" unit:"m" doc:"of the spheres; 0: points" min:"0"`
	Shapes          []ShapeOptions `option:"shapes" doc:"shapes of the body; default: none"`
	Friction        float64        `option:"friction" doc:"coefficient of dry friction; left out: that of the surface" min:"0.001" max:"10"`
	RollingFriction float64        `option:"rolling_friction" unit:"m" doc:"greatest moment against rolling over the normal force, for each point; left out: none" min:"0"`
	Surfaces        []string       `option:"surfaces" doc:"surfaces that they may touch; empty: all"`
}

// ShapeOptions describe a shape of a body. It may be anything but a plane; a mesh counts as its
// hull.
type ShapeOptions struct {
	outline.Options
	Position    [3]float64 `option:"position" unit:"m" doc:"of the shape's middle in the body's frame"`
	Orientation [4]float64 `option:"orientation" doc:"of the shape in the body's frame, quaternion w, x, y, z; zeros: that of the body"`
}
