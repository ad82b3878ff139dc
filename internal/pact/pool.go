package pact

import (
	"log/slog"
	"sync"
	"time"

	"github.com/asynkron/protoactor-go/actor"
	"go.uber.org/zap"
)

// A new ActorSystem takes milliseconds and megabytes, most of them for 32 768 maps. Their number is a variable of another
// library; lowering it would be cheap, but hides every process from an embedding program that made its ActorSystem
// before. So systems are kept and used again, which serves the one that needs many: a campaign of short runs.

// maxIdle bounds how many systems wait for their next use.
const maxIdle = 16

var idle struct {
	sync.Mutex
	systems []lent
}

// lent is an ActorSystem that this package has made, with where its log lines go.
type lent struct {
	system *ActorSystem
	log    *forwarder
}

// Lease is the use of an ActorSystem until it is given back.
type Lease struct{ lent }

// quiet is for how long a dead letter keeps a goroutine of Proto.Actor, which counts what it does not log: nothing of a
// System that has stopped is to be left.
const quiet = time.Millisecond

// Borrow returns an ActorSystem that nobody else uses, whose warnings and errors go to log.
func Borrow(log *zap.Logger) *Lease {
	idle.Lock()
	defer idle.Unlock()
	var l lent
	if n := len(idle.systems); n > 0 {
		l, idle.systems = idle.systems[n-1], idle.systems[:n-1]
	} else {
		l.log = newForwarder()
		l.system = actor.NewActorSystem(actor.WithLoggerFactory(func(*actor.ActorSystem) *slog.Logger { return slog.New(l.log) }),
			actor.WithDeadLetterThrottleInterval(quiet))
	}
	l.log.to(log)
	return &Lease{l}
}

// System returns the ActorSystem.
func (l *Lease) System() *ActorSystem { return l.system }

// Return gives the ActorSystem back; every actor that was spawned in it must have stopped.
func (l *Lease) Return() {
	l.log.to(zap.NewNop())
	idle.Lock()
	defer idle.Unlock()
	if len(idle.systems) < maxIdle {
		idle.systems = append(idle.systems, l.lent)
	}
}
