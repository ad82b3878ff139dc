package protoactor

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/asynkron/protoactor-go/actor"
)

// Foreign is the process through which the actors of one system reach actors of the embedding
// program: it takes replies, and the news that a watched actor has stopped. Send, Ask and Watch may
// block as long as a mailbox of the program does.
type Foreign struct {
	system *actor.ActorSystem
	pid    *actor.PID

	mu      sync.Mutex
	asked   map[uint32]Asked
	watched map[string][]func() // by the text of the PID
	last    uint32
}

// Asked waits for a reply.
type Asked struct {
	// Settle takes the reply, or an error.
	Settle func(reply any, err error)
	// Open reports whether anybody still waits.
	Open func() bool
}

var foreigners atomic.Uint64

// Embedded reports whether the host belongs to an embedding program.
func (h *Host) Embedded() bool { return h != nil && h.log == nil }

// NewForeign makes the process in the ActorSystem of an embedding program.
func (h *Host) NewForeign() *Foreign {
	f := &Foreign{system: h.system, asked: map[uint32]Asked{}, watched: map[string][]func(){}}
	f.pid, _ = h.system.ProcessRegistry.Add(f, fmt.Sprintf("robo-actors/replies#%d", foreigners.Add(1)))
	return f
}

// Close removes the process. Later replies are dead letters.
func (f *Foreign) Close() {
	f.mu.Lock()
	watched := f.watched
	f.asked, f.watched = map[uint32]Asked{}, nil
	f.mu.Unlock()
	f.system.ProcessRegistry.Remove(f.pid)
	for name := range watched {
		var pid actor.PID
		if pid.Address, pid.Id = splitName(name); pid.Id != "" {
			f.tell(&pid, &actor.Unwatch{Watcher: f.pid})
		}
	}
}

// Send sends a message on behalf of an actor of the system, or of none.
func (f *Foreign) Send(from *Node, to *actor.PID, message any) {
	if from == nil {
		f.system.Root.Send(to, message)
		return
	}
	f.system.Root.RequestWithCustomSender(to, message, from.PID())
}

// Ask sends a request.
func (f *Foreign) Ask(to *actor.PID, message any, asked Asked) {
	f.mu.Lock()
	for id, other := range f.asked { // what has timed out waits no longer
		if !other.Open() {
			delete(f.asked, id)
		}
	}
	f.last++
	f.asked[f.last] = asked
	sender := &actor.PID{Address: f.pid.Address, Id: f.pid.Id, RequestId: f.last}
	f.mu.Unlock()
	f.system.Root.RequestWithCustomSender(to, message, sender)
}

// Watch calls died once the actor has stopped, at once if it has stopped already.
func (f *Foreign) Watch(pid *actor.PID, died func()) {
	f.mu.Lock()
	if f.watched == nil {
		f.mu.Unlock()
		return
	}
	name := NameOf(pid)
	f.watched[name] = append(f.watched[name], died)
	f.mu.Unlock()
	f.tell(pid, &actor.Watch{Watcher: f.pid})
}

// tell sends a system message.
func (f *Foreign) tell(pid *actor.PID, message any) {
	process, _ := f.system.ProcessRegistry.Get(pid)
	process.SendSystemMessage(pid, message)
}

// NameOf returns the address of a PID, a slash, and the identifier.
func NameOf(pid *actor.PID) string { return pid.Address + "/" + pid.Id }

func splitName(name string) (address, id string) {
	for i := range len(name) {
		if name[i] == '/' {
			return name[:i], name[i+1:]
		}
	}
	return "", ""
}

// SendUserMessage implements Proto.Actor's Process: it takes a reply.
func (f *Foreign) SendUserMessage(pid *actor.PID, message any) {
	_, reply, _ := actor.UnwrapEnvelope(message)
	f.mu.Lock()
	asked, known := f.asked[pid.RequestId]
	delete(f.asked, pid.RequestId)
	f.mu.Unlock()
	if !known {
		return
	}
	if _, dead := reply.(*actor.DeadLetterResponse); dead {
		asked.Settle(nil, ErrDead)
		return
	}
	asked.Settle(reply, nil)
}

// ErrDead is the error of a request to an actor that has stopped.
var ErrDead = fmt.Errorf("the foreign actor has stopped or never existed")

// SendSystemMessage implements Proto.Actor's Process: it takes the news that an actor has stopped.
func (f *Foreign) SendSystemMessage(_ *actor.PID, message any) {
	t, is := message.(*actor.Terminated)
	if !is {
		return
	}
	f.mu.Lock()
	all := f.watched[NameOf(t.Who)]
	delete(f.watched, NameOf(t.Who))
	f.mu.Unlock()
	for _, died := range all {
		died()
	}
}

// Stop implements Proto.Actor's Process. Only Close stops it.
func (f *Foreign) Stop(*actor.PID) {}
