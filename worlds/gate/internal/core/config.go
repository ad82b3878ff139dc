package core

import (
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// Config describes the gate of one world.
type Config struct {
	// Source is the path of the gate in events and errors, such as "mobile_base/gate".
	Source string
	// Period is the period of the decisions.
	Period time.Duration
	// Joints are the movable joints of the world, in the world's order, which determines their
	// indices in vectors.
	Joints []Joint
	// Controllers are the claims. At most one controller claims a joint; a joint without a claim
	// never leaves its stop.
	Controllers []Controller
	// Buses are the buses whose drives move the joints.
	Buses []Bus
}

// Controller is a claim: the joints that one controller commands.
type Controller struct {
	Name string
	// Joints are the names of the joints, in the order of the controller's commands.
	Joints []string
	// Period is the period of the commands. Zero means irregular commands, whose stamps give the
	// time between them.
	Period time.Duration
	// MaxAge is the age at which a command becomes stale, at least Period. Zero means 3 times the
	// longer of both periods, clamped to 10 ms to 100 ms, and not less than Period.
	MaxAge time.Duration
	// Faults is the number of rejected commands within FaultWindow that puts the joints into their
	// safe modes, 1 to 16. Zero means 3 in 1 s.
	Faults      int
	FaultWindow time.Duration
	// Independent means that the joints stop and re-arm one by one.
	Independent bool
	// Strict rejects a command that differs from the previous one by more than the joint's limits
	// allow. Otherwise the gate accepts such a command and approaches it within the limits.
	Strict bool
	// GainScales and EffortCap mean that the commands have gain scales and effort caps for the
	// drives. Otherwise they must not.
	GainScales, EffortCap bool
}

// Bus is a bus with drives.
type Bus struct {
	Name   string
	Drives int
}

// Type is the type of a movable joint.
type Type uint8

// The types of joints, with the units of their positions.
const (
	Revolute   Type = iota // rad
	Continuous             // rad, without position limits
	Prismatic              // m
	Planar                 // x m, y m, theta rad
	Floating               // x, y, z m, quaternion w, x, y, z
)

// Role is the means by which a joint moves.
type Role uint8

// The roles.
const (
	// Driven joints have a drive.
	Driven Role = iota
	// Virtual joints have no drive: another world realises them.
	Virtual
	// Passive joints accept no commands, such as mimic joints and casters.
	Passive
)

// Joint is the configuration of one joint.
type Joint struct {
	Name string
	Type Type
	Role Role
	// Partner is the path of the actor in another world that realises a virtual joint, for reports.
	Partner string
	// Bus and Drive are the indices of a driven joint's drive. The joint has one degree of freedom.
	Bus, Drive int
	// Controls lists the permitted control modes, including each permitted combination.
	Controls []messages.ControlMode
	// HandOverEffort adds the holding effort to commands without effort during re-arm and reduces
	// it at Limit.RearmEffortRate. Without it the effort of a joint that carries weight steps at
	// re-arm. The drive must accept every combination of Controls with effort.
	HandOverEffort bool
	// Limits has one entry for each degree of freedom.
	Limits []Limit

	// SafeMode is the mode after a fault. Zero (run) means ramp_hold.
	SafeMode messages.Mode
	// Reactions are the reactions to each class of faults. Nil means that SafeMode, OnStale and
	// HoldFor apply.
	Reactions *modes.Reactions
	// OnStale are the modes after a stale command.
	OnStale OnStale
	// Gravity means that the joint carries weight: without a brake it must keep its torque, so
	// ramp_off, brake and off are no safe modes.
	Gravity bool
	// Brake means that the drive has a spring brake. BrakeOpens and BrakeCloses are its opening and
	// closing times.
	Brake                   bool
	BrakeOpens, BrakeCloses time.Duration
	// HoldFor is the time in ramp_hold after which the joint enters mode brake. Zero means never.
	HoldFor time.Duration
	// HoldWindow is the distance from the rest position in ramp_hold, in rad or m, beyond which the
	// joint climbs. Zero means no limit. It applies to one degree of freedom.
	HoldWindow float64
	// Standstill is the speed below which the joint is at rest, in rad/s or m/s. Zero means a
	// hundredth of the velocity limit, at least 0.02, and 0.02 without a limit.
	Standstill float64
	// Patience is the time beyond its ramp that a joint may take to come to rest before it climbs.
	// Zero means 500 ms.
	Patience time.Duration
	// DampEffort is the drive's effort limit in mode damp, in N m or N. A joint whose drive exceeds
	// it by a fifth for Patience climbs. Zero means no limit.
	DampEffort float64

	// LimitedShare is the share of the velocity limits that applies in mode limited, in (0, 1].
	// Zero means 0.25.
	LimitedShare float64
	// Rearm are the rules of re-arm. The zero value means an acknowledgement, also at the start, a
	// reset after faults of the drive, and auto after the loss of a coupled joint.
	Rearm modes.Rules
	// ArmWithin is the time, in addition to BrakeOpens, within which a drive must obey a re-arm.
	// Zero means 1 s.
	ArmWithin time.Duration
	// StopWithin is the time within which a drive must confirm a stop. Zero means 100 ms.
	StopWithin time.Duration
	// StateMaxAge is the age at which a measured state becomes stale. Zero means 3 periods, clamped
	// to 5 ms to 100 ms.
	StateMaxAge time.Duration
	// Outside is the distance beyond its position limits, in rad or m, up to which a joint may be
	// re-armed. Zero means 0.01.
	Outside float64
}

// Limit holds the limits of one degree of freedom. Infinity, or minus infinity for Lower, means no
// limit.
type Limit struct {
	Lower, Upper float64 // rad or m
	Velocity     float64 // rad/s or m/s
	Acceleration float64 // rad/s^2 or m/s^2
	Effort       float64 // N m or N

	// StopDeceleration is the deceleration of the gate's own ramps, in rad/s^2 or m/s^2. Zero means
	// the acceleration limit, else what stops from the velocity limit in 0.5 s, else 2.
	StopDeceleration float64
	// RearmAcceleration limits the motion from the measured state to the controller's command after
	// re-arm, in rad/s^2 or m/s^2. Zero means StopDeceleration.
	RearmAcceleration float64
	// RearmEffortRate limits the rate of effort after re-arm, in N m/s or N/s. Zero means what
	// reaches the effort limit in
	// 0.5 s, and 50 without a limit.
	RearmEffortRate float64
}

// OnStale has the modes of a joint with a stale command, by the quantity that the command controls:
// position before velocity before effort. Zero (run) means the joint's safe mode.
type OnStale struct{ Position, Velocity, Effort messages.Mode }
