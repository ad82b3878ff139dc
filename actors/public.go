package actors

import (
	"context"
	"iter"
	"math/rand/v2"
	"time"
	"unsafe"

	"github.com/robo-actors/robo-actors/messages"
)

// The structs that other packages know hold the runtime behind the interfaces below, never as pointers to its own structs.
// For every package that imports this one, the compiler reads what those structs lead to, through all fields and methods,
// and compiles the generic types among it anew. A cell leads to the whole runtime and on to Proto.Actor and its metrics:
// compiled in each of some thirty packages, it was half of what a thin one took to build. What other packages may
// inline, the methods of Context and Setup and those of In and Out, must not name the runtime's structs either.

// home is the cell that an incarnation lives in.
type home interface {
	name() string
	world() string
	current() messages.Incarnation
	now() messages.Instant
	random() *rand.Rand
	send(to string, message any) error
	emit(messages.Event)
}

// cellOf returns the cell behind a home; there is no other kind.
func cellOf(h home) *cell { return h.(*cell) }

func (c *cell) name() string                      { return c.spec.Name }
func (c *cell) world() string                     { return c.spec.World }
func (c *cell) send(to string, message any) error { return c.sys.Send(to, message) }
func (c *cell) emit(e messages.Event)             { c.sys.emit(e) }

// setupHome is the cell that an actor is made for.
type setupHome interface {
	name() string
	world() string
	period() time.Duration
	virtual() bool
	sizes() Sizes
	resources() [2][]any // what is meant for this actor, then what is for all
}

func (c *cell) period() time.Duration { return c.spec.Period }
func (c *cell) virtual() bool         { return c.sys.virtual != nil }
func (c *cell) sizes() Sizes          { return c.spec.Sizes }

func (c *cell) resources() [2][]any {
	return [2][]any{c.sys.app.ActorResources[c.spec.Name], c.sys.app.Resources}
}

// portHolder is a cell that ports are bound to.
type portHolder interface {
	bindInput(*boundPort) (*readable, error)
	bindOutput(o *sender, p *boundPort, incarnation messages.Incarnation, boxed func(unsafe.Pointer) any) error
}

// carrier is the outlet that a sender sends through; there is no other kind.
type carrier interface {
	withdraw(messages.Instant, messages.Incarnation)
	linked() bool
	heard() bool
}

// running is the engine of a System.
type running interface {
	Name() string
	Virtual() bool
	Now() messages.Instant
	Start(ctx context.Context) error
	Run(ctx context.Context) error
	Advance(d time.Duration) error
	NextInstant() (messages.Instant, bool)
	Stop(ctx context.Context) error
	Done() <-chan struct{}
	Halt(reason error)
	Halted() <-chan struct{}
	HaltReason() error
	Send(to string, message any) error
	Ask(ctx context.Context, to string, message any) (any, error)
	Request(to string, message any, then func(reply any, err error)) error
	At(t messages.Instant, fn func())
	Timers() int
	Actors() []ActorInfo
	Links() []LinkInfo
	LinkNames() []string
	Health() []messages.Health
	Grants() Grants
	Inject(f Fault) error
	CheckFault(f Fault) error
	ClearFaults()

	// tap and watch serve the functions of these names; example is a pointer to the values that the output is to carry.
	tap(port string, example any, deliver func(messages.Stamp, unsafe.Pointer)) (remove func(), err error)
	watch(ctx context.Context, port string, example any) (iter.Seq2[messages.Stamp, unsafe.Pointer], error)
}

// engineOf returns the engine of a system; there is no other kind.
func engineOf(s *System) *engine { return s.running.(*engine) }
