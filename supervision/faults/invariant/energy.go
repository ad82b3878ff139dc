package invariant

import (
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Bounds of the work of motors that stop a robot.
const (
	energySlack = 1.0 // J
	energyShare = 0.1 // of the kinetic energy at the start of the stop
	energyEvery = 20 * time.Millisecond
)

// energy is the work of the motors of a bus while all its joints come to rest.
type energy struct {
	on                 bool
	work               float64 // J
	lifts              float64 // J, of it against the weight that its joints carry
	kinetic, potential float64 // J, at the start
	next               messages.Instant
}

// energy checks that motors do not drive a robot that stops: V13.
func (w *Watch) energy(b *bus, ramping bool, work, lifts float64, now messages.Instant) {
	e := &b.energy
	switch {
	case !ramping:
		e.on = false
		return
	case !e.on:
		kinetic, potential := w.groundTruth[b.Plant].Energy()
		*e = energy{on: true, kinetic: kinetic, potential: potential, next: now.Add(energyEvery)}
		return
	}
	e.work, e.lifts = e.work+work, e.lifts+lifts
	if now < e.next {
		return
	}
	e.next = now.Add(energyEvery)
	_, potential := w.groundTruth[b.Plant].Energy()
	lifted := max(potential-e.potential, e.lifts, 0) // what others move may sink meanwhile
	if bound := lifted + energySlack + energyShare*e.kinetic; e.work > bound {
		w.violate("V13", b.Path, "", fmt.Sprintf("its motors did %.3f J of work while they stopped the joints, of which %.3f J lifted weight; at the start it had %.3f J", e.work, lifted, e.kinetic))
		e.on = false
	}
}
