package wholebody

import (
	"math"
	"math/rand/v2"
	"testing"
)

// plant is the test robot with what real ones have: servo lag, friction in the servos, a command that takes effect one
// period late, encoders of finite resolution, odometry with noise.
type plant struct {
	robot    *robot
	random   *rand.Rand
	position []float64 // true
	velocity []float64
	applied  []float64 // command in effect
	lag      []float64 // time constant of each servo, s
}

const (
	plantStep     = 0.001
	controlPeriod = 0.01
	frictionSpeed = 0.001               // speed that friction takes off each servo, rad/s
	encoderStep   = 2 * math.Pi / 65536 // of the arm
	odometryM     = 0.0002              // standard deviation of the base's position
	odometryRad   = 0.0002              // and heading
	velocityNoise = 0.002               // standard deviation of measured velocities
)

func newPlant(q []float64, seed uint64) *plant {
	p := &plant{
		robot: newRobot(), random: rand.New(rand.NewPCG(seed, seed)),
		position: append([]float64(nil), q...), velocity: make([]float64, robotAxes), applied: make([]float64, robotAxes),
	}
	for i := range robotAxes {
		p.lag = append(p.lag, 0.012)
		if i < 3 {
			p.lag[i] = 0.05
		}
	}
	return p
}

// run moves the plant on by one control period with the command in effect, then puts the next one into effect.
func (p *plant) run(t *testing.T, next []float64) {
	t.Helper()
	for range int(controlPeriod / plantStep) {
		for i := range p.velocity {
			friction := frictionSpeed * math.Tanh(p.velocity[i]/1e-4)
			p.velocity[i] += plantStep / p.lag[i] * (p.applied[i] - friction - p.velocity[i])
		}
		if err := Predict(p.position, p.position, p.velocity, 0, plantStep); err != nil {
			t.Fatal(err)
		}
	}
	copy(p.applied, next)
}

func (p *plant) measure(position, velocity []float64) {
	for i, q := range p.position {
		switch {
		case i < 2:
			position[i] = q + odometryM*p.random.NormFloat64()
		case i == 2:
			position[i] = q + odometryRad*p.random.NormFloat64()
		default:
			position[i] = math.Round(q/encoderStep) * encoderStep
		}
		velocity[i] = p.velocity[i] + velocityNoise*p.random.NormFloat64()
	}
}

// arcReference is a quarter circle of the given length in the plane with the gripper turning along, from rest to rest
// by the quintic 10 s^3 - 15 s^4 + 6 s^5.
func arcReference(start [3]float64, rotation [9]float64, length, duration, now float64) Reference {
	s := math.Min(math.Max(now/duration, 0), 1)
	way := s * s * s * (10 + s*(6*s-15))
	rate := 30 * s * s * (1 - s) * (1 - s) / duration
	bend := 60 * s * (1 - s) * (1 - 2*s) / (duration * duration)
	radius := length / (math.Pi / 2)
	angle, angular, angularRate := math.Pi/2*way, math.Pi/2*rate, math.Pi/2*bend
	sin, cos := math.Sincos(angle)
	turn := rotationExp([3]float64{0, 0, angle})
	r := Reference{Rotation: multiply(&turn, &rotation)}
	r.Position = add(start, [3]float64{radius * sin, radius * (1 - cos), 0})
	r.Twist = [6]float64{radius * angular * cos, radius * angular * sin, 0, 0, 0, angular}
	r.Acceleration = [6]float64{
		radius * (angularRate*cos - angular*angular*sin), radius * (angularRate*sin + angular*angular*cos), 0, 0, 0, angularRate,
	}
	return r
}

type tracking struct {
	positionM, orientationRad float64 // greatest error of the true gripper
	armDrift, baseWay         float64
	speed                     float64 // greatest speed of the reference
	roughness                 float64 // root mean square of how the base's command changes its change, a step
}

// track drives the plant along the quarter circle with the law.
func track(t *testing.T, c Config, seed uint64, compensate bool) tracking {
	t.Helper()
	const length, duration, settle = 4.0, 14.0, 2.0
	law := newLaw(t, c)
	out := law.NewOutput()
	p := newPlant(home(), seed)
	start, rotation, _ := p.robot.kinematics(p.position)
	limits := testLimits()
	position, velocity, predicted := make([]float64, robotAxes), make([]float64, robotAxes), make([]float64, robotAxes)
	var result tracking
	last := append([]float64(nil), p.position...)
	var commands [3]float64 // of the base along x, newest first
	steps := 0
	for k := range int((duration + settle) / controlPeriod) {
		now := float64(k) * controlPeriod
		p.measure(position, velocity)
		// The command computed here takes effect one period from now; until then the one before is in effect.
		ahead := 0.0
		if compensate {
			ahead = controlPeriod
		}
		if err := Predict(predicted, position, p.applied, 0, ahead); err != nil {
			t.Fatal(err)
		}
		in := p.robot.inputAt(predicted, limits)
		copy(in.AxisVelocity, velocity)
		copy(in.Previous, out.Velocity)
		in.Reference = arcReference(start, rotation, length, duration, now+ahead)
		result.speed = math.Max(result.speed, math.Hypot(in.Reference.Twist[0], in.Reference.Twist[1]))
		if err := law.Step(in, out); err != nil {
			t.Fatal(err)
		}
		commands = [3]float64{out.Velocity[0], commands[0], commands[1]}
		result.roughness += math.Pow(commands[0]-2*commands[1]+commands[2], 2)
		steps++
		p.run(t, out.Velocity)
		gripper, turned, _ := p.robot.kinematics(p.position)
		wanted := arcReference(start, rotation, length, duration, now+controlPeriod)
		gap := sub(wanted.Position, gripper)
		relative := timesTransposed(&wanted.Rotation, &turned)
		turn := rotationLog(&relative)
		result.positionM = math.Max(result.positionM, norm3(&gap))
		result.orientationRad = math.Max(result.orientationRad, norm3(&turn))
		result.baseWay += math.Hypot(p.position[0]-last[0], p.position[1]-last[1])
		copy(last, p.position)
	}
	result.roughness = math.Sqrt(result.roughness / float64(steps))
	for i := range 7 {
		result.armDrift = math.Max(result.armDrift, math.Abs(p.position[3+i]-comfortable[i]))
	}
	return result
}

func loopConfig() Config {
	c := testConfig()
	for i := range 3 {
		c.Axes[i].SmoothingS = 1
	}
	c.PositionGainPerS, c.OrientationGainPerS, c.LeadS = 5, 5, 0.03
	return c
}

// Four metres and a quarter turn, with servo lag, friction, latency, encoder steps and odometry noise: the gripper stays
// within 5 mm and 1 degree, and the base has carried it there.
func TestTheGripperFollowsFourMetresAndAQuarterTurnWithinFiveMillimetres(t *testing.T) {
	for seed := uint64(1); seed <= 3; seed++ {
		got := track(t, loopConfig(), seed, true)
		t.Logf("seed %d: %.2f mm, %.3f deg, peak speed %.2f m/s, base drove %.2f m", seed, 1e3*got.positionM, got.orientationRad*180/math.Pi, got.speed, got.baseWay)
		if got.positionM > 0.005 || got.orientationRad > math.Pi/180 {
			t.Errorf("seed %d: the gripper was %g m and %g rad off", seed, got.positionM, got.orientationRad)
		}
		if got.speed < 0.25 || got.baseWay < 3 || got.armDrift > 0.05 {
			t.Errorf("seed %d: %+v", seed, got)
		}
	}
}

// What the parts of the law are good for, measured: without prediction or lead the same loop tracks worse, without
// smoothing the odometry's noise goes through to the base.
func TestPredictionAndLeadReduceTheTrackingErrorAndSmoothingCalmsTheBase(t *testing.T) {
	const seed = 1
	full := track(t, loopConfig(), seed, true)
	late := track(t, loopConfig(), seed, false)
	c := loopConfig()
	c.LeadS = 0
	unled := track(t, c, seed, true)
	c = loopConfig()
	for i := range 3 {
		c.Axes[i].SmoothingS = 0
	}
	rough := track(t, c, seed, true)
	t.Logf("error %.2f mm, without prediction %.2f mm, without lead %.2f mm; roughness of the base %.2g m/s, without smoothing %.2g m/s",
		1e3*full.positionM, 1e3*late.positionM, 1e3*unled.positionM, full.roughness, rough.roughness)
	if late.positionM <= full.positionM || unled.positionM <= full.positionM {
		t.Errorf("error %g m, without prediction %g m, without lead %g m", full.positionM, late.positionM, unled.positionM)
	}
	if rough.roughness < 2*full.roughness {
		t.Errorf("roughness of the base %g m/s, without smoothing %g m/s", full.roughness, rough.roughness)
	}
}

func TestALargeErrorIsClosedAtTheFeedbackSpeedWithoutOvershoot(t *testing.T) {
	law := newLaw(t, testConfig())
	out := law.NewOutput()
	r := newRobot()
	q := home()
	goal, rotation, _ := r.kinematics(q)
	goal = add(goal, [3]float64{0.8, -0.4, -0.1})
	last, fastest := math.Inf(1), 0.0
	for range 1200 {
		in := r.inputAt(q, testLimits())
		in.Reference.Position, in.Reference.Rotation = goal, rotation
		copy(in.Previous, out.Velocity)
		if err := law.Step(in, out); err != nil {
			t.Fatal(err)
		}
		if out.PositionErrorM > last+1e-6 {
			t.Fatalf("the error grows from %g to %g m", last, out.PositionErrorM)
		}
		if !math.IsInf(last, 1) {
			fastest = math.Max(fastest, (last-out.PositionErrorM)/controlPeriod)
		}
		last = out.PositionErrorM
		if err := Predict(q, q, out.Velocity, 0, controlPeriod); err != nil {
			t.Fatal(err)
		}
	}
	if last > 1e-6 || fastest > 0.2*1.01 {
		t.Errorf("after 12 s %g m are left; the fastest approach was %g m/s, allowed 0.2", last, fastest)
	}
}
