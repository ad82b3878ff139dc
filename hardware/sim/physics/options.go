package physics

import (
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Options describe a mechanism beside its world: what it rolls on, touches, holds and is pushed by.
// Every zero value stands for its default.
type Options struct {
	Step        time.Duration    `option:"step" doc:"fixed step of the integration and period of the drives' own loops; 0: 1ms" min:"0" max:"0.005"`
	Wheels      []WheelOptions   `option:"wheels" doc:"wheels that roll on the ground"`
	Start       []StartOptions   `option:"start" doc:"positions of joints at the beginning, at rest; mimic joints begin where their leaders put them"`
	Ground      GroundOptions    `option:"ground" doc:"level ground"`
	Surfaces    []SurfaceOptions `option:"surfaces" doc:"further shapes that contacts may touch"`
	Contacts    []ContactOptions `option:"contacts" doc:"points, spheres and shapes that may touch ground and surfaces"`
	Grasps      []GraspOptions   `option:"grasps" doc:"handles that grippers may hold"`
	Springs     []SpringOptions  `option:"springs" doc:"springs and dampers at joints"`
	Latches     []LatchOptions   `option:"latches" doc:"latches that hold joints until a handle is turned"`
	RigidLimits bool             `option:"rigid_limits" doc:"joints stop at their limits at once, rather than at a spring a little behind them"`
	Pushes      []PushOptions    `option:"pushes" doc:"forces from outside, each for a while"`
}

// StartOptions set the position of one joint at the beginning: one number, three of a planar joint
// (x m, y m, theta rad), seven of a floating one (m, quaternion w, x, y, z).
type StartOptions struct {
	Joint    string    `option:"joint" doc:"joint to place" required:"true"`
	Position []float64 `option:"position" unit:"rad|m" doc:"one number; x, y, theta of a planar joint; position and quaternion w x y z of a floating one" required:"true"`
}

// Driven is a joint of one degree of freedom that a drive moves. The drive, not the mechanism, has
// the joint's dry friction.
type Driven struct {
	Joint string
	// Armature is the inertia of the drive's rotor at the joint, kg m^2 or kg. Zero stands for that
	// of the description.
	Armature float64
	// Viscous is the linear friction of joint and drive, N m s/rad or N s/m. Zero stands for that
	// of the description.
	Viscous float64
}

// Load is what a drive does to its joint during one step.
type Load struct {
	// Effort is the effort of the motor at the joint, N m or N.
	Effort float64
	// Friction is the largest dry friction of drive and brake, N m or N.
	Friction float64
}

// DrivenJoint is what a drive needs to know of its joint.
type DrivenJoint struct {
	// Position and Velocity are the joint's places in the vectors of the mechanism.
	Position, Velocity int
	// Inertia is the inertia that the joint moves at the start position while all others stand
	// still, and LeastInertia an estimate of the least that it ever moves while all others are
	// free; rotor included. kg m^2 or kg.
	Inertia, LeastInertia float64
	// Viscous is the linear friction of all that the joint moves, N m s/rad or N s/m.
	Viscous float64
	// Weight is the most that gravity does to the joint, N m or N.
	Weight float64
}

// The types of wheels, as application files name them.
const (
	// Mecanum wheels carry rollers: they hold the ground along the axle of the roller that touches
	// it, and roll freely across. With a roller angle of 0 they are omni wheels, whose rollers lie
	// across the rolling direction.
	Mecanum = "mecanum"
	// Standard wheels hold the ground in their rolling direction and sideways.
	Standard = "standard"
)

// WheelOptions describe wheels of one type that carry one base. The base moves in the plane: its
// link, or one it is fixed to, is the child of a planar joint whose normal points up. The wheels'
// joints turn about horizontal axes. Casters that turn freely need no wheels here.
type WheelOptions struct {
	Type string `option:"type" doc:"type of the wheels" one_of:"mecanum,standard" required:"true"`
	// Joints lists the joints of the wheels. A positive velocity turns the wheel about its joint's
	// axis, and so moves the base forward where that axis points to the left.
	Joints []string        `option:"joints" doc:"joints of the wheels" required:"true"`
	Radius messages.Meters `option:"radius" doc:"from the wheel's axis to the ground" min:"0.001" required:"true"`
	// RollerAngle is the angle between the wheel's rolling direction and the axle of the roller
	// that touches the ground. Wheels front left and rear right have their axles turned to the
	// right of the rolling direction, the others to the left: seen from above, those axles form a
	// diamond. Negative angles mount the wheels the other way round.
	RollerAngle messages.Radians `option:"roller_angle" doc:"angle of the rollers' axles; 0: 45 degrees" min:"-1.4" max:"1.4"`
	// Omni makes the roller angle zero.
	Omni bool `option:"omni" doc:"the rollers' axles point along the rolling direction: a roller angle of zero"`
	// Grip is the largest force along a direction in which a wheel holds the ground, as a share of
	// the load on it. The load is the weight of the base and of all that it carries, shared equally
	// by the wheels on it. Standard wheels hold along and across independently, so that a wheel
	// that skids between the two brakes by up to the square root of 2 as much.
	Grip              float64 `option:"grip" doc:"coefficient of friction; 0: never slips" min:"0" max:"10"`
	RollingResistance float64 `option:"rolling_resistance" doc:"as a share of the load" min:"0" max:"0.5"`
}
