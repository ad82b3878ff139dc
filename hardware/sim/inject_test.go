package sim

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// fallIll injects a fault into the servo on the bench.
func (b *bench) fallIll(f actors.Fault) *injected {
	b.t.Helper()
	f.Target = "joint"
	if err := f.Check(); err != nil {
		b.t.Fatal(err)
	}
	i := &injected{Fault: f.Completed(), draw: rand.New(rand.NewPCG(3, 4)), began: b.now, other: &servo{truePosition: 0.7, trueVelocity: 0.1}}
	b.injected.add(i)
	return i
}

// turns has the joint follow a velocity, for a while.
func (b *bench) turns(d time.Duration, velocity float64) {
	b.t.Helper()
	b.keep(d, 1, messages.ControlVelocity, 0, velocity, 0)
}

// servoKinds has the effect of the faults that act inside of a drive. The joint turns with 1 rad/s when they begin.
var servoKinds = map[string]struct {
	fault  actors.Fault
	servo  Servo
	effect func(*bench)
}{
	"fault_code": {actors.Fault{Kind: actors.FaultCode, Count: 34}, Servo{}, func(b *bench) {
		b.turns(5*time.Millisecond, 1)
		if b.wantMode(messages.ModeOff); b.fault != FaultOverVoltage {
			b.t.Errorf("it shows %d", b.fault)
		}
	}},
	"silent_reset": {actors.Fault{Kind: actors.FaultSilentReset}, Servo{}, func(b *bench) {
		b.turns(50*time.Millisecond, 1)
		if b.wantMode(messages.ModeOff); b.arm != 0 || b.fault != FaultNone {
			b.t.Errorf("arm number %d, fault %d", b.arm, b.fault)
		}
		b.keep(50*time.Millisecond, 2, messages.ControlVelocity, 0, 1, 0)
		b.wantMode(messages.ModeOff) // not before it has heard a stop
		b.stop(b.now, messages.ModeOff, 2)
		b.keep(50*time.Millisecond, 3, messages.ControlVelocity, 0, 1, 0)
		b.wantMode(messages.ModeRun)
	}},
	"timeout_mode": {actors.Fault{Kind: actors.FaultTimeoutMode}, Servo{TimeoutMode: messages.ModeDamp}, func(b *bench) {
		b.turns(5*time.Millisecond, 1)
		b.wantMode(messages.ModeDamp)
	}},
	"derating": {actors.Fault{Kind: actors.FaultDerating, Amount: 0.75, Count: 98}, Servo{}, func(b *bench) {
		b.keep(100*time.Millisecond, 1, messages.ControlEffort, 0, 0, 100)
		near(b.t, "effort", b.effort, 25, 0.01)
		var r driveReply
		if b.reply(b.now, &r); r.fault != 98 || b.fault != FaultNone {
			b.t.Errorf("it shows %d and has %d", r.fault, b.fault)
		}
		b.wantMode(messages.ModeRun)
	}},
	"torque": {actors.Fault{Kind: actors.FaultTorque, Amount: 2}, Servo{}, func(b *bench) {
		b.keep(20*time.Millisecond, 1, messages.ControlEffort, 0, 0, 10)
		if effort, _ := b.joint(0); math.Abs(effort+10) > 0.01 {
			b.t.Errorf("the joint feels %g N m of 10", effort)
		}
	}},
	"saturation": {actors.Fault{Kind: actors.FaultSaturation, Amount: 0.1}, Servo{}, func(b *bench) {
		b.turns(time.Second, 3)
		near(b.t, "velocity", b.v, 0.4, 0.01)
	}},
	"stuck_joint": {actors.Fault{Kind: actors.FaultStuckJoint, Amount: 500}, Servo{}, func(b *bench) {
		b.turns(100*time.Millisecond, 1)
		near(b.t, "velocity", b.v, 0, creepVelocity)
	}},
	"free_wheel": {actors.Fault{Kind: actors.FaultFreeWheel}, Servo{BrakeEffort: 100}, func(b *bench) {
		b.weight = 20
		b.stop(b.now, messages.ModeBrake, 1)
		before := b.v
		b.advance(500 * time.Millisecond)
		near(b.t, "velocity of a joint that nothing holds", b.v, before-20.0/2*0.5, 0.05)
	}},
	"overheats": {actors.Fault{Kind: actors.FaultOverheats, Delay: 200 * time.Millisecond}, Servo{}, func(b *bench) {
		b.turns(100*time.Millisecond, 1)
		b.wantMode(messages.ModeRun)
		near(b.t, "effort left", b.mostEffort(), 75, 1)
		b.turns(105*time.Millisecond, 1)
		if b.wantMode(messages.ModeOff); b.fault != FaultOverTemperature {
			b.t.Errorf("it shows %d", b.fault)
		}
	}},
	"voltage sags": {actors.Fault{Kind: actors.FaultVoltage, Amount: 0.8}, Servo{}, func(b *bench) {
		b.turns(300*time.Millisecond, 4)
		near(b.t, "velocity", b.v, 3.2, 0.02)
		near(b.t, "effort left", b.mostEffort(), 80, 1e-9)
	}},
	"voltage fails": {actors.Fault{Kind: actors.FaultVoltage, Amount: 0.5}, Servo{}, func(b *bench) {
		if b.turns(3*time.Millisecond, 1); b.fault != FaultUnderVoltage {
			b.t.Errorf("it shows %d", b.fault)
		}
	}},
	"voltage surges": {actors.Fault{Kind: actors.FaultVoltage, Amount: 1.5}, Servo{}, func(b *bench) {
		if b.turns(3*time.Millisecond, 1); b.fault != FaultOverVoltage {
			b.t.Errorf("it shows %d", b.fault)
		}
	}},
	"brake stuck open": {actors.Fault{Kind: actors.FaultBrake}, Servo{BrakeEffort: 100}, func(b *bench) {
		b.stop(b.now, messages.ModeOff, 1)
		b.advance(100 * time.Millisecond)
		if _, friction := b.joint(0); friction != 0 || !b.brake.closed {
			b.t.Errorf("it holds %g N m", friction)
		}
	}},
	"brake stuck closed": {actors.Fault{Kind: actors.FaultBrake, Choice: "closed"}, Servo{BrakeEffort: 500}, func(b *bench) {
		b.turns(200*time.Millisecond, 1)
		if near(b.t, "velocity", b.v, 0, creepVelocity); b.brake.closed {
			b.t.Error("the drive believes that the brake is closed")
		}
	}},
	"brake slips": {actors.Fault{Kind: actors.FaultBrake, Choice: "slipping", Amount: 0.75}, Servo{BrakeEffort: 100}, func(b *bench) {
		b.stop(b.now, messages.ModeOff, 1)
		b.advance(100 * time.Millisecond)
		if _, friction := b.joint(0); math.Abs(friction-25) > 1e-9 {
			b.t.Errorf("it holds %g N m", friction)
		}
	}},
	"config_lost": {actors.Fault{Kind: actors.FaultConfigLost}, Servo{Watchdog: 20 * time.Millisecond}, func(b *bench) {
		b.advance(50 * time.Millisecond)
		b.wantMode(messages.ModeRun) // no watchdog any more
		b.keep(10*time.Millisecond, 1, messages.ControlEffort, 0, 0, 150)
		near(b.t, "effort above its limit", b.effort, 150, 0.1)
		var r driveReply
		if b.reply(b.now, &r); r.fault != FaultNotConfigured {
			b.t.Errorf("it shows %d", r.fault)
		}
		b.stop(b.now, messages.ModeDamp, 1)
		b.wantMode(messages.ModeDamp)
	}},
	"rejects_mode": {actors.Fault{Kind: actors.FaultRejectsMode}, Servo{}, func(b *bench) {
		b.turns(2*time.Millisecond, 1)
		b.stop(b.now, messages.ModeOff, 1)
		b.halt(b.now, 1)
		b.turns(50*time.Millisecond, 1)
		b.wantMode(messages.ModeRun)
		b.advance(101 * time.Millisecond)
		b.wantMode(messages.ModeRampHold) // its own watchdog
		b.keep(50*time.Millisecond, 9, messages.ControlVelocity, 0, 1, 0)
		b.wantMode(messages.ModeRampHold)
	}},
	"clears_fault": {actors.Fault{Kind: actors.FaultClearsFault, Delay: 30 * time.Millisecond}, Servo{}, func(b *bench) {
		if b.turns(20*time.Millisecond, 1); b.fault != FaultMotorDriver {
			b.t.Errorf("it shows %d", b.fault)
		}
		if b.turns(20*time.Millisecond, 1); b.fault != FaultNone {
			b.t.Errorf("it still shows %d", b.fault)
		}
		b.wantMode(messages.ModeOff) // it forgot the fault, not the stop
	}},

	"sensor_off": {actors.Fault{Kind: actors.FaultSensorOff}, Servo{}, func(b *bench) {
		b.turns(3*time.Millisecond, 1)
		if b.wantMode(messages.ModeOff); b.fault != FaultEncoder || !math.IsNaN(b.encoder.position) {
			b.t.Errorf("it shows %d and reads %g", b.fault, b.encoder.position)
		}
	}},
	"sensor_stuck": {actors.Fault{Kind: actors.FaultSensorStuck}, Servo{}, func(b *bench) {
		b.turns(benchStep, 1)
		at, q := b.encoder.position, b.q
		b.turns(100*time.Millisecond, 1)
		if near(b.t, "reading", b.encoder.position, at, 0); b.q-q < 0.05 {
			b.t.Errorf("the joint went on by %g rad only", b.q-q)
		}
	}},
	"sensor_garbage": {actors.Fault{Kind: actors.FaultSensorGarbage}, Servo{}, func(b *bench) {
		b.turns(5*time.Millisecond, 1)
		if b.wantMode(messages.ModeOff); b.fault != FaultVelocity {
			b.t.Errorf("it shows %d", b.fault)
		}
	}},
	"sensor_bias": {actors.Fault{Kind: actors.FaultSensorBias, Amount: -0.3}, Servo{Exact: true}, func(b *bench) {
		b.turns(10*time.Millisecond, 1)
		near(b.t, "reading", b.encoder.position, b.q-0.3, 1e-12)
	}},
	"sensor_scale": {actors.Fault{Kind: actors.FaultSensorScale}, Servo{Exact: true}, func(b *bench) {
		b.turns(10*time.Millisecond, 1)
		near(b.t, "reading", b.encoder.position, -b.q, 1e-12)
		near(b.t, "velocity read", b.encoder.velocity, -b.v, 1e-12)
	}},
	"sensor_swapped": {actors.Fault{Kind: actors.FaultSensorSwapped}, Servo{Exact: true}, func(b *bench) {
		b.turns(10*time.Millisecond, 1)
		near(b.t, "reading", b.encoder.position, 0.7, 0)
	}},
	"sensor_slow": {actors.Fault{Kind: actors.FaultSensorSlow, Count: 10}, Servo{Exact: true}, func(b *bench) {
		changes, last := 0, b.encoder.position
		b.each = func() {
			if b.encoder.position != last {
				changes, last = changes+1, b.encoder.position
			}
		}
		if b.turns(100*time.Millisecond, 1); changes != 10 {
			b.t.Errorf("%d new readings in 100 samples", changes)
		}
	}},
	"sensor_delayed": {actors.Fault{Kind: actors.FaultSensorDelayed, Count: 20}, Servo{Exact: true}, func(b *bench) {
		var past []float64
		b.each = func() { past = append(past, b.q) }
		b.turns(100*time.Millisecond, 1)
		near(b.t, "reading", b.encoder.position, past[len(past)-21], 0)
	}},
	"sensor_intermittent": {actors.Fault{Kind: actors.FaultSensorIntermittent, Probability: 0.02, Count: 5}, Servo{}, func(b *bench) {
		bad, bursts, was := 0, 0, false
		b.each = func() {
			is := math.IsNaN(b.encoder.position)
			if is {
				bad++
			}
			if is && !was {
				bursts++
			}
			was = is
		}
		b.advance(20 * time.Second)
		// Stationary: 0.02/(0.02+0.2) of the samples are bad, in bursts of 5 on average; about four standard deviations.
		if share, length := float64(bad)/20000, float64(bad)/float64(bursts); math.Abs(share-0.0909) > 0.02 || math.Abs(length-5) > 1 {
			b.t.Errorf("%g of the samples are bad, in bursts of %g", share, length)
		}
	}},
	"sensor_jump": {actors.Fault{Kind: actors.FaultSensorJump}, Servo{}, func(b *bench) {
		b.turns(3*time.Millisecond, 1)
		near(b.t, "reading", b.encoder.position, b.q+2*math.Pi, 1e-4)
		if b.wantMode(messages.ModeOff); b.fault != FaultVelocity {
			b.t.Errorf("it shows %d", b.fault)
		}
	}},
	"sensor_noise": {actors.Fault{Kind: actors.FaultSensorNoise, Amount: 1e-3}, Servo{Exact: true}, func(b *bench) {
		sum := 0.0
		b.each = func() { sum += (b.encoder.position - b.q) * (b.encoder.position - b.q) }
		b.turns(time.Second, 0)
		near(b.t, "deviation of the noise", math.Sqrt(sum/1000), 1e-3, 1e-4)
	}},
	"sensor_disagrees": {actors.Fault{Kind: actors.FaultSensorDisagrees, Amount: 0.2}, Servo{Exact: true}, func(b *bench) {
		b.turns(10*time.Millisecond, 1)
		var r driveReply
		b.reply(b.now, &r)
		near(b.t, "what is reported", r.position, b.q+0.2, 1e-12)
		near(b.t, "what the drive goes by", b.encoder.position, b.q, 0)
	}},
}

func init() {
	for choice, fault := range map[string]uint16{"nan": FaultEncoder, "inf": FaultEncoder, "-inf": FaultEncoder, "huge": FaultVelocity, "denormal": FaultVelocity} {
		c := servoKinds["sensor_off"]
		c.fault = actors.Fault{Kind: actors.FaultSensorExtreme, Choice: choice}
		c.effect = func(b *bench) {
			b.turns(5*time.Millisecond, 1)
			if b.wantMode(messages.ModeOff); b.fault != fault || !isFinite(b.effort) {
				b.t.Errorf("it shows %d, effort %g", b.fault, b.effort)
			}
		}
		servoKinds["sensor_extreme "+choice] = c
	}
}

// busKinds are those that act between a drive and its bus.
var busKinds = map[actors.FaultKind]bool{actors.FaultNoReply: true, actors.FaultLateReply: true, actors.FaultRepeatedReply: true, actors.FaultSwappedReply: true}

func TestEveryKindOfFaultOfDrivesHasItsEffect(t *testing.T) {
	tested := map[actors.FaultKind]bool{}
	for name, c := range servoKinds {
		tested[c.fault.Kind] = true
		t.Run(name, func(t *testing.T) {
			b := newBench(t, c.servo)
			b.turns(400*time.Millisecond, 1)
			near(t, "velocity before", b.v, 1, 0.01)
			i := b.fallIll(c.fault)
			c.effect(b)
			b.injected.remove(i)
			b.each = func() {}
			b.advance(benchStep)
			if b.disturbance != (Disturbance{}) || b.ailments != nil || b.ailing {
				t.Errorf("after the fault the drive still has %+v", b.disturbance)
			}
		})
	}
	for _, k := range (&Plant{}).FaultKinds() {
		if !tested[k] && !busKinds[k] {
			t.Errorf("%s has no test of its effect", k)
		}
	}
}

func TestADriveComesBackAfterEveryFault(t *testing.T) {
	for name, c := range servoKinds {
		if c.fault.Kind == actors.FaultFreeWheel { // the bench has dropped its weight by then
			continue
		}
		t.Run(name, func(t *testing.T) {
			b := newBench(t, c.servo)
			b.turns(400*time.Millisecond, 0.2)
			i := b.fallIll(c.fault)
			b.turns(50*time.Millisecond, 0.2)
			b.injected.remove(i)
			b.advance(5 * time.Second) // an estimate of 1e300 takes its time
			b.stop(b.now, messages.ModeOff, 5)
			b.advance(benchStep)
			b.keep(time.Second, 6, messages.ControlVelocity, 0, -0.2, 0)
			if b.wantMode(messages.ModeRun); math.Abs(b.v+0.2) > 0.01 || math.Abs(b.encoder.position-b.q) > 1e-4 {
				t.Errorf("velocity %g, reads %g at %g rad, fault %d", b.v, b.encoder.position, b.q, b.fault)
			}
		})
	}
}

// illRobot is the driven robot with a fault in its second joint from 200 ms on.
func illRobot(t *testing.T, f actors.Fault, each func(k int, r *drivenRobot)) {
	t.Helper()
	r := newDrivenRobot(t, wholeOptions())
	f.Target = armJoints[1]
	if err := f.Check(); err != nil {
		t.Fatal(err)
	}
	var end func()
	for k := range 600 {
		if k == 200 {
			var err error
			if end, err = r.plant.InjectFault(f.Completed(), f.Target, r.plant.Now(), rand.New(rand.NewPCG(1, 2))); err != nil {
				t.Fatal(err)
			}
		}
		if k == 500 && end != nil {
			end()
		}
		r.drive(k)
		r.cycle(t)
		each(k, r)
	}
}

func TestADriveThatDoesNotReplyIsSilent(t *testing.T) {
	illRobot(t, actors.Fault{Kind: actors.FaultNoReply}, func(k int, r *drivenRobot) {
		if want := k <= 200 || k > 500; r.armState.Answered[1] != want && k > 1 || k > 1 && !r.armState.Answered[0] {
			t.Errorf("cycle %d: answered %v", k, r.armState.Answered)
		}
		if k == 450 && r.armState.Mode[1] != messages.ModeRun {
			t.Error("the drive hears, and should run")
		}
	})
}

func TestRepliesAreLostInBursts(t *testing.T) {
	lost, run := 0, 0
	illRobot(t, actors.Fault{Kind: actors.FaultNoReply, Probability: 0.05, Count: 7}, func(k int, r *drivenRobot) {
		switch {
		case k <= 201 || k >= 495:
		case !r.armState.Answered[1]:
			lost, run = lost+1, run+1
		default:
			if run%7 != 0 {
				t.Errorf("cycle %d: a burst of %d", k, run)
			}
			run = 0
		}
	})
	if lost < 7 || lost > 200 {
		t.Errorf("%d answers were lost", lost)
	}
}

func TestALateReplyIsOfBefore(t *testing.T) {
	var past []float64
	illRobot(t, actors.Fault{Kind: actors.FaultLateReply, Count: 8}, func(k int, r *drivenRobot) {
		if k < 500 {
			past = append(past, r.plant.byJoint[armJoints[1]].encoder.position)
		}
		switch { // a bus reads what was published at the end of the cycle before
		case k > 201 && k <= 208 && r.armState.Answered[1]:
			t.Errorf("cycle %d: answered before the first late one arrives", k)
		case k > 210 && k < 500 && (!r.armState.Answered[1] || r.armState.Position[1] != past[k-9]):
			t.Errorf("cycle %d: %g is not that of 8 cycles before, %g", k, r.armState.Position[1], past[k-9])
		}
	})
}

func TestARepeatedReplyIsNoReply(t *testing.T) {
	illRobot(t, actors.Fault{Kind: actors.FaultRepeatedReply}, func(k int, r *drivenRobot) {
		if want := k <= 201 || k > 500; k > 1 && r.armState.Answered[1] != want {
			t.Errorf("cycle %d: answered %v", k, r.armState.Answered[1])
		}
	})
}

func TestSwappedRepliesAreNobodys(t *testing.T) {
	illRobot(t, actors.Fault{Kind: actors.FaultSwappedReply}, func(k int, r *drivenRobot) {
		want := k <= 200 || k > 500
		if k > 1 && (r.armState.Answered[1] != want || r.armState.Answered[2] != want || !r.armState.Answered[3]) {
			t.Errorf("cycle %d: answered %v", k, r.armState.Answered)
		}
	})
}

func TestAFaultOfAJointThatIsNotThereIsRefused(t *testing.T) {
	p := newDrivenRobot(t, wholeOptions()).plant
	if _, err := p.InjectFault(actors.Fault{Kind: actors.FaultSensorOff}, "nose", 0, nil); err == nil || !strings.Contains(err.Error(), `no servo drives a joint "nose"`) {
		t.Error(err)
	}
	if _, err := p.InjectFault(actors.Fault{Kind: actors.FaultBrake}, wheelJoints[0], 0, nil); err == nil || !strings.Contains(err.Error(), "has no brake") {
		t.Error(err)
	}
	if names := p.FaultTargets(); len(names) != len(armJoints)+len(wheelJoints) {
		t.Errorf("%v", names)
	}
}

func TestFaultsThatAreOverCostNothing(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates by itself, so that our own allocations cannot be counted; the plain run of this test asserts that there are none")
	}
	r := newDrivenRobot(t, wholeOptions())
	end, err := r.plant.InjectFault(actors.Fault{Kind: actors.FaultSensorNoise, Amount: 1e-5}, armJoints[0], 0, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	for k := range 100 {
		r.drive(k)
		r.cycle(t)
	}
	end()
	r.cycle(t)
	if n := testing.AllocsPerRun(50, func() { r.cycle(t) }); n != 0 {
		t.Errorf("a cycle costs %v allocations", n)
	}
}
