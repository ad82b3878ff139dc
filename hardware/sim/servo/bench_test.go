package servo

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// bench is one servo on a test bench: an inertia with a constant load, as a level arm has it.
type bench struct {
	*Servo
	t       *testing.T
	inertia float64 // kg m^2
	weight  float64 // N m, pulls the joint down
	drag    float64 // N m s/rad, linear friction
	q, v    float64 // rad, rad/s: what is true
	now     messages.Instant
	each    func() // called after each step
}

// gravity is in m/s^2.
const gravity = 9.81

const benchStep = time.Millisecond

// newBench puts a servo with those options on a bench of 2 kg m^2; every zero option has its
// default, limits are 4 rad/s and 100 N m, positions -3 to 3 rad.
func newBench(t *testing.T, o Options) *bench {
	t.Helper()
	limit := worlds.Limit{Lower: -3, Upper: 3, Velocity: 4, Acceleration: 20, Jerk: math.Inf(1), Effort: 100}
	s, err := New(o, Joint{
		Joint:       worlds.Joint{Name: "joint", Type: worlds.Revolute, Limits: []worlds.Limit{limit}},
		DrivenJoint: physics.DrivenJoint{Inertia: 2, LeastInertia: 2, Viscous: o.ViscousFriction},
		Step:        benchStep.Seconds(), Random: rand.New(rand.NewPCG(1, 2)),
	})
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{Servo: s, t: t, inertia: 2, drag: o.ViscousFriction, each: func() {}}
	b.encoder.reset(0, 0)
	return b
}

// advance runs the bench for a while.
func (b *bench) advance(d time.Duration) {
	b.t.Helper()
	for end := b.now.Add(d); b.now < end; b.now = b.now.Add(benchStep) {
		b.Step(b.now)
		load, dt := b.Load(b.v), benchStep.Seconds()
		impulse := b.inertia*b.v + dt*(load.Effort-b.weight)
		b.v = afterFriction(b.inertia+dt*b.drag, impulse, dt*load.Friction)
		b.q += dt * b.v
		b.Sample(b.q, b.v)
		b.each()
	}
}

// afterFriction is the velocity of a mass after an impulse against dry friction of at most hold, as
// physics has it: held friction is a damper that creeps.
func afterFriction(mass, impulse, hold float64) float64 {
	const creep = physics.CreepVelocity
	if v := impulse / (mass + hold/creep); math.Abs(v) <= creep {
		return v
	}
	return (impulse - math.Copysign(hold, impulse)) / mass
}

// send gives one command.
func (b *bench) send(mode messages.Mode, arm uint32, control messages.ControlMode, position, velocity, effort float64) {
	b.Obey(b.now, &Command{Mode: mode, Arm: arm, SetPoints: SetPoints{Control: control, Position: position, Velocity: velocity, Effort: effort}})
}

// keep sends the same run command every step for a while, as a controller would.
func (b *bench) keep(d time.Duration, arm uint32, control messages.ControlMode, position, velocity, effort float64) {
	b.t.Helper()
	for end := b.now.Add(d); b.now < end; {
		b.send(messages.ModeRun, arm, control, position, velocity, effort)
		b.advance(benchStep)
	}
}

func (b *bench) wantMode(mode messages.Mode) {
	b.t.Helper()
	if b.mode != mode {
		b.t.Fatalf("at %s the drive is in %s, want %s", b.now, b.mode, mode)
	}
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %.9g, want %.9g within %.3g", what, got, want, tolerance)
	}
}
