package taskspace

import (
	"fmt"
	"strings"
)

// Kind is the kind of a task. The comments say what its components are, in order, with their units,
// and which fields of Task it uses beside Name, Kind, Level, Weight, Gains and Motion.
type Kind uint8

const (
	// FramePosition moves a point of a body: x, y, z in m. Frame, Point, Rotation, Axes;
	// Goal.Position.
	FramePosition Kind = iota
	// FrameOrientation turns a body: the rotation vector about x, y, z in rad. Frame, Rotation,
	// Axes; Goal.Orientation.
	FrameOrientation
	// FramePose is both: x, y, z in m, then rx, ry, rz in rad. Frame, Point, Rotation, Axes;
	// Goal.Position and Goal.Orientation.
	FramePose
	// CentreOfMass moves the robot's centre of mass: x, y, z in m. Rotation, Axes; Goal.Position.
	CentreOfMass
	// Posture brings joints to positions: one component a velocity of each joint, rad or m, in the
	// order of Joints. Joints (empty: all of the model); Goal.Joints.
	Posture
	// JointLimits keeps joints of one degree of freedom off their position limits: a component is
	// in force while its joint is within Margin of a limit, and fades in over the first half of
	// that way. Joints (empty: all that have limits), Margin; no goal.
	JointLimits
	// Force brings the force and moment that a body exerts on its surroundings, at Point, to
	// Goal.Wrench: x, y, z in N, rx, ry, rz in N m. Gains.Force, Gains.ForceIntegral,
	// Gains.Derivative; Frame, Point, Rotation, Axes.
	Force
	// Hybrid is FramePose on the components of Axes, and Force on those of ForceAxes, which are a
	// part of Axes.
	Hybrid
	// Momentum brings the robot's momentum to a value: linear x, y, z in kg m/s, angular about the
	// centre of mass rx, ry, rz in kg m2/s. Gains.Derivative only, 1/s; Rotation, Axes;
	// Goal.Momentum.
	Momentum
	// RelativePose is the pose of Frame (at Point) in the frame Base, in Base's axes: x, y, z, rx,
	// ry, rz. Frame, Base, Point, Rotation, Axes; Goal.Position and Goal.Orientation, in Base.
	RelativePose
	// Gaze points an axis of a body, through Point, at a place in the world, which may be behind
	// it: two components, rad, of the rotation vector that leads the axis to the goal. Frame,
	// Point, Direction; Goal.Position is the place, in the world.
	Gaze
	kinds
)

var kindNames = [kinds]string{"frame_position", "frame_orientation", "frame_pose", "centre_of_mass", "posture",
	"joint_limits", "force", "hybrid", "momentum", "relative_pose", "gaze"}

// String returns the kind's name, as files have it.
func (k Kind) String() string {
	if k < kinds {
		return kindNames[k]
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// ParseKind finds a kind by its name.
func ParseKind(name string) (Kind, error) {
	for k, n := range kindNames {
		if n == name {
			return Kind(k), nil
		}
	}
	return 0, unknown("", "kind of task", name, kindNames[:])
}

// spatial reports how many linear and angular components a kind of task has that can be selected by
// Axes: 3 or 6, first is the first of them in the order x, y, z, rx, ry, rz. Kinds without such
// components give 0.
func (k Kind) spatial() (first, count int) {
	switch k {
	case FramePosition, CentreOfMass:
		return 0, 3
	case FrameOrientation:
		return 3, 3
	case FramePose, Force, Hybrid, Momentum, RelativePose:
		return 0, 6
	}
	return 0, 0
}

// Axes is a selection of components: X, Y, Z, RX, RY, RZ, joined by |. The zero value selects all
// that a task has.
type Axes uint8

// The components of a position and of a rotation vector, in the task's axes.
const (
	X Axes = 1 << iota
	Y
	Z
	RX
	RY
	RZ
)

var axisNames = [6]string{"x", "y", "z", "rx", "ry", "rz"}

// String returns the names of the selected components, joined by commas; "all" for the zero value.
func (a Axes) String() string {
	if a == 0 {
		return "all"
	}
	var names []string
	for i, n := range axisNames {
		if a&(1<<i) != 0 {
			names = append(names, n)
		}
	}
	return strings.Join(names, ",")
}

// ParseAxes reads what String gives.
func ParseAxes(text string) (a Axes, err error) {
	if text == "all" {
		return 0, nil
	}
next:
	for _, name := range strings.Split(text, ",") {
		for i, n := range axisNames {
			if n == strings.TrimSpace(name) {
				a |= 1 << i
				continue next
			}
		}
		return 0, unknown("", "axis", name, append(axisNames[:len(axisNames):len(axisNames)], "all"))
	}
	return a, nil
}

// Saturation is how the velocity that a task's feedback asks for is cut to Gains.VelocityMax.
type Saturation uint8

const (
	// Off cuts nothing.
	Off Saturation = iota
	// PerComponent cuts each component by itself: the direction changes.
	PerComponent
	// ByGreatest scales all components by the same factor, such that the one farthest beyond its
	// limit meets it.
	ByGreatest
	// ByNorm scales by the norm: of all components, but of linear and angular ones apart, each
	// against its limit. The gains and limits within such a part must be equal.
	ByNorm
	saturations
)

var saturationNames = [saturations]string{"off", "per_component", "by_greatest", "by_norm"}

// String returns the policy's name, as files have it.
func (s Saturation) String() string {
	if s < saturations {
		return saturationNames[s]
	}
	return fmt.Sprintf("saturation(%d)", uint8(s))
}

// ParseSaturation finds a policy by its name.
func ParseSaturation(name string) (Saturation, error) {
	for s, n := range saturationNames {
		if n == name {
			return Saturation(s), nil
		}
	}
	return 0, unknown("", "saturation", name, saturationNames[:])
}
