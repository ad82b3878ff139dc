package spine

import (
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/spine/machine"
	"github.com/robo-actors/robo-actors/actors/spine/sharedmemory"
	"github.com/robo-actors/robo-actors/messages"
)

// portAgent is the name of the agent whose requests come through the input request.
const portAgent = "ports"

// The sizes of the dictionaries that ports carry, bytes.
const (
	requestBytes = 4 << 10
	answerBytes  = 16 << 10
)

// ports is a Link to an agent of the same application: an actor whose requests come through an
// input, and whose answers leave through an output.
type ports struct {
	number   uint32 // of the newest request
	request  machine.Request
	data     []byte
	answered bool // the newest request is
	rejected bool
	reply    []byte
	fresh    bool // the answer is not published yet
	waits    bool // a newer request has come while another one was under way
}

// receive takes a new request. While another one is under way it has to wait: its answer would be
// that of the other.
func (p *ports) receive(in *actors.In[messages.SpineRequest], underWay bool) {
	p.waits = p.waits || in.Changed()
	v, _, ok := in.Latest()
	if underWay || !p.waits {
		return
	}
	p.waits = false
	if !ok || v.Number == p.number {
		return
	}
	p.number, p.request, p.answered = v.Number, machine.Request(v.Request), false
	p.data = append(p.data[:0], v.Data...)
}

// send publishes a new answer.
func (p *ports) send(t *actors.Tick, out *actors.Out[messages.SpineAnswer]) error {
	if !p.fresh {
		return nil
	}
	p.fresh = false
	v := out.Loan()
	v.Number, v.Rejected, v.Data = p.number, p.rejected, append(v.Data[:0], p.reply...)
	return out.Publish(t)
}

// Request implements Link.
func (p *ports) Request() (machine.Request, error) {
	if p.answered {
		return machine.None, nil
	}
	return p.request, nil
}

// Read implements Link.
func (p *ports) Read(buffer []byte) ([]byte, error) {
	if len(p.data) > cap(buffer) {
		return nil, &sharedmemory.SizeError{Size: int64(len(p.data)), Limit: int64(cap(buffer))}
	}
	return append(buffer[:0], p.data...), nil
}

// Reply implements Link.
func (p *ports) Reply(answer machine.Request, data []byte) error {
	if len(data) > answerBytes {
		return &sharedmemory.SizeError{Size: int64(len(data)), Limit: answerBytes}
	}
	p.answered, p.fresh, p.rejected = true, true, answer == machine.Error
	p.reply = append(p.reply[:0], data...)
	return nil
}

// Answer implements Link.
func (p *ports) Answer(answer machine.Request) error { return p.Reply(answer, nil) }

// Publish implements Link: outputs of the observers are for those who only look.
func (p *ports) Publish(int64, []byte) error { return nil }

// Wait implements Link. It is never called: an agent of the application runs in its time.
func (p *ports) Wait(time.Duration) error { return nil }

// Repair implements Link: a link within the application is never lost.
func (p *ports) Repair() error { return nil }

// Close implements Link.
func (p *ports) Close() error { return nil }
