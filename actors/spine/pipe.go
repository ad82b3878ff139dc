package spine

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/robo-actors/robo-actors/actors/spine/machine"
	"github.com/robo-actors/robo-actors/actors/spine/sharedmemory"
)

// ErrRejected means that the spine answered a request with Error.
var ErrRejected = errors.New("the spine rejected the request")

// ErrEnded means that the other end of a Pipe is closed.
var ErrEnded = errors.New("the other end is closed")

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

// Exchange posts a request, waits for the answer and returns its data, appended to to.
func (p *Pipe) Exchange(ctx context.Context, request machine.Request, data, to []byte) ([]byte, error) {
	if err := p.post(request, data); err != nil {
		return to, err
	}
	select {
	case <-p.answered:
	case <-ctx.Done():
		return to, ctx.Err()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.closed:
		return to, ErrEnded
	case p.request == machine.Error:
		p.request = machine.None
		return to, ErrRejected
	}
	return append(to, p.data...), nil
}

func (p *Pipe) post(request machine.Request, data []byte) error {
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

// Wait implements Link.
func (p *Pipe) Wait(within time.Duration) error {
	select {
	case <-p.posted:
		return nil
	default:
	}
	timer := time.NewTimer(within)
	defer timer.Stop()
	select {
	case <-p.posted:
	case <-timer.C:
	}
	return nil
}

// Repair implements Link: memory of the process is never lost.
func (p *Pipe) Repair() error { return nil }

// Close implements Link: the agent's exchange ends with ErrEnded.
func (p *Pipe) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	signal(p.answered)
	return nil
}
