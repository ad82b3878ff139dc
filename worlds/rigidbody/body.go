package rigidbody

import (
	"fmt"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// JointKind is the kind of joint that attaches a body to its parent.
type JointKind uint8

// The kinds of joints. Continuous has the mathematics of Revolute.
const (
	Fixed JointKind = iota
	Revolute
	Continuous
	Prismatic
	Planar
	Floating
)

// String returns the name of the kind in URDF.
func (k JointKind) String() string {
	names := [...]string{"fixed", "revolute", "continuous", "prismatic", "planar", "floating"}
	if int(k) < len(names) {
		return names[k]
	}
	return fmt.Sprintf("JointKind(%d)", uint8(k))
}

// Positions is the length of a joint's part of q.
func (k JointKind) Positions() int {
	switch k {
	case Revolute, Continuous, Prismatic:
		return 1
	case Planar:
		return 3
	case Floating:
		return 7
	}
	return 0
}

// Velocities is the number of degrees of freedom, the length of a joint's part of v.
func (k JointKind) Velocities() int {
	switch k {
	case Revolute, Continuous, Prismatic:
		return 1
	case Planar:
		return 3
	case Floating:
		return 6
	}
	return 0
}

// Body is one body of the tree and the joint that attaches it to its parent. The body's frame is
// the joint's frame, moved by the joint. A body without inertia on a Fixed joint is a plain frame:
// a tool, a sensor, a contact point.
type Body struct {
	Name      string // unique
	JointName string // unique among the named joints; may be empty for a Fixed joint
	Parent    int    // index of the parent in the list of bodies, below the body's own; -1 = world
	Kind      JointKind
	Placement spatial.Pose // the joint's frame in the parent body's frame at q = 0

	// Axis is a unit vector in the joint's frame: the axis of a revolute or prismatic joint, the
	// normal of the plane of a planar one. Unused for Fixed and Floating. The plane's first axis is
	// the projection of the axis that follows the normal's largest component in the cycle x, y, z;
	// the second completes a right-handed triad with the normal. So the normals x, y, z span the
	// planes (y, z), (z, x), (x, y).
	Axis [3]float64

	Inertia Inertia
	// IndefiniteInertia accepts a tensor with negative principal moments, as some descriptions of
	// real robots have at small bodies. The mass matrix is positive definite then only if what the
	// body is attached to outweighs it.
	IndefiniteInertia bool

	// Armature is the inertia of the drive's rotor as the joint feels it (times the gear ratio
	// squared), kg m2, or kg for a prismatic joint. It adds to the diagonal of the mass matrix.
	// Joints with one degree of freedom only.
	Armature float64
}
