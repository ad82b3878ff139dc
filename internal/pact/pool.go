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

// Host is an ActorSystem that a tree of actors is spawned in. As with Node, no type of Proto.Actor shows.
type Host interface {
	// Return gives back what was borrowed; every actor that was spawned in it must have stopped.
	Return()
}

// SystemOf returns the ActorSystem of a host of this package.
func SystemOf(host Host) *ActorSystem {
	if of, is := host.(guest); is {
		return of.system
	}
	return host.(*lease).system
}

// guest is the use of an ActorSystem of the embedding program.
type guest struct{ system *ActorSystem }

// Within returns an ActorSystem of the embedding program as a host. It is not given back to anybody.
func Within(system *ActorSystem) Host { return guest{system} }

func (guest) Return() {}

// lease is the use of an ActorSystem of the pool until it is given back.
type lease struct{ lent }

// quiet is for how long a dead letter keeps a goroutine of Proto.Actor, which counts what it does not log: nothing of a
// System that has stopped is to be left.
const quiet = time.Millisecond

// Borrow returns an ActorSystem that nobody else uses, whose warnings and errors go to log.
func Borrow(log *zap.Logger) Host {
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
	return &lease{l}
}

func (l *lease) Return() {
	l.log.to(zap.NewNop())
	idle.Lock()
	defer idle.Unlock()
	if len(idle.systems) < maxIdle {
		idle.systems = append(idle.systems, l.lent)
	}
}
