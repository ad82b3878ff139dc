package literal

import (
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/coupling"
)

// world is the literal model of the gate of one world. It is an actors.Intake.
type world struct {
	model       *Model
	path        string
	period      time.Duration
	joints      []joint
	controllers []controller
	buses       []bus
	snapshotAge time.Duration
	incarnation messages.Incarnation
	now         messages.Instant
	events      []messages.Event
	consent     consent
	seen        seen
}

// joint is one joint of the world.
type joint struct {
	stopped
	name     string
	at       worlds.Slot
	limits   []worlds.Limit
	controls messages.ControlMode
	typ      worlds.JointType

	kind             modes.JointKind
	declared         *modes.Declared
	safe             messages.Mode
	rearmWay         modes.Rearm
	startWay         modes.Rearm
	settle           time.Duration
	stateAge         time.Duration
	controller       int // -1
	bus, drive       int // -1
	virtual, passive bool
	brakes           bool

	good      command // the newest good command that names it
	armedAt   messages.Instant
	before    bool             // what obeyed was before that
	stoppedAt messages.Instant // when it last ran
	measured  messages.Instant // when its newest state was measured
	seen      bool             // there is one
	position  float64
	far       bool             // it is far beyond a position limit
	passes    bool             // of the world that realises it
	heardAt   messages.Instant // when its drive last answered
	number    uint32           // its arm number then
	sent      []float64        // velocities of the newest command to the world that realises it
	obeyed    bool             // the drive has obeyed the newest arm number
	unmet     bool             // the newest re-arm is one that its drive has not obeyed
	told      messages.Mode
	least     messages.Mode // of the incarnation before
	answered  bool          // a state of its drive has arrived in this incarnation
	grace     grace         // for its controller
	code      uint16        // the newest fault code of its drive
}

// command is the part of a good command for one joint.
type command struct {
	any     bool
	at      messages.Instant // its age counts from here
	control messages.ControlMode
	life    messages.Incarnation // of the controller
}

// controller is a claim.
type controller struct {
	path, port string
	maxAge     time.Duration
	period     time.Duration
	joints     []int
	nq, nv     int
	scales     int // entries of its gain scales, 0 if it has none
	caps       int // entries of its effort caps, 0 if it has none
	sequence   uint64
	life       messages.Incarnation // the newest known
	fence      messages.Incarnation // incarnations up to this one have failed
	bad        []messages.Instant
	invalid    bool               // this cycle: it has sent too many
	failed     bool               // until a good command of a later incarnation
	have       bool               // a command that was not withdrawn
	good       messages.Stamp     // of the newest good command
	missed     []messages.Instant // releases, of the last second
	overrunAt  messages.Instant   // the newest overrun
	overran    bool
}

type bus struct {
	*app.Drive
	answered bool
	lost     messages.Incarnation // the incarnation that failed, 0 while it is well
	state    *messages.DriveState // nil while it is not fresh
}

func (m *Model) newGate(config *app.Config, w *app.World) *world {
	g := &world{model: m, path: gateOf(w), period: w.Period, snapshotAge: coupling.DefaultMaxAge(w.Period, w.Period)}
	limits := w.Model.Reduction().Limits()
	for i := range w.Joints {
		d, slot, from := &w.Joints[i], w.Model.Slot(i), w.Model.Joint(i)
		j := joint{name: d.Name, at: slot, limits: limits[slot.Velocity : slot.Velocity+slot.VelocityLength], controls: from.Control, typ: from.Type,
			declared: d.Declared, safe: d.SafeMode, rearmWay: d.Rearm, startWay: d.Start, settle: d.Settle, stateAge: d.State.MaxAge, controller: -1, bus: -1, drive: -1,
			virtual: true, passive: from.Role == worlds.Passive || from.Mimic != nil, told: off}
		if j.safe == run {
			j.safe = rampHold
		}
		if d.Declared != nil {
			j.kind = d.Declared.Kind
		}
		j.brakes = j.safe == brake || d.Declared != nil && d.Declared.Brake || j.kind == modes.Vertical
		if d.Virtual {
			j.rearmWay, j.startWay = modes.Auto, modes.Auto
		}
		g.joints = append(g.joints, j)
	}
	for b := range w.Drives {
		d := &w.Drives[b]
		for k, i := range d.Joints {
			j := &g.joints[i]
			j.bus, j.drive, j.virtual, j.stateAge = b, k, false, d.MaxAge
		}
		g.buses = append(g.buses, bus{Drive: d})
	}
	g.stateAges(config, w)
	for i := range w.Actors {
		g.claim(w, &w.Actors[i])
	}
	return g
}

// stateAges reads the bounds of the states of joints without a drive.
func (g *world) stateAges(config *app.Config, w *app.World) {
	for i := range config.Couplings {
		s := &config.Couplings[i].State
		ends := []app.WorldJoint{s.To}
		if from := s.From.WorldJoint; config.Worlds[from.World].Joints[from.Joint].Realised {
			ends = append(ends, from)
		}
		for _, end := range ends {
			if &config.Worlds[end.World] != w {
				continue
			}
			j := &g.joints[end.Joint]
			if end == s.To || j.stateAge == 0 {
				j.stateAge = s.MaxAge
			}
			j.stateAge = min(j.stateAge, s.MaxAge)
		}
	}
	for i := range g.joints {
		if j := &g.joints[i]; j.stateAge == 0 {
			j.stateAge = min(max(3*g.period, 5*time.Millisecond), 100*time.Millisecond)
		}
	}
}

// claim adds the claim of a controller.
func (g *world) claim(w *app.World, p *app.Actor) {
	if p.Group == nil {
		return
	}
	c := controller{path: p.Path, port: "command_" + p.Name, period: p.Period}
	for i := range p.Group.NumJoints() {
		n := p.Group.WorldJoint(i)
		j := &g.joints[n]
		j.controller = len(g.controllers)
		c.joints = append(c.joints, n)
		c.nq, c.nv = c.nq+j.at.PositionLength, c.nv+j.at.VelocityLength
		if j.bus >= 0 && (c.maxAge == 0 || w.Drives[j.bus].MaxAge < c.maxAge) {
			c.maxAge = w.Drives[j.bus].MaxAge
		}
	}
	if tuner, is := p.Instance.(worlds.DriveTuner); is {
		scales, caps := tuner.TunesDrives()
		if scales {
			c.scales = len(c.joints)
		}
		if caps {
			c.caps = len(c.joints)
		}
	}
	c.maxAge = max(c.maxAge, p.Period, min(max(3*max(p.Period, w.Period), 30*time.Millisecond), 250*time.Millisecond))
	g.controllers = append(g.controllers, c)
}
