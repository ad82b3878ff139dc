package wholebody

import "github.com/robo-actors/robo-actors/worlds/geometry/outline"

// LimitOptions say which limits of joints the constrained law keeps. Their numbers are those of the
// world.
type LimitOptions struct {
	Without        []string `option:"without" doc:"kinds of limits that are not kept" one_of:"position,velocity,acceleration,effort"`
	PositionMargin float64  `option:"position_margin" unit:"rad|m" doc:"distance to the limits of position that is kept" min:"0"`
	Acceleration   float64  `option:"acceleration" unit:"rad/s^2|m/s^2" doc:"limit of driven joints whose description has none, so that they can brake before the limit of position" min:"0.01" max:"100000"`
}

// ContactOptions declare a body that does not move against the ground, and the points through which
// the ground presses.
type ContactOptions struct {
	Name        string       `option:"name" doc:"name of the contact" required:"true"`
	Frame       string       `option:"frame" doc:"body that touches" required:"true"`
	Points      [][3]float64 `option:"points" unit:"m" doc:"where forces act, in the body's frame; one point holds its position only, three and more the whole pose of the body" required:"true"`
	Normal      [3]float64   `option:"normal" doc:"direction from the ground into the robot, world axes; zeros: upwards"`
	Friction    float64      `option:"friction" doc:"coefficient of dry friction; used by the constrained law" min:"0" max:"10" required:"true"`
	PressureMin float64      `option:"pressure_min" unit:"N" doc:"least force of each point along the normal" min:"0"`
	PressureMax float64      `option:"pressure_max" unit:"N" doc:"greatest force of each point along the normal; 0: any" min:"0"`
}

// CollisionOptions declare two shapes that are kept apart.
type CollisionOptions struct {
	Name   string       `option:"name" doc:"name of the pair" required:"true"`
	A      ShapeOptions `option:"a" doc:"one shape" required:"true"`
	B      ShapeOptions `option:"b" doc:"the other shape" required:"true"`
	Margin float64      `option:"margin" unit:"m" doc:"least distance between the surfaces" min:"0"`
	Rate   float64      `option:"rate" unit:"1/s" doc:"share of what is left of the distance that may be used up in a second; 0: 10" min:"0"`
}

// ShapeOptions declare a shape by its kind and pose. Without a kind it is a sphere, or a capsule
// from one point to another.
type ShapeOptions struct {
	Frame string `option:"frame" doc:"body that carries the shape; left out: it is in the world"`
	outline.Options
	Position []float64 `option:"position" unit:"m" doc:"of the shape's middle in the body's frame: x, y, z; left out: the origin"`
	Rotation []float64 `option:"rotation" unit:"rad" doc:"roll, pitch and yaw of the shape in the body's frame; left out: none"`
	From     []float64 `option:"from" unit:"m" doc:"without shape: centre of a sphere, or one end of a capsule's axis, in the body's frame: x, y, z; left out: the origin"`
	To       []float64 `option:"to" unit:"m" doc:"without shape: other end of a capsule's axis; left out: a sphere"`
}

// BoxOptions declare a box that a point does not leave.
type BoxOptions struct {
	Name  string    `option:"name" doc:"name of the box" required:"true"`
	Frame string    `option:"frame" doc:"body that carries the point" required:"true"`
	Point []float64 `option:"point" unit:"m" doc:"in the body's frame: x, y, z; left out: its origin"`
	Axes  string    `option:"axes" doc:"world axes along which there are faces, as x,z; all when left out"`
	Min   []float64 `option:"min" unit:"m" doc:"lower faces, world axes: x, y, z; left out: none"`
	Max   []float64 `option:"max" unit:"m" doc:"upper faces; left out: none"`
	Rate  float64   `option:"rate" unit:"1/s" doc:"share of the distance to a face that may be used up in a second; 0: 10" min:"0"`
}
