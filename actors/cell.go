package actors

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"sync"
	"sync/atomic"
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/injection"
	"github.com/robo-actors/robo-actors/actors/internal/random"
	"github.com/robo-actors/robo-actors/actors/internal/slot"
	"github.com/robo-actors/robo-actors/internal/protoactor"
	"github.com/robo-actors/robo-actors/internal/usercode"
	"github.com/robo-actors/robo-actors/messages"
)

// cell is one actor over all its incarnations: its identity, ports, mailbox and statistics. Fields
// without a remark are fixed once the system is built, or belong to the thread that runs the actor.
type cell struct {
	sys     *System
	spec    Spec
	index   int // order of the starts
	place   int // of its world, in the order of releases at one instant
	group   *group
	domain  *domain // nil for an event-driven actor
	mailbox *mailbox
	node    *protoactor.Node
	limit   time.Duration // of one step

	inputs   []*inlet
	outputs  []*outlet
	intakes  []*intake
	watchers injection.List[cell]
	faults   injection.List[actorFault]
	openJobs injection.List[Job] // whose code has not returned

	resources []any       // of this actor alone
	sites     []FaultSite // of faults, of an actor that a change has added

	probe   any // made while the system was built; becomes the first incarnation
	context *Context
	grid    grid

	beside *worker // on which a periodic actor stops after it has left its domain

	draws    *rand.Rand // the actor's own
	jitter   *rand.Rand // of its modelled execution
	took     time.Duration
	occupied time.Duration // by Start and Stop, not yet counted; virtual time only

	shares      atomic.Pointer[any]        // what its StateSharer returned
	strangers   atomic.Pointer[foreigners] // nil before the first message of a foreign actor
	serves      atomic.Pointer[string]     // the foreign actor whose message is being handled, or nil
	fencer      atomic.Pointer[Fencer]     // of the running incarnation; the watchdog takes it
	incarnation atomic.Uint32              // raised by a restart, and by the watchdog to fence off a hung one
	renewed     atomic.Uint32              // the incarnation that a supervisor has replaced last; zero at first
	state       atomic.Uint32
	life        slot.Announcement // as the ends of its links have it
	jobCount    atomic.Uint64     // jobs that were started
	changing    atomic.Bool       // a change adds or removes the actor
	apart       atomic.Bool       // a periodic actor that runs beside its domain, which it enters or has left
	lost        atomic.Bool       // code of the latest incarnation did not return and may still run
	first       sync.Once
	started     chan struct{} // closed when the first start is over, however it went
	ended       chan struct{} // closed when the actor has stopped for good
	stopFailure *Failure      // of its Stop, when the system stopped it; written before ended is closed

	stats cellStats
}

// The states of an actor in Health.
const (
	stateStarting uint32 = iota
	stateRunning
	stateSuspended
	stateRestarting
	stateStopped
	stateLost
)

var stateNames = [...]string{"starting", "running", "suspended", "restarting", "stopped", "lost"}

func (c *cell) current() messages.Incarnation { return messages.Incarnation(c.incarnation.Load()) }

// announce announces the life of the actor at the ends of all its links.
func (c *cell) announce(state slot.State, cause messages.Cause) {
	life := slot.Life{Incarnation: c.current(), State: state, Cause: cause}
	c.life.Put(life)
	for _, out := range c.outputs {
		for _, l := range out.sinks.Load() {
			l.sender.Put(life)
		}
	}
	for _, in := range c.inputs {
		if l := in.link.Load(); l != nil {
			l.receiver.Put(life)
		}
	}
}

func (c *cell) now() messages.Instant { return c.sys.now() }

func (c *cell) random() *rand.Rand {
	if c.draws == nil {
		c.draws = random.Stream(c.sys.seed, c.spec.Name)
	}
	return c.draws
}

func (c *cell) input(name string) (*inlet, bool) {
	for _, in := range c.inputs {
		if in.name == name {
			return in, true
		}
	}
	return nil, false
}

func (c *cell) output(name string) (*outlet, bool) {
	for _, out := range c.outputs {
		if out.name == name {
			return out, true
		}
	}
	return nil, false
}

// isActor reports whether values of a type can be actors.
func isActor(t reflect.Type) bool {
	return t.Implements(reflect.TypeFor[Ticker]()) || t.Implements(reflect.TypeFor[Receiver]())
}

// make calls the actor's constructor and Configure, and binds its ports.
func (c *cell) make(incarnation messages.Incarnation) (any, error) {
	actor := c.spec.New()
	if actor == nil {
		return nil, fmt.Errorf("%s: constructor returned nothing", c.spec.Name)
	}
	_, ticks := actor.(Ticker)
	_, receives := actor.(Receiver)
	if p := reflect.PointerTo(reflect.TypeOf(actor)); !ticks && !receives && isActor(p) {
		return nil, fmt.Errorf("%s: %T has its methods on the pointer; expected New to return %s, as in return &%s{}", c.spec.Name, actor, p, reflect.TypeOf(actor).Name())
	}
	if err := checkMethodSignatures(reflect.TypeOf(actor)); err != nil {
		return nil, fmt.Errorf("%s: %w", c.spec.Name, err)
	}
	if !ticks && !receives {
		return nil, fmt.Errorf("%s: %T is not an actor: it needs a method Tick(*actors.Tick) error or Receive(*actors.Context, any) error", c.spec.Name, actor)
	}
	v := reflect.ValueOf(actor)
	if v.Kind() == reflect.Pointer && v.IsNil() {
		return nil, fmt.Errorf("%s: the constructor returned a nil %T; expected a pointer to a struct, as in return &%s{}", c.spec.Name, actor, v.Type().Elem().Name())
	}
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		return nil, fmt.Errorf("%s: an actor must be a pointer to a struct, not a %T", c.spec.Name, actor)
	}
	s := &Setup{cell: c}
	var err error
	if s.ports, err = declaredPorts(v.Elem(), c.spec.Sizes); err != nil {
		return nil, fmt.Errorf("%s: %w", c.spec.Name, err)
	}
	if f, ok := actor.(Configurer); ok {
		if err := usercode.Readable(f.Configure(s)); err != nil {
			return nil, &ConfigureError{Actor: c.spec.Name, Err: err}
		}
	}
	if err := errors.Join(s.errs...); err != nil {
		return nil, err
	}
	if sharer, is := actor.(StateSharer); is {
		key := sharer.SharesState()
		if key != nil && !reflect.ValueOf(key).Comparable() {
			return nil, fmt.Errorf("%s: SharesState returned a %T, which cannot be compared; expected a pointer or a string", c.spec.Name, key)
		}
		c.shares.Store(&key)
	}
	return actor, c.bind(s.ports, incarnation)
}

func (c *cell) bind(ports []boundPort, incarnation messages.Incarnation) error {
	names := map[string]bool{}
	for i := range ports {
		p := &ports[i]
		if err := validPort(p.name); err != nil {
			return fmt.Errorf("%s: %w", c.spec.Name, err)
		}
		if names[p.name] {
			return fmt.Errorf("%s has two ports named %q", c.spec.Name, p.name)
		}
		names[p.name] = true
		if err := p.binder.bind(c, p, incarnation); err != nil {
			return err
		}
	}
	return nil
}

// errNewPort rejects a port that an actor declares in a later incarnation only: links are checked
// before anything runs.
func (c *cell) errNewPort(name string) error {
	return fmt.Errorf("%s declares port %q in a later incarnation but not in its first; ports must not depend on what happens at run time", c.spec.Name, name)
}

// built reports whether the first incarnation exists, which fixes the set of ports.
func (c *cell) built() bool { return c.current() > 0 }

// errGoexit is the error of a failure in which an actor's code ends its goroutine.
var errGoexit = errors.New("runtime.Goexit was called, as testing.T.FailNow does; an actor returns an error instead")
