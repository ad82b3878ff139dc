package worlds

import (
	"fmt"
	"math"
	"slices"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// JointType is one of the six joint types of URDF.
type JointType = rigidbody.JointKind

// The joint types, with the degrees of freedom they have.
const (
	Fixed      = rigidbody.Fixed      // 0
	Revolute   = rigidbody.Revolute   // 1, rad, within bounds
	Continuous = rigidbody.Continuous // 1, rad, without bounds
	Prismatic  = rigidbody.Prismatic  // 1, m, within bounds
	Planar     = rigidbody.Planar     // 3: x, y, theta
	Floating   = rigidbody.Floating   // 6
)

// JointTypes lists the joint types.
func JointTypes() []JointType {
	return []JointType{Fixed, Revolute, Continuous, Prismatic, Planar, Floating}
}

// ParseJointType returns the joint type that URDF calls name. The error lists the names that would
// do.
func ParseJointType(name string) (JointType, error) {
	var known []string
	for _, t := range JointTypes() {
		if t.String() == name {
			return t, nil
		}
		known = append(known, t.String())
	}
	return Fixed, fmt.Errorf("joint type %s is unknown; expected one of %s", source.Quote(name), source.Listed(known, len(known)))
}

// Joint connects a child link to a parent link.
type Joint struct {
	Name   string
	Type   JointType
	Parent string // name of the parent link
	Child  string // name of the child link

	// Origin is the pose of the joint's frame in the parent link's frame.
	Origin spatial.Pose

	// Axis is given in the joint's frame: the axis of rotation or translation, or the normal of the
	// plane of a planar joint. [Build] brings it to unit length. Fixed and floating joints have
	// none. The first axis of a planar joint's plane is the projection of the axis that follows the
	// normal's largest component in the cycle x, y, z; so the normal z spans (x, y).
	Axis [3]float64

	// Limits has one entry a degree of freedom, in the order of the velocity vector, or none at all
	// for a joint without limits. [Build] fills it. Revolute and prismatic joints must have finite
	// bounds of position.
	Limits []Limit

	// LimitsAt has, for each entry of Limits, where a description declares it, for errors. It may
	// be shorter.
	LimitsAt []source.Position

	// Mimic makes the joint follow another one; nil for an independent joint. Both must have one
	// degree of freedom.
	Mimic *Mimic

	// Damping is the viscous friction of the joint, N m s/rad or N s/m; Friction the dry one, N m
	// or N.
	Damping, Friction float64

	// Armature is the inertia of the drive's rotor as the joint feels it, kg m2 or kg. One degree
	// of freedom only.
	Armature float64

	// Control is the set of quantities that a command of the joint may hold. For an independent
	// joint that is not passive, none means all three; mimic, passive and fixed joints take no
	// command.
	Control messages.ControlMode

	// Role says who moves the joint.
	Role JointRole

	// At is where the joint was declared, for errors. It may be zero.
	At source.Position
}

// Mimic is the relation q = Multiplier q_leader + Offset.
type Mimic struct {
	Joint      string  // name of the leader
	Multiplier float64 // rad/rad, or m/rad and so on where the types differ
	Offset     float64 // rad or m
}

// Limit holds the limits of one degree of freedom. Positive infinity (negative for Lower) means no
// limit.
type Limit struct {
	Lower, Upper float64 // rad or m; of x, y and theta for a planar joint, and infinite for a floating one
	Velocity     float64 // rad/s or m/s, both directions
	Acceleration float64 // rad/s2 or m/s2, both directions
	Jerk         float64 // rad/s3 or m/s3, both directions
	Effort       float64 // N m or N, both directions
}

// Unlimited returns a Limit that limits nothing.
func Unlimited() Limit {
	inf := math.Inf(1)
	return Limit{Lower: -inf, Upper: inf, Velocity: inf, Acceleration: inf, Jerk: inf, Effort: inf}
}

// UnitOf returns the SI unit of the position, velocity or effort of a joint of one degree of
// freedom, "m/s" for the velocity of a prismatic one. It is empty for joints of other numbers of
// degrees of freedom, and for mixed control modes.
func UnitOf(t JointType, c messages.ControlMode) string {
	if t.Velocities() != 1 {
		return ""
	}
	units := map[messages.ControlMode]string{messages.ControlPosition: "rad", messages.ControlVelocity: "rad/s", messages.ControlEffort: "N m"}
	if t == Prismatic {
		units = map[messages.ControlMode]string{messages.ControlPosition: "m", messages.ControlVelocity: "m/s", messages.ControlEffort: "N"}
	}
	return units[c]
}

// JointRole says who moves a joint.
type JointRole uint8

// The roles of joints.
const (
	// Driven joints have a drive in their world.
	Driven JointRole = iota
	// Virtual joints have none: another world realises them.
	Virtual
	// Passive joints are moved by nobody: casters, free bases.
	Passive
)

var roleNames = [...]string{"driven", "virtual", "passive"}

// String returns the word that application files use.
func (r JointRole) String() string {
	if int(r) < len(roleNames) {
		return roleNames[r]
	}
	return fmt.Sprintf("role(%d)", uint8(r))
}

// usesAxis reports whether a joint of the type has an axis.
func usesAxis(t JointType) bool { return t != Fixed && t != Floating }

// canonical returns the joint as a world keeps it: nothing shared with j, the axis of unit length
// or zero where the type has none, one limit a degree of freedom, and the control modes written
// out. The joint must have passed [Description.Check].
func (j Joint) canonical() Joint {
	if usesAxis(j.Type) {
		j.Axis = spatial.VecOf(j.Axis).Unit().Array()
	} else {
		j.Axis = [3]float64{}
	}
	limits := make([]Limit, j.Type.Velocities())
	for i := range limits {
		limits[i] = Unlimited()
	}
	copy(limits, j.Limits)
	j.Limits = limits
	if j.Mimic != nil {
		mimic := *j.Mimic
		j.Mimic = &mimic
	}
	if j.Control == messages.ControlNone && j.takesCommands() {
		j.Control = messages.ControlPositionVelocityEffort
	}
	return j
}

// takesCommands reports whether a command may name the joint.
func (j *Joint) takesCommands() bool {
	return j.Type != Fixed && j.Mimic == nil && j.Role != Passive
}

// clone returns a copy that shares nothing with j.
func (j Joint) clone() Joint {
	if j.Limits != nil {
		j.Limits = append([]Limit{}, j.Limits...)
	}
	j.LimitsAt = slices.Clone(j.LimitsAt)
	if j.Mimic != nil {
		mimic := *j.Mimic
		j.Mimic = &mimic
	}
	return j
}
