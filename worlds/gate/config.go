package gate

import (
	"math"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/gate/internal/core"
)

// Config says what a gate guards.
type Config struct {
	World *worlds.World
	// Joints has one entry a joint of the world, in its order.
	Joints []JointConfig
	// Buses has the drives of each bus, by joint of the world.
	Buses []BusConfig
	// Claims has one entry a controller.
	Claims []Claim
	// Memory outlives the gate's actor: what asked for a reset before it failed still does
	// afterwards. Nil remembers nothing.
	Memory *Memory
}

// JointConfig is what the gate must know of a joint beside its description.
type JointConfig struct {
	// SafeMode is what faults lead to. Declared says more about the joint; nil where nothing more
	// is known.
	SafeMode messages.Mode
	Declared *modes.Declared
	// Rearm says how the joint comes back after a fault, Start how it takes its first commands, and
	// Settle how long every cause must be gone before it comes back by itself.
	Rearm, Start modes.Rearm
	Settle       time.Duration
	// StateMaxAge bounds the age of the state of a joint without a drive, as the world or the
	// processor that tells it may be slower than the gate. Zero: clamp(3 periods of the gate, 5 ms,
	// 100 ms). A joint with a drive has that of its bus.
	StateMaxAge time.Duration
}

// BusConfig is one bus.
type BusConfig struct {
	// Actor is the whole path of the bus's actor, whose life the gate follows.
	Actor string
	// Port names the output to the bus, and StatePort the input from it.
	Port, StatePort string
	// Joints has the joint of each drive, in the order of the drives.
	Joints []int
	// MaxAge bounds the age of a state of the drives.
	MaxAge time.Duration
}

// Claim is what one controller may command.
type Claim struct {
	// Controller is the whole path of its actor; Port is the gate's input for it.
	Controller, Port string
	Group            *worlds.JointGroup
	// Period is that of the controller, MaxAge bounds the age of a command in use.
	Period, MaxAge time.Duration
	// GainScales reports that its commands scale the gains of its drives, EffortCap that they cap the
	// drives' efforts.
	GainScales, EffortCap bool
}

// core translates the configuration for the state machine.
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

// joint describes a joint without a drive; those of the buses get theirs afterwards.
func (c *Config) joint(i int, limits []worlds.Limit) core.Joint {
	from := c.World.Joint(i)
	rules := &c.Joints[i]
	j := core.Joint{Name: from.Name, Type: types[from.Type], Role: core.Virtual, SafeMode: rules.SafeMode, Rearm: modes.NewRules(rules.Rearm, rules.Start, rules.Settle),
		StateMaxAge: rules.StateMaxAge}
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
	for control := messages.ControlPosition; control.Valid(); control++ {
		if from.Control.Has(control) {
			j.Controls = append(j.Controls, control)
		}
	}
	for _, l := range limits {
		limit := core.Limit{Lower: l.Lower, Upper: l.Upper, Velocity: l.Velocity, Acceleration: l.Acceleration, Effort: l.Effort}
		if j.Role == core.Virtual && len(limits) > 1 {
			// Bounds of position of a planar or floating joint are those of the room, its velocity
			// is the body's.
			limit.Lower, limit.Upper = math.Inf(-1), math.Inf(1)
		}
		j.Limits = append(j.Limits, limit)
	}
	return j
}

// restAngle and restLength are how far a joint of a kind may move from where it came to rest: the
// window of a safe operating stop (SOS of IEC 61800-5-2) as usual.
const (
	restAngle  = 2 * math.Pi / 180 // rad
	restLength = 0.005             // m
)

// brakeTime is how long a spring brake may take either way: drives tell no times of their own.
const brakeTime = 100 * time.Millisecond

// types are the joint types as the state machine has them.
var types = map[worlds.JointType]core.Type{
	worlds.Revolute: core.Revolute, worlds.Continuous: core.Continuous, worlds.Prismatic: core.Prismatic,
	worlds.Planar: core.Planar, worlds.Floating: core.Floating,
}
