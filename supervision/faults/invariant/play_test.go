package invariant

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// A play makes up what a recorder would see of the mobile manipulator, a millisecond a step,
// without any of its actors: everything runs and nothing is wrong, until a test spoils it. No gate,
// supervisor, drive or simulator takes part, so a test shows what the watch finds, and not what the
// others prevent.
type play struct {
	t     *testing.T
	w     *Watch
	now   messages.Instant
	ids   map[string]int
	sent  map[string]uint64 // sequence of each output
	lives map[string]messages.Incarnation

	truths map[string]*hardware.Truth
	model  map[string]hardware.DriveModel
	robot  energyOf
	mode   map[string]messages.Mode // that the gate demands of each joint
	arm    map[string]uint32
	at     map[string]float64 // set-points of the arm's positions, of the wheels' velocities

	// spoil is asked about each value before it is recorded; false loses it.
	spoil func(p *play, topic string, stamp *messages.Stamp, value any) bool
	// truth is called in each step before the robot reports its state.
	truth func(p *play)

	planar   [3]float64 // the state of the virtual joint
	velocity float64    // commanded of the virtual joint, each degree of freedom
	out      float64    // handed to the realising world

	// located, if set, is the true pose of the base; the robot then reports all its positions.
	located *[3]float64
	rolls   float64 // m/s, its true velocity along x, if it is located
}

// energyOf is the energy that the robot reports.
type energyOf struct{ kinetic, potential float64 }

// DriveModel and Energy implement hardware.GroundTruth.
func (p *play) DriveModel(joint string) (hardware.DriveModel, func(*hardware.Truth), error) {
	t, ok := p.truths[joint]
	if !ok {
		return hardware.DriveModel{}, nil, fmt.Errorf("joint %s has no drive", joint)
	}
	return p.model[joint], func(into *hardware.Truth) { *into = *t }, nil
}

// Energy returns what the test has set.
func (p *play) Energy() (kinetic, potential float64) { return p.robot.kinetic, p.robot.potential }

var manipulator = sync.OnceValues(func() (*app.Config, error) { return load("mobile_manipulator", "app.yaml") })

// load loads an application of the examples.
func load(example, file string) (*app.Config, error) {
	registry, err := kinds.Standard()
	if err != nil {
		return nil, err
	}
	return app.LoadFile("../../../examples/"+example+"/"+file, registry)
}

const (
	millisecond = messages.Instant(time.Millisecond)
	armGate     = "whole_body/gate"
	armBus      = "whole_body/arm"
	baseGate    = "mobile_base/gate"
	wheels      = "mobile_base/wheels"
	elbow       = "arm_joint_4"
	wheel       = "mobile_front_left"
	commander   = "whole_body/controller"
	receiver    = "mobile_base/coupling_mobile_planar"

	virtualJoint = "mobile_planar"
)

func armJoint(i int) string { return fmt.Sprintf("arm_joint_%d", i+1) }

var wheelNames = [4]string{"mobile_front_left", "mobile_front_right", "mobile_rear_left", "mobile_rear_right"}

// newPlay begins a play at one second: zero is no instant of a failure.
func newPlay(t *testing.T, checks ...Check) *play {
	t.Helper()
	config, err := manipulator()
	if err != nil {
		t.Fatal(err)
	}
	p := &play{t: t, now: 1000 * millisecond, ids: map[string]int{}, sent: map[string]uint64{}, lives: map[string]messages.Incarnation{},
		truths: map[string]*hardware.Truth{}, model: map[string]hardware.DriveModel{}, mode: map[string]messages.Mode{}, arm: map[string]uint32{}, at: map[string]float64{}}
	driven := wheelNames[:]
	for i := range 7 {
		driven = append(driven, armJoint(i))
	}
	for _, name := range driven {
		p.truths[name] = &hardware.Truth{Mode: messages.ModeRun, Arm: 1, Torque: true, Control: messages.ControlPosition}
		p.model[name] = hardware.DriveModel{StopDeceleration: 10, Lag: 0.02, DriveInfo: hardware.DriveInfo{Joint: name, Brake: true,
			Limits: hardware.Limits{Velocity: 2}, Watchdog: hardware.Watchdog{Timeout: 100 * time.Millisecond, Mode: messages.ModeRampHold}}}
		p.mode[name], p.arm[name] = messages.ModeRun, 1
	}
	p.at[elbow] = -1
	if p.w, err = New(config, map[string]hardware.GroundTruth{app.PlantActor: p}); err != nil {
		t.Fatal(err)
	}
	p.w.struck = true // something was injected before
	for _, m := range p.w.worlds {
		for i := range m.joints {
			m.joints[i].told = messages.ModeRun // as the gates have told before
		}
	}
	p.together(false)
	p.worn(true)
	p.resampling(false)
	controllersAre(p.w, "mine")
	p.w.Attach(func() messages.Instant { return p.now }, nil)
	p.w.Add(checks...)
	return p
}

// worn says whether every supervisor has had so many failures that it may give up.
func (p *play) worn(have bool) {
	for i := range p.w.groups {
		g := &p.w.groups[i]
		for k := range g.actors {
			g.gave[k] = nil
			for range g.policy.Max {
				if have {
					g.gave[k] = append(g.gave[k], p.now)
				}
			}
		}
	}
}

// together says whether the joints of a controller have to stop together; plays stop one to show
// its violation.
func (p *play) together(have bool) {
	for _, m := range p.w.worlds {
		for i := range m.controllers {
			m.controllers[i].together = have
		}
	}
}

// controllersAre sets the kind of all controllers; most plays send bad commands, which standard
// ones never do.
func controllersAre(w *Watch, kind string) {
	for _, m := range w.worlds {
		for i := range m.controllers {
			m.controllers[i].kind = kind
		}
	}
}

// resampling says whether a receiver must hand on the resampled command; most plays set it by hand.
func (p *play) resampling(have bool) {
	for i := range p.w.couplings {
		p.w.couplings[i].resamples = have
	}
}

// record hands a value over as its output would.
func (p *play) record(topic string, value any) {
	stamp := messages.Stamp{Time: p.now, Sequence: p.sent[topic] + 1, Incarnation: max(1, p.lives[actorOf(topic)])}
	p.sent[topic]++
	if p.spoil != nil && !p.spoil(p, topic, &stamp, value) {
		return
	}
	id, known := p.ids[topic]
	if !known {
		var ok bool
		if id, ok = p.w.Channel(topic, reflect.TypeOf(value).Elem()); !ok {
			p.t.Fatalf("the watch does not look at %s", topic)
		}
		p.ids[topic] = id
	}
	p.w.Record(id, stamp, value)
}

func actorOf(topic string) string { actor, _, _ := strings.Cut(topic, "."); return actor }

// withdraw takes the value of an output back.
func (p *play) withdraw(topic string) {
	p.sent[topic]++
	p.w.Withdraw(p.ids[topic], messages.Stamp{Time: p.now, Sequence: p.sent[topic], Incarnation: 1})
}

// event emits an event now.
func (p *play) event(e messages.Event) {
	e.Time = p.now
	if e.Cause == messages.CausePanic { // as if a fault made it
		p.w.provoked = append(p.w.provoked, e.Source)
	}
	p.w.Event(e)
}

// changed emits a change of a joint's mode, which the gate demands.
func (p *play) changed(joint string, to messages.Mode, cause messages.Cause) {
	gate := armGate
	if p.isWheel(joint) {
		gate = baseGate
	}
	p.event(messages.Event{Kind: messages.EventModeChanged, Source: gate, Joint: joint, From: p.mode[joint], To: to, Cause: cause})
	p.mode[joint] = to
}

func (p *play) isWheel(joint string) bool {
	for _, w := range wheelNames {
		if w == joint {
			return true
		}
	}
	return false
}

// run plays some milliseconds, and ends at the first violation.
func (p *play) run(milliseconds int) {
	for range milliseconds {
		if p.w.First() != nil {
			return
		}
		if p.now%(2*millisecond) == 0 {
			p.base()
		}
		if p.now%(10*millisecond) == 0 {
			p.body()
		}
		if p.truth != nil {
			p.truth(p)
		}
		p.record(app.PlantActor+".state", &messages.JointState{Position: p.positions(), Velocity: p.velocities()})
		p.now += millisecond
	}
}

// positions are what the robot reports as true.
func (p *play) positions() []float64 {
	if p.located == nil {
		return []float64{p.at[elbow]}
	}
	model := p.w.config.Plants[0].Model
	all := make([]float64, model.NumPositions())
	for i, name := range model.JointNames() {
		if t := p.truths[name]; t != nil {
			all[model.Slot(i).Position] = t.Position
		} else if name == virtualJoint {
			copy(all[model.Slot(i).Position:], p.located[:])
		}
	}
	return all
}

// velocities are what a robot that reports all its positions reports beside them.
func (p *play) velocities() []float64 {
	if p.located == nil {
		return nil
	}
	model := p.w.config.Plants[0].Model
	all := make([]float64, model.NumVelocities())
	for i, name := range model.JointNames() {
		if t := p.truths[name]; t != nil {
			all[model.Slot(i).Velocity] = t.Velocity
		} else if name == virtualJoint {
			all[model.Slot(i).Velocity] = p.rolls
		}
	}
	return all
}

// body is a cycle of the whole-body world.
func (p *play) body() {
	n := 8
	p.record(armBus+".state", p.reply(7, armJoint))
	s := p.snapshot(n, 3+7, 3+7)
	copy(s.Position, p.planar[:])
	p.record("whole_body/perception.snapshot", s)
	c := &messages.JointCommand{Control: make([]messages.ControlMode, n), Position: make([]float64, 10), Velocity: make([]float64, 10), Effort: make([]float64, 10)}
	c.Control[0] = messages.ControlVelocity
	for d := range 3 {
		c.Velocity[d] = p.velocity
	}
	for i := range 7 {
		c.Control[1+i], c.Position[3+i] = messages.ControlPositionVelocity, p.at[armJoint(i)]
	}
	p.record(commander+".command", c)
	d := drives(7)
	for i := range 7 {
		p.drive(d, i, armJoint(i), messages.ControlPositionVelocity)
	}
	p.record(armGate+".arm", d)
	p.record(armGate+".joint_mobile_planar", &messages.JointCommand{Control: []messages.ControlMode{messages.ControlVelocity},
		Position: make([]float64, 3), Velocity: []float64{p.velocity, p.velocity, p.velocity}, Effort: make([]float64, 3)})
}

// base is a cycle of the base's world.
func (p *play) base() {
	p.record(receiver+".out", &messages.JointCommand{Control: []messages.ControlMode{messages.ControlVelocity},
		Position: make([]float64, 3), Velocity: []float64{p.out, p.out, p.out}, Effort: make([]float64, 3)})
	p.record("mobile_base/controller.state", &messages.VirtualState{Position: append([]float64{}, p.planar[:]...), Velocity: make([]float64, 3)})
	p.record(wheels+".state", p.reply(4, func(i int) string { return wheelNames[i] }))
	s := p.snapshot(5, 3+4, 3+4)
	copy(s.Position, p.planar[:])
	p.record("mobile_base/perception.snapshot", s)
	c := &messages.JointCommand{Control: make([]messages.ControlMode, 4), Position: make([]float64, 4), Velocity: make([]float64, 4), Effort: make([]float64, 4)}
	for i, name := range wheelNames {
		c.Control[i], c.Velocity[i] = messages.ControlVelocity, p.at[name]
	}
	p.record("mobile_base/controller.command", c)
	d := drives(4)
	for i, name := range wheelNames {
		p.drive(d, i, name, messages.ControlVelocity)
	}
	p.record(baseGate+".wheels", d)
}

func (p *play) snapshot(joints, positions, velocities int) *messages.Snapshot {
	s := &messages.Snapshot{Position: make([]float64, positions), Velocity: make([]float64, velocities), Effort: make([]float64, velocities),
		Mode: make([]messages.Mode, joints), Valid: make([]bool, joints), Time: make([]messages.Instant, joints)}
	for i := range joints {
		s.Valid[i], s.Time[i] = true, p.now
	}
	return s
}

func drives(n int) *messages.DriveCommand {
	return &messages.DriveCommand{Mode: make([]messages.Mode, n), Control: make([]messages.ControlMode, n), Position: make([]float64, n),
		Velocity: make([]float64, n), Effort: make([]float64, n), Arm: make([]uint32, n)}
}

// drive enters what the gate hands over for a joint: its set-point where it passes, and else
// nothing.
func (p *play) drive(d *messages.DriveCommand, i int, joint string, control messages.ControlMode) {
	d.Mode[i], d.Arm[i] = p.mode[joint], p.arm[joint]
	if !d.Mode[i].Passes() {
		return
	}
	if d.Control[i] = control; control == messages.ControlVelocity {
		d.Velocity[i] = p.at[joint]
	} else {
		d.Position[i] = p.at[joint]
	}
}

func (p *play) reply(n int, name func(int) string) *messages.DriveState {
	s := &messages.DriveState{Position: make([]float64, n), Velocity: make([]float64, n), Effort: make([]float64, n),
		Mode: make([]messages.Mode, n), Fault: make([]uint16, n), Answered: make([]bool, n), Arm: make([]uint32, n)}
	for i := range n {
		t := p.truths[name(i)]
		s.Answered[i], s.Mode[i], s.Arm[i], s.Fault[i] = true, t.Mode, t.Arm, t.Fault
	}
	return s
}

// stop has gate and drive of a joint stop at once, each in this mode.
func (p *play) stop(joint string, mode messages.Mode, cause messages.Cause) {
	p.changed(joint, mode, cause)
	p.truths[joint].Mode = mode
	if mode == messages.ModeOff {
		p.truths[joint].Torque, p.truths[joint].BrakeClosed = false, true
	}
}

// stopAll stops every joint of a bus.
func (p *play) stopAll(bus string, mode messages.Mode, cause messages.Cause) {
	for _, joint := range p.jointsOf(bus) {
		p.stop(joint, mode, cause)
	}
	if bus == armBus { // one controller moves it too
		p.changed(virtualJoint, mode, cause)
	}
}

func (p *play) jointsOf(bus string) []string {
	if bus == wheels {
		return wheelNames[:]
	}
	var all []string
	for i := range 7 {
		all = append(all, armJoint(i))
	}
	return all
}

// limit is what the application file allows a joint.
func (p *play) limit(joint string) worlds.Limit {
	for _, m := range p.w.worlds {
		if j := m.driven(joint); j != nil {
			return j.limits[0]
		}
	}
	p.t.Fatalf("no drive moves %s", joint)
	return worlds.Limit{}
}

// want fails the test unless the watch found this invariant, with every one of the words; "" wants
// none.
func (p *play) want(id string, words ...string) {
	p.t.Helper()
	v := p.w.First()
	switch {
	case v == nil && id == "":
	case v == nil:
		p.t.Errorf("nothing was found; expected %s", id)
	case v.Invariant != id:
		p.t.Errorf("found %v; expected %q", v, id)
	default:
		for _, word := range words {
			if !strings.Contains(v.Error(), word) {
				p.t.Errorf("%v\ndoes not tell %q", v, word)
			}
		}
	}
}

// when has a value of one topic changed, from now on.
func when[T any](topic string, change func(p *play, stamp *messages.Stamp, value *T) bool) func(*play, string, *messages.Stamp, any) bool {
	return func(p *play, t string, stamp *messages.Stamp, value any) bool {
		if t != topic {
			return true
		}
		return change(p, stamp, value.(*T))
	}
}

// trial is one wrong sequence, and one that is as near to it as what is right can be.
type trial struct {
	name  string
	id    string
	words []string
	wrong func(p *play)
	right func(p *play)
}

// try plays half a second, then what the trial does, then what it takes to show.
func try(t *testing.T, trials []trial) {
	for _, c := range trials {
		t.Run(c.name, func(t *testing.T) {
			for _, side := range []struct {
				name, id string
				words    []string
				do       func(*play)
			}{{"wrong", c.id, c.words, c.wrong}, {"right", "", nil, c.right}} {
				t.Run(side.name, func(t *testing.T) {
					p := newPlay(t)
					p.run(500)
					p.want("")
					side.do(p)
					p.run(1)
					p.want(side.id, side.words...)
				})
			}
		})
	}
}

func TestAPlayInWhichNothingIsWrongShowsNoViolation(t *testing.T) {
	p := newPlay(t)
	p.run(3000)
	p.want("")
	if want := uint64(3000/10*7 + 3000/2*4); p.w.Decisions() != want {
		t.Errorf("%d decisions, want %d", p.w.Decisions(), want)
	}
	if joint, mode, ok := p.w.Running(); !ok {
		t.Errorf("%s is in %s", joint, mode)
	}
	p.w.Halting()
	if v := p.w.Ended(p.now); v == nil || v.Invariant != "V5" {
		t.Errorf("the application has ended, and its drives run: %v", v)
	}
}

func TestOnceAJointHasStoppedItIsNotRunning(t *testing.T) {
	p := newPlay(t)
	p.run(20)
	p.stop(elbow, messages.ModeRampHold, messages.CauseStale)
	p.run(20)
	p.want("")
	if joint, mode, ok := p.w.Running(); ok || joint != elbow || mode != messages.ModeRampHold {
		t.Errorf("%s in %s, %v", joint, mode, ok)
	}
}

// newestStop is the number of the stop of a world that was asked for last.
func (w *Watch) newestStop(world string) int { return w.world(world).stop.number }
