package sim

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// bench is one servo on a test bench: an inertia with a constant load, as a level arm has it. It is written beside the
// plant, on the solver of one velocity alone.
type bench struct {
	*servo
	t       *testing.T
	inertia float64 // kg m^2
	weight  float64 // N m, pulls the joint down
	drag    float64 // N m s/rad, linear friction
	q, v    float64 // rad, rad/s: what is true
	now     messages.Instant
	solver  *drySolver
	each    func() // called after each step
}

const benchStep = time.Millisecond

// newBench puts a servo with those options on a bench of 2 kg m^2; every zero option has its default, limits are
// 4 rad/s and 100 N m, positions -3 to 3 rad.
func newBench(t *testing.T, o Servo) *bench {
	t.Helper()
	o.Joint = "joint"
	limit := worlds.Limit{Lower: -3, Upper: 3, Velocity: 4, Acceleration: 20, Jerk: math.Inf(1), Effort: 100}
	s, err := newServo(o, driven{
		joint:   worlds.Joint{Name: "joint", Type: worlds.Revolute, Limits: []worlds.Limit{limit}},
		inertia: 2, least: 2, viscous: o.ViscousFriction, dt: benchStep.Seconds(), random: rand.New(rand.NewPCG(1, 2)),
	})
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{servo: s, t: t, inertia: 2, drag: o.ViscousFriction, solver: newDrySolver([]int{-1}, nil), each: func() {}}
	b.encoder.reset(0, 0)
	return b
}

// advance runs the bench for a while.
func (b *bench) advance(d time.Duration) {
	b.t.Helper()
	for end := b.now.Add(d); b.now < end; b.now = b.now.Add(benchStep) {
		b.step(b.now)
		effort, friction := b.joint(b.v)
		dt := benchStep.Seconds()
		b.solver.mass[0] = b.inertia + dt*b.drag
		b.solver.impulse[0] = b.inertia*b.v + dt*(effort-b.weight)
		b.solver.hold[0] = dt * friction
		velocity := []float64{b.v}
		if _, ok := b.solver.solve(velocity); !ok {
			b.t.Fatal("the bench has no solution")
		}
		b.v = velocity[0]
		b.q += dt * b.v
		b.sample(b.q, b.v)
		b.each()
	}
}

// send gives one command.
func (b *bench) send(mode messages.Mode, arm uint32, control messages.ControlMode, position, velocity, effort float64) {
	b.obey(b.now, &driveCommand{mode: mode, arm: arm, setPoints: setPoints{control, position, velocity, effort}})
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
