package typed

import "github.com/robo-actors/robo-actors/messages"

// PlanarPosition is where the child of a planar joint is, in the joint's frame.
type PlanarPosition struct {
	X, Y  messages.Meters
	Theta messages.Radians // not wrapped
}

// PlanarVelocity is the twist of the child of a planar joint, in its own axes: x forward, y to the
// left.
type PlanarVelocity struct {
	X, Y  messages.MetersPerSecond
	Omega messages.RadiansPerSecond
}

// PlanarEffort is the wrench on the child of a planar joint, in its own axes.
type PlanarEffort struct {
	X, Y   messages.Newtons
	Moment messages.NewtonMeters
}

// Wrench is the force and the moment on the child of a floating joint, in its own axes.
type Wrench struct {
	Force  [3]float64 // N
	Moment [3]float64 // N m
}

// Position is what the position of a joint may be: rotary, linear, planar, floating. A floating
// joint's is the pose of its child in the joint's frame, the unit quaternion ordered w, x, y, z.
type Position interface {
	messages.Radians | messages.Meters | PlanarPosition | messages.Pose
}

// Velocity is what the velocity of a joint may be. A floating joint's is the twist of its child in
// the child's own axes.
type Velocity interface {
	messages.RadiansPerSecond | messages.MetersPerSecond | PlanarVelocity | messages.Twist
}

// Effort is what the effort of a joint may be.
type Effort interface {
	messages.NewtonMeters | messages.Newtons | PlanarEffort | Wrench
}

// put writes a quantity to the front of a vector.
func put[Q Position | Velocity | Effort](to []float64, q Q) {
	switch q := any(q).(type) {
	case messages.Radians:
		to[0] = float64(q)
	case messages.RadiansPerSecond:
		to[0] = float64(q)
	case messages.NewtonMeters:
		to[0] = float64(q)
	case messages.Meters:
		to[0] = float64(q)
	case messages.MetersPerSecond:
		to[0] = float64(q)
	case messages.Newtons:
		to[0] = float64(q)
	case PlanarPosition:
		to[0], to[1], to[2] = float64(q.X), float64(q.Y), float64(q.Theta)
	case PlanarVelocity:
		to[0], to[1], to[2] = float64(q.X), float64(q.Y), float64(q.Omega)
	case PlanarEffort:
		to[0], to[1], to[2] = float64(q.X), float64(q.Y), float64(q.Moment)
	case messages.Pose:
		copy(to[:3], q.Position[:])
		copy(to[3:7], q.Orientation[:])
	case messages.Twist:
		copy(to[:3], q.Linear[:])
		copy(to[3:6], q.Angular[:])
	case Wrench:
		copy(to[:3], q.Force[:])
		copy(to[3:6], q.Moment[:])
	}
}
