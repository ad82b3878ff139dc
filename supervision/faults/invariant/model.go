package invariant

import (
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// world is the description and the record of one world.
type world struct {
	*app.World
	gate        string // path of the gate's actor
	joints      []joint
	followers   []follower
	controllers []controller
	buses       []bus
	sensors     []sensor
	toGate      *linkModel        // of snapshots
	sensed      messages.Instant  // stamp of the newest snapshot
	seen        messages.Snapshot // a copy of it, without sensors and efforts
	watchedOver messages.Instant  // when its gate last decided
	lives       messages.Incarnation
	failed      bool // the gate failed and has not restarted
	part        bool // it belongs to a part
	incomplete  bool // a change has removed what its joints need
	asked       asked
	stop        stopAsked
	reports     []string // joint and class of the faults that were reported and not cleared
	spines      []spine
	leases      []*lease
}

// joint is the record of one joint of a world.
type joint struct {
	name       string
	index      int // in its world
	in         *world
	at         worlds.Slot
	limits     []worlds.Limit
	unit       string // of its position
	safe       messages.Mode
	rearm      modes.Rearm
	start      modes.Rearm
	controller int // index in world.controllers, -1
	bus, drive int // -1 without a drive
	virtual    bool
	cj, cq, cv int // its place in the commands of its controller

	book     book
	sent     sent
	causes   causeSet             // why it has not passed since it last did
	told     messages.Mode        // the mode that its gate reported last
	moved    messages.ControlMode // of the newest command that might move it
	least    messages.Mode        // the least severe mode permitted since its actor failed, until it passes again
	leastAt  messages.Instant
	hungAt   messages.Instant // when an actor that it depends on hung
	everRan  bool
	faulty   messages.Instant // since when its drive shows a fault; zero without one
	kind     modes.JointKind
	balances bool   // it follows its controller's last command for a period after a failure
	grave    bool   // for a joint of a kind: its drive has shown a fault that requires a reset since it last ran
	truth    *truth // nil without ground truth
	place    *place // of its true position, nil without one
	stopping stopping
	trust    trust
	headlong headlong

	lease *lease           // nil without an agent of the application
	cap   capWindow        // of the commands of its controller
	offAt messages.Instant // when its drive was last switched off
}

// controller is the record of a processor that commands joints.
type controller struct {
	kind   string // of the actor
	path   string
	maxAge time.Duration
	period time.Duration
	joints []int // in the order of its commands
	nq, nv int
	// together means that the driven joints stop and re-arm together.
	together bool
	foreign  bool // it obeys an agent that is another program
	link     *linkModel
	feeds    []*linkModel // of each joint, from the coupling whose commands it passes on; nil for others
	bad      badness
	failed   bool // it failed, and its gate has not decided since it must know
	failing  messages.Instant
	knownBy  messages.Instant     // when its gate must know of the failure
	fence    messages.Incarnation // incarnations up to this one have failed
	grace    messages.Instant     // until when joints that balance may follow its last command
	last     verdict
	speeds   speeds
	efforts  speeds // of the same commands
	course   *path  // of kind joint_trajectory; nil for others
}

// bus is the record of one bus.
type bus struct {
	*app.Drive
	joints  []int                 // of the world, in the order of the drives
	command *linkModel            // from the gate
	state   *linkModel            // to the gate
	reading *linkModel            // to perception
	replies [128]messages.Instant // when its newest replies were sent, a ring
	replied int                   // their number
	failed  bool                  // it failed, and its gate has not decided since it must know
	down    bool                  // between two incarnations, or stopped permanently
	failing messages.Instant
	knownBy messages.Instant // when its gate must know of the failure
	unsent  messages.Instant // when the safe command could not be sent
	told    messages.Instant // when it was sent last, or could not be
	toldFor messages.Cause   // of that
	owed    messages.Instant // when the bus failed, until the safe command is reported; else zero
	ending  bool             // its supervisor stops it and has sent the safe command
	mute    int              // consecutive replies without an answer of a drive
	struck  bool             // there was a fault of its actor
	lives   messages.Incarnation
	heard   messages.Instant // the newest of its states that its gate may have read
	begun   messages.Instant // the start of its present incarnation, zero for the first one
	last    uint64           // sequence of the newest command of the gate
	fedAt   []messages.Instant
	spoiled []messages.Instant // when a command came that must not feed
	started messages.Instant
	fence   []uint32 // arm numbers in use when the bus failed
	known   []uint32 // those of them that the drives knew
	spoilt  bool     // a fault acted on its stop itself
	energy  energy
	given   given
}

// truth is the ground truth of one drive.
type truth struct {
	hardware.Truth
	before  hardware.Truth
	look    func(*hardware.Truth)
	known   bool
	spent   uint32           // its arm number when it last left a mode that passes
	stopped messages.Instant // when that was
	step    transition
	efforts recently
	sped    bool // it stopped because it became too fast by commands of effort
	speeds  recently
	// read is its velocity as the drive derives it, readBefore the same a step earlier.
	// Lags is the share of the way to a new velocity that each of its lags makes in a step.
	read, readBefore readout
	lags             float64
	began            messages.Instant // when it entered a mode that passes
	stood            messages.Instant // when it was last at standstill
	moved            messages.Instant // when it last did not rest
	outrun           messages.Instant // when its set-point last moved faster than it can follow
	swing            swing            // by other joints
	steady           steady           // by one velocity
	exempt           messages.Instant // until when faults of the drive itself excuse its behaviour
	ramp             ramp
	model            hardware.DriveModel // read rarely
}

func (w *Watch) newWorld(c *app.World) (*world, error) {
	m := &world{World: c, gate: c.Name + "/" + app.GateActor, joints: make([]joint, len(c.Joints))}
	m.toGate = w.modelOf(c.Name+"/"+app.PerceptionActor+".snapshot", m.gate+".snapshot")
	limits := c.Model.Limits()
	for i := range m.joints {
		d, slot := &c.Joints[i], c.Model.Slot(i)
		j := &m.joints[i]
		*j = joint{name: d.Name, index: i, in: m, at: slot, limits: limits[slot.Velocity : slot.Velocity+slot.VelocityLength], unit: "rad", safe: d.SafeMode,
			rearm: d.Rearm, start: d.Start, controller: -1, bus: -1, drive: -1, virtual: d.Virtual, told: messages.ModeOff}
		if c.Model.Joint(i).Type == worlds.Prismatic {
			j.unit = "m"
		}
		if d.Declared != nil {
			j.kind = d.Declared.Kind
			if lost := modes.Resolve(modes.BusLost, d.Declared); j.kind != modes.AnyJoint && lost.Stopping().Stops() {
				j.safe = min(j.safe, lost.Stopping()) // a driver that fails may have lost its drives
			}
			j.balances = j.kind == modes.Balancing && d.Declared.Modes[modes.ActorFailed] == messages.ModeRun
		}
		if j.virtual {
			j.rearm, j.start = modes.Auto, modes.Auto
		}
		j.book = newBook(slot)
		j.sent = newSent(slot)
	}
	for i := range c.Drives {
		if err := w.newBus(m, &c.Drives[i]); err != nil {
			return nil, err
		}
	}
	w.newFollowers(m)
	w.newSensors(m)
	for i := range c.Actors {
		w.newController(m, &c.Actors[i])
	}
	for i := range c.Actors {
		w.newSpine(m, &c.Actors[i])
	}
	return m, nil
}

func (w *Watch) newBus(m *world, d *app.Drive) error {
	n := len(d.Joints)
	m.buses = append(m.buses, bus{Drive: d, joints: d.Joints, fedAt: make([]messages.Instant, n), spoiled: make([]messages.Instant, n), fence: make([]uint32, n), known: make([]uint32, n), lives: 1, given: newGiven(n)})
	b := &m.buses[len(m.buses)-1]
	b.command = w.modelOf(m.gate+"."+d.Name, d.Path+".command")
	b.state = w.modelOf(d.Path+".state", m.gate+"."+d.Name+"_state")
	b.reading = w.modelOf(d.Path+".state", m.Name+"/"+app.PerceptionActor+"."+d.Name)
	for k, i := range d.Joints {
		j := &m.joints[i]
		j.bus, j.drive = len(m.buses)-1, k
		truths := w.groundTruth[d.Plant]
		if truths == nil {
			continue
		}
		model, look, err := truths.DriveModel(j.name)
		if err != nil {
			return fmt.Errorf("%s: %w", d.Path, err)
		}
		j.place = w.placeOf(j.name, j.at.Type)
		j.truth = &truth{model: model, look: look, lags: j.lags(w.period())}
		w.jolt = max(w.jolt, time.Duration(joltLags*model.Lag*float64(time.Second)))
	}
	return nil
}

// newController adds an actor that commands joints. The bound of its commands' age is the
// smallest of its drives, but not below three of the longer periods, and within 30 ms to 250 ms.
func (w *Watch) newController(m *world, p *app.Actor) {
	if p.Group == nil {
		return
	}
	c := controller{path: p.Path, kind: p.Kind.Name, period: p.Period, together: true}
	k := len(m.controllers)
	for i := range p.Group.NumJoints() {
		n := p.Group.WorldJoint(i)
		j := &m.joints[n]
		j.controller, j.cj, j.cq, j.cv = k, i, c.nq, c.nv
		c.joints = append(c.joints, n)
		c.nq, c.nv = c.nq+j.at.PositionLength, c.nv+j.at.VelocityLength
		if j.bus >= 0 && (c.maxAge == 0 || m.buses[j.bus].MaxAge < c.maxAge) {
			c.maxAge = m.buses[j.bus].MaxAge
		}
	}
	c.maxAge = max(c.maxAge, p.Period, min(max(3*max(p.Period, m.Period), 30*time.Millisecond), 250*time.Millisecond))
	c.speeds, c.efforts = newSpeeds(c.nv), newSpeeds(c.nv)
	c.link = w.modelOf(p.Path+".command", m.gate+".command_"+p.Name)
	c.course = w.newPath(m, p, len(c.joints))
	m.controllers = append(m.controllers, c)
}
