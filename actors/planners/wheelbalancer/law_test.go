package wheelbalancer

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

const (
	seed = 20261124
	h    = 1e-3 // s
)

func config() Config { o := DefaultOptions(); return o.config() }

// upkieGains are those of Upkie's own balancer.
func upkieGains() Config {
	c := config()
	c.PitchStiffness, c.PitchDamping, c.PositionStiffness, c.PositionDamping = 20, 1.8, 1.6, 0.7
	return c
}

// run is a closed loop of a law and a pendulum, whose state the law sees some steps later.
type run struct {
	law      Law
	robot    *pendulum
	target   messages.GroundTarget
	late     int
	air      bool // no contact is seen
	seen     []Input
	steepest float64 // greatest pitch, rad
	farthest float64 // from the way of the target, m
	wanted   float64 // m
	fell     bool
}

func newRun(c Config, p *pendulum) *run { return &run{law: Law{Config: c}, robot: p, late: 3} }

// seconds runs for some time, under a push at the body's centre.
func (r *run) seconds(s, push float64) {
	r.robot.push = push
	for range int(s/h + 0.5) {
		p := r.robot
		r.seen = append(r.seen, Input{Pitch: p.pitch, PitchRate: p.rate, Velocity: p.speed(), Rolling: p.speed()})
		in := r.seen[max(0, len(r.seen)-1-r.late)]
		in.Target, in.Contact = r.target, !r.air
		command, ok := r.law.Step(h, &in)
		r.fell = r.fell || !ok
		p.step(h, command.Velocity)
		r.wanted += h * r.target.Velocity
		r.steepest, r.farthest = max(r.steepest, math.Abs(p.pitch)), max(r.farthest, math.Abs(p.x-r.wanted))
	}
	r.robot.push = 0
}

// robots are pendulums of several heights, loads and velocity loops.
func robots() map[string]*pendulum {
	all := map[string]*pendulum{"upkie": upkie()}
	for name, change := range map[string]func(*pendulum){
		"crouching":     func(p *pendulum) { p.height = 0.15 },
		"tall":          func(p *pendulum) { p.height = 0.5 },
		"loaded":        func(p *pendulum) { p.mass, p.inertia, p.height = 8, 0.25, 0.35 },
		"soft wheels":   func(p *pendulum) { p.damping = 0.1 },
		"stiff wheels":  func(p *pendulum) { p.damping = 2 },
		"weak wheels":   func(p *pendulum) { p.effort = 1 },
		"uphill":        func(p *pendulum) { p.slope = 0.05 },
		"small wheels":  func(p *pendulum) { p.radius = 0.05 },
		"a heavy wheel": func(p *pendulum) { p.wheels = 2 },
	} {
		p := upkie()
		change(p)
		all[name] = p
	}
	return all
}

func TestItRecoversFromAPushOf1NsAtTheBody(t *testing.T) {
	for name, p := range robots() {
		r := newRun(config(), p)
		r.seconds(2, 0)
		rest := p.x
		r.seconds(0.05, 20)
		r.seconds(10, 0)
		if r.fell || r.steepest > 0.2 || math.Abs(p.rate) > 0.01 || math.Abs(p.v) > 0.01 {
			t.Errorf("%s: fell %t, steepest pitch %.3f rad; at last pitch rate %.3f rad/s, %.3f m/s", name, r.fell, r.steepest, p.rate, p.v)
		}
		if p.slope == 0 && (math.Abs(p.x-rest) > 0.02 || math.Abs(p.pitch) > 0.01) {
			t.Errorf("%s: it comes to rest %.3f m from where it was pushed, with the pitch %.3f rad", name, p.x-rest, p.pitch)
		}
	}
}

func TestItTakesAStepOfTheTargetAndRollsBackwardFirst(t *testing.T) {
	for name, p := range robots() {
		c := config()
		c.MaxAcceleration = 1e9 // a step
		r := newRun(c, p)
		r.seconds(2, 0)
		start := p.x
		r.target.Velocity, r.wanted = 0.3, p.x
		lowest := p.x
		for range 20 {
			r.seconds(0.05, 0)
			lowest = min(lowest, p.x)
		}
		r.seconds(9, 0)
		if r.fell || r.steepest > 0.2 || math.Abs(p.v-0.3) > 0.01 {
			t.Errorf("%s: fell %t, steepest pitch %.3f rad, at last %.3f m/s", name, r.fell, r.steepest, p.v)
		}
		if p.slope == 0 && lowest >= start {
			t.Errorf("%s: it did not roll backward first", name)
		}
		r.target.Velocity = 0
		r.seconds(10, 0)
		if r.fell || math.Abs(p.v) > 0.01 || p.slope == 0 && math.Abs(p.x-r.wanted) > 0.03 {
			t.Errorf("%s: it stops at %.3f m/s, %.3f m from where it was sent", name, p.v, p.x-r.wanted)
		}
	}
}

func TestTheGainsOfAnUpkieBalanceToo(t *testing.T) {
	r := newRun(upkieGains(), upkie())
	r.seconds(1, 0)
	r.seconds(0.05, 20)
	r.seconds(29, 0)
	r.target.Velocity = 0.3
	r.seconds(30, 0)
	if p := r.robot; r.fell || r.steepest > 0.2 || math.Abs(p.v-0.3) > 0.01 || math.Abs(p.pitch) > 0.01 {
		t.Errorf("fell %t, steepest pitch %.3f rad, at last %.3f m/s and %.3f rad", r.fell, r.steepest, p.v, p.pitch)
	}
}

func TestLateSensorsAreTolerated(t *testing.T) {
	for _, late := range []int{0, 10, 20} {
		r := newRun(config(), upkie())
		r.late = late
		r.seconds(1, 0)
		r.seconds(0.05, 20)
		r.seconds(10, 0)
		if p := r.robot; r.fell || r.steepest > 0.2 || math.Abs(p.pitch) > 0.01 || math.Abs(p.v) > 0.01 {
			t.Errorf("%d ms: fell %t, steepest pitch %.3f rad, at last %.3f rad, %.3f m/s", late, r.fell, r.steepest, p.pitch, p.v)
		}
	}
}

// A hand-over takes the robot as it is: leaning, and rolling.
func TestItTakesOverALeaningRobotThatRolls(t *testing.T) {
	for _, x := range []struct{ pitch, v float64 }{{0.25, 0}, {-0.25, 0}, {0.1, -0.4}, {0.15, 0.5}, {-0.1, -0.5}} {
		p := upkie()
		p.pitch, p.v = x.pitch, x.v
		r := newRun(config(), p)
		r.law.Begin(p.speed())
		r.seconds(10, 0)
		if r.fell || math.Abs(p.pitch) > 0.01 || math.Abs(p.v) > 0.01 {
			t.Errorf("%+v: fell %t, at last %.3f rad, %.3f m/s", x, r.fell, p.pitch, p.v)
		}
	}
}

func TestRandomPushesTargetsAndNoiseDoNotThrowIt(t *testing.T) {
	for s := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, s))
		p := upkie()
		p.height, p.damping = 0.2+0.2*random.Float64(), 0.2+random.Float64()
		r := newRun(config(), p)
		for range 20 {
			r.target.Velocity = 0.6*random.Float64() - 0.3
			r.seconds(0.05, 40*random.Float64()-20) // at most 1 N s
			r.seconds(1+random.Float64(), 0)
		}
		if r.fell || r.steepest > 0.4 {
			t.Errorf("seed %d, %d: fell %t, steepest pitch %.3f rad", seed, s, r.fell, r.steepest)
		}
	}
}

func TestItGivesUpBeyondTheFallPitchAndResumesWithinHalfOfIt(t *testing.T) {
	l := Law{Config: config()}
	for _, x := range []struct {
		pitch float64
		want  bool
	}{{0.9, true}, {1.01, false}, {0.9, false}, {-0.6, false}, {0.49, true}, {-0.9, true}, {-1.1, false}, {-0.51, false}, {0, true}} {
		if _, ok := l.Step(h, &Input{Pitch: x.pitch, Contact: true}); ok != x.want {
			t.Errorf("pitch %g: balances %t, expected %t", x.pitch, ok, x.want)
		}
	}
}

func TestTheCommandStaysWithinItsBounds(t *testing.T) {
	l := Law{Config: config()}
	var got messages.GroundTarget
	for range 5000 {
		got, _ = l.Step(h, &Input{Pitch: 0.9, Rolling: 0.2, Velocity: 0.2, Contact: true, Target: messages.GroundTarget{Velocity: -50, YawVelocity: 50}})
	}
	if got.Velocity != 0.2+l.VelocityLead || got.YawVelocity != l.MaxYawVelocity {
		t.Errorf("%+v; expected the wheels' velocity and its lead, and the greatest yaw velocity", got)
	}
	for range 5000 {
		got, _ = l.Step(h, &Input{Pitch: 0.9, Rolling: 5, Velocity: 5, Contact: true})
	}
	if got.Velocity != l.MaxVelocity {
		t.Errorf("%g m/s, expected %g", got.Velocity, l.MaxVelocity)
	}
}

func TestInTheAirTheWheelsComeToRest(t *testing.T) {
	l := Law{Config: config()}
	l.Begin(1)
	var got messages.GroundTarget
	for range 1000 {
		got, _ = l.Step(h, &Input{Pitch: 0.2, Velocity: 0.7, Rolling: 1})
	}
	if want := math.Exp(-1); math.Abs(got.Velocity-want) > 0.15 { // the lead bounds it from below until 0.5
		t.Errorf("after a second %g m/s, expected about %g", got.Velocity, want)
	}
	for range 9000 {
		got, _ = l.Step(h, &Input{Pitch: 0.2, Velocity: 0.7, Rolling: got.Velocity})
	}
	if math.Abs(got.Velocity) > 1e-3 {
		t.Errorf("after ten seconds %g m/s, expected 0", got.Velocity)
	}
}

// Without a contact that is seen the wheels answer the pitch rate, so that contacts show.
func TestATippingRobotMovesItsWheelsBeforeAContactIsSeen(t *testing.T) {
	r := newRun(config(), upkie())
	r.robot.pitch, r.air = 0.02, true
	for r.robot.pitch < 0.3 && r.robot.speed() < 0.3 {
		r.seconds(0.01, 0)
	}
	if r.robot.pitch >= 0.3 {
		t.Fatalf("pitch %.2f rad, wheels %.2f m/s", r.robot.pitch, r.robot.speed())
	}
	r.air = false
	r.seconds(10, 0)
	if r.fell || math.Abs(r.robot.pitch) > 0.01 {
		t.Errorf("fell %t, at last %.3f rad", r.fell, r.robot.pitch)
	}
}

// A robot at rest shows no contact. A target moves its wheels, backward first.
func TestATargetMovesTheWheelsBeforeAContactIsSeen(t *testing.T) {
	l := Law{Config: config()}
	var got messages.GroundTarget
	for range 200 {
		got, _ = l.Step(h, &Input{Target: messages.GroundTarget{Velocity: 0.3}})
	}
	if got.Velocity > -0.15 || got.Velocity < -0.2 { // 0.2 s at 1 m/s^2, less what has come to rest
		t.Errorf("after 0.2 s %g m/s", got.Velocity)
	}
}

// A robot whose right wheel is smaller drifts to the right; the gyroscope keeps the heading.
func TestTheHeadingIsHeldAgainstUnequalWheels(t *testing.T) {
	const contact, share = 0.1524, 0.95
	for _, wanted := range []float64{0, 0.5, -0.5} {
		l, heading, target, rate := Law{Config: config()}, 0.0, 0.0, 0.0
		for range 10_000 {
			command, _ := l.Step(h, &Input{YawRate: rate, Velocity: 0.3, Rolling: 0.3, Contact: true, Target: messages.GroundTarget{Velocity: 0.3, YawVelocity: wanted}})
			left, right := 0.3-command.YawVelocity*contact, share*(0.3+command.YawVelocity*contact)
			rate = (right - left) / 2 / contact
			heading += rate * h
			target += l.target.YawVelocity * h
		}
		if math.Abs(rate-wanted) > 1e-3 || math.Abs(heading-target) > 0.05 {
			t.Errorf("target %g rad/s: turns with %.4f rad/s, %.3f rad from where it should look", wanted, rate, heading-target)
		}
	}
}

func TestAStepAllocatesNothing(t *testing.T) {
	l, in := Law{Config: config()}, Input{Pitch: 0.1, Contact: true}
	if n := testing.AllocsPerRun(100, func() { l.Step(h, &in) }); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

func FuzzFiniteInputsGiveBoundedCommands(f *testing.F) {
	f.Add(0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, true, uint8(10))
	f.Add(-1.0, 1e300, -1e300, 1e300, -1e300, 1e300, -1e300, false, uint8(3))
	f.Add(1.6, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, true, uint8(1))
	f.Fuzz(func(t *testing.T, pitch, rate, yaw, velocity, rolling, target, turn float64, contact bool, steps uint8) {
		for _, x := range []float64{pitch, rate, yaw, velocity, rolling, target, turn} {
			if !(math.Abs(x) <= 1e300) {
				return
			}
		}
		l := Law{Config: config()}
		for range steps {
			in := Input{Pitch: pitch, PitchRate: rate, YawRate: yaw, Velocity: velocity, Rolling: rolling, Contact: contact, Target: messages.GroundTarget{Velocity: target, YawVelocity: turn}}
			got, ok := l.Step(0.05, &in)
			if ok != (math.Abs(pitch) <= l.FallPitch) {
				t.Fatalf("%+v: balances %t", in, ok)
			}
			if !(math.Abs(got.YawVelocity) <= l.MaxYawVelocity) || !(math.Abs(got.Velocity) <= l.MaxVelocity) {
				t.Fatalf("%+v gives %+v", in, got)
			}
		}
	})
}
