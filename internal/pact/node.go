package pact

import (
	"sync/atomic"

	"github.com/asynkron/protoactor-go/actor"
)

// Node is one actor of the tree: its identity and, for a supervisor, the place where children are spawned. The zero
// value is a node that was not spawned.
type Node struct {
	system  atomic.Pointer[ActorSystem]
	pid     atomic.Pointer[PID]
	context atomic.Pointer[actor.Context]
}

// Config says how a Node is made.
type Config struct {
	Name    string
	Mailbox Mailbox
	Life    Lifecycle
	// Handler decides about failed children. Nil for an actor without children.
	Handler FailureHandler
}

type call struct{ fn func() }

// props never name a dispatcher of Proto.Actor: the runtime's mailboxes are stepped by its own clocks.
func (c Config) props(n *Node) *actor.Props {
	options := []actor.PropsOption{
		actor.WithMailbox(func() actor.Mailbox { return c.Mailbox }),
	}
	if c.Handler != nil {
		options = append(options, actor.WithSupervisor(strategy{c.Handler}))
	}
	return actor.PropsFromProducer(func() actor.Actor {
		return &adapter{life: c.Life, handler: c.Handler, self: n}
	}, options...)
}

// SpawnRoot starts n at the top of system, watched over by a guardian that stops it should it fail.
func (n *Node) SpawnRoot(system *ActorSystem, c Config) error {
	n.system.Store(system)
	props := c.props(n)
	props.Configure(actor.WithGuardian(guardian{}))
	pid, err := system.Root.SpawnNamed(props, c.Name)
	if err != nil {
		return errSpawn(c.Name, err)
	}
	n.pid.Store(pid)
	return nil
}

// SpawnChild starts child under n. It must be called from n's mailbox: from its Lifecycle, or by Run.
func (n *Node) SpawnChild(child *Node, c Config) error {
	child.system.Store(n.system.Load())
	ctx := n.context.Load()
	pid, err := (*ctx).SpawnNamed(c.props(child), c.Name)
	if err != nil {
		return errSpawn(n.PID().Id+"/"+c.Name, err)
	}
	child.pid.Store(pid)
	return nil
}

// Spawned reports whether the actor was started.
func (n *Node) Spawned() bool { return n.pid.Load() != nil }

// Run has fn called in n's own mailbox.
func (n *Node) Run(fn func()) { n.system.Load().Root.Send(n.PID(), call{fn}) }

// Stop asks the actor, and first its children, to stop.
func (n *Node) Stop() { n.system.Load().Root.Stop(n.PID()) }

// PID returns the actor's identity, nil before it was spawned.
func (n *Node) PID() *PID { return n.pid.Load() }

// Parent acts on the children of n.
func (n *Node) Parent() Parent { return (*n.context.Load()).(Parent) }
