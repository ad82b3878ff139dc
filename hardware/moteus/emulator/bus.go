package emulator

import (
	"sync"
	"time"

	"github.com/robo-actors/robo-actors/hardware/moteus"
	"github.com/robo-actors/robo-actors/messages"
)

// Bus is a bus of emulated servos. Any goroutine may call its methods. Fields of its servos may be
// changed inside of Do.
type Bus struct {
	mu     sync.Mutex
	servos []*Servo
	now    messages.Instant
	prefix uint32
	text   []byte

	faults []*busFault      // that were injected
	clock  messages.Instant // of the plant, for late frames
	late   []moteus.Frame   // answers to late frames
}

// stepTime is the longest step of servos and joints.
const stepTime = 250 * time.Microsecond

// NewBus returns a bus whose clock is at zero. Servos take frames with the prefix only.
func NewBus(prefix uint16, servos ...*Servo) *Bus {
	return &Bus{servos: servos, prefix: uint32(prefix), text: make([]byte, 0, 2*maxPayload)}
}

// Servos returns the servos of the bus.
func (b *Bus) Servos() []*Servo { return b.servos }

// Do runs f while the bus is at rest.
func (b *Bus) Do(f func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	f()
}

// Advance lets the servos live until an instant of the bus's clock.
func (b *Bus) Advance(until messages.Instant) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.now < until {
		dt := min(stepTime, until.Sub(b.now))
		for _, s := range b.servos {
			s.step(dt)
		}
		b.now = b.now.Add(dt)
	}
}

const (
	wantReply = 0x8000
	toAll     = 0x7f
)

// handle passes a frame to the servos that it addresses, and appends their answers.
func (b *Bus) handle(f *moteus.Frame, answers []moteus.Frame) []moteus.Frame {
	b.mu.Lock()
	defer b.mu.Unlock()
	if f.ID>>16 != b.prefix {
		return answers
	}
	if len(b.faults) > 0 || len(b.late) > 0 {
		return b.carry(f, answers)
	}
	return b.serve(f, answers)
}

// serve passes a frame that has arrived to the servos, and appends their answers.
func (b *Bus) serve(f *moteus.Frame, answers []moteus.Frame) []moteus.Frame {
	for _, s := range b.servos {
		if s.Muted || s.ailment.mute || f.ID&0x7f != uint32(s.ID) && f.ID&0x7f != toAll {
			continue
		}
		b.text = s.answer(b.text[:0], f)
		if f.ID&wantReply == 0 {
			continue
		}
		answers = append(answers, moteus.Frame{ID: b.prefix<<16 | uint32(s.ID)<<8 | f.ID>>8&0x7f})
		answers[len(answers)-1].Set(b.text)
		if !s.sends(&answers[len(answers)-1]) {
			answers = answers[:len(answers)-1]
		}
	}
	return answers
}
