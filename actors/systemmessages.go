package actors

import (
	"fmt"

	"github.com/robo-actors/robo-actors/internal/protoactor"
)

// call is a message of the runtime to one of its own mailboxes. Like a system message it is never
// dropped, comes before all other messages, and is handled while the actor is suspended.
type call struct{ fn func(e *executor) }

// run calls fn on the executor that steps the mailbox.
func (m *mailbox) run(fn func(e *executor)) { m.PostSystemMessage(call{fn}) }

// PostSystemMessage implements Proto.Actor's Mailbox. A system message does not wait for the next
// release.
func (m *mailbox) PostSystemMessage(message any) {
	m.systemMu.Lock()
	m.system = append(m.system, message)
	m.pending.Store(int32(len(m.system)))
	m.systemMu.Unlock()
	m.cell.sys.clock.wake(m)
}

// RegisterHandlers implements Proto.Actor's Mailbox.
func (m *mailbox) RegisterHandlers(invoker protoactor.Invoker, _ protoactor.Dispatcher) {
	m.invoker = invoker
}

// Start implements Proto.Actor's Mailbox.
func (m *mailbox) Start() { m.cell.sys.clock.wake(m) }

// UserMessageCount implements Proto.Actor's Mailbox.
func (m *mailbox) UserMessageCount() int { return m.queue.Length() }

// nextSystemMessage takes the oldest system message.
func (m *mailbox) nextSystemMessage() any {
	m.systemMu.Lock()
	defer m.systemMu.Unlock()
	message := m.system[0]
	n := copy(m.system, m.system[1:])
	m.system[n] = nil
	m.system = m.system[:n]
	m.pending.Store(int32(n))
	return message
}

// systemMessages handles the waiting system messages, first the one that a replaced executor had
// begun.
func (m *mailbox) systemMessages(e *executor) {
	if m.stuck {
		return
	}
	if m.inflight != nil {
		m.handle(e)
	}
	for m.pending.Load() > 0 && !m.stuck {
		m.inflight = m.nextSystemMessage()
		m.handle(e)
	}
}

// handle runs an actor's own code outside of Proto.Actor's calls, so that a hang blocks nothing of
// the tree.
func (m *mailbox) handle(e *executor) {
	message := m.inflight
	kind := protoactor.KindOf(message)
	if m.detached.Load() && (kind == protoactor.Restart || kind == protoactor.Stop) {
		m.inflight = nil // Proto.Actor would bring a stopped actor back
		return
	}
	switch kind {
	case protoactor.Restart:
		m.handler.end(e, StopRestart)
		m.cell.stats.restarts.Add(1)
	case protoactor.Stop:
		m.handler.end(e, StopForGood)
	}
	m.inflight = nil
	switch kind {
	case protoactor.Suspend:
		m.suspended = true
	case protoactor.Resume:
		m.suspended = false
	default:
		m.invoke(e, message)
	}
	if kind == protoactor.Start || kind == protoactor.Restart {
		m.handler.begin(e)
	}
}

func (m *mailbox) invoke(e *executor, message any) {
	defer func() {
		if r := recover(); r != nil {
			m.handler.broken(fmt.Errorf("%s: %v", m.cell.spec.Name, r))
		}
	}()
	if c, ok := message.(call); ok {
		c.fn(e)
		return
	}
	m.invoker.InvokeSystemMessage(message)
}
