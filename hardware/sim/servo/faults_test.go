package servo

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware/sim/internal/optioncheck"
	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/messages"
)

// fallIll injects a fault into the servo on the bench.
func (b *bench) fallIll(f actors.Fault) *fault {
	b.t.Helper()
	f.Target = "joint"
	if err := f.Check(); err != nil {
		b.t.Fatal(err)
	}
	i := &fault{Fault: f.Completed(), draw: rand.New(rand.NewPCG(3, 4)), began: b.now, other: &Servo{truePosition: 0.7, trueVelocity: 0.1}}
	b.injected.add(i)
	return i
}

// turns has the joint follow a velocity, for a while.
func (b *bench) turns(d time.Duration, velocity float64) {
	b.t.Helper()
	b.keep(d, 1, messages.ControlVelocity, 0, velocity, 0)
}

// servoKinds has the effect of the faults that act inside of a drive. The joint turns with 1 rad/s
// when they begin.
var servoKinds = map[string]struct {
	fault  actors.Fault
	servo  Options
	effect func(*bench)
}{
	"fault_code": {actors.Fault{Kind: actors.FaultCode, Count: 34}, Options{}, func(b *bench) {
		b.turns(5*time.Millisecond, 1)
		if b.wantMode(messages.ModeOff); b.fault != FaultOverVoltage {
			b.t.Errorf("it shows %d", b.fault)
		}
	}},
	"silent_reset": {actors.Fault{Kind: actors.FaultSilentReset}, Options{}, func(b *bench) {
		b.turns(50*time.Millisecond, 1)
		if b.wantMode(messages.ModeOff); b.arm != 0 || b.fault != FaultNone {
			b.t.Errorf("arm number %d, fault %d", b.arm, b.fault)
		}
		b.keep(50*time.Millisecond, 2, messages.ControlVelocity, 0, 1, 0)
		b.wantMode(messages.ModeOff) // not before it has heard a stop
		b.Stop(b.now, messages.ModeOff, 2)
		b.keep(50*time.Millisecond, 3, messages.ControlVelocity, 0, 1, 0)
		b.wantMode(messages.ModeRun)
	}},
	"timeout_mode": {actors.Fault{Kind: actors.FaultTimeoutMode}, Options{TimeoutMode: "damp"}, func(b *bench) {
		b.turns(5*time.Millisecond, 1)
		b.wantMode(messages.ModeDamp)
	}},
	"derating": {actors.Fault{Kind: actors.FaultDerating, Amount: 0.75, Count: 98}, Options{}, func(b *bench) {
		b.keep(100*time.Millisecond, 1, messages.ControlEffort, 0, 0, 100)
		near(b.t, "effort", b.effort, 25, 0.01)
		var r Reply
		if b.Reply(b.now, &r); r.Fault != 98 || b.fault != FaultNone {
			b.t.Errorf("it shows %d and has %d", r.Fault, b.fault)
		}
		b.wantMode(messages.ModeRun)
	}},
	"torque": {actors.Fault{Kind: actors.FaultTorque, Amount: 2}, Options{}, func(b *bench) {
		b.keep(20*time.Millisecond, 1, messages.ControlEffort, 0, 0, 10)
		if effort := b.Load(0).Effort; math.Abs(effort+10) > 0.01 {
			b.t.Errorf("the joint feels %g N m of 10", effort)
		}
	}},
	"saturation": {actors.Fault{Kind: actors.FaultSaturation, Amount: 0.1}, Options{}, func(b *bench) {
		b.turns(time.Second, 3)
		near(b.t, "velocity", b.v, 0.4, 0.01)
	}},
	"stuck_joint": {actors.Fault{Kind: actors.FaultStuckJoint, Amount: 500}, Options{}, func(b *bench) {
		b.turns(100*time.Millisecond, 1)
		near(b.t, "velocity", b.v, 0, physics.CreepVelocity)
	}},
	"free_wheel": {actors.Fault{Kind: actors.FaultFreeWheel}, Options{BrakeEffort: 100}, func(b *bench) {
		b.weight = 20
		b.Stop(b.now, messages.ModeBrake, 1)
		before := b.v
		b.advance(500 * time.Millisecond)
		near(b.t, "velocity of a joint that nothing holds", b.v, before-20.0/2*0.5, 0.05)
	}},
	"overheats": {actors.Fault{Kind: actors.FaultOverheats, Delay: 200 * time.Millisecond}, Options{}, func(b *bench) {
		b.turns(100*time.Millisecond, 1)
		b.wantMode(messages.ModeRun)
		near(b.t, "effort left", b.mostEffort(), 75, 1)
		b.turns(105*time.Millisecond, 1)
		if b.wantMode(messages.ModeOff); b.fault != FaultOverTemperature {
			b.t.Errorf("it shows %d", b.fault)
		}
	}},
	"voltage sags": {actors.Fault{Kind: actors.FaultVoltage, Amount: 0.8}, Options{}, func(b *bench) {
		b.turns(300*time.Millisecond, 4)
		near(b.t, "velocity", b.v, 3.2, 0.02)
		near(b.t, "effort left", b.mostEffort(), 80, 1e-9)
	}},
	"voltage fails": {actors.Fault{Kind: actors.FaultVoltage, Amount: 0.5}, Options{}, func(b *bench) {
		if b.turns(3*time.Millisecond, 1); b.fault != FaultUnderVoltage {
			b.t.Errorf("it shows %d", b.fault)
		}
	}},
	"voltage surges": {actors.Fault{Kind: actors.FaultVoltage, Amount: 1.5}, Options{}, func(b *bench) {
		if b.turns(3*time.Millisecond, 1); b.fault != FaultOverVoltage {
			b.t.Errorf("it shows %d", b.fault)
		}
	}},
	"brake stuck open": {actors.Fault{Kind: actors.FaultBrake}, Options{BrakeEffort: 100}, func(b *bench) {
		b.Stop(b.now, messages.ModeOff, 1)
		b.advance(100 * time.Millisecond)
		if friction := b.Load(0).Friction; friction != 0 || !b.brake.closed {
			b.t.Errorf("it holds %g N m", friction)
		}
	}},
	"brake stuck closed": {actors.Fault{Kind: actors.FaultBrake, Choice: "closed"}, Options{BrakeEffort: 500}, func(b *bench) {
		b.turns(200*time.Millisecond, 1)
		if near(b.t, "velocity", b.v, 0, physics.CreepVelocity); b.brake.closed {
			b.t.Error("the drive believes that the brake is closed")
		}
	}},
	"brake slips": {actors.Fault{Kind: actors.FaultBrake, Choice: "slipping", Amount: 0.75}, Options{BrakeEffort: 100}, func(b *bench) {
		b.Stop(b.now, messages.ModeOff, 1)
		b.advance(100 * time.Millisecond)
		if friction := b.Load(0).Friction; math.Abs(friction-25) > 1e-9 {
			b.t.Errorf("it holds %g N m", friction)
		}
	}},
	"config_lost": {actors.Fault{Kind: actors.FaultConfigLost}, Options{Watchdog: 20 * time.Millisecond}, func(b *bench) {
		b.advance(50 * time.Millisecond)
		b.wantMode(messages.ModeRun) // no watchdog any more
		b.keep(10*time.Millisecond, 1, messages.ControlEffort, 0, 0, 150)
		near(b.t, "effort above its limit", b.effort, 150, 0.1)
		var r Reply
		if b.Reply(b.now, &r); r.Fault != FaultNotConfigured {
			b.t.Errorf("it shows %d", r.Fault)
		}
		b.Stop(b.now, messages.ModeDamp, 1)
		b.wantMode(messages.ModeDamp)
	}},
	"rejects_mode": {actors.Fault{Kind: actors.FaultRejectsMode}, Options{}, func(b *bench) {
		b.turns(2*time.Millisecond, 1)
		b.Stop(b.now, messages.ModeOff, 1)
		b.Halt(b.now, 1)
		b.turns(50*time.Millisecond, 1)
		b.wantMode(messages.ModeRun)
		b.advance(101 * time.Millisecond)
		b.wantMode(messages.ModeRampHold) // its own watchdog
		b.keep(50*time.Millisecond, 9, messages.ControlVelocity, 0, 1, 0)
		b.wantMode(messages.ModeRampHold)
	}},
	"clears_fault": {actors.Fault{Kind: actors.FaultClearsFault, Delay: 30 * time.Millisecond}, Options{}, func(b *bench) {
		if b.turns(20*time.Millisecond, 1); b.fault != FaultMotorDriver {
			b.t.Errorf("it shows %d", b.fault)
		}
		if b.turns(20*time.Millisecond, 1); b.fault != FaultNone {
			b.t.Errorf("it still shows %d", b.fault)
		}
		b.wantMode(messages.ModeOff) // it forgot the fault, not the stop
	}},

	"sensor_off": {actors.Fault{Kind: actors.FaultSensorOff}, Options{}, func(b *bench) {
		b.turns(3*time.Millisecond, 1)
		if b.wantMode(messages.ModeOff); b.fault != FaultEncoder || !math.IsNaN(b.encoder.position) {
			b.t.Errorf("it shows %d and reads %g", b.fault, b.encoder.position)
		}
	}},
	"sensor_stuck": {actors.Fault{Kind: actors.FaultSensorStuck}, Options{}, func(b *bench) {
		b.turns(benchStep, 1)
		at, q := b.encoder.position, b.q
		b.turns(100*time.Millisecond, 1)
		if near(b.t, "reading", b.encoder.position, at, 0); b.q-q < 0.05 {
			b.t.Errorf("the joint went on by %g rad only", b.q-q)
		}
	}},
	"sensor_garbage": {actors.Fault{Kind: actors.FaultSensorGarbage}, Options{}, func(b *bench) {
		b.turns(5*time.Millisecond, 1)
		if b.wantMode(messages.ModeOff); b.fault != FaultVelocity {
			b.t.Errorf("it shows %d", b.fault)
		}
	}},
	"sensor_bias": {actors.Fault{Kind: actors.FaultSensorBias, Amount: -0.3}, Options{Exact: true}, func(b *bench) {
		b.turns(10*time.Millisecond, 1)
		near(b.t, "reading", b.encoder.position, b.q-0.3, 1e-12)
	}},
	"sensor_scale": {actors.Fault{Kind: actors.FaultSensorScale}, Options{Exact: true}, func(b *bench) {
		b.turns(10*time.Millisecond, 1)
		near(b.t, "reading", b.encoder.position, -b.q, 1e-12)
		near(b.t, "velocity read", b.encoder.velocity, -b.v, 1e-12)
	}},
	"sensor_swapped": {actors.Fault{Kind: actors.FaultSensorSwapped}, Options{Exact: true}, func(b *bench) {
		b.turns(10*time.Millisecond, 1)
		near(b.t, "reading", b.encoder.position, 0.7, 0)
	}},
	"sensor_slow": {actors.Fault{Kind: actors.FaultSensorSlow, Count: 10}, Options{Exact: true}, func(b *bench) {
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
	"sensor_delayed": {actors.Fault{Kind: actors.FaultSensorDelayed, Count: 20}, Options{Exact: true}, func(b *bench) {
		var past []float64
		b.each = func() { past = append(past, b.q) }
		b.turns(100*time.Millisecond, 1)
		near(b.t, "reading", b.encoder.position, past[len(past)-21], 0)
	}},
	"sensor_intermittent": {actors.Fault{Kind: actors.FaultSensorIntermittent, Probability: 0.02, Count: 5}, Options{}, func(b *bench) {
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
		// Stationary: 0.02/(0.02+0.2) of the samples are bad, in bursts of 5 on average; about four
		// standard deviations.
		if share, length := float64(bad)/20000, float64(bad)/float64(bursts); math.Abs(share-0.0909) > 0.02 || math.Abs(length-5) > 1 {
			b.t.Errorf("%g of the samples are bad, in bursts of %g", share, length)
		}
	}},
	"sensor_jump": {actors.Fault{Kind: actors.FaultSensorJump}, Options{}, func(b *bench) {
		b.turns(3*time.Millisecond, 1)
		near(b.t, "reading", b.encoder.position, b.q+2*math.Pi, 1e-4)
		if b.wantMode(messages.ModeOff); b.fault != FaultVelocity {
			b.t.Errorf("it shows %d", b.fault)
		}
	}},
	"sensor_noise": {actors.Fault{Kind: actors.FaultSensorNoise, Amount: 1e-3}, Options{Exact: true}, func(b *bench) {
		sum := 0.0
		b.each = func() { sum += (b.encoder.position - b.q) * (b.encoder.position - b.q) }
		b.turns(time.Second, 0)
		near(b.t, "deviation of the noise", math.Sqrt(sum/1000), 1e-3, 1e-4)
	}},
	"sensor_disagrees": {actors.Fault{Kind: actors.FaultSensorDisagrees, Amount: 0.2}, Options{Exact: true}, func(b *bench) {
		b.turns(10*time.Millisecond, 1)
		var r Reply
		b.Reply(b.now, &r)
		near(b.t, "what is reported", r.Position, b.q+0.2, 1e-12)
		near(b.t, "what the drive goes by", b.encoder.position, b.q, 0)
	}},
}

func init() {
	for choice, fault := range map[string]uint16{"nan": FaultEncoder, "inf": FaultEncoder, "-inf": FaultEncoder, "huge": FaultVelocity, "denormal": FaultVelocity} {
		c := servoKinds["sensor_off"]
		c.fault = actors.Fault{Kind: actors.FaultSensorExtreme, Choice: choice}
		c.effect = func(b *bench) {
			b.turns(5*time.Millisecond, 1)
			if b.wantMode(messages.ModeOff); b.fault != fault || !optioncheck.Finite(b.effort) {
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
			b.injected.remove(i.Fault)
			b.each = func() {}
			b.advance(benchStep)
			if b.disturbance != (Disturbance{}) || b.ailments != nil || b.ailing {
				t.Errorf("after the fault the drive still has %+v", b.disturbance)
			}
		})
	}
	for _, k := range FaultKinds() {
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
			b.injected.remove(i.Fault)
			b.advance(5 * time.Second) // an estimate of 1e300 takes its time
			b.Stop(b.now, messages.ModeOff, 5)
			b.advance(benchStep)
			b.keep(time.Second, 6, messages.ControlVelocity, 0, -0.2, 0)
			if b.wantMode(messages.ModeRun); math.Abs(b.v+0.2) > 0.01 || math.Abs(b.encoder.position-b.q) > 1e-4 {
				t.Errorf("velocity %g, reads %g at %g rad, fault %d", b.v, b.encoder.position, b.q, b.fault)
			}
		})
	}
}
