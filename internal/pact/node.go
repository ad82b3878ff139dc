package pact

import (
	"sync/atomic"

	"github.com/asynkron/protoactor-go/actor"
)

// Node is one actor of the tree: its identity and, for a supervisor, the place where children are spawned. NewNode makes
// one that was not spawned. Its methods only post messages and may be called from anywhere, but for SpawnChild.
//
// It is an interface that mentions no type of Proto.Actor: the compiler reads all that a type is made of for every package
// that uses it, which for Proto.Actor's, with its metrics and protocols, takes longer than most packages of a robot.
type Node interface {
	// SpawnRoot starts the node at the top of host, watched over by a guardian that stops it should it fail.
	SpawnRoot(host Host, c Config) error
	// SpawnChild starts child under the node. It must be called from the node's mailbox, after it has started.
	SpawnChild(child Node, c Config) error
	// Spawned reports whether the actor was started.
	Spawned() bool
	// Stop asks the actor to stop once its children have.
	Stop()
	// Restart asks the child to begin its next incarnation.
	Restart(child Node)
	// Reply posts a user message to who sent one, as Unwrap has told.
	Reply(to Sender, message any)
}

// NewNode returns a node that was not spawned.
func NewNode() Node { return &node{} }

// PIDOf returns the actor's identity, nil before it was spawned.
func PIDOf(n Node) *PID { return n.(*node).pid.Load() }

type node struct {
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

// propsOf never name a dispatcher of Proto.Actor: the runtime's mailboxes are stepped by its own clocks.
func propsOf(n *node, c Config) *actor.Props {
	options := []actor.PropsOption{
		actor.WithMailbox(func() actor.Mailbox { return c.Mailbox }),
	}
	if c.Handler != nil {
		options = append(options, actor.WithSupervisor(strategy{c.Handler}))
	}
	return actor.PropsFromProducer(func() actor.Actor { return &adapter{node: n, stopped: c.Stopped} }, options...)
}

func (n *node) SpawnRoot(host Host, c Config) error {
	system := SystemOf(host)
	n.system.Store(system)
	props := propsOf(n, c)
	props.Configure(actor.WithGuardian(guardian{}))
	pid, err := system.Root.SpawnNamed(props, c.Name)
	if err != nil {
		return errSpawn(c.Name, err)
	}
	n.pid.Store(pid)
	return nil
}

func (n *node) SpawnChild(of Node, c Config) error {
	child := of.(*node)
	child.system.Store(n.system.Load())
	pid, err := (*n.context.Load()).SpawnNamed(propsOf(child, c), c.Name)
	if err != nil {
		return errSpawn(n.pid.Load().Id+"/"+c.Name, err)
	}
	child.pid.Store(pid)
	return nil
}

func (n *node) Spawned() bool { return n.pid.Load() != nil }

func (n *node) Stop() { n.system.Load().Root.Stop(n.pid.Load()) }

func (n *node) Restart(child Node) {
	(*n.context.Load()).(actor.Supervisor).RestartChildren(PIDOf(child))
}

func (n *node) Reply(to Sender, message any) { n.system.Load().Root.Send(to.pid.(*PID), message) }
