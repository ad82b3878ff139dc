package core

import (
	"math"
	"time"

	"github.com/robo-actors/robo-actors/internal/setpoint"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// Gate is the state of the gate of one world. It is a state machine of what its methods are given; one goroutine at a
// time may use it.
type Gate struct {
	config      Config // defaults filled in
	joints      []joint
	controllers []controller
	buses       []bus
	cycle       time.Duration // of the newest decision
	decided     bool
	decidedAt   messages.Instant // of the newest decision

	refusals []Refusal
	events   []messages.Event
	lost     int // events for which there was no room
}

// Sizes of what is kept until it is fetched.
const (
	eventsPerJoint = 8
	fewestEvents   = 32
)

// joint is what the gate knows of one joint.
type joint struct {
	*Joint
	texts      *[eventTexts]string // sentences for events, made once
	shape      setpoint.Shape
	index      int // in the world's order
	q, v       int // where the joint stands in the world's vectors
	nq, nv     int // how many entries it has there
	controller int // index, -1 if nobody claims it
	cj, cq, cv int // where it stands in its controller's commands

	state    modes.State
	demanded modes.Causes                 // causes of Demand that have not gone
	external faultSet                     // reported by SetFault, not yet cleared
	grace    grace                        // of its controller, which has failed
	early    messages.Mode                // what was demanded before the drive answered, or in an earlier life
	found    modes.Causes                 // this cycle: those among level that hold
	faults   faultSet                     // this cycle: why, for a joint with reactions
	met      faultSet                     // those of the cycle before
	because  faultSet                     // those that this stop has reacted to
	since    [faultKinds]messages.Instant // when it first did
	ripe     bool                         // this cycle: re-arms if the others do

	measured measured
	drive    feedback
	track    track     // of a driven joint's position
	still    stillness // likewise
	accepted command
	sent     sent
	stopping stopping

	phase    phase
	arm      uint32 // number of the newest re-arm
	deadline messages.Instant
}

// measured is the newest valid state of a joint.
type measured struct {
	ever     bool
	fresh    bool // not older than Joint.StateMaxAge
	at       messages.Instant
	position [7]float64
	velocity [6]float64
	effort   [6]float64
	mode     messages.Mode
}

// feedback is what a drive answered last.
type feedback struct {
	ever  bool             // it has answered once: the joint has adopted its mode
	fresh bool             // this cycle
	at    messages.Instant // of the newest cycle in which it was
	mode  messages.Mode
	arm   uint32
	fault uint16
}

// command is what the controller wants of a joint: the newest command that was accepted and named it.
type command struct {
	ever     bool
	released bool // a newer one has left the joint out
	control  messages.ControlMode
	stamp    messages.Stamp
	at       messages.Instant // when it was accepted
	interval float64          // s since the one before, 0 where none continued it
	position [7]float64
	velocity [6]float64
	effort   [6]float64
	rate     [6]float64 // of the positions, in the axes of the body
	tuning   tuning
}

// sent is what the gate sends.
type sent struct {
	active   bool // something is sent at all; drives always get their mode
	control  messages.ControlMode
	position [7]float64
	velocity [6]float64
	effort   [6]float64
}

// phase is how far a joint has come since it was re-armed.
type phase uint8

const (
	// waiting: the drive, or the world behind, does not follow yet. What is sent is the measured state.
	waiting phase = iota
	// moving: the set-point goes from there to the controller's command.
	moving
	// following: commands pass as they are.
	following
)

// controller is what the gate knows of one controller.
type controller struct {
	*Controller
	joints                []int
	positions, velocities int // lengths of its commands
	judged                messages.Stamp
	heard, withdrawn      bool // judged has a command; there is none now
	sequence              uint64
	ordered               bool // sequence and incarnation are known
	incarnation, fenced   messages.Incarnation
	acceptedAt            messages.Stamp // of the newest accepted command
	accepted              bool
	failed                modes.Causes // that end with a command of a later incarnation
	invalid               bool
	overrun               overrun
	refusedAt             [maxFaults]messages.Instant // a ring of the newest counted refusals
	refused               uint64
}

type bus struct {
	*Bus
	joints []int        // of each drive
	ready  bool         // every drive has answered once
	failed modes.Causes // that end with BusBack
}

// New returns a gate in which every joint is off. The error lists all that is wrong with the configuration.
func New(c Config) (*Gate, error) {
	g := &Gate{config: c.filled()}
	if err := g.config.check(); err != nil {
		return nil, err
	}
	g.joints = make([]joint, len(c.Joints))
	g.controllers = make([]controller, len(c.Controllers))
	g.buses = make([]bus, len(c.Buses))
	index := make(map[string]int, len(c.Joints))
	q, v := 0, 0
	for i := range g.joints {
		j := &g.joints[i]
		*j = joint{Joint: &g.config.Joints[i], index: i, q: q, v: v, controller: -1}
		j.shape, j.nq, j.nv = j.Type.shape(), j.Type.Positions(), j.Type.Velocities()
		j.texts = textsOf(j.Name)
		q, v = q+j.nq, v+j.nv
		index[j.Name] = i
		if j.shape == setpoint.Floating {
			j.measured.position[3], j.sent.position[3] = 1, 1
		}
	}
	for i := range g.controllers {
		g.claim(i, index)
	}
	for i := range g.buses {
		g.buses[i] = bus{Bus: &g.config.Buses[i], joints: make([]int, c.Buses[i].Drives)}
	}
	for i := range g.joints {
		if j := &g.joints[i]; j.Role == Driven {
			g.buses[j.Bus].joints[j.Drive] = i
		}
	}
	g.refusals = make([]Refusal, 0, len(c.Controllers)+1)
	g.events = make([]messages.Event, 0, fewestEvents+eventsPerJoint*len(g.joints))
	g.Begin(1, nil, 0)
	return g, nil
}

func (g *Gate) claim(i int, index map[string]int) {
	c := &g.controllers[i]
	*c = controller{Controller: &g.config.Controllers[i]}
	for k, name := range c.Joints {
		j := &g.joints[index[name]]
		j.controller, j.cj, j.cq, j.cv = i, k, c.positions, c.velocities
		c.joints = append(c.joints, index[name])
		c.positions += j.nq
		c.velocities += j.nv
	}
}

// Begin starts the life of an incarnation, before its first decision. The first one begins with the cause startup; a
// later one with error beside it, so that a gate that failed does not re-arm what a person should look at. Before has what
// Past told of each joint in the life before; it is nil where nothing is known.
func (g *Gate) Begin(incarnation messages.Incarnation, before []Past, now messages.Instant) {
	for i := range g.joints {
		j := &g.joints[i]
		others := crashed(incarnation)
		if i < len(before) {
			others |= before[i].Causes
			j.early = messages.MoreSevere(j.early, before[i].Mode)
		}
		j.state = modes.Begin(others, incarnation, now)
		if i < len(before) {
			j.state.Requires.Level = before[i].Level
		}
	}
}

// Past is what of a joint's stop is still in force in a later life of the gate. Of what its faults asked for, modes.Requirement, that
// is the class alone: the times Clean and Within bound how a joint of a kind resumes by itself, and in a later life none does,
// for that its gate failed is a cause for which the rules of every kind ask an acknowledgement.
type Past struct {
	// Causes are those that re-arm has to take into account: what asked for a reset still does. What startup asks for,
	// each life asks for itself.
	Causes modes.Causes
	// Mode is the least severe mode that will do, also where the drive is found in a less severe one because it has not
	// obeyed. Mode run leaves it to the drive.
	Mode messages.Mode
	// Class is what the faults have asked for, beyond the rules.
	Level modes.Level
}

// Past tells what a later life of the gate has to know of a joint. As long as its drive has not answered, that is what
// was in force before.
func (g *Gate) Past(joint int) Past {
	j := &g.joints[joint]
	p := Past{Causes: j.state.Causes.Without(messages.CauseStartup), Mode: j.early, Level: j.state.Requires.Level}
	if j.drive.ever && j.Role == Driven {
		p.Mode = j.state.Mode
	}
	return p
}

// crashed are the causes beside startup with which a gate begins.
func crashed(incarnation messages.Incarnation) modes.Causes {
	if incarnation > 1 {
		return modes.SetOf(messages.CauseError)
	}
	return 0
}

// Command is the newest command of a controller. OK is false where there is none yet, or it was withdrawn.
type Command struct {
	Value *messages.JointCommand
	Stamp messages.Stamp
	OK    bool
}

// State is the newest state of the drives of a bus. OK is false where there is none yet, or it is too old.
type State struct {
	Value *messages.DriveState
	OK    bool
}

// Input is what a decision is made of. Nothing of it is kept.
type Input struct {
	Now messages.Instant
	// Step is the time since the decision before, as the timer tells it; where the clock says something else, the clock
	// counts. At the first decision, zero or less means Config.Period.
	Step time.Duration
	// Snapshot has the state of the world; nil if there is none that is fresh.
	Snapshot *messages.Snapshot
	Commands []Command // one a controller
	States   []State   // one a bus
}

// Decide makes the decision of one cycle. Drive and Virtual return it, Refusals and Events what there is to tell.
func (g *Gate) Decide(in *Input) {
	g.cycle = g.between(in)
	dt := g.cycle.Seconds()
	g.refusals = g.refusals[:0]
	g.examine(in)
	for i := range g.joints {
		if j := &g.joints[i]; j.Role != Passive {
			j.measure(in)
			g.answer(j, in)
			g.overdue(j, in.Now)
		}
	}
	g.supervise(in.Now)
	for i := range g.joints {
		if j := &g.joints[i]; j.Role != Passive {
			j.move(in.Now, dt)
		}
	}
}

// between is the time since the decision before.
func (g *Gate) between(in *Input) time.Duration {
	step := in.Step
	if g.decided {
		step = setpoint.Step(step, in.Now.Sub(g.decidedAt))
	}
	if g.decided, g.decidedAt = true, in.Now; step <= 0 {
		return g.config.Period
	}
	return step
}

// Refusals returns the refusals of the newest decision, valid until the next one.
func (g *Gate) Refusals() []Refusal { return g.refusals }

// Events moves what has happened since the last call to the end of a buffer, as far as its capacity goes; the rest stays
// for the next call. It also returns how many events were lost since, because nobody fetched them.
func (g *Gate) Events(into []messages.Event) (events []messages.Event, lost int) {
	n := min(len(g.events), cap(into)-len(into))
	into = append(into, g.events[:n]...)
	g.events = g.events[:copy(g.events, g.events[n:])]
	lost, g.lost = g.lost, 0
	return into, lost
}

func (g *Gate) emit(e messages.Event) {
	if len(g.events) == cap(g.events) {
		g.lost++
		return
	}
	e.Source, e.Incarnation = g.config.Source, g.joints[0].state.Incarnation
	g.events = append(g.events, e)
}

// sane reports whether every entry is a number that a robot can have; NaN is none.
func sane(values []float64) bool {
	for _, v := range values {
		if !(math.Abs(v) <= Farthest) {
			return false
		}
	}
	return true
}

// speed is the greatest absolute velocity of a joint's degrees of freedom.
func (j *joint) speed() float64 {
	most := 0.0
	for _, v := range j.measured.velocity[:j.nv] {
		most = max(most, math.Abs(v))
	}
	return most
}
