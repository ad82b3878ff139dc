package spine

import (
	"errors"
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/spine/dictionary"
	"github.com/robo-actors/robo-actors/actors/spine/machine"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/perception"
)

// Actor is the controller of a world whose law is a program outside of this process.
type Actor struct {
	Options

	Snapshot        actors.In[messages.Snapshot]        `port:"snapshot" doc:"state of the world"`
	Imu             actors.In[messages.Inertial]        `port:"imu" optional:"true" doc:"inertial measurement unit"`
	BaseOrientation actors.In[messages.BaseOrientation] `port:"base_orientation" optional:"true" doc:"orientation of the base, from an observer"`
	FloorContact    actors.In[messages.FloorContact]    `port:"floor_contact" optional:"true" doc:"contact with the ground, from an observer; its wheels are the joints of the group whose names end in wheel"`
	WheelOdometry   actors.In[messages.WheelOdometry]   `port:"wheel_odometry" optional:"true" doc:"odometry of the wheels, from an observer"`
	Base            actors.In[messages.VirtualState]    `port:"base" optional:"true" doc:"pose and velocity of the base, from a sensor of a simulated robot, for the key sim"`
	Balance         actors.In[messages.JointCommand]    `port:"balance" optional:"true" max_age:"10ms" doc:"command of an on-board balancer for the joint group, for the rung balance"`
	Request         actors.In[messages.SpineRequest]    `port:"request" optional:"true" doc:"requests of an agent of the same application, which is then the agent with the lowest priority"`
	Answer          actors.Out[messages.SpineAnswer]    `port:"answer" doc:"answers to its requests"`
	Command         actors.Out[messages.JointCommand]   `port:"command" doc:"commands of the agent, or of the ladder"`
	Target          actors.Out[messages.GroundTarget]   `port:"target" doc:"motion over the ground that the agent demands of a balancer"`
	Balancing       actors.Out[messages.Switch]         `port:"balancing" doc:"closed while the command of the balancer is in effect"`
	Log             actors.Out[messages.SpineLog]       `port:"log" doc:"record of each cycle in which the robot was not stopped, in MessagePack"`

	period time.Duration
	joints []joint
	lease  Lease
	kept   *actors.Kept
	agents []AgentOptions
	step   *LockStep // nil: the clock sets the pace

	machine machine.Machine
	lines   []line
	ports   ports
	owner   int // of lines; -1: nobody
	served  int // of lines: whose request is under way; -1: none
	facts   machine.Facts
	invalid error // why the data of the request are invalid

	action    *dictionary.Action // that the joints follow
	candidate *dictionary.Action // scratch of a message
	config    messages.SpineConfig
	alive     messages.Instant // of the newest valid action, or of the start
	measure   Measure
	held      []float64 // positions of Hold
	balance   balance
	starting  starting
	halt      halt
	stopping  bool   // the gate was asked to switch off the drives, and not all have confirmed it
	substep   int    // of the action under way, in lock step
	cycled    bool   // a cycle has begun, in lock step
	before    []byte // in lock step with a delay: the observation when the action came
	rejected  []byte // scratch of an answer with Error

	sense  senses
	diary  diary
	notice notices
}

// joint is one joint of the group.
type joint struct {
	name       string
	index      int // in the world
	slot       worlds.Slot
	limit      worlds.Limit
	bus, drive int           // of the drive's state; bus -1: none
	mode       messages.Mode // as its newest valid state has it
	continuous bool
}

// TunesDrives reports that an action scales gains and caps efforts.
func (a *Actor) TunesDrives() (gainScales, effortCap bool) { return true, true }

// ReadsDriveStates marks the actor as one that reads what every bus answers.
func (a *Actor) ReadsDriveStates() {}

// Configure looks up the joints and the drives, and checks the options.
func (a *Actor) Configure(s *actors.Setup) error {
	world, err := actors.Resource[*worlds.World](s)
	if err != nil {
		return err
	}
	group, err := world.Group(a.JointGroup)
	if err != nil {
		return messages.InOption("joint_group", err)
	}
	if s.Period() <= 0 || s.Period() > time.Second {
		return fmt.Errorf("the period is %v; a period is required, at most 1 s", s.Period())
	}
	a.kept, _ = actors.Resource[*actors.Kept](s)     // a check of the options alone has none
	a.step, _ = actors.Resource[*LockStep](s)        // likewise
	buses, _ := actors.Resource[hardware.BusList](s) // likewise
	if a.agents, err = a.Options.agents(s.World()); err != nil {
		return err
	}
	ladder, ladderErr := ladderOf(a.Ladder)
	a.lease = Lease{SilentAfter: a.SilentAfter, Ladder: ladder}
	if len(ladder) > 0 && ladder[0].Measure == Balance {
		s.Require(&a.Balance, "option ladder has the rung balance")
	}
	if a.kept == nil {
		a.kept = &actors.Kept{}
	}
	if err := errors.Join(ladderErr, a.findJoints(world, group, buses)); err != nil {
		return err
	}
	a.period, a.machine.Patience = s.Period(), int(a.StartWithin/s.Period())
	a.size(s, world, buses)
	return nil
}

// findJoints looks up the joints of the group.
func (a *Actor) findJoints(world *worlds.World, group *worlds.JointGroup, buses hardware.BusList) error {
	a.joints = make([]joint, group.NumJoints())
	limits := world.Reduction().Limits()
	for i := range a.joints {
		j := &a.joints[i]
		j.index = group.WorldJoint(i)
		j.name, j.slot, j.bus, j.mode = world.Joint(j.index).Name, world.Slot(j.index), -1, messages.ModeOff
		if j.slot.PositionLength != 1 || j.slot.VelocityLength != 1 {
			return &messages.OptionError{Path: "joint_group", Joint: j.name, Err: fmt.Errorf("joint %q is %s", j.name, j.slot.Type), Expected: "joints of one degree of freedom"}
		}
		j.limit, j.continuous = limits[j.slot.Velocity], j.slot.Type == worlds.Continuous
		for b := range buses {
			for d, k := range buses[b].Joints {
				if k == j.index {
					j.bus, j.drive = b, d
				}
			}
		}
	}
	return nil
}

// size declares the sizes of the ports and makes what a tick needs.
func (a *Actor) size(s *actors.Setup, world *worlds.World, buses hardware.BusList) {
	n := len(a.joints)
	sizes := actors.Sizes{"joints": n, "positions": n, "velocities": n, "gain_scales": n, "effort_caps": n}
	s.Size(&a.Snapshot, perception.Sizes(world))
	s.Size(&a.Command, sizes)
	s.Size(&a.Balance, sizes)
	s.Size(&a.Request, actors.Sizes{"bytes": requestBytes})
	s.Size(&a.Answer, actors.Sizes{"bytes": answerBytes})
	s.Size(&a.Log, actors.Sizes{"bytes": a.logBytes()})
	names := make([]string, n)
	var wheels []string
	for i := range a.joints {
		names[i] = a.joints[i].name
		if isWheel(names[i]) {
			wheels = append(wheels, names[i])
		}
	}
	s.Size(&a.Base, actors.Sizes{"positions": 7, "velocities": 6})
	s.Size(&a.FloorContact, actors.Sizes{"wheels": len(wheels)})
	a.action = dictionary.NewAction(names, dictionary.DefaultServoAction())
	a.candidate = dictionary.NewAction(names, dictionary.DefaultServoAction())
	a.held = make([]float64, n)
	a.balance = newBalance(n)
	a.sense.configure(s, names, wheels, buses)
}

// Start opens the links to the agents, or goes on with those of the incarnation before.
func (a *Actor) Start(c *actors.Context) error {
	a.owner, a.served, a.alive = -1, -1, c.Time()
	if len(a.lease.Ladder) == 0 {
		a.lease.Ladder = defaultLadder(a.Balance.Linked())
	}
	if err := a.openLines(c); err != nil {
		return err
	}
	a.sense.begin(c.Time())
	if c.Incarnation() > 1 { // the robot may run by the commands of the incarnation before
		a.switchOff(c)
	}
	return nil
}

// Stop ends the agents' turns. For good, it removes their shared memory.
func (a *Actor) Stop(c *actors.Context, reason actors.StopReason) error {
	if reason != actors.StopForGood {
		return nil
	}
	a.machine.Handle(machine.Interrupt, machine.Facts{})
	a.refuse(c)
	return a.closeLines()
}

// Tick runs one cycle of the spine.
func (a *Actor) Tick(t *actors.Tick) error {
	a.look(t)
	a.ports.receive(&a.Request, a.underWay(&a.ports))
	if a.step.waits() {
		began := a.inStep(t)
		return errors.Join(a.command(t), a.ports.send(t, &a.Answer), a.note(t, began))
	}
	a.begin(t)
	began := a.machine.State()
	failed := a.command(t)
	a.end(t)
	a.publish(t)
	return errors.Join(failed, a.ports.send(t, &a.Answer), a.note(t, began))
}

// begin takes the request of the agent, and makes the first half of the cycle's transitions.
func (a *Actor) begin(t *actors.Tick) {
	a.watchHalt(t.Context)
	a.stopUntilConfirmed(t.Context)
	a.take(t)
	silence := t.Now.Sub(a.alive)
	a.measure = a.climb(t, a.lease.Measure(silence))
	if a.measure == Stop { // the ladder has ended: what an agent asks for waits until the drives stop
		a.served, a.facts = -1, a.sensed()
		a.facts.Request = machine.Stop
	}
	row := a.machine.Handle(machine.CycleBeginning, a.facts)
	a.enter(t, row)
	a.answer(t.Context, row)
}

// sensed returns what the drives say.
func (a *Actor) sensed() machine.Facts {
	return machine.Facts{Stopped: a.sense.stopped, Halted: a.sense.halted >= 0}
}

// end makes the second half of the cycle's transitions.
func (a *Actor) end(t *actors.Tick) {
	a.goOn(t.Context)
	a.facts.Halted = a.sense.halted >= 0
	a.facts.Armed, a.facts.Refused = a.starting.armed && !a.facts.Halted, a.starting.refused
	row := a.machine.Handle(machine.CycleEnd, a.facts)
	if row.From == machine.Reset && row.To == machine.Idle {
		a.alive = t.Now // the lease of the agent begins
	}
	if row.To == machine.SendStops && row.Enter {
		a.enter(t, row)
	}
	a.answer(t.Context, row)
}

// enter does what entering a state demands.
func (a *Actor) enter(t *actors.Tick, row *machine.Row) {
	if !row.Enter {
		return
	}
	switch row.To {
	case machine.SendStops:
		a.owner, a.measure = -1, Obey
		a.switchOff(t.Context)
	case machine.Reset:
		a.own(t.Context)
		a.reset(t.Context)
	case machine.Step:
		a.own(t.Context)
		a.obey(t)
	}
}

// obey makes the candidate the action that the joints follow.
func (a *Actor) obey(t *actors.Tick) {
	a.action.Assign(a.candidate)
	a.notice.slips(t.Context, a.lines[a.owner].Name, a.action)
	a.notice.scales(t.Context, a.lines[a.owner].Name, a.joints, a.action.Servos)
	a.alive, a.measure = t.Now, Obey
}

// climb reports a change of the measure. The ladder matters only while the robot runs.
func (a *Actor) climb(t *actors.Tick, m Measure) Measure {
	if s := a.machine.State(); s != machine.Idle && s != machine.Step {
		return Obey
	}
	if m == Balance && !a.balance.usable(t, &a.Balance) {
		m = a.lease.Below(Balance)
	}
	if m != a.measure {
		a.notice.measure(t.Context, a.measure, m, t.Now.Sub(a.alive))
		if m == Hold {
			copy(a.held, a.sense.position)
		}
	}
	return m
}
