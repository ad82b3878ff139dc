package emulator

import (
	"math/rand/v2"
	"slices"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware/moteus"
	"github.com/robo-actors/robo-actors/messages"
)

// busKinds lists the injected faults of a whole bus.
var busKinds = []actors.FaultKind{actors.FaultBusStalled, actors.FaultFramesCorrupt, actors.FaultFramesDuplicated, actors.FaultFramesLate}

// busFault is an injected fault of a bus. The bus's lock guards it.
type busFault struct {
	actors.Fault
	draw *rand.Rand
	late []lateFrame // commands under way, the oldest first
}

// lateFrame is a command that arrives later.
type lateFrame struct {
	due   messages.Instant
	frame moteus.Frame
}

// hits draws whether the fault acts on a frame.
func (f *busFault) hits() bool { return f.Probability >= 1 || f.draw.Float64() < f.Probability }

// carry brings a frame to the servos, and appends the answers that reach the host. A frame whose
// bits have flipped has a wrong checksum: servos drop it. The host's adapter hands an answer on as
// it is, as one over a serial line without checksums does.
func (b *Bus) carry(f *moteus.Frame, answers []moteus.Frame) []moteus.Frame {
	answers, b.late = append(answers, b.late...), b.late[:0]
	first, times := len(answers), 1
	for _, fault := range b.faults {
		switch fault.Kind {
		case actors.FaultBusStalled:
			times = 0
		case actors.FaultFramesCorrupt:
			if fault.hits() {
				times = 0
			}
		case actors.FaultFramesDuplicated:
			if fault.hits() {
				times *= 2
			}
		case actors.FaultFramesLate:
			if times > 0 && len(fault.late) < maxLate {
				fault.late = append(fault.late, lateFrame{b.clock.Add(fault.Delay), *f})
			}
			times = 0
		}
	}
	for range min(times, maxCopies) {
		answers = b.serve(f, answers)
	}
	for i := first; i < len(answers); i++ {
		b.flip(&answers[i])
	}
	return answers
}

// Bounds of the frames under way on a bus with faults: at least a second of them at 1 kHz, and the
// copies of one frame.
const (
	maxLate   = 16 * 1024
	maxCopies = 4
)

// flip flips bits of an answer.
func (b *Bus) flip(answer *moteus.Frame) {
	for _, fault := range b.faults {
		if fault.Kind != actors.FaultFramesCorrupt || !fault.hits() || answer.Length == 0 {
			continue
		}
		for range fault.Count {
			answer.Data[fault.draw.IntN(answer.Length)] ^= 1 << fault.draw.IntN(8)
		}
	}
}

// deliver brings the late commands that are due to the servos. Their answers reach the host with
// those to its next frame.
func (b *Bus) deliver(now messages.Instant) {
	b.clock = now
	for _, fault := range b.faults {
		for len(fault.late) > 0 && fault.late[0].due <= now {
			b.late = b.serve(&fault.late[0].frame, b.late)
			fault.late = slices.Delete(fault.late, 0, 1)
		}
	}
	if len(b.late) > maxAnswers {
		b.late = b.late[len(b.late)-maxAnswers:]
	}
}

// inject has the bus have a fault until the returned function is called. What is late then is lost.
func (b *Bus) inject(f actors.Fault, draw *rand.Rand) (end func()) {
	one := &busFault{Fault: f, draw: draw}
	b.faults = append(b.faults, one)
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.faults = slices.DeleteFunc(b.faults, func(have *busFault) bool { return have.Fault == f })
	}
}
