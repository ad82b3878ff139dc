package app

import (
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/worlds/coupling"
)

// stateEnds returns the joints whose state a coupling carries: that of the world that takes it, and
// that of the world in which an actor computes it.
func (b *builder) stateEnds(k *Coupling) []WorldJoint {
	ends := []WorldJoint{k.State.To}
	if from := k.State.From; b.config.Worlds[from.World].Joints[from.Joint].Realised {
		ends = append(ends, from.WorldJoint)
	}
	return ends
}

// realisedAge bounds the age of a state at one end of its coupling. In the world that computes it,
// the smallest bound of all couplings with it applies.
func (b *builder) realisedAge(k *Coupling, end WorldJoint) time.Duration {
	age := k.State.MaxAge
	for i := range b.config.Couplings {
		if other := &b.config.Couplings[i].State; end == k.State.From.WorldJoint && other.From.WorldJoint == end {
			age = min(age, other.MaxAge)
		}
	}
	return age
}

func (b *builder) coupling(k *Coupling) {
	state := k.State
	from := b.config.Worlds[state.From.World].Actors[state.From.Actor].Path + "." + state.From.Port
	for _, end := range b.stateEnds(k) {
		to := b.config.Worlds[end.World].Name + "/" + PerceptionActor + "." + VirtualPort(k.Joint)
		if end == state.From.WorldJoint {
			if b.realised[to] {
				continue // several worlds take the state
			}
			b.realised[to] = true
		}
		b.link(from, to, b.realisedAge(k, end))
	}
	if k.Command == nil {
		return
	}
	sender, receiver := &b.config.Worlds[k.Command.From.World], &b.config.Worlds[k.Command.To.World]
	c := receiver.couplingConfig(k, sender.Period)
	spec := receiver.spec(CouplingActor+"_"+k.Joint, actors.Perception, func() any { return &coupling.Actor{Config: c, Joint: k.Joint, From: sender.Name} })
	spec.Doc = "receives the commands of " + sender.Name + " for " + k.Joint
	b.app.Actors = append(b.app.Actors, spec)
	b.link(sender.Name+"/"+GateActor+"."+VirtualPort(k.Joint), spec.Name+".in", k.Command.MaxAge)
	b.link(spec.Name+".out", receiver.Actors[k.Command.To.Actor].Path+"."+k.Command.To.Port, coupling.DefaultMaxAge(receiver.Period, receiver.Period))
}

// effortRise is the time in which the effort of a virtual joint may rise from nothing to its limit.
const effortRise = 0.1

func (w *World) couplingConfig(k *Coupling, source time.Duration) coupling.Config {
	slot := w.Model.Slot(k.Command.To.Joint)
	c := coupling.Config{Control: k.Command.Control, MaxAge: k.Command.MaxAge, SourcePeriod: source, OnStale: k.Command.OnStale, Resample: k.Command.Resample, Positions: slot.PositionLength}
	limits := w.Model.Limits()[slot.Velocity : slot.Velocity+slot.VelocityLength]
	for _, l := range limits {
		c.Acceleration = append(c.Acceleration, l.Acceleration)
		c.Velocity = append(c.Velocity, l.Velocity)
		c.EffortRate = append(c.EffortRate, l.Effort/effortRise)
	}
	return c
}
