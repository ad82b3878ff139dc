package pact

import (
	"sync/atomic"

	"github.com/asynkron/protoactor-go/actor"
)

// Node is one actor of the tree: its identity and, for a supervisor, the place where children are spawned. The zero
// value is a node that was not spawned. Its methods only post messages and may be called from anywhere, but for
// SpawnChild.
type Node struct {
	system  atomic.Pointer[ActorSystem]
	pid     atomic.Pointer[PID]
	context atomic.Pointer[actor.Context]
}

// Config says how a Node is made.
type Config struct {
	// Name of the actor below its parent.
	Name string
	// Mailbox of the actor; it must not be nil.
	Mailbox Mailbox
	// Stopped is called from the mailbox once the actor and its children have stopped.
	Stopped func()
	// Handler decides about failed children. Nil for an actor without children.
	Handler FailureHandler
}

// props never name a dispatcher of Proto.Actor: the runtime's mailboxes are stepped by its own clocks.
func (c Config) props(n *Node) *actor.Props {
	options := []actor.PropsOption{
		actor.WithMailbox(func() actor.Mailbox { return c.Mailbox }),
	}
	if c.Handler != nil {
		options = append(options, actor.WithSupervisor(strategy{c.Handler}))
	}
	return actor.PropsFromProducer(func() actor.Actor { return &adapter{node: n, stopped: c.Stopped} }, options...)
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

// SpawnChild starts child under n. It must be called from n's mailbox, after n has started.
func (n *Node) SpawnChild(child *Node, c Config) error {
	child.system.Store(n.system.Load())
	pid, err := (*n.context.Load()).SpawnNamed(c.props(child), c.Name)
	if err != nil {
		return errSpawn(n.PID().Id+"/"+c.Name, err)
	}
	child.pid.Store(pid)
	return nil
}

// Spawned reports whether the actor was started.
func (n *Node) Spawned() bool { return n.pid.Load() != nil }

// Stop asks the actor to stop once its children have.
func (n *Node) Stop() { n.system.Load().Root.Stop(n.PID()) }

// Restart asks the child to begin its next incarnation.
func (n *Node) Restart(child *Node) { n.supervisor().RestartChildren(child.PID()) }

// Send posts a user message to any actor of the same system, as a reply to one that has no Node.
func (n *Node) Send(to *PID, message any) { n.system.Load().Root.Send(to, message) }

// PID returns the actor's identity, nil before it was spawned.
func (n *Node) PID() *PID { return n.pid.Load() }

func (n *Node) supervisor() actor.Supervisor { return (*n.context.Load()).(actor.Supervisor) }
