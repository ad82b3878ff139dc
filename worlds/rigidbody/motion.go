package rigidbody

// Motion is a velocity (m/s, rad/s) or an acceleration (m/s2, rad/s2) of a frame.
type Motion struct {
	Linear  [3]float64
	Angular [3]float64
}

// Wrench is a force and a moment on a body, in world axes, the moment about the origin of the
// body's frame.
type Wrench struct {
	Force  [3]float64 // N
	Moment [3]float64 // N m
}

// Momentum is a linear and an angular momentum, in world axes.
type Momentum struct {
	Linear  [3]float64 // kg m/s
	Angular [3]float64 // kg m2/s
}

// Reference is the axes and the point to which a 6-vector or Jacobian of a frame refers.
type Reference uint8

const (
	// World gives spatial quantities: of the body-fixed point that passes through the world's
	// origin, in world axes.
	World Reference = iota
	// Local gives them at the frame's origin, in the frame's own axes.
	Local
	// LocalWorldAligned gives them at the frame's origin, in world axes.
	LocalWorldAligned
)
