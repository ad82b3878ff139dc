package protoactor

import (
	"log/slog"
	"sync"
	"time"

	"github.com/asynkron/protoactor-go/actor"
	"go.uber.org/zap"
)

// Host is an ActorSystem in which a tree of actors is spawned: one of the embedding program, or one
// of the pool.
type Host struct {
	system *actor.ActorSystem
	log    *forwarder // receives the log lines of a pooled system; nil for one of the embedding program
}

// Within returns the host of an ActorSystem of the embedding program.
func Within(system *actor.ActorSystem) *Host { return &Host{system: system} }

// A new ActorSystem takes milliseconds and megabytes, most of them for 32 768 maps. Their number is
// a variable of another library; lowering it would be cheap, but hides every process from an
// embedding program that made its ActorSystem before. The pool keeps systems for reuse, which
// matters to a campaign of short runs.

// maxIdle bounds how many systems wait for their next use.
const maxIdle = 16

var idle struct {
	sync.Mutex
	hosts []*Host
}

// deadLetterPause is how long a dead letter keeps a goroutine of Proto.Actor, which counts what it
// does not log. It is short because nothing of a stopped System may remain.
const deadLetterPause = time.Millisecond

// Borrow returns a host that nobody else uses. Its warnings and errors go to log.
func Borrow(log *zap.Logger) *Host {
	idle.Lock()
	defer idle.Unlock()
	var h *Host
	if n := len(idle.hosts); n > 0 {
		h, idle.hosts = idle.hosts[n-1], idle.hosts[:n-1]
	} else {
		h = &Host{log: newForwarder()}
		logger := func(*actor.ActorSystem) *slog.Logger { return slog.New(h.log) }
		h.system = actor.NewActorSystem(actor.WithLoggerFactory(logger), actor.WithDeadLetterThrottleInterval(deadLetterPause))
	}
	h.log.to(log)
	return h
}

// Return gives a borrowed host back to the pool; every actor spawned in it must have stopped.
// Return does nothing for a host of the embedding program.
func (h *Host) Return() {
	if h.log == nil {
		return
	}
	h.log.to(zap.NewNop())
	idle.Lock()
	defer idle.Unlock()
	if len(idle.hosts) < maxIdle {
		idle.hosts = append(idle.hosts, h)
	}
}

// Processes returns how many PIDs the ActorSystem knows.
func (h *Host) Processes() (n int) {
	for _, bucket := range h.system.ProcessRegistry.LocalPIDs.LocalPIDs {
		n += bucket.Count()
	}
	return n
}
