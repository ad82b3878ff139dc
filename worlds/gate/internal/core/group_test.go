package core

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// twoArms has two driven joints of one controller.
func twoArms(change func(*Config)) Config {
	c := armConfig()
	c.Joints = append(c.Joints, arm("wrist", 1))
	c.Joints[1].SafeMode = messages.ModeDamp
	c.Controllers[0].Joints = []string{"elbow", "wrist"}
	c.Buses[0].Drives = 2
	if change != nil {
		change(&c)
	}
	return c
}

func TestJointsOfAControllerStopAndComeBackTogether(t *testing.T) {
	r := running(t, twoArms(nil), messages.ControlPosition)
	r.servos[0].mode = messages.ModeOff // its drive has lost its torque
	r.read()
	r.run(1)
	r.wantMode(0, messages.ModeOff)
	r.wantMode(1, messages.ModeDamp) // the other one in its own safe mode
	if got := r.changes("wrist"); got[len(got)-1] != "run->damp drive" {
		t.Error(got)
	}
	r.servos[0].mute = true
	r.read()
	r.run(20)
	if err := r.acknowledge(modes.Reset); err == nil || !strings.Contains(err.Error(), "2 joints were not re-armed") {
		t.Errorf("one is not there, so none comes back: %v", err)
	}
	r.servos[0].mute = false
	r.read()
	r.run(2)
	if err := r.acknowledge(modes.Reset); err != nil {
		t.Fatal(err)
	}
	r.run(3)
	r.wantMode(0, messages.ModeRun)
	r.wantMode(1, messages.ModeRun)
}

func TestEachJointOfAControllerHasTheTextOfItsOwnReason(t *testing.T) {
	texts := func(r *rig) (all []string) {
		for _, e := range r.events {
			if e.Kind == messages.EventModeChanged && e.Cause == messages.CauseInvalid {
				all = append(all, e.Text)
			}
		}
		return all
	}
	outside := running(t, twoArms(nil), messages.ControlEffort)
	outside.servos[0].q = 4
	outside.read()
	outside.run(1)
	want := []string{`"elbow" is too far outside its position limits`, `another joint of the controller of "wrist" stopped`}
	if got := texts(outside); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	invalid := running(t, twoArms(nil), messages.ControlEffort)
	invalid.in.Commands[0].Value.Effort[0] = inf
	invalid.run(3)
	want = []string{`the controller of "elbow" sent too many invalid commands`, `the controller of "wrist" sent too many invalid commands`}
	if got := texts(invalid); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestIndependentJointsStopAlone(t *testing.T) {
	r := running(t, twoArms(func(c *Config) { c.Controllers[0].Independent = true }), messages.ControlPosition)
	r.servos[0].mode = messages.ModeOff
	r.read()
	r.run(10)
	r.wantMode(0, messages.ModeOff)
	r.wantMode(1, messages.ModeRun)
	if err := r.acknowledge(modes.Reset); err != nil {
		t.Fatal(err)
	}
	r.run(2)
	r.wantMode(0, messages.ModeRun)
}

func TestAStartByItselfIsOneOfAllJoints(t *testing.T) {
	r := newRig(t, twoArms(nil))
	r.servos[1].mute = true
	r.read()
	r.control(0, messages.ControlPosition)
	r.control(1, messages.ControlPosition)
	r.run(20)
	r.wantMode(0, messages.ModeOff)
	r.servos[1].mute = false
	r.read()
	r.run(1)
	r.wantMode(0, messages.ModeRun)
	r.wantMode(1, messages.ModeRun)
}

func TestAReArmByItselfIsOneOfAllJoints(t *testing.T) {
	r := newRig(t, twoArms(func(c *Config) {
		c.Joints[0].Rearm = modes.NewRules(modes.Auto, modes.Auto, 10*time.Millisecond)
		c.Joints[1].Rearm = modes.NewRules(modes.Auto, modes.Auto, 30*time.Millisecond)
	}))
	r.control(0, messages.ControlPosition)
	r.control(1, messages.ControlPosition)
	r.run(20)
	r.wantMode(0, messages.ModeRun)
	r.in.Commands[0].OK = false
	r.cycle()
	r.wantMode(0, messages.ModeRampHold)
	stopped := r.now
	for r.g.Mode(0) != messages.ModeRun || r.g.Mode(1) != messages.ModeRun {
		if (r.g.Mode(0) == messages.ModeRun) != (r.g.Mode(1) == messages.ModeRun) {
			t.Fatal("one came back before the other")
		}
		r.run(1)
	}
	if waited := r.now.Sub(stopped); waited < 30*time.Millisecond || waited > 36*time.Millisecond {
		t.Errorf("came back after %s", waited)
	}
}

func TestABusThatFailsStopsItsJointsAndThoseThatStopWithThem(t *testing.T) {
	r := running(t, twoArms(func(c *Config) {
		c.Buses = []Bus{{Name: "can0", Drives: 1}, {Name: "can1", Drives: 1}}
		c.Joints[1].Bus, c.Joints[1].Drive = 1, 0
		c.Joints = slices.Clone(c.Joints[:1]) // one bus is enough for the rig
		c.Controllers[0].Joints = []string{"elbow"}
		c.Buses = c.Buses[:1]
	}), messages.ControlPosition)
	r.g.BusFailed(0, messages.CausePanic, r.now)
	r.run(3)
	r.wantMode(0, messages.ModeRampHold)
	if err := r.acknowledge(modes.Acknowledge); err == nil || !strings.Contains(err.Error(), "still present: panic") {
		t.Errorf("%v", err)
	}
	r.g.BusBack(0, r.now)
	if err := r.acknowledge(modes.Acknowledge); err != nil {
		t.Fatal(err)
	}
	r.run(1)
	r.wantMode(0, messages.ModeRun)
}

func TestTheOtherBusOfAControllerStopsToo(t *testing.T) {
	c := twoArms(func(c *Config) {
		c.Buses = []Bus{{Name: "can0", Drives: 1}, {Name: "can1", Drives: 1}}
		c.Joints[1].Bus, c.Joints[1].Drive = 1, 0
	})
	g, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	g.BusFailed(0, messages.CauseHang, 5)
	for i := range g.joints {
		if !g.joints[i].state.Causes.Has(messages.CauseHang) {
			t.Errorf("%s: %s", g.joints[i].Name, g.joints[i].state.Causes)
		}
	}
	if g.joints[0].state.Present.Has(messages.CauseHang) == g.joints[1].state.Present.Has(messages.CauseHang) {
		t.Error("the cause lasts for the joints of the bus, and is a moment for the others")
	}
}

func TestAVirtualJointStopsAloneWhenItsPeerIsGone(t *testing.T) {
	r, v := followingBody(t, nil)
	v.Control[2] = messages.ControlVelocity
	v.Velocity[7], v.Velocity[9] = 0.4, 0.1
	r.run(300)
	if out := r.virtual[1]; out.Velocity[0] != 0.4 || out.Velocity[2] != 0.1 {
		t.Fatalf("%+v", out)
	}
	r.in.Snapshot.Valid[1] = false
	valid := r.in.Snapshot.Time[1]
	before := *r.virtual[1]
	before.Velocity = slices.Clone(before.Velocity)
	for range 300 {
		r.in.Snapshot.Time[1] = valid
		r.run(1)
		out := r.virtual[1]
		for i := range out.Velocity {
			if step := before.Velocity[i] - out.Velocity[i]; step < 0 || step > 2*dt*(1+1e-9) {
				t.Fatalf("velocity[%d] stepped from %v to %v", i, before.Velocity[i], out.Velocity[i])
			}
		}
		copy(before.Velocity, out.Velocity)
	}
	r.wantMode(1, messages.ModeRampHold)
	r.wantMode(0, messages.ModeRun)
	r.wantMode(2, messages.ModeRun)
	if !r.active[1] || !slices.Equal(r.virtual[1].Velocity, []float64{0, 0, 0}) {
		t.Errorf("a stopped joint commands rest: active %v, %+v", r.active[1], r.virtual[1])
	}
	r.in.Snapshot.Valid[1] = true
	r.run(2)
	r.wantMode(1, messages.ModeRun) // the loss of a peer heals by itself
	if got := r.changes("base"); !slices.Equal(got[1:], []string{"run->ramp_hold coupled_joint", "ramp_hold->run rearm"}) {
		t.Error(got)
	}
}

func TestAVirtualJointFollowsTheStopOfTheWorldBehindIt(t *testing.T) {
	r, _ := followingBody(t, nil)
	r.in.Snapshot.Mode[1] = messages.ModeRampHold
	r.run(50)
	r.wantMode(1, messages.ModeRampHold)
	r.wantMode(0, messages.ModeRun)
	r.in.Snapshot.Mode[1] = messages.ModeRun
	r.run(2)
	r.wantMode(1, messages.ModeRun)
}

func TestAVirtualJointWaitsAtTheMeasuredStateForTheWorldBehindIt(t *testing.T) {
	c := bodyConfig()
	r := newRig(t, c)
	v := r.in.Commands[0].Value
	for i := range v.Control {
		v.Control[i] = messages.ControlPositionVelocity
	}
	v.Position[3], v.Position[8] = 1, 2
	r.in.Snapshot.Mode[1] = messages.ModeOff
	base := r.g.joints[1].q
	for k := range 20 {
		r.in.Snapshot.Position[base] = float64(k) * 0.001 // pushed by hand
		r.run(1)
		if !r.active[1] || r.virtual[1].Position[0] != float64(k)*0.001 {
			t.Fatalf("cycle %d: active %v, %+v", k, r.active[1], r.virtual[1])
		}
	}
	r.wantMode(1, messages.ModeRun)
	r.in.Snapshot.Mode[1] = messages.ModeRun
	r.run(3000)
	if r.virtual[1].Position[0] != 2 {
		t.Errorf("%+v", r.virtual[1])
	}
}

func TestAVirtualJointThatItsControllerLeavesOutComesToRestWithoutAFault(t *testing.T) {
	r, v := followingBody(t, nil)
	v.Control[2], v.Velocity[7] = messages.ControlVelocity, 0.4
	r.run(300)
	v.Control[2] = messages.ControlNone
	r.run(10)
	if !r.active[1] || r.virtual[1].Velocity[0] >= 0.4 || r.virtual[1].Velocity[0] <= 0.3 {
		t.Fatalf("it is on its way to rest: %v %+v", r.active[1], r.virtual[1])
	}
	r.run(300)
	r.wantMode(1, messages.ModeRun)
	r.wantMode(0, messages.ModeRun)
	if r.active[1] {
		t.Error("a joint that nobody names is not commanded")
	}
	v.Control[2] = messages.ControlVelocity
	r.run(1)
	if !r.active[1] || r.virtual[1].Velocity[0] != 0 {
		t.Errorf("it begins at the measured state: %v %+v", r.active[1], r.virtual[1])
	}
	r.run(300)
	if r.virtual[1].Velocity[0] != 0.4 {
		t.Errorf("%+v", r.virtual[1])
	}
}

func TestADrivenJointThatItsControllerLeavesOutBecomesStale(t *testing.T) {
	r, v := followingBody(t, nil)
	v.Control[1] = messages.ControlNone
	r.run(20)
	r.wantMode(0, messages.ModeRampHold)
}

func TestAVirtualJointInRampOffIsReleasedAtRest(t *testing.T) {
	r, v := followingBody(t, nil)
	v.Control[2], v.Velocity[7] = messages.ControlVelocity, 0.4
	r.run(300)
	r.g.Stop(1, messages.ModeRampOff, r.now)
	r.run(50)
	r.wantMode(1, messages.ModeRampOff)
	if !r.active[1] {
		t.Error("the ramp is the gate's")
	}
	r.run(200)
	r.wantMode(1, messages.ModeOff)
	if r.active[1] || r.virtual[1].Control[0] != messages.ControlNone {
		t.Errorf("%v %+v", r.active[1], r.virtual[1])
	}
}

func TestAVirtualJointInOffOrBrakeIsReleasedAtOnce(t *testing.T) {
	for _, mode := range []messages.Mode{messages.ModeBrake, messages.ModeOff} {
		r, _ := followingBody(t, nil)
		r.g.Stop(1, mode, r.now)
		r.run(1)
		if r.active[1] {
			t.Errorf("%s is still commanded", mode)
		}
	}
}

func TestAFloatingJointIsReArmedWithinItsBounds(t *testing.T) {
	r, v := followingBody(t, nil)
	r.g.Stop(2, messages.ModeRampHold, r.now)
	r.run(2)
	// Meanwhile it was moved by hand.
	copy(r.in.Snapshot.Position[r.g.joints[2].q:], []float64{0.2, -0.1, 0.3, 0.8, 0, 0.6, 0})
	r.run(2)
	if err := r.acknowledge(modes.Acknowledge); err != nil {
		t.Fatal(err)
	}
	r.run(1)
	out := r.virtual[2]
	if !slices.Equal(out.Position, []float64{0.2, -0.1, 0.3, 0.8, 0, 0.6, 0}) {
		t.Fatalf("the first command is %+v", out)
	}
	before, speed, way := slices.Clone(out.Position), [6]float64{}, [6]float64{}
	for i := 0; ; i++ {
		r.run(1)
		r.g.joints[2].shape.Difference(way[:], before, out.Position)
		for k := range way {
			next := way[k] / dt
			// A turn of the axes changes the components of the velocity by that much more.
			if d := next - speed[k]; d > 2*dt+2e-3 || d < -2*dt-2e-3 || next > 1.0001 || next < -1.0001 {
				t.Fatalf("cycle %d: component %d went from %v to %v", i, k, speed[k], next)
			}
			speed[k] = next
		}
		copy(before, out.Position)
		if r.g.Status()[2].Following {
			break
		}
		if i > 5000 {
			t.Fatalf("never arrives: %+v", out)
		}
	}
	if !slices.Equal(out.Position, v.Position[:7]) {
		t.Errorf("arrived at %v, want %v", out.Position, v.Position[:7])
	}
}
