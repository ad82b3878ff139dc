package spine

import (
	"time"

	"github.com/robo-actors/robo-actors/actors/spine/machine"
	"github.com/robo-actors/robo-actors/actors/spine/sharedmemory"
)

// Link is the spine's end of the exchange with one agent. Its methods do not block or allocate,
// except Wait, Repair and Close.
type Link interface {
	// Request returns what the agent asks for; it may be any number.
	Request() (machine.Request, error)
	// Read copies the data of the request into a buffer, up to its capacity.
	Read(buffer []byte) ([]byte, error)
	// Reply answers with data, Answer without.
	Reply(answer machine.Request, data []byte) error
	Answer(answer machine.Request) error
	// Publish shows an observation to those who only look. The stamp is in nanoseconds of the
	// system's clock.
	Publish(stamp int64, data []byte) error
	// Wait blocks until the agent asks for something, or the time is over.
	Wait(within time.Duration) error
	// Repair makes a lost link work again, as far as that is possible.
	Repair() error
	Close() error
}

// shared is a Link over shared memory.
type shared struct{ *sharedmemory.Server }

func (s shared) Request() (machine.Request, error) {
	r, err := s.Server.Request()
	return machine.Request(r), err
}

func (s shared) Reply(answer machine.Request, data []byte) error {
	return s.Server.Reply(sharedmemory.Request(answer), data)
}

func (s shared) Answer(answer machine.Request) error {
	return s.Server.Answer(sharedmemory.Request(answer))
}

func (s shared) Wait(within time.Duration) error {
	_, err := s.Server.Wait(within)
	return err
}

func (s shared) Repair() error { return s.Restore() }
