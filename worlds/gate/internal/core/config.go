package core

import (
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// Rules say what re-arm of a joint takes; package supervision makes them.
type Rules = modes.Rules

// Reactions have what every fault leads to for one joint; package supervision resolves them.
type Reactions = modes.Reactions

// Config describes the gate of one world.
type Config struct {
	// Source is the path of the gate in events and errors, "world/gate".
	Source string
	// Period is that of the decisions.
	Period time.Duration
	// Joints has the joints of the world that move, in its order: their places in vectors follow from it.
	Joints []Joint
	// Controllers has what commands the joints. A joint is claimed by one controller at most; one that is claimed by
	// none never leaves its stop.
	Controllers []Controller
	// Buses has the buses whose drives move the joints.
	Buses []Bus
}

// Controller is a claim: the joints that one controller commands.
type Controller struct {
	Name string
	// Joints names them in the order of its commands.
	Joints []string
	// Period is that of its commands. Zero: they come when they come, and their stamps tell the time between them.
	Period time.Duration
	// MaxAge is the age beyond which the gate acts by itself. Zero: clamp(3 times the longer of both periods, 10 ms, 100
	// ms), and not less than Period. At least Period.
	MaxAge time.Duration
	// Faults is the number of refused commands within FaultWindow that puts its joints into their safe modes, 1 to 16.
	// Zero: 3 in 1 s.
	Faults      int
	FaultWindow time.Duration
	// Independent has its joints stop and come back one by one.
	Independent bool
	// Strict refuses a command that is farther from the one before than the joint's limits allow. Otherwise such a command
	// is taken, and what is sent goes there within the limits.
	Strict bool
	// GainScales and EffortCap require that its commands scale the gains of its drives, and that they cap
	// the drives' efforts; commands of other controllers must not.
	GainScales, EffortCap bool
}

// Bus is a bus with drives.
type Bus struct {
	Name   string
	Drives int
}

// Type is the type of a joint that moves.
type Type uint8

// The types.
const (
	Revolute   Type = iota // rad
	Continuous             // rad, without bounds
	Prismatic              // m
	Planar                 // x m, y m, theta rad
	Floating               // x, y, z m, quaternion w, x, y, z
)

// Role says what moves a joint.
type Role uint8

// The roles.
const (
	// Driven joints have a drive.
	Driven Role = iota
	// Virtual joints have none: another world realises them.
	Virtual
	// Passive joints take no command: mimic joints, casters.
	Passive
)

// Joint describes one joint.
type Joint struct {
	Name string
	Type Type
	Role Role
	// Bus and Drive are the indices of a driven joint's drive, which needs one degree of freedom.
	Bus, Drive int
	// Controls lists the control modes that a command may have, mixes included and each as such.
	Controls []messages.ControlMode
	// HandOverEffort adds effort to a command that has none while the joint goes from its stop to its controller: the
	// effort that held the joint, let down at Limit.RearmEffortRate. Without it the effort of a joint that carries weight
	// steps at re-arm. The drive must take every mix with effort of Controls.
	HandOverEffort bool
	// Limits has one entry a degree of freedom.
	Limits []Limit

	// SafeMode is what faults lead to. Zero (run): ramp_hold.
	SafeMode messages.Mode
	// Reactions has what each fault leads to, by the kind of the joint and by what its file says. Nil: SafeMode, OnStale and
	// HoldFor.
	Reactions *Reactions
	// OnStale says what an old command leads to.
	OnStale OnStale
	// Gravity says that the joint carries weight: without a brake its torque must not go, and so its safe modes are not
	// ramp_off, brake or off.
	Gravity bool
	// Brake says that the drive has a spring brake; BrakeOpens and BrakeCloses how long it takes.
	Brake                   bool
	BrakeOpens, BrakeCloses time.Duration
	// HoldFor is how long the joint is held in ramp_hold before its brake closes (mode brake). Zero: as long as it takes.
	HoldFor time.Duration
	// HoldWindow is how far the joint may move from where it came to rest in ramp_hold, rad or m; beyond it climbs. Zero:
	// it is not watched. One degree of freedom.
	HoldWindow float64
	// Standstill is the speed below which the joint rests, rad/s or m/s. Zero: a hundredth of the velocity limit, at least
	// 0.02, and 0.02 without a limit.
	Standstill float64
	// Patience is how much longer than its ramp a joint may take to come to rest before it climbs. Zero: 500 ms.
	Patience time.Duration
	// DampEffort is the bound of effort in mode damp, as the drive keeps it, N m or N; a drive that exceeds it by a fifth
	// for Patience climbs. Zero: it is not watched.
	DampEffort float64

	// LimitedShare is what mode limited leaves of the velocity limits, in (0, 1]. Zero: 0.25.
	LimitedShare float64
	// Rearm says what re-arm takes. The zero value: an acknowledgement, also at the start; a reset after faults of the
	// drive; nothing after the loss of a peer.
	Rearm Rules
	// ArmWithin is how long a drive may take to obey after re-arm, beside BrakeOpens. Zero: 1 s.
	ArmWithin time.Duration
	// StopWithin is how long a drive may take to confirm a stop. Zero: 100 ms.
	StopWithin time.Duration
	// StateMaxAge is the age beyond which a measured state is none. Zero: clamp(3 periods, 5 ms, 100 ms).
	StateMaxAge time.Duration
	// Outside is how far outside of its bounds of position a joint may be re-armed, rad or m. Zero: 0.01.
	Outside float64
}

// Limit holds the limits of one degree of freedom. Infinity means none, and a limit of position of minus infinity.
type Limit struct {
	Lower, Upper float64 // rad or m
	Velocity     float64 // rad/s or m/s
	Acceleration float64 // rad/s^2 or m/s^2
	Effort       float64 // N m or N

	// StopDeceleration is that of the gate's own ramps, rad/s^2 or m/s^2. Zero: the acceleration limit; without one, what
	// stops from the velocity limit in 0.5 s; and without that, 2.
	StopDeceleration float64
	// RearmAcceleration bounds the way from the measured state to the controller's command after re-arm, rad/s^2 or m/s^2.
	// Zero: as StopDeceleration.
	RearmAcceleration float64
	// RearmEffortRate bounds the change of effort after re-arm, N m/s or N/s. Zero: what goes from none to the effort limit
	// in 0.5 s, and without a limit, 50.
	RearmEffortRate float64
}

// OnStale has the mode that a joint climbs to when its command is too old, by what that command named: position before
// velocity before effort. Zero (run) stands for the joint's safe mode.
type OnStale struct{ Position, Velocity, Effort messages.Mode }
