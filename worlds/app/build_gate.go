package app

import (
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/coupling"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

func (b *builder) gate(i int) {
	w := &b.config.Worlds[i]
	path := w.Name + "/" + GateActor
	c := gate.Config{World: w.Model, Joints: make([]gate.JointConfig, len(w.Joints)), Memory: gate.NewMemory(len(w.Joints))}
	spec := w.spec(GateActor, actors.Actuation, nil)
	spec.Doc = "checks every command on its way to a drive"
	for j := range w.Joints {
		joint := &w.Joints[j]
		c.Joints[j] = gate.JointConfig{SafeMode: joint.SafeMode, Declared: joint.Declared, Rearm: joint.Rearm, Start: joint.Start, Settle: joint.Settle,
			StateMaxAge: joint.State.MaxAge}
		if joint.Virtual { // it follows the world that realises it, which has its own rules
			c.Joints[j].Rearm, c.Joints[j].Start = modes.Auto, modes.Auto
		}
	}
	for _, d := range w.Drives {
		c.Buses = append(c.Buses, gate.BusConfig{Actor: d.Path, Port: d.Name, StatePort: d.Name + "_state", Joints: d.Joints, MaxAge: d.MaxAge})
		spec.Watch = append(spec.Watch, d.Path)
	}
	for p := range w.Actors {
		proc := &w.Actors[p]
		if proc.Group == nil {
			continue
		}
		c.Claims = append(c.Claims, gate.Claim{Controller: proc.Path, Port: "command_" + proc.Name, Group: proc.Group, Period: proc.Period, MaxAge: w.claimAge(proc)})
		claim := &c.Claims[len(c.Claims)-1]
		claim.GainScales, claim.EffortCap = proc.tunes()
		spec.Watch = append(spec.Watch, proc.Path)
		b.link(proc.Path+".command", path+".command_"+proc.Name, 0)
	}
	var virtuals []gate.Virtual
	for _, k := range b.config.Couplings {
		if to := k.State.To; to.World == i {
			c.Joints[to.Joint].Partner = b.config.Worlds[k.State.From.World].Actors[k.State.From.Actor].Path
		}
		for _, end := range b.stateEnds(&k) {
			if end.World == i {
				c.Joints[end.Joint].StateMaxAge = b.realisedAge(&k, end)
			}
		}
		if k.Command != nil && k.Command.From.World == i {
			virtuals = append(virtuals, gate.Virtual{Port: VirtualPort(k.Joint), Joint: k.Command.From.Joint})
		}
	}
	spec.New = func() any { return &gate.Actor{Config: c, Virtuals: virtuals} }
	b.app.Actors = append(b.app.Actors, spec)
	b.link(w.Name+"/"+PerceptionActor+".snapshot", path+".snapshot", coupling.DefaultMaxAge(w.Period, w.Period))
}

// claimAge bounds the age of a controller's commands: the smallest bound of the drives that they
// move.
func (w *World) claimAge(p *Actor) time.Duration {
	age := time.Duration(0)
	for i := range p.Group.NumJoints() {
		d := w.Joints[p.Group.WorldJoint(i)].Drive
		if d >= 0 && (age == 0 || w.Drives[d].MaxAge < age) {
			age = w.Drives[d].MaxAge
		}
	}
	return max(age, coupling.DefaultMaxAge(p.Period, w.Period))
}
