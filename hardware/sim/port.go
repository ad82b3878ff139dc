package sim

import (
	"math/bits"
	"sync/atomic"

	"github.com/robo-actors/robo-actors/hardware/sim/servo"
	"github.com/robo-actors/robo-actors/messages"
)

// port is where a bus is plugged into the plant: the registers between the goroutine that exchanges
// and the one that advances the plant. At most one Bus owns it, the one that was opened last.
type port struct {
	name     string
	servos   []*servo.Servo
	owner    atomic.Pointer[Bus]
	commands *tripleBuffer[[]servo.Command]
	replies  *tripleBuffer[[]servo.Reply]
	readings *sensorRegister
	stops    []stopWord
	heard    []uint32        // a drive: the demands that were delivered and not yet answered; the plant's own
	newest   []atomic.Uint32 // a drive: the newest arm number that a bus handed over
	// busy is held by the one goroutine that uses the bus's ends of commands and replies. Nobody
	// waits for it.
	busy atomic.Bool
}

// stopWord is the register through which any goroutine demands that one drive stops. Demands gather
// until the drive has obeyed them and the reply that says so is published.
type stopWord struct {
	demands atomic.Uint32 // a bit a mode, and haltBit
	spends  atomic.Uint32 // the highest arm number that any demand ever carried
}

// haltBit demands what servo.halt does.
const haltBit = 1 << 31

func newPort(name string, servos []*servo.Servo, sensors int) *port {
	n := len(servos)
	p := &port{
		name:     name,
		servos:   servos,
		commands: newTripleBuffer(func() []servo.Command { return make([]servo.Command, n) }),
		replies:  newTripleBuffer(func() []servo.Reply { return make([]servo.Reply, n) }),
		readings: newSensorRegister(sensors),
		stops:    make([]stopWord, n),
		heard:    make([]uint32, n),
		newest:   make([]atomic.Uint32, n),
	}
	return p
}

// demand adds a demand; bit is 1 << mode, or haltBit.
func (w *stopWord) demand(bit, arm uint32) {
	raise(&w.spends, arm) // before the bit, so that whoever sees the bit sees the number
	w.demands.Or(bit)
}

// pending is the most severe mode that is demanded and whether there is any; halt counts as the
// given mode.
func pending(demands uint32, halt messages.Mode) (mode messages.Mode, any bool) {
	if demands&haltBit != 0 {
		mode, any = halt, true
		demands &^= haltBit
	}
	if demands != 0 {
		mode, any = max(mode, messages.Mode(bits.Len32(demands)-1)), true
	}
	return mode, any
}

// raise makes the word at least n.
func raise(word *atomic.Uint32, n uint32) {
	for {
		old := word.Load()
		if old >= n || word.CompareAndSwap(old, n) {
			return
		}
	}
}

// misaddress has drives answer with the address of their neighbour, where that was injected.
func (p *port) misaddress(replies []servo.Reply) {
	for i, s := range p.servos {
		if !s.SwapsReplies() {
			continue
		}
		j := (i + 1) % len(replies)
		replies[i], replies[j] = replies[j], replies[i]
		if i == j {
			replies[i].Drive = -1
		}
	}
}

// deliver gives the drives what came over the bus: stops first, so that no command of before them
// counts.
func (p *port) deliver(now messages.Instant) {
	for i, s := range p.servos {
		demands := p.stops[i].demands.Load()
		p.heard[i] = demands
		if demands == 0 {
			continue
		}
		arm := p.stops[i].spends.Load()
		if demands&haltBit != 0 {
			s.Halt(now, arm)
		}
		if mode, any := pending(demands&^haltBit, 0); any {
			s.Stop(now, mode, arm)
		}
	}
	commands, fresh := p.commands.read()
	if !fresh {
		return
	}
	for i, s := range p.servos {
		s.Obey(now, &(*commands)[i])
	}
}

// publish lets the bus have the drives' replies, and then takes back the demands that these answer.
func (p *port) publish(now messages.Instant) {
	replies := *p.replies.write()
	for i, s := range p.servos {
		s.Reply(now, &replies[i])
		replies[i].Drive = i
	}
	p.misaddress(replies)
	p.replies.publish()
	for i, demands := range p.heard {
		if demands != 0 {
			p.stops[i].demands.And(^demands)
			p.heard[i] = 0
		}
	}
}
