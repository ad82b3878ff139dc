package spine

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/robo-actors/robo-actors/actors/spine/dictionary"
	"github.com/robo-actors/robo-actors/actors/spine/machine"
	"github.com/robo-actors/robo-actors/actors/spine/sharedmemory"
)

// ErrRejected means that the spine answered a request with Error.
var ErrRejected = errors.New("the spine rejected the request")

// ErrEnded means that a Pipe is closed.
var ErrEnded = errors.New("the pipe is closed")

// Pipe joins a spine and an agent of the same process. It is the spine's Link; the agent calls
// Exchange. It copies data both ways, as shared memory does.
type Pipe struct {
	mu      sync.Mutex // one goroutine at each end
	request machine.Request
	data    []byte // of the request, then of the answer
	closed  bool

	posted   chan struct{} // a request was written
	answered chan struct{} // an answer was written, or the spine has ended
}

// NewPipe returns a pipe without a request.
func NewPipe() *Pipe {
	return &Pipe{posted: make(chan struct{}, 1), answered: make(chan struct{}, 1)}
}

// Exchange posts a request, waits for the answer and returns its data, appended to to. The error is
// ErrRejected for an answer with Error, and ErrEnded if the spine has closed its end.
func (p *Pipe) Exchange(ctx context.Context, request machine.Request, data, to []byte) ([]byte, error) {
	if err := p.Post(request, data); err != nil {
		return to, err
	}
	select {
	case <-p.answered:
	case <-ctx.Done():
		return to, ctx.Err()
	}
	to, _, err := p.Take(to)
	return to, err
}

// Post posts a request without waiting.
func (p *Pipe) Post(request machine.Request, data []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return ErrEnded
	}
	select {
	case <-p.answered: // of an exchange that was given up
	default:
	}
	p.request, p.data = request, append(p.data[:0], data...)
	signal(p.posted)
	return nil
}

// Take returns the data of the answer, appended to to, and whether there is an answer. Errors are
// those of Exchange.
func (p *Pipe) Take(to []byte) (data []byte, answered bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.closed:
		return to, true, ErrEnded
	case p.request == machine.Error:
		p.request = machine.None
		return to, true, fmt.Errorf("%w: %s", ErrRejected, dictionary.ParseReason(p.data))
	case p.request != machine.None:
		return to, false, nil
	}
	return append(to, p.data...), true, nil
}

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// Request implements Link.
func (p *Pipe) Request() (machine.Request, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.request, nil
}

// Read implements Link.
func (p *Pipe) Read(buffer []byte) ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.data) > cap(buffer) {
		return nil, &sharedmemory.SizeError{Size: int64(len(p.data)), Limit: int64(cap(buffer))}
	}
	buffer = buffer[:len(p.data)]
	copy(buffer, p.data)
	return buffer, nil
}

// Reply implements Link.
func (p *Pipe) Reply(answer machine.Request, data []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.request, p.data = answer, append(p.data[:0], data...)
	signal(p.answered)
	return nil
}

// Answer implements Link.
func (p *Pipe) Answer(answer machine.Request) error { return p.Reply(answer, nil) }

// Publish implements Link: nobody only looks.
func (p *Pipe) Publish(int64, []byte) error { return nil }

// Wait implements Link. It returns ErrEnded once the pipe is closed.
func (p *Pipe) Wait(within time.Duration) error {
	timer := time.NewTimer(within)
	defer timer.Stop()
	select {
	case <-p.posted:
	case <-timer.C:
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return ErrEnded
	}
	return nil
}

// Repair implements Link: memory of the process is never lost.
func (p *Pipe) Repair() error { return nil }

// Close ends the exchange, from either end.
func (p *Pipe) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	signal(p.answered)
	signal(p.posted)
	return nil
}
