package actors

import (
	"fmt"
	"time"
)

// Phase is the part of a world's cycle in which an actor runs. What is written in a phase can be
// read in the later phases of the same cycle, and is not written again before the next cycle.
type Phase uint8

// The phases of a cycle in their order.
const (
	Perception Phase = iota
	Planning
	Control
	Actuation
)

var phaseNames = [...]string{"perception", "planning", "control", "actuation"}

// String returns the word that application files use.
func (p Phase) String() string {
	if int(p) < len(phaseNames) {
		return phaseNames[p]
	}
	return fmt.Sprintf("phase(%d)", uint8(p))
}

// ParsePhase returns the phase with that name.
func ParsePhase(name string) (Phase, error) {
	for i, n := range phaseNames {
		if n == name {
			return Phase(i), nil
		}
	}
	return Control, fmt.Errorf("phase %q is unknown; expected one of perception, planning, control, actuation", name)
}

// Spec declares an actor. Its zero values are the documented defaults.
type Spec struct {
	// Name is the whole path, as "world/name": letters, digits, _ and -, with a slash between
	// parts. It must be unique.
	Name string
	// World groups actors for order, supervision and reports. Empty: the part of Name before the
	// first slash.
	World string
	// New makes the actor's struct. It is called once for each incarnation; a panic in it fails
	// that incarnation.
	New func() any
	// Period of the ticks. Zero: the actor is event-driven, and runs when a message or a new input
	// value arrives.
	Period time.Duration
	// Offset shifts the ticks against the grid that starts with the system. Zero or more, less than
	// Period.
	Offset time.Duration
	// Phase orders the actors of a world that are released at the same instant.
	Phase Phase
	// Domain names the thread of execution of the ticks; empty means DefaultDomain. Event-driven
	// actors ignore it.
	Domain string
	// Group names the supervisor; empty means one group a world.
	Group string
	// Queue bounds the messages that wait; zero means 64. Overflow says how a full queue treats one
	// more message.
	Queue    int
	Overflow Overflow
	// Tolerance for missed releases.
	Tolerance Tolerance
	// Hang is the number of periods after which a tick that has not returned counts as hung; zero
	// means 20, at least 100 ms.
	Hang float64
	// HangAfter bounds the actor's code by a time instead. Zero means Hang, and 10 s for an
	// event-driven actor, which has no period.
	HangAfter time.Duration
	// StartWithin bounds Start, and StopWithin Stop; zero means 10 s, and the value of StartWithin.
	// Code that takes longer counts as hung.
	StartWithin, StopWithin time.Duration
	// Execution is the modelled duration of a tick in virtual time; zero means no time.
	Execution Execution
	// Sizes are the default sizes of the dimensions of the actor's ports.
	Sizes Sizes
	// Watch names actors whose life-cycle events reach this actor as messages.Event, even if its
	// queue is full.
	Watch []string
	// Doc is a line for people.
	Doc string
}

// Overflow says how a full queue treats one more message.
type Overflow uint8

const (
	// DropNewest rejects the new message; its sender gets ErrQueueFull. It is the default.
	DropNewest Overflow = iota
	// DropOldest discards the message that has waited longest; the sender of a discarded request
	// gets ErrQueueFull.
	DropOldest
)

// String returns the word that application files use.
func (o Overflow) String() string {
	if o == DropOldest {
		return "drop_oldest"
	}
	return "drop_newest"
}

// DefaultDomain is the domain of a Spec without one.
const DefaultDomain = "main"

// DefaultQueue is the bound of the queue of a Spec without one.
const DefaultQueue = 64

// Tolerance is a leaky bucket for missed releases: each skipped release adds one, and every Leak
// releases on time remove one. A full bucket fails the actor. The next incarnation begins with an
// empty one.
type Tolerance struct {
	// Missed is the size of the bucket; zero means 50, negative means that missed releases are
	// counted only.
	Missed int
	// RecoverPer is the number of releases on time that remove one missed release from the bucket;
	// zero means 100.
	RecoverPer int
}

func (t Tolerance) bucket() (full, leak float64) {
	full, leak = float64(t.Missed), float64(t.RecoverPer)
	if t.Missed == 0 {
		full = 50
	}
	if t.RecoverPer <= 0 {
		leak = 100
	}
	return full, leak
}

// Execution models how long a tick takes in virtual time: Base, plus a uniformly distributed part
// of Jitter from the actor's own random stream.
type Execution struct{ Base, Jitter time.Duration }

// Link joins an output to an input. Both are written "world/actor.port". An input has one link, an
// output any number. Actors may be linked in a ring, such as a controller and its plant: each must
// send something before it receives its first value. An actor cannot be linked to itself; it keeps
// what its next tick needs in its struct.
type Link struct {
	From, To string
	// MaxAge bounds the age of a value that Fresh accepts; zero keeps the bound of the input's own
	// tag.
	MaxAge time.Duration
}

// Group is a supervisor of the actors whose Spec names it, and of the groups below it.
type Group struct {
	// Name is what Spec.Group refers to.
	Name string
	// Parent is the group that failures are escalated to; empty means the application.
	Parent string
	// Policy decides about failures. Nil means one for one, at most 3 restarts in 10 s, with a
	// back-off of 100 ms that doubles up to 5 s; then the failure escalates. An actor that returns
	// ErrDone stays stopped.
	Policy Policy
}

// DomainSpec declares a domain.
type DomainSpec struct {
	Name string
	// Priority requests SCHED_FIFO with this priority in real time, 1 to 99; zero requests the
	// default policy.
	Priority int
	// Spin is how long before a release the thread polls the clock instead of sleeping, in real
	// time, so that the wake-up time of the machine does not delay the release. It costs processor
	// time, and is at most a twentieth of the shortest period in the domain. Zero means DefaultSpin
	// with SCHED_FIFO and none otherwise; a negative value means none.
	Spin time.Duration
}

// Application is the description of a System.
type Application struct {
	Name string
	// Actors are started in this order and stopped in the reverse one.
	Actors  []Spec
	Links   []Link
	Groups  []Group
	Domains []DomainSpec
	// Policy of the application itself, to which groups escalate; nil means the same as for a
	// Group.
	Policy Policy
	// Worlds fixes the order of worlds at one instant; worlds not named here follow in the order of
	// their first actor.
	Worlds []string
	// Resources are values that Configure can ask for by type, see Resource.
	Resources []any
	// FaultSites carry out injected faults outside of the runtime.
	FaultSites []FaultSite
	// ActorResources are resources of single actors, by path. They come before those of the
	// application.
	ActorResources map[string][]any
}
