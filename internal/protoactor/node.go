package protoactor

import (
	"sync/atomic"

	"github.com/asynkron/protoactor-go/actor"
)

// Node is one actor of the supervision tree: its identity and, for a supervisor, the place where
// children are spawned. The zero Node is not spawned yet. The methods only post messages and may be
// called from any goroutine, except SpawnChild and Restart.
type Node struct {
	system  atomic.Pointer[actor.ActorSystem]
	pid     atomic.Pointer[actor.PID]
	context atomic.Pointer[actor.Context]
}

// Config describes an actor to spawn.
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

// propsOf names no dispatcher of Proto.Actor: the clocks of the runtime step the mailboxes.
func propsOf(n *Node, c Config) *actor.Props {
	options := []actor.PropsOption{
		actor.WithMailbox(func() actor.Mailbox { return c.Mailbox }),
	}
	if c.Handler != nil {
		options = append(options, actor.WithSupervisor(strategy{c.Handler}))
	}
	return actor.PropsFromProducer(func() actor.Actor { return &adapter{node: n, stopped: c.Stopped} }, options...)
}

// SpawnRoot starts the node at the top of host. A guardian stops the node if it fails.
func (n *Node) SpawnRoot(host *Host, c Config) error {
	n.system.Store(host.system)
	props := propsOf(n, c)
	props.Configure(actor.WithGuardian(guardian{}))
	pid, err := host.system.Root.SpawnNamed(props, c.Name)
	if err != nil {
		return errSpawn(c.Name, err)
	}
	n.pid.Store(pid)
	return nil
}

// SpawnChild starts child under the node. It must be called from the node's mailbox, after the node
// has started.
func (n *Node) SpawnChild(child *Node, c Config) error {
	child.system.Store(n.system.Load())
	pid, err := (*n.context.Load()).SpawnNamed(propsOf(child, c), c.Name)
	if err != nil {
		return errSpawn(n.pid.Load().Id+"/"+c.Name, err)
	}
	child.pid.Store(pid)
	return nil
}

// PID returns the identity of the actor, nil before it is spawned.
func (n *Node) PID() *actor.PID { return n.pid.Load() }

// Spawned reports whether the actor was started.
func (n *Node) Spawned() bool { return n.pid.Load() != nil }

// Stop stops the actor once its children have stopped.
func (n *Node) Stop() { n.system.Load().Root.Stop(n.pid.Load()) }

// Restart makes child begin its next incarnation. It must be called after the node has started.
func (n *Node) Restart(child *Node) {
	(*n.context.Load()).(actor.Supervisor).RestartChildren(child.PID())
}

// Reply posts a user message to the sender that Unwrap returned.
func (n *Node) Reply(to Sender, message any) { n.system.Load().Root.Send(to.pid, message) }
