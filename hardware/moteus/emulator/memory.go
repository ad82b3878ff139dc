package emulator

import (
	"sync"
	"time"

	"github.com/robo-actors/robo-actors/hardware/moteus"
)

// memory is a transport to a bus in the same process. Answers are there at once.
type memory struct {
	bus *Bus

	mu      sync.Mutex // the watchdog's thread may send a stop while the bus receives
	open    bool
	answers []moteus.Frame // the oldest first
}

// maxAnswers bounds the answers that wait to be received; a CAN adapter drops frames too.
const maxAnswers = 64

// Transport returns a transport to the bus for a driver of the same process.
func (b *Bus) Transport() moteus.Transport {
	return &memory{bus: b, answers: make([]moteus.Frame, 0, maxAnswers)}
}

// String names the transport.
func (m *memory) String() string { return "emulator" }

// Open implements moteus.Transport.
func (m *memory) Open(time.Duration) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.open, m.answers = true, m.answers[:0]
	return nil
}

// Send implements moteus.Transport.
func (m *memory) Send(f *moteus.Frame) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.open {
		return errClosed
	}
	if m.answers = m.bus.handle(f, m.answers); len(m.answers) > maxAnswers {
		m.answers = m.answers[:maxAnswers]
	}
	return nil
}

// SendWithin implements moteus.Transport.
func (m *memory) SendWithin() time.Duration { return 0 }

// Receive implements moteus.Transport. It never waits: what is not there yet does not come by
// itself.
func (m *memory) Receive(f *moteus.Frame, within time.Duration) (time.Duration, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.open || len(m.answers) == 0 {
		return 0, false
	}
	*f = m.answers[0]
	m.answers = append(m.answers[:0], m.answers[1:]...)
	return within, true
}

// Close implements moteus.Transport.
func (m *memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.open = false
	return nil
}
