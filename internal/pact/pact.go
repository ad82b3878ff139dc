// Package pact is the only package of robo-actors that imports Proto.Actor. It wraps the part that the runtime uses:
// identity, life cycle, suspend and resume, and the tree that failures travel up.
//
// Proto.Actor's own timers, futures, routers, strategies and remoting are not used: they keep wall time, block, or
// can be crashed from outside.
package pact

import (
	"fmt"
	"log/slog"

	"github.com/asynkron/protoactor-go/actor"
	cmap "github.com/orcaman/concurrent-map"
	"go.uber.org/zap"
	"go.uber.org/zap/exp/zapslog"
)

// init lowers the number of shards of the maps in which an ActorSystem registers its processes: with the library's 32
// shards a new ActorSystem allocates 32 768 maps and takes milliseconds. It happens here, before any ActorSystem can
// have been made, and never again: the shard of a key depends on the number, so changing it later would hide the
// processes that an embedding program has registered.
func init() { cmap.SHARD_COUNT = 1 }

// Names of Proto.Actor that the runtime's own types must mention.
type (
	ActorSystem = actor.ActorSystem
	PID         = actor.PID
	Mailbox     = actor.Mailbox
	Invoker     = actor.MessageInvoker
	Dispatcher  = actor.Dispatcher
)

// Lifecycle is what the runtime wants to know of an actor's life; every call comes from the actor's own mailbox.
type Lifecycle interface {
	// Started begins an incarnation.
	Started()
	// Restarting ends an incarnation that another will follow.
	Restarting()
	// Stopping ends the last incarnation; Stopped comes after it and after the children's end.
	Stopping()
	Stopped()
	// Deliver is called for every user message.
	Deliver(message any)
}

// FailureHandler decides about failed children; it is called from the mailbox of their parent.
type FailureHandler interface {
	ChildFailed(parent Parent, child *PID, reason any)
	ChildTerminated(child *PID)
}

// Parent acts on the children of a supervisor. Its methods only post system messages and may be called from anywhere.
type Parent interface {
	RestartChildren(pids ...*PID)
	StopChildren(pids ...*PID)
	ResumeChildren(pids ...*PID)
}

// NewActorSystem makes an ActorSystem whose log lines go to log.
func NewActorSystem(log *zap.Logger) *ActorSystem {
	return actor.NewActorSystem(actor.WithLoggerFactory(func(*actor.ActorSystem) *slog.Logger {
		// Proto.Actor reports every start and every recovered panic at Info; the runtime reports them itself, with a stack.
		return slog.New(zapslog.NewHandler(log.WithOptions(zap.IncreaseLevel(zap.WarnLevel)).Core(), zapslog.WithName("protoactor")))
	}))
}

// guardian is the strategy of root actors. Those are the runtime's own supervisors, which do not fail; should one do
// so, it is stopped. The stock strategies can panic in a deferred call, which ends the process.
type guardian struct{}

func (guardian) HandleFailure(_ *actor.ActorSystem, s actor.Supervisor, child *actor.PID, _ *actor.RestartStatistics, _, _ any) {
	s.StopChildren(child)
}

type strategy struct{ handler FailureHandler }

func (s strategy) HandleFailure(_ *actor.ActorSystem, p actor.Supervisor, child *actor.PID, _ *actor.RestartStatistics, reason, _ any) {
	s.handler.ChildFailed(p, child, reason)
}

// adapter turns Proto.Actor's messages into calls of a Lifecycle.
type adapter struct {
	life    Lifecycle
	handler FailureHandler
	self    *Node
}

func (a *adapter) Receive(ctx actor.Context) {
	switch m := ctx.Message().(type) {
	case *actor.Started:
		a.self.pid.Store(ctx.Self())
		a.self.context.Store(&ctx)
		a.life.Started()
	case *actor.Restarting:
		a.life.Restarting()
	case *actor.Stopping:
		a.life.Stopping()
	case *actor.Stopped:
		a.life.Stopped()
	case *actor.Terminated:
		if a.handler != nil {
			a.handler.ChildTerminated(m.Who)
		}
	case call:
		m.fn()
	case nil:
	default:
		a.life.Deliver(m)
	}
}

// Suspends and Resumes tell the two system messages that a mailbox must obey itself.
func Suspends(message any) bool { _, ok := message.(*actor.SuspendMailbox); return ok }

// Resumes reports whether message ends a suspension.
func Resumes(message any) bool { _, ok := message.(*actor.ResumeMailbox); return ok }

func errSpawn(name string, err error) error {
	return fmt.Errorf("actor %q cannot be spawned: %w; names must be unique within an actor system", name, err)
}
