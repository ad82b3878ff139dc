package gate

import (
	"math"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/gate/internal/core"
)

// Config is the configuration of a gate.
type Config struct {
	World *worlds.World
	// Joints has one entry for each joint of the world, in the order of the world.
	Joints []JointConfig
	// Buses are the buses whose drives move joints of the world.
	Buses []BusConfig
	// Claims has one entry for each controller.
	Claims []Claim
	// Memory outlives the incarnations of the gate: a joint that requires a reset still does after
	// a restart of the gate. Nil remembers nothing.
	Memory *Memory
}

// JointConfig is what the gate needs of a joint in addition to its description.
type JointConfig struct {
	// SafeMode is the mode after a fault. Declared is the declaration of the joint, or nil.
	SafeMode messages.Mode
	Declared *modes.Declared
	// Rearm is the way of re-arm after a fault, Start the way of the first re-arm. Settle is the
	// minimum time without any cause before an automatic re-arm.
	Rearm, Start modes.Rearm
	Settle       time.Duration
	// StateMaxAge is the age at which the state of a joint without a drive becomes stale, because
	// the actor that estimates it may be slower than the gate. Zero means 3 periods of the gate,
	// clamped to 5 ms to 100 ms. For a joint with a drive that of its bus applies.
	StateMaxAge time.Duration
	// Partner is the path of the actor in another world that realises the joint, for reports. It is
	// empty for a joint that no other world realises.
	Partner string
}

// BusConfig is the configuration of one bus.
type BusConfig struct {
	// Actor is the path of the bus's actor, whose life-cycle events the gate follows.
	Actor string
	// Port is the name of the output to the bus, StatePort that of the input from it.
	Port, StatePort string
	// Joints has the index in the world of each drive's joint, in the order of the drives.
	Joints []int
	// MaxAge is the age at which a state of the drives becomes stale.
	MaxAge time.Duration
}

// Claim is the right of one controller to command the joints of a group.
type Claim struct {
	// Controller is the path of the controller's actor, Port the name of the gate's input for it.
	Controller, Port string
	Group            *worlds.JointGroup
	// Period is the period of the controller. MaxAge is the age at which its command becomes
	// stale.
	Period, MaxAge time.Duration
	// GainScales reports that its commands scale the gains of its drives, EffortCap that they cap
	// the drives' efforts.
	GainScales, EffortCap bool
}

// core converts the configuration for the core.
func (c *Config) core(path string, period time.Duration) core.Config {
	out := core.Config{Source: path, Period: period}
	limits := c.World.Reduction().Limits()
	for i := range c.World.NumJoints() {
		slot := c.World.Slot(i)
		out.Joints = append(out.Joints, c.joint(i, limits[slot.Velocity:slot.Velocity+slot.VelocityLength]))
	}
	for _, b := range c.Buses {
		for d, j := range b.Joints {
			out.Joints[j].Role, out.Joints[j].Bus, out.Joints[j].Drive = core.Driven, len(out.Buses), d
			out.Joints[j].StateMaxAge = b.MaxAge
		}
		out.Buses = append(out.Buses, core.Bus{Name: b.Actor, Drives: len(b.Joints)})
	}
	for _, k := range c.Claims {
		out.Controllers = append(out.Controllers, core.Controller{Name: k.Controller, Joints: k.Group.JointNames(), Period: k.Period, MaxAge: k.MaxAge,
			GainScales: k.GainScales, EffortCap: k.EffortCap})
	}
	return out
}

// joint converts the configuration of a joint without a drive; the caller adds the drive.
func (c *Config) joint(i int, limits []worlds.Limit) core.Joint {
	from := c.World.Joint(i)
	rules := &c.Joints[i]
	j := core.Joint{Name: from.Name, Type: types[from.Type], Role: core.Virtual, SafeMode: rules.SafeMode, Rearm: modes.NewRules(rules.Rearm, rules.Start, rules.Settle),
		StateMaxAge: rules.StateMaxAge, Partner: rules.Partner}
	j.Brake = rules.SafeMode == messages.ModeBrake
	if d := rules.Declared; d != nil {
		j.Reactions, j.Brake, j.Gravity = modes.ResolveAll(d), j.Brake || d.HasBrake(), d.CarriesWeight()
		if d.Kind != modes.AnyJoint {
			j.Rearm = d.Rules(rules.Start)
			j.Rearm.Settle = rules.Settle
			if j.HoldWindow = restAngle; from.Type == worlds.Prismatic {
				j.HoldWindow = restLength
			}
		}
	}
	if j.Brake {
		j.BrakeOpens, j.BrakeCloses = brakeTime, brakeTime
	}
	if from.Role == worlds.Passive || from.Mimic != nil {
		j.Role = core.Passive
	}
	for _, control := range messages.ControlModes() {
		if from.Control.Has(control) {
			j.Controls = append(j.Controls, control)
		}
	}
	for _, l := range limits {
		limit := core.Limit{Lower: l.Lower, Upper: l.Upper, Velocity: l.Velocity, Acceleration: l.Acceleration, Effort: l.Effort}
		j.Limits = append(j.Limits, limit)
	}
	return j
}

// restAngle and restLength are the permitted distances from the rest position of a joint with a
// kind: a usual window of a safe operating stop (SOS of IEC 61800-5-2).
const (
	restAngle  = 2 * math.Pi / 180 // rad
	restLength = 0.005             // m
)

// brakeTime is the assumed opening and closing time of a spring brake, which drives do not report.
const brakeTime = 100 * time.Millisecond

// types maps the joint types of worlds to those of the core.
var types = map[worlds.JointType]core.Type{
	worlds.Revolute: core.Revolute, worlds.Continuous: core.Continuous, worlds.Prismatic: core.Prismatic,
	worlds.Planar: core.Planar, worlds.Floating: core.Floating,
}
