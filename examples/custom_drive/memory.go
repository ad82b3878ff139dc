package main

import (
	"sync"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
)

// memoryPort is a port to an emulator of the same process. Answers are there at once.
type memoryPort struct {
	emulator *emulator

	mu      sync.Mutex // the watchdog's thread may write a stop while the bus reads
	answers []byte
}

// mostAnswers bounds the bytes that wait to be read. A serial port loses bytes, too.
const mostAnswers = 64 * maxFrame

// Open implements port.
func (m *memoryPort) Open(time.Duration) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.answers = make([]byte, 0, mostAnswers+2*maxFrame)
	return nil
}

// Write implements port.
func (m *memoryPort) Write(b []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.answers = m.emulator.answer(m.answers, b)
	m.answers = m.answers[:min(len(m.answers), mostAnswers)]
	return nil
}

// WriteWithin implements port.
func (m *memoryPort) WriteWithin() time.Duration { return 0 }

// Read implements port. It never waits: nothing arrives by itself.
func (m *memoryPort) Read(b []byte, within time.Duration) (int, time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := copy(b, m.answers)
	m.answers = m.answers[:copy(m.answers, m.answers[n:])]
	return n, within
}

// Close implements port.
func (m *memoryPort) Close() error { return nil }

// String implements port.
func (m *memoryPort) String() string { return "the emulator" }

// emulated is a driver whose emulated drives live on the clock of its caller, which is virtual or
// real.
type emulated struct {
	*driver
	emulator *emulator
}

var _ hardware.SensorDriver = emulated{}

// Open implements hardware.Driver.
func (e emulated) Open(now messages.Instant, within time.Duration) error {
	e.emulator.advance(now)
	return e.driver.Open(now, within)
}

// Send implements hardware.Driver.
func (e emulated) Send(now messages.Instant, command *messages.DriveCommand) error {
	e.emulator.advance(now)
	return e.driver.Send(now, command)
}

// Stop implements hardware.Driver.
func (e emulated) Stop(now messages.Instant, modes []messages.Mode) error {
	e.emulator.advance(now)
	return e.driver.Stop(now, modes)
}
