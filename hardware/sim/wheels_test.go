package sim

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware/sim/internal/testrobots"
	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/hardware/sim/servo"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

const (
	wheelRadius = 0.1
	halfLength  = 0.25
	halfWidth   = 0.26
)

// inverse is the textbook inverse kinematics of four mecanum wheels, r w = ..., in the order of
// wheelJoints.
func inverse(vx, vy, omega float64) [4]float64 {
	turn := (halfLength + halfWidth) * omega
	return [4]float64{(vx - vy - turn) / wheelRadius, (vx + vy + turn) / wheelRadius, (vx + vy - turn) / wheelRadius, (vx - vy + turn) / wheelRadius}
}

// roll gives the wheels speeds by their drives' velocity control for a while.
func roll(t testing.TB, r *drivenRobot, d time.Duration, speeds [4]float64) {
	t.Helper()
	copy(r.baseCommand.Velocity, speeds[:])
	clear(r.armCommand.Velocity)
	for end := r.plant.Now().Add(d); r.plant.Now() < end; {
		r.cycle(t)
	}
}

func twistOf(t testing.TB, p *Plant) [3]float64 {
	t.Helper()
	s := slot(t, p.mechanism.World(), "mobile_planar")
	return [3]float64(p.mechanism.Velocity()[s.Velocity : s.Velocity+3])
}

func TestMecanumWheelsMoveTheBaseAsTheirKinematicsSay(t *testing.T) {
	for _, twist := range [][3]float64{{0.5, 0, 0}, {0, 0.4, 0}, {0, 0, 0.9}, {0.3, -0.3, 0.5}, {-0.6, 0.1, -0.7}} {
		r := newDrivenRobot(t, wholeOptions())
		roll(t, r, 2*time.Second, inverse(twist[0], twist[1], twist[2]))
		for k, got := range twistOf(t, r.plant) {
			near(t, "velocity of the base", got, twist[k], 3e-3)
		}
		for _, w := range r.plant.mechanism.Wheels(nil) {
			if w.Slip > 1e-10 {
				t.Errorf("twist %v: wheel %s slips at %g m/s", twist, w.Joint, w.Slip)
			}
		}
	}
}

// The odometry that encoders give, integrated by a route of its own, is where the base is.
func TestWheelsThatNeverSlipLeaveNoDriftOfOdometry(t *testing.T) {
	o := wholeOptions()
	for i := range o.Servos {
		o.Servos[i].Exact = true
	}
	r := newDrivenRobot(t, o)
	var x, y, theta float64
	last := make([]float64, 4)
	wheels := func(i int) float64 {
		return r.plant.mechanism.Position()[slot(t, r.plant.mechanism.World(), wheelJoints[i]).Position]
	}
	for k := range 6000 {
		speeds := inverse(0.4*math.Sin(0.001*float64(k)), 0.3*math.Cos(0.0007*float64(k)), 0.5*math.Sin(0.0005*float64(k)))
		roll(t, r, time.Millisecond, speeds)
		var d [4]float64
		for i := range d {
			d[i] = wheelRadius * (wheels(i) - last[i])
			last[i] = wheels(i)
		}
		dx, dy := (d[0]+d[1]+d[2]+d[3])/4, (-d[0]+d[1]+d[2]-d[3])/4
		turned := (-d[0] + d[1] - d[2] + d[3]) / 4 / (halfLength + halfWidth)
		sin, cos := math.Sincos(theta + turned/2)
		x, y, theta = x+cos*dx-sin*dy, y+sin*dx+cos*dy, theta+turned
	}
	s := slot(t, r.plant.mechanism.World(), "mobile_planar")
	q := r.plant.mechanism.Position()[s.Position : s.Position+3]
	if math.Hypot(q[0], q[1]) < 0.2 {
		t.Errorf("the base hardly moved: %v", q)
	}
	near(t, "x", x, q[0], 1e-6)
	near(t, "y", y, q[1], 1e-6)
	near(t, "theta", theta, q[2], 1e-9)
}

// coasting is the whole robot without any friction or drive, rolling while its arm swings.
func coasting(t testing.TB, sets []physics.WheelOptions) *Plant {
	t.Helper()
	d := description(t, "mobile_base_complete.urdf.yaml", "mobile")
	if err := d.Attach(description(t, "arm.urdf", "arm"), worlds.Joint{Name: "arm_mounting", Type: worlds.Fixed, Parent: "mobile_mount"}); err != nil {
		t.Fatal(err)
	}
	for i := range d.Joints {
		j := &d.Joints[i]
		j.Damping, j.Friction = 0, 0
		if j.Type == worlds.Revolute {
			rotor := testrobots.Rotors[testrobots.RotorOf(j.Name)]
			j.Limits[0].Lower, j.Limits[0].Upper, j.Armature = -100, 100, rotor[0]*rotor[1]*rotor[1]
		}
	}
	return newPlant(t, built(t, d), &PlantOptions{Options: physics.Options{Wheels: sets}})
}

var mecanum = []physics.WheelOptions{{Type: physics.Mecanum, Joints: wheelJoints, Radius: wheelRadius}}

// The ground's forces act where nothing moves: they do no work, whatever arm and base do.
func TestRollingTakesNoEnergyAndBreaksNoContact(t *testing.T) {
	for name, sets := range map[string][]physics.WheelOptions{"mecanum": mecanum, "standard in front": {{Type: physics.Standard, Joints: wheelJoints[:2], Radius: wheelRadius}}} {
		t.Run(name, func(t *testing.T) {
			p := coasting(t, sets)
			q, v := make([]float64, len(p.mechanism.Position())), make([]float64, len(p.mechanism.Velocity()))
			for i, joint := range armJoints {
				q[slot(t, p.mechanism.World(), joint).Position] = swing[i]
			}
			planar := slot(t, p.mechanism.World(), "mobile_planar").Velocity
			v[planar], v[planar+2] = 0.5, 0.4
			if err := p.SetState(q, v); err != nil {
				t.Fatal(err)
			}
			advance(t, p, time.Millisecond) // the first step makes the wheels roll, and that costs energy
			begin, drift, slip, force, swung := totalEnergy(p), 0.0, 0.0, 0.0, 0.0
			for range 5000 {
				advance(t, p, time.Millisecond)
				kinetic, _ := p.Energy()
				swung = max(swung, kinetic)
				drift = max(drift, math.Abs(totalEnergy(p)-begin))
				for _, w := range p.mechanism.Wheels(nil) {
					slip, force = max(slip, w.Slip), max(force, math.Abs(w.Force[0]), math.Abs(w.Force[1]))
				}
			}
			t.Logf("5 s: energy within %.2g J, kinetic energy up to %.3g J, slip at most %.2g m/s with forces up to %.3g N", drift, swung, slip, force)
			if drift > 1e-3*swung || swung < 10 {
				t.Errorf("the energy drifted by %g J, kinetic energy up to %g J", drift, swung)
			}
			if slip > 1e-10 || force < 2 {
				t.Errorf("slip of %g m/s with forces up to %g N", slip, force)
			}
		})
	}
}

// With its wheels free, the base recoils under the arm; with its wheels held by their drives, it
// stays.
func TestTheWheelsOfTheBaseFeelTheArm(t *testing.T) {
	swingArm := func(hold bool) (moved float64) {
		r := newDrivenRobot(t, wholeOptions())
		roll(t, r, 500*time.Millisecond, [4]float64{})
		s := slot(t, r.plant.mechanism.World(), "mobile_planar")
		begin := append([]float64(nil), r.plant.mechanism.Position()[s.Position:s.Position+3]...)
		for i := range r.baseCommand.Control {
			if !hold {
				r.baseCommand.Control[i] = messages.ControlEffort
			}
		}
		for k := range 2000 {
			for i := range r.armCommand.Velocity {
				r.armCommand.Velocity[i] = math.Sin(0.004 * float64(k))
			}
			r.cycle(t)
			for i, x := range r.plant.mechanism.Position()[s.Position : s.Position+3] {
				moved = max(moved, math.Abs(x-begin[i]))
			}
		}
		return moved
	}
	held, free := swingArm(true), swingArm(false)
	t.Logf("the base moves by %.4f with held wheels, by %.4f with free ones (m, rad)", held, free)
	if free < 0.01 || held > free/20 {
		t.Errorf("the base moves by %g with held wheels and %g with free ones", held, free)
	}
}

// Two wheels in front that hold sideways, and casters: the base turns about points of their axle
// only.
func TestADifferentialDriveTurnsAboutItsAxle(t *testing.T) {
	d := description(t, "mobile_base_complete.urdf.yaml", "mobile")
	o := &PlantOptions{Options: physics.Options{Wheels: []physics.WheelOptions{{Type: physics.Standard, Joints: wheelJoints[:2], Radius: wheelRadius}}}}
	for _, joint := range wheelJoints[:2] {
		o.Servos = append(o.Servos, servo.Options{Joints: []string{joint}, RotorInertia: 2e-5, GearRatio: 20})
	}
	p := newPlant(t, built(t, d), o)
	left, right := 4.0, 6.0
	for range 2000 {
		for i, speed := range []float64{left, right} {
			p.servos[i].Obey(p.Now(), &servo.Command{Mode: messages.ModeRun, Arm: 1, SetPoints: servo.SetPoints{Control: messages.ControlVelocity, Velocity: speed}})
		}
		advance(t, p, p.mechanism.StepLength())
	}
	twist := twistOf(t, p)
	omega := wheelRadius * (right - left) / (2 * halfWidth)
	near(t, "omega", twist[2], omega, 2e-3)
	near(t, "vx", twist[0], wheelRadius*(right+left)/2, 2e-3)
	near(t, "vy at the middle", twist[1], -halfLength*omega, 2e-3) // the axle lies ahead, and does not slide sideways
	near(t, "vy at the axle", twist[1]+halfLength*twist[2], 0, 1e-10)
}

func TestGripBoundsTheForceOfTheGround(t *testing.T) {
	const grip, gravity = 0.3, 9.81
	o := wholeOptions()
	o.Wheels[0] = physics.WheelOptions{Type: physics.Standard, Joints: wheelJoints, Radius: wheelRadius, Grip: grip}
	o.Servos = o.Servos[:7] // the wheels are free
	p := newPlant(t, wholeRobot(t), o)
	efforts := make([]float64, len(p.mechanism.Velocity()))
	for _, joint := range wheelJoints {
		efforts[slot(t, p.mechanism.World(), joint).Velocity] = 60
	}
	if err := p.mechanism.PushJoints(efforts); err != nil {
		t.Fatal(err)
	}
	advance(t, p, 200*time.Millisecond)
	before := twistOf(t, p)[0]
	advance(t, p, 500*time.Millisecond)
	near(t, "acceleration with spinning wheels", (twistOf(t, p)[0]-before)/0.5, grip*gravity, 0.02*grip*gravity)
	for _, w := range p.mechanism.Wheels(nil) {
		if force := math.Abs(w.Force[0]); force > grip*w.Load*(1+1e-9) || w.Slip < 1 {
			t.Errorf("wheel %s: force %g N on a load of %g N, slip %g m/s", w.Joint, w.Force[0], w.Load, w.Slip)
		}
	}
}

func TestLockedWheelsSlideToAStandstillAndStayThere(t *testing.T) {
	const grip, gravity, speed = 0.5, 9.81, 1.0
	o := wholeOptions()
	o.Wheels[0] = physics.WheelOptions{Type: physics.Standard, Joints: wheelJoints, Radius: wheelRadius, Grip: grip}
	for i := 7; i < 11; i++ {
		o.Servos[i].BrakeEffort = 500
	}
	p := newPlant(t, wholeRobot(t), o)
	v := make([]float64, len(p.mechanism.Velocity()))
	v[slot(t, p.mechanism.World(), "mobile_planar").Velocity] = speed
	if err := p.SetState(p.mechanism.Position(), v); err != nil {
		t.Fatal(err)
	}
	advance(t, p, 2*time.Second)
	s := slot(t, p.mechanism.World(), "mobile_planar").Position
	near(t, "way", p.mechanism.Position()[s], speed*speed/(2*grip*gravity), 0.01)
	stood := p.mechanism.Position()[s]
	advance(t, p, 5*time.Second)
	near(t, "position", p.mechanism.Position()[s], stood, 10*physics.CreepVelocity)
}

func TestRollingResistanceSlowsTheBase(t *testing.T) {
	const share, gravity = 0.02, 9.81
	d := description(t, "mobile_base_complete.urdf.yaml", "mobile")
	for i := range d.Joints {
		d.Joints[i].Damping, d.Joints[i].Friction = 0, 0
	}
	p := newPlant(t, built(t, d), &PlantOptions{Options: physics.Options{Wheels: []physics.WheelOptions{{Type: physics.Mecanum, Joints: wheelJoints, Radius: wheelRadius, RollingResistance: share}}}})
	planar := slot(t, p.mechanism.World(), "mobile_planar").Velocity
	v := make([]float64, len(p.mechanism.Velocity()))
	v[planar] = 1
	for _, joint := range wheelJoints {
		v[slot(t, p.mechanism.World(), joint).Velocity] = 1 / wheelRadius
	}
	if err := p.SetState(p.mechanism.Position(), v); err != nil {
		t.Fatal(err)
	}
	advance(t, p, 100*time.Millisecond)
	// The wheels turn with the base: their inertia counts as mass.
	mass := massOf(t, p) + 4*0.0125/wheelRadius/wheelRadius
	near(t, "deceleration", (1-twistOf(t, p)[0])/0.1, share*gravity*massOf(t, p)/mass, 1e-4)
}

// Descriptions turn wheels by 1.57 rather than by half of pi: such a wheel rolls as a level one,
// straight ahead.
func TestAWheelWhoseAxisIsNearlyLevelRolls(t *testing.T) {
	run := func(tilt float64) []float64 {
		d := wholeRobot(t).Description()
		for i := range d.Joints {
			if slices.Contains(wheelJoints, d.Joints[i].Name) {
				d.Joints[i].Origin = spatial.PoseFromRPY(d.Joints[i].Origin.P, [3]float64{-math.Pi/2 + tilt, 0, 0})
				d.Joints[i].Axis = [3]float64{0, 0, 1}
			}
		}
		p := newPlant(t, built(t, d), wholeOptions())
		for range 1000 {
			for _, s := range p.servos {
				velocity := 0.0
				if slices.Contains(wheelJoints, s.Info().Joint) {
					velocity = 3
				}
				s.Obey(p.Now(), &servo.Command{Mode: messages.ModeRun, Arm: 1, SetPoints: servo.SetPoints{Control: messages.ControlVelocity, Velocity: velocity}})
			}
			advance(t, p, time.Millisecond)
		}
		for _, w := range p.mechanism.Wheels(nil) {
			near(t, "slip of "+w.Joint, w.Slip, 0, 1e-9)
		}
		return slices.Clone(p.mechanism.Position()[:3])
	}
	level, nearly := run(0), run(8e-4)
	for i := range level {
		near(t, "position", nearly[i], level[i], 1e-4)
	}
	if level[0] < 0.2 {
		t.Errorf("the base moved by %g m", level[0])
	}
}
