package core

import (
	"math"
	"time"

	"github.com/robo-actors/robo-actors/internal/setpoint"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// Gate is the state machine of the gate of one world. Its methods depend on their arguments only.
// One goroutine at a time may use it.
type Gate struct {
	config      Config // defaults filled in
	joints      []joint
	controllers []controller
	buses       []bus
	cycle       time.Duration // of the newest decision
	decided     bool
	decidedAt   messages.Instant // of the newest decision
	began       messages.Instant // the start of the first incarnation; zero of a later one

	refusals []Refusal
	events   []messages.Event
	lost     int // events that did not fit
}

// Sizes of the buffer of events.
const (
	eventsPerJoint = 8
	fewestEvents   = 32
)

// joint is the state of one joint.
type joint struct {
	*Joint
	texts      *[eventTexts]string // of events, made once
	shape      setpoint.Shape
	index      int // in the world's order
	q, v       int // offsets in the world's vectors
	nq, nv     int // numbers of entries there
	controller int // index, -1 without a claim
	cj, cq, cv int // offsets in its controller's commands

	state    modes.State
	demanded modes.Causes                 // causes of Demand, not yet cleared
	external FaultSet                     // reported by SetFault, not yet cleared
	grace    grace                        // for its failed controller to restart
	early    messages.Mode                // demanded before the drive answered, or in an earlier incarnation
	found    modes.Causes                 // this cycle: the causes of level that hold
	faults   FaultSet                     // this cycle: their classes, for a joint with reactions
	met      FaultSet                     // faults of the previous cycle
	because  FaultSet                     // the faults of the present stop
	since    [faultKinds]messages.Instant // time of the first reaction
	ripe     bool                         // this cycle: may re-arm with the others

	measured measured
	drive    feedback
	track    track     // of a driven joint
	still    stillness // of a driven joint
	accepted command
	sent     sent
	stopping stopping

	wait     wait
	phase    phase
	arm      uint32 // number of the newest re-arm, or of the stop of a start
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

// feedback is the newest answer of a drive.
type feedback struct {
	ever  bool             // it has answered: the joint has adopted its mode
	fresh bool             // it has answered in this cycle
	at    messages.Instant // of the newest answer
	mode  messages.Mode
	arm   uint32
	fault uint16
}

// command is the newest accepted command that includes the joint.
type command struct {
	ever     bool
	released bool // a newer command omits the joint
	control  messages.ControlMode
	stamp    messages.Stamp   // its time is at most that of the arrival: clocks may be ahead
	at       messages.Instant // of its acceptance
	interval float64          // since the previous command, s; 0 without one
	position [7]float64
	velocity [6]float64
	effort   [6]float64
	rate     [6]float64 // of the positions, in the axes of the body
	tuning   tuning
}

// sent is the set-point that the gate sends.
type sent struct {
	active   bool // there is a set-point; drives always receive their mode
	control  messages.ControlMode
	position [7]float64
	velocity [6]float64
	effort   [6]float64
}

// phase is the progress of a re-arm.
type phase uint8

const (
	// waiting: the drive, or the world that realises the joint, does not follow yet. The set-point
	// is the measured state.
	waiting phase = iota
	// moving: the set-point moves to the controller's command.
	moving
	// following: commands pass unchanged.
	following
)

// controller is the state of one controller.
type controller struct {
	*Controller
	joints                []int
	positions, velocities int // lengths of its commands
	judged                messages.Stamp
	heard, withdrawn      bool // a command was judged; the newest one was withdrawn
	sequence              uint64
	ordered               bool // sequence and incarnation are known
	incarnation, fenced   messages.Incarnation
	acceptedAt            messages.Stamp   // of the newest accepted command
	since                 messages.Instant // from which the age of that command counts
	accepted              bool
	failed                modes.Causes // until a command of a later incarnation
	invalid               bool
	overrun               overrun
	refusedAt             [maxFaults]messages.Instant // ring of the newest rejections that count
	refused               uint64
}

type bus struct {
	*Bus
	joints []int        // of each drive
	ready  bool         // every drive has answered once
	failed modes.Causes // until BusBack
}

// New returns a gate whose joints are all off. The error joins all errors of the configuration.
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
	for i := range g.joints {
		j, controller := &g.joints[i], ""
		if j.controller >= 0 {
			controller = g.controllers[j.controller].Name
		}
		j.wait.texts = textsOfWait(j.Joint, g.config.Source, controller)
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

// Begin starts an incarnation of the gate, before its first decision. The first incarnation has the
// cause startup. A later one also has the cause error, so that a gate that failed does not re-arm
// joints that a person should inspect. Before has the [Past] of each joint in the previous
// incarnation; nil means that it is unknown.
func (g *Gate) Begin(incarnation messages.Incarnation, before []Past, now messages.Instant) {
	if g.began = 0; incarnation == 1 {
		g.began = now
	}
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
	for i := range min(len(before), len(g.joints)) {
		for _, f := range modes.ExternalFaults() {
			if before[i].External.has(f) {
				g.SetFault(i, f, now)
			}
		}
	}
}

// Past is the part of a joint's stop that outlives an incarnation of the gate. Of what its faults
// require it keeps the level: the times of modes.Requirement limit automatic re-arm, which the
// cause error rules out in a later incarnation.
type Past struct {
	// Causes are those that re-arm must respect, except startup, which each incarnation has anyway.
	Causes modes.Causes
	// Mode is the least severe mode of the joint, also if the drive reports a less severe one
	// because it has not obeyed. Run means the mode of the drive.
	Mode messages.Mode
	// Level is what the faults require, beyond the rules.
	Level modes.Level
	// External are the faults of SetFault that are not cleared.
	External FaultSet
}

// Past returns what a later incarnation must know of a joint. Until the drive has answered, that is
// the past of this incarnation.
func (g *Gate) Past(joint int) Past {
	j := &g.joints[joint]
	p := Past{Causes: j.state.Causes.Without(messages.CauseStartup), Mode: j.early, Level: j.state.Requires.Level, External: j.external}
	if j.drive.ever && j.Role == Driven {
		p.Mode = j.state.Mode
	}
	return p
}

// crashed returns the causes in addition to startup with which a gate begins.
func crashed(incarnation messages.Incarnation) modes.Causes {
	if incarnation > 1 {
		return modes.SetOf(messages.CauseError)
	}
	return 0
}

// Command is the newest command of a controller. OK is false before the first command and after a
// withdrawal.
type Command struct {
	Value *messages.JointCommand
	Stamp messages.Stamp
	OK    bool
}

// State is the newest state of the drives of a bus. OK is false before the first state and if the
// state is stale.
type State struct {
	Value *messages.DriveState
	OK    bool
}

// Input is the input of a decision. The gate keeps no reference to it.
type Input struct {
	Now messages.Instant
	// Step is the time since the previous decision by the timer. The clock counts if it contradicts
	// the timer. At the first decision, zero or less means Config.Period.
	Step time.Duration
	// Snapshot is the state of the world, or nil without a fresh one.
	Snapshot *messages.Snapshot
	Commands []Command // one for each controller
	States   []State   // one for each bus
}

// Decide makes the decision of one cycle. Drive and Virtual return the commands, Refusals and
// Events the reports. It allocates nothing.
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

// between returns the time since the previous decision.
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

// Refusals returns the commands rejected by the newest decision, valid until the next one.
func (g *Gate) Refusals() []Refusal { return g.refusals }

// MostEvents returns how many events the gate keeps until Events takes them.
func (g *Gate) MostEvents() int { return cap(g.events) }

// Events appends the events since the last call to a buffer, up to its capacity, and keeps the rest
// for the next call. It also returns the number of events that were lost because the gate's own
// buffer was full.
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

// sane reports whether every entry is a number within Farthest.
func sane(values []float64) bool {
	for _, v := range values {
		if !(math.Abs(v) <= Farthest) {
			return false
		}
	}
	return true
}

// speed returns the largest absolute velocity of a joint's degrees of freedom.
func (j *joint) speed() float64 {
	most := 0.0
	for _, v := range j.measured.velocity[:j.nv] {
		most = max(most, math.Abs(v))
	}
	return most
}
