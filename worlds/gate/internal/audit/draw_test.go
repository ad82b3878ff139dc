package audit

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/gate/internal/core"
)

// mostJoints is that of a drawn world.
const mostJoints = 10

// Drawn is a drawn world: its gate, and the kind of each joint, AnyJoint for those without one.
type Drawn struct {
	core.Config
	Kinds []modes.JointKind
}

// Draw makes up the gate of a world: types, roles, limits, controllers, buses and rules. Whatever
// the auditor goes by is written out; nothing of it is left to defaults.
func Draw(rnd *rand.Rand) Drawn {
	d := drawer{rnd}
	c := core.Config{Source: "world/gate", Period: []time.Duration{1, 2, 4, 5, 10}[rnd.IntN(5)] * time.Millisecond}
	for i := range 1 + rnd.IntN(mostJoints) {
		c.Joints = append(c.Joints, d.joint(i, c.Period))
	}
	if first := &c.Joints[0]; first.Role == core.Passive { // someone has to move
		first.Role = core.Virtual
	}
	d.wire(&c)
	d.claim(&c)
	return Drawn{c, d.kinds(&c)}
}

// kinds makes half of the driven joints ones of a kind.
func (d drawer) kinds(c *core.Config) []modes.JointKind {
	kinds := make([]modes.JointKind, len(c.Joints))
	for i := range c.Joints {
		if j := &c.Joints[i]; j.Role == core.Driven && d.chance(0.5) {
			kinds[i] = modes.JointKinds()[d.IntN(len(modes.JointKinds()))]
			what := modes.Declared{Kind: kinds[i]}
			j.Reactions, j.Gravity, j.Brake, j.HoldFor = modes.ResolveAll(&what), what.CarriesWeight(), what.HasBrake(), 0
			j.SafeMode = j.Reactions[modes.ActorFailed].First()
			j.OnStale = core.OnStale{Position: j.SafeMode, Velocity: j.SafeMode, Effort: j.SafeMode}
			settle := j.Rearm.Settle
			j.Rearm = what.Rules([...]modes.Rearm{modes.Acknowledge, modes.Auto}[d.IntN(2)])
			j.Rearm.Settle = settle
			if j.Brake {
				j.BrakeOpens, j.BrakeCloses = time.Duration(d.IntN(30))*time.Millisecond, time.Duration(d.IntN(30))*time.Millisecond
			}
		}
	}
	return kinds
}

// drawer makes draws.
type drawer struct{ *rand.Rand }

func (d drawer) chance(p float64) bool { return d.Float64() < p }

// between draws so that each power of ten is as likely as the next one.
func (d drawer) between(low, high float64) float64 {
	return low * math.Pow(high/low, d.Float64())
}

func (d drawer) joint(i int, period time.Duration) core.Joint {
	types := [...]core.Type{core.Revolute, core.Revolute, core.Revolute, core.Continuous, core.Continuous, core.Prismatic, core.Planar, core.Floating}
	j := core.Joint{Name: fmt.Sprintf("joint_%d", i), Type: types[d.IntN(len(types))]}
	switch {
	case d.chance(0.05):
		j.Role = core.Passive
	case j.Type.Velocities() > 1 || d.chance(0.15):
		j.Role = core.Virtual
	}
	for range j.Type.Velocities() {
		j.Limits = append(j.Limits, d.limit(j.Type))
	}
	d.controls(&j)
	d.modes(&j)
	j.StateMaxAge = time.Duration(1+d.IntN(5)) * period
	j.Patience = time.Duration(1+d.IntN(200)) * time.Millisecond
	j.ArmWithin, j.StopWithin = time.Duration(5+d.IntN(100))*time.Millisecond, time.Duration(3+d.IntN(50))*time.Millisecond
	j.Standstill, j.Outside, j.LimitedShare = 0.02, 0.01, 0.1+0.9*d.Float64()
	j.Rearm = d.rules()
	return j
}

// rules are mostly such that joints come back soon: a stopped joint passes nothing.
func (d drawer) rules() modes.Rules {
	ways := [...]modes.Rearm{modes.Acknowledge, modes.Acknowledge, modes.Auto, modes.Auto, modes.Reset}
	return modes.NewRules(ways[d.IntN(len(ways))], ways[d.IntN(len(ways))], time.Duration(d.IntN(10))*time.Millisecond)
}

func (d drawer) limit(t core.Type) core.Limit {
	l := core.Limit{Lower: math.Inf(-1), Upper: math.Inf(1), Velocity: d.between(0.1, 20), Acceleration: d.between(1, 200), Effort: d.between(1, 500)}
	if t != core.Continuous && t != core.Floating {
		if !d.chance(0.1) {
			l.Lower = -d.between(0.1, 3)
		}
		if !d.chance(0.1) {
			l.Upper = d.between(0.1, 3)
		}
	}
	l.StopDeceleration = l.Acceleration * d.between(0.2, 1)
	l.RearmAcceleration = l.Acceleration * d.between(0.2, 1)
	l.RearmEffortRate = d.between(1, 1000)
	for _, limit := range []*float64{&l.Velocity, &l.Acceleration, &l.Effort} {
		if d.chance(0.03) {
			*limit = math.Inf(1)
		}
	}
	return l
}

func (d drawer) controls(j *core.Joint) {
	for c := messages.ControlPosition; c.Valid(); c++ {
		if d.chance(0.5) {
			j.Controls = append(j.Controls, c)
		}
	}
	if j.Controls == nil {
		j.Controls = []messages.ControlMode{messages.ControlVelocity}
	}
	j.HandOverEffort = j.Role == core.Driven && d.chance(0.3)
}

func (d drawer) modes(j *core.Joint) {
	driven := j.Role == core.Driven
	j.Brake, j.Gravity = driven && d.chance(0.3), driven && d.chance(0.3)
	able := []messages.Mode{messages.ModeRampHold, messages.ModeDamp}
	if !j.Gravity || j.Brake {
		able = append(able, messages.ModeRampOff, messages.ModeOff)
	}
	if j.Brake {
		able = append(able, messages.ModeBrake)
		j.BrakeOpens, j.BrakeCloses = time.Duration(d.IntN(30))*time.Millisecond, time.Duration(d.IntN(30))*time.Millisecond
		j.HoldFor = time.Duration(d.IntN(2)*(1+d.IntN(50))) * time.Millisecond
	}
	for _, m := range []*messages.Mode{&j.SafeMode, &j.OnStale.Position, &j.OnStale.Velocity, &j.OnStale.Effort} {
		*m = able[d.IntN(len(able))]
	}
	if driven && d.chance(0.3) {
		j.HoldWindow, j.DampEffort = d.between(0.001, 0.1), d.between(1, 100)
	}
}

// wire hangs every driven joint on a bus, in any order.
func (d drawer) wire(c *core.Config) {
	buses := 1 + d.IntN(3)
	on := make([][]int, buses)
	for i := range c.Joints {
		if c.Joints[i].Role == core.Driven {
			b := d.IntN(buses)
			on[b] = append(on[b], i)
		}
	}
	for _, joints := range on {
		if len(joints) == 0 {
			continue
		}
		b := len(c.Buses)
		d.Shuffle(len(joints), func(i, k int) { joints[i], joints[k] = joints[k], joints[i] })
		for drive, i := range joints {
			c.Joints[i].Bus, c.Joints[i].Drive = b, drive
		}
		c.Buses = append(c.Buses, core.Bus{Name: fmt.Sprintf("bus_%d", b), Drives: len(joints)})
	}
}

// claim gives nearly every joint to a controller; what nobody claims has to stay where it is.
func (d drawer) claim(c *core.Config) {
	controllers := 1 + d.IntN(3)
	claims := make([][]string, controllers)
	for i := range c.Joints {
		if c.Joints[i].Role != core.Passive && (i == 0 || !d.chance(0.03)) {
			k := d.IntN(controllers)
			claims[k] = append(claims[k], c.Joints[i].Name)
		}
	}
	for _, names := range claims {
		if len(names) == 0 {
			continue
		}
		d.Shuffle(len(names), func(i, k int) { names[i], names[k] = names[k], names[i] })
		k := core.Controller{Name: fmt.Sprintf("controller_%d", len(c.Controllers)), Joints: names, Period: time.Duration(d.IntN(4)) * c.Period,
			Faults: 1 + d.IntN(4), FaultWindow: time.Duration(10+d.IntN(1000)) * time.Millisecond, Independent: d.chance(0.5), Strict: d.chance(0.3)}
		k.MaxAge = max(k.Period, c.Period) + time.Duration(1+d.IntN(40))*time.Millisecond
		c.Controllers = append(c.Controllers, k)
	}
}
