package sim

import (
	"math/rand/v2"
	"time"
)

// Options describe a plant. Only Servos must be given; every other zero value stands for its default.
type Options struct {
	// Step is the fixed step of the integration, and the period of the drives' own loops. 50 us to 5 ms. Default: 1 ms.
	Step time.Duration
	// Servos describes the drives, at most one a joint. Joints without one move freely, but for the friction of their
	// description.
	Servos []Servo
	// Wheels describes what rolls on the ground.
	Wheels []WheelSet
	// Surfaces lists planes and boxes that things may touch, Contacts the points that may touch them.
	Surfaces []Surface
	Contacts []ContactSet
	// Grasps lists what grippers may hold, Springs what pulls at joints, and Latches what holds joints until a handle is turned.
	Grasps  []Grasp
	Springs []Spring
	Latches []Latch
	// RigidLimits makes the limits of revolute and prismatic joints rigid: a joint stops there at once. Default: it ends a
	// little behind them, against a stiff spring.
	RigidLimits bool
	// Pushes act on bodies from outside, each for a while.
	Pushes []Push
	// Start has the positions of joints at the beginning, at rest. Default: zero, and no rotation; of mimic joints what their
	// leaders' positions make of them, which is the only start that they may be given.
	Start []JointStart
	// Noise gives the source of noise of a drive, by its joint. Needed where a servo has noise. The same sources give the
	// same run.
	Noise func(joint string) *rand.PCG
}

// JointStart is the position of one joint at the beginning: one number, three of a planar joint (x m, y m, theta rad),
// seven of a floating one (m, quaternion w x y z).
type JointStart struct {
	Joint    string
	Position []float64
}

// WheelKind says in which directions a wheel holds the ground.
type WheelKind uint8

const (
	// Mecanum wheels carry rollers: they hold the ground along the axle of the roller that touches it, and roll freely
	// across. With a roller angle of 0 they are omni wheels with rollers across their rolling direction.
	Mecanum WheelKind = iota + 1
	// Standard wheels hold the ground in their rolling direction and sideways.
	Standard
)

// String returns the word that application files use.
func (k WheelKind) String() string {
	switch k {
	case Mecanum:
		return "mecanum"
	case Standard:
		return "standard"
	}
	return "unknown"
}

// WheelSet describes wheels of one kind that carry one base. The base moves in the plane: its link, or one it is fixed
// to, is the child of a planar joint whose normal points up. The wheels' joints turn about horizontal axes. Casters that
// turn freely need no wheels here.
type WheelSet struct {
	// Kind is mecanum or standard. Required.
	Kind WheelKind
	// Joints lists the joints of the wheels. Required. A positive velocity turns the wheel about its joint's axis, and so
	// the base forward where that axis points to the left.
	Joints []string
	// Radius is from the wheel's axis to the ground, m, above 0. Required.
	Radius float64
	// RollerAngle is the angle between the wheel's rolling direction and the axle of the roller that touches the ground,
	// rad, 0 to 1.4; default pi/4. Wheels front left and rear right have their axles turned to the right of the rolling
	// direction, the others to the left: seen from above, those axles form a diamond. Negative angles mount the wheels the
	// other way round. Omni gives an angle of zero.
	RollerAngle float64
	// Omni makes the roller angle zero.
	Omni bool
	// Grip is the largest force along a direction in which a wheel holds the ground, as a share of the load on it, above
	// 0: the coefficient of friction. The load is the weight of the base and of all that it carries, shared equally by the
	// wheels on it. Standard wheels hold along and across by themselves, so that one that skids between the two brakes by up to
	// the square root of 2 as much. Default: 0, wheels never slip.
	Grip float64
	// RollingResistance is the force that rolling takes, as a share of the load, 0 to 0.5. Default: 0.
	RollingResistance float64
}
