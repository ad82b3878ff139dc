package core

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

const (
	period = 2 * time.Millisecond
	dt     = 0.002
)

var inf = math.Inf(1)

// servo is a simple drive for tests: it follows set-points exactly, ramps in the modes that stop,
// and keeps the contract of arm numbers.
type servo struct {
	mode         messages.Mode
	arm          uint32
	fault        uint16
	q, v, e      float64
	mute         bool // does not answer
	deaf         bool // does not obey
	slides       bool // does not come to rest
	opens        int  // cycles until it follows after a re-arm
	opening      int
	deceleration float64
	starts       messages.Mode
}

// obey takes one command of the gate and moves on by one cycle.
func (s *servo) obey(c *messages.DriveCommand, i int) {
	if !s.deaf && c != nil {
		switch mode := c.Mode[i]; {
		case mode.Stops():
			s.arm, s.mode, s.opening = max(s.arm, c.Arm[i]), max(s.mode, mode), 0
		case c.Arm[i] > s.arm:
			s.arm, s.fault, s.opening, s.starts = c.Arm[i], 0, s.opens+1, mode
		case c.Arm[i] == s.arm && s.mode.Passes():
			s.mode = max(s.mode, mode)
		}
		if s.opening > 0 {
			if s.opening--; s.opening == 0 {
				s.mode = s.starts
			}
		}
		if s.mode.Passes() && c.Arm[i] == s.arm && c.Mode[i].Passes() {
			s.track(c, i)
		}
	}
	if s.mode.Stops() {
		if !s.slides {
			s.v -= math.Copysign(min(math.Abs(s.v), s.deceleration*dt), s.v)
		}
		s.q += s.v * dt
		if s.v == 0 && s.mode == messages.ModeRampOff {
			s.mode = messages.ModeOff
		}
		if s.mode == messages.ModeOff {
			s.e = 0
		}
	}
}

func (s *servo) track(c *messages.DriveCommand, i int) {
	switch control := c.Control[i]; {
	case control.Has(messages.ControlPosition):
		s.v = (c.Position[i] - s.q) / dt
		s.q = c.Position[i]
	case control.Has(messages.ControlVelocity):
		s.v = c.Velocity[i]
		s.q += s.v * dt
	}
	if c.Control[i].Has(messages.ControlEffort) {
		s.e = c.Effort[i]
	}
}

// rig is a gate with drives on one bus, and virtual joints whose worlds the test plays.
type rig struct {
	t        testing.TB
	g        *Gate
	in       Input
	now      messages.Instant
	servos   []*servo
	bus      messages.DriveCommand
	sends    bool // the gate had a command for the bus
	virtual  map[int]*messages.JointCommand
	active   map[int]bool
	events   []messages.Event
	sequence []uint64
}

// newRig makes a rig; joints of the configuration that are driven must hang on bus 0 in their
// order.
func newRig(t testing.TB, c Config) *rig {
	t.Helper()
	g, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{t: t, g: g, virtual: map[int]*messages.JointCommand{}, active: map[int]bool{}, now: 1_000_000}
	s := &messages.Snapshot{}
	for i := range c.Joints {
		j := &c.Joints[i]
		at := len(s.Position)
		s.Position = append(s.Position, make([]float64, j.Type.Positions())...)
		s.Velocity = append(s.Velocity, make([]float64, j.Type.Velocities())...)
		s.Effort = append(s.Effort, make([]float64, j.Type.Velocities())...)
		s.Mode = append(s.Mode, messages.ModeOff)
		s.Valid = append(s.Valid, true)
		s.Time = append(s.Time, 0)
		if j.Type == Floating {
			s.Position[at+3] = 1
		}
		switch j.Role {
		case Driven:
			r.servos = append(r.servos, &servo{mode: messages.ModeOff, deceleration: 10})
		case Virtual:
			r.virtual[i] = newCommand(1, j.Type.Positions(), j.Type.Velocities())
			s.Mode[i] = messages.ModeRun
		}
	}
	n := len(r.servos)
	r.bus = messages.DriveCommand{Mode: make([]messages.Mode, n), Control: make([]messages.ControlMode, n), Position: make([]float64, n),
		Velocity: make([]float64, n), Effort: make([]float64, n), Arm: make([]uint32, n)}
	r.in.Snapshot = s
	for range c.Buses {
		r.in.States = append(r.in.States, State{OK: true, Value: &messages.DriveState{Position: make([]float64, n), Velocity: make([]float64, n), Effort: make([]float64, n),
			Mode: make([]messages.Mode, n), Fault: make([]uint16, n), Answered: make([]bool, n), Arm: make([]uint32, n)}})
	}
	for i := range g.controllers {
		k := &g.controllers[i]
		r.in.Commands = append(r.in.Commands, Command{Value: newCommand(len(k.joints), k.positions, k.velocities)})
	}
	r.sequence = make([]uint64, len(g.controllers))
	r.read()
	return r
}

func newCommand(joints, positions, velocities int) *messages.JointCommand {
	return &messages.JointCommand{Control: make([]messages.ControlMode, joints), Position: make([]float64, positions),
		Velocity: make([]float64, velocities), Effort: make([]float64, velocities)}
}

// read has the drives answer into states and snapshot.
func (r *rig) read() {
	k := 0
	for i := range r.g.joints {
		j := &r.g.joints[i]
		if j.Role != Driven {
			r.in.Snapshot.Time[i] = r.now
			continue
		}
		s := r.servos[k]
		if len(r.in.States) > 0 && r.in.States[0].OK {
			d := r.in.States[0].Value
			if d.Answered[k] = !s.mute; !s.mute {
				d.Position[k], d.Velocity[k], d.Effort[k], d.Mode[k], d.Arm[k], d.Fault[k] = s.q, s.v, s.e, s.mode, s.arm, s.fault
				r.in.Snapshot.Position[j.q], r.in.Snapshot.Velocity[j.v], r.in.Snapshot.Effort[j.v] = s.q, s.v, s.e
				r.in.Snapshot.Mode[i], r.in.Snapshot.Time[i] = s.mode, r.now
			}
			r.in.Snapshot.Valid[i] = !s.mute
		}
		k++
	}
}

// send stamps the command of a controller as new.
func (r *rig) send(controller int) {
	r.sequence[controller]++
	r.in.Commands[controller].OK = true
	r.in.Commands[controller].Stamp = messages.Stamp{Time: r.now, Sequence: r.sequence[controller], Incarnation: max(1, r.in.Commands[controller].Stamp.Incarnation)}
}

// cycle makes one decision, hands it to the drives, and goes on by a period.
func (r *rig) cycle() {
	r.in.Now, r.in.Step = r.now, period
	r.g.Decide(&r.in)
	var lost int
	if r.events, lost = r.g.Events(r.events); lost > 0 {
		r.t.Fatalf("%d events were lost", lost)
	}
	if r.events == nil || cap(r.events)-len(r.events) < 256 {
		r.events = append(make([]messages.Event, 0, 2*len(r.events)+1024), r.events...)
	}
	r.sends = len(r.servos) > 0 && r.g.Drive(0, &r.bus)
	for i, c := range r.virtual {
		r.active[i] = r.g.Virtual(i, c)
	}
	for k, s := range r.servos {
		if r.sends {
			s.obey(&r.bus, k)
		} else {
			s.obey(nil, k)
		}
	}
	r.now = r.now.Add(period)
	r.read()
}

// run makes n cycles with a fresh command of every controller in each.
func (r *rig) run(n int) {
	for range n {
		for i := range r.in.Commands {
			r.send(i)
		}
		r.cycle()
	}
}

// changes lists the changes of modes of a joint so far, as "off->run rearm".
func (r *rig) changes(joint string) []string {
	var all []string
	for _, e := range r.events {
		if e.Kind == messages.EventModeChanged && e.Joint == joint {
			all = append(all, e.From.String()+"->"+e.To.String()+" "+e.Cause.String())
		}
	}
	return all
}

func (r *rig) wantMode(joint int, want messages.Mode) {
	r.t.Helper()
	if got := r.g.Mode(joint); got != want {
		r.t.Fatalf("at %s joint %d is in %s, want %s; events %v", r.now, joint, got, want, r.events)
	}
}

// acknowledge asks for re-arm of everything.
func (r *rig) acknowledge(way modes.Rearm) error {
	_, refused, err := r.g.Request(way, r.g.Nonce(), r.g.Incarnation(), r.now)
	if len(refused) > 0 {
		return refusedJoints(refused)
	}
	return err
}

// refusedJoints are the joints that a request did not re-arm, as an error.
type refusedJoints []NotArmed

func (r refusedJoints) Error() string {
	text := fmt.Sprintf("%d joints were not re-armed", len(r))
	for _, j := range r {
		text += fmt.Sprintf("; joint %s is in %s after %s; still present: %s; it takes %s; check %s has failed: %s", j.Joint, j.Mode, j.Causes, j.Present, j.Required, j.Check, j.Problem)
	}
	return text
}

// autoStart are rules with a start that needs nobody.
func autoStart(rearm modes.Rearm) modes.Rules { return modes.NewRules(rearm, modes.Auto, 0) }

func arm(name string, drive int) Joint {
	return Joint{
		Name: name, Type: Revolute, Drive: drive, Rearm: autoStart(modes.Acknowledge),
		Controls: []messages.ControlMode{messages.ControlPosition, messages.ControlVelocity, messages.ControlEffort,
			messages.ControlPositionVelocity, messages.ControlPositionVelocityEffort},
		Limits: []Limit{{Lower: -2, Upper: 2.5, Velocity: 1.5, Acceleration: 8, Effort: 30}},
	}
}

// armConfig has one revolute joint of a controller that sends every cycle.
func armConfig() Config {
	return Config{
		Source: "arm/gate", Period: period,
		Joints:      []Joint{arm("elbow", 0)},
		Controllers: []Controller{{Name: "arm/controller", Joints: []string{"elbow"}, Period: period}},
		Buses:       []Bus{{Name: "can0", Drives: 1}},
	}
}

// control sets the control mode of one joint of the first controller.
func (r *rig) control(joint int, control messages.ControlMode) {
	r.in.Commands[0].Value.Control[joint] = control
}
