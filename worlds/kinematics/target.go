package kinematics

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Kind is the kind of a target: which part of the tool's pose it fixes.
type Kind uint8

// The kinds of targets, with the number of degrees of freedom that they fix.
const (
	Pose              Kind = iota // 6: position and orientation of the tool
	Position                      // 3: position of a point of the tool
	Orientation                   // 3: orientation of the tool
	Direction                     // 2: direction of an axis of the tool
	LookAt                        // 2: a ray from a point of the tool hits a point
	PositionDirection             // 5: position of a point of the tool, and direction of an axis
	PositionAngle                 // 4: position of a point, and the angle of an axis to a direction
	PositionOnRay                 // 2: position of a point of the tool on a ray
	Ray                           // 4: an axis of the tool lies on a line
	PositionXY                    // 2: x and y of a point of the tool
	PositionXYHeading             // 3: x and y of a point, and the heading of an axis about z
	kinds
)

var kindNames = [kinds]string{"pose", "position", "orientation", "direction", "look_at", "position_direction", "position_angle",
	"position_on_ray", "ray", "position_xy", "position_xy_heading"}

// String returns the name of the kind.
func (k Kind) String() string {
	if k < kinds {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// Kinds returns all kinds of targets.
func Kinds() []Kind {
	var all []Kind
	for k := range kinds {
		all = append(all, k)
	}
	return all
}

// Target is what the tool has to reach, in the frame of the base. The functions At..., Pointing,
// LookingAt, On... and Along... make targets; Kind says which of the fields count.
type Target struct {
	Kind Kind
	// Pose is the pose of the tool: Pose and Orientation.
	Pose spatial.Pose
	// Point is where the tool's point goes or what it looks at, and the beginning of a ray, m.
	Point [3]float64
	// Direction is where the tool's axis or the ray points, and from which direction Angle counts.
	// Any length except zero.
	Direction [3]float64
	// Angle is between the axis and Direction (PositionAngle), or from x to the axis, about z
	// (PositionXYHeading), rad.
	Angle float64
	// ToolPoint is the point of the tool, in its frame, m.
	ToolPoint [3]float64
	// ToolAxis is the axis of the tool, in its frame. Any length except zero.
	ToolAxis [3]float64
}

// AtPose wants the tool at a pose.
func AtPose(pose spatial.Pose) Target { return Target{Kind: Pose, Pose: pose} }

// AtPosition wants a point of the tool, given in its frame, at a point.
func AtPosition(toolPoint, point [3]float64) Target {
	return Target{Kind: Position, ToolPoint: toolPoint, Point: point}
}

// AtOrientation wants the tool in an orientation, anywhere.
func AtOrientation(r spatial.Rotation) Target {
	return Target{Kind: Orientation, Pose: spatial.Pose{R: r}}
}

// Pointing wants an axis of the tool to point in a direction, anywhere.
func Pointing(toolAxis, direction [3]float64) Target {
	return Target{Kind: Direction, ToolAxis: toolAxis, Direction: direction}
}

// LookingAt wants the ray from a point of the tool along an axis of the tool to hit a point.
func LookingAt(toolPoint, toolAxis, point [3]float64) Target {
	return Target{Kind: LookAt, ToolPoint: toolPoint, ToolAxis: toolAxis, Point: point}
}

// AtPositionPointing wants a point of the tool at a point, and an axis of the tool in a direction:
// the rotation about the axis is free.
func AtPositionPointing(toolPoint, point, toolAxis, direction [3]float64) Target {
	return Target{Kind: PositionDirection, ToolPoint: toolPoint, Point: point, ToolAxis: toolAxis, Direction: direction}
}

// AtPositionWithAngle wants a point of the tool at a point, and the given angle (0 to pi, rad)
// between an axis of the tool and a direction.
func AtPositionWithAngle(toolPoint, point, toolAxis, direction [3]float64, angle float64) Target {
	return Target{Kind: PositionAngle, ToolPoint: toolPoint, Point: point, ToolAxis: toolAxis, Direction: direction, Angle: angle}
}

// OnRay wants a point of the tool on the ray that begins at a point and leads in a direction.
func OnRay(toolPoint, point, direction [3]float64) Target {
	return Target{Kind: PositionOnRay, ToolPoint: toolPoint, Point: point, Direction: direction}
}

// AlongRay wants the line through a point of the tool along an axis of the tool to be the line
// through a point in a direction, both pointing the same way. The tool can slide along the line and
// turn about it.
func AlongRay(toolPoint, toolAxis, point, direction [3]float64) Target {
	return Target{Kind: Ray, ToolPoint: toolPoint, ToolAxis: toolAxis, Point: point, Direction: direction}
}

// AtXY wants x and y of a point of the tool.
func AtXY(toolPoint [3]float64, x, y float64) Target {
	return Target{Kind: PositionXY, ToolPoint: toolPoint, Point: [3]float64{x, y, 0}}
}

// AtXYHeading wants x and y of a point of the tool, and the heading of an axis of the tool: the
// angle from x to its projection onto the plane of x and y, rad.
func AtXYHeading(toolPoint [3]float64, x, y float64, toolAxis [3]float64, heading float64) Target {
	return Target{Kind: PositionXYHeading, ToolPoint: toolPoint, Point: [3]float64{x, y, 0}, ToolAxis: toolAxis, Angle: heading}
}

// Which fields a kind uses.
func (k Kind) usesPose() bool  { return k == Pose || k == Orientation }
func (k Kind) usesPoint() bool { return !k.usesPose() && k != Direction }
func (k Kind) usesAxis() bool {
	return !k.usesPose() && k != Position && k != PositionOnRay && k != PositionXY
}
func (k Kind) usesDirection() bool {
	return k.usesAxis() && k != LookAt && k != PositionXYHeading || k == PositionOnRay
}

// problem returns what makes a target invalid, or nothing.
func (t *Target) problem() string {
	k := t.Kind
	switch {
	case k >= kinds:
		return "unknown kind of target"
	case k.usesPose() && !validPose(&t.Pose):
		return "the pose is not finite, or its rotation is invalid"
	case k.usesPoint() && !finite(t.Point[:]...), k.usesPoint() && !finite(t.ToolPoint[:]...):
		return "a point is not finite"
	case k.usesAxis() && !hasDirection(t.ToolAxis):
		return "the axis of the tool has no direction"
	case k.usesDirection() && !hasDirection(t.Direction):
		return "the direction is zero or not finite"
	case !finite(t.Angle):
		return "the angle is not finite"
	case k == PositionAngle && (t.Angle < 0 || t.Angle > math.Pi):
		return "the angle is outside 0 to pi"
	}
	return ""
}

func hasDirection(v [3]float64) bool {
	return finite(v[:]...) && spatial.VecOf(v).Norm() > 0
}
