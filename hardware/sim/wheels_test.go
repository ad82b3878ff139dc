package sim

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

const (
	wheelRadius = 0.1
	halfLength  = 0.25
	halfWidth   = 0.26
)

// inverse is the textbook inverse kinematics of four mecanum wheels, r w = ..., in the order of wheelJoints.
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
	s := slot(t, p.world, "mobile_planar")
	return [3]float64(p.velocity[s.Velocity : s.Velocity+3])
}

func TestMecanumWheelsMoveTheBaseAsTheirKinematicsSay(t *testing.T) {
	for _, twist := range [][3]float64{{0.5, 0, 0}, {0, 0.4, 0}, {0, 0, 0.9}, {0.3, -0.3, 0.5}, {-0.6, 0.1, -0.7}} {
		r := newDrivenRobot(t, wholeOptions())
		roll(t, r, 2*time.Second, inverse(twist[0], twist[1], twist[2]))
		for k, got := range twistOf(t, r.plant) {
			near(t, "velocity of the base", got, twist[k], 3e-3)
		}
		for _, w := range r.plant.Wheels(nil) {
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
	wheels := func(i int) float64 { return r.plant.position[slot(t, r.plant.world, wheelJoints[i]).Position] }
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
	s := slot(t, r.plant.world, "mobile_planar")
	q := r.plant.position[s.Position : s.Position+3]
	if math.Hypot(q[0], q[1]) < 0.2 {
		t.Errorf("the base hardly moved: %v", q)
	}
	near(t, "x", x, q[0], 1e-6)
	near(t, "y", y, q[1], 1e-6)
	near(t, "theta", theta, q[2], 1e-9)
}

// coasting is the whole robot without any friction or drive, rolling while its arm swings.
func coasting(t testing.TB, sets []WheelSet) *Plant {
	t.Helper()
	d := description(t, "mobile_base_complete.urdf.yaml", "mobile")
	if err := d.Attach(description(t, "arm.urdf", "arm"), worlds.Joint{Name: "arm_mounting", Type: worlds.Fixed, Parent: "mobile_mount"}); err != nil {
		t.Fatal(err)
	}
	for i := range d.Joints {
		j := &d.Joints[i]
		j.Damping, j.Friction = 0, 0
		if j.Type == worlds.Revolute {
			rotor := rotors[rotorOf(j.Name)]
			j.Limits[0].Lower, j.Limits[0].Upper, j.Armature = -100, 100, rotor[0]*rotor[1]*rotor[1]
		}
	}
	return newPlant(t, built(t, d), Options{Wheels: sets})
}

var mecanum = []WheelSet{{Kind: Mecanum, Joints: wheelJoints, Radius: wheelRadius}}

// The ground's forces act where nothing moves: they do no work, whatever arm and base do.
func TestRollingTakesNoEnergyAndBreaksNoContact(t *testing.T) {
	for name, sets := range map[string][]WheelSet{"mecanum": mecanum, "standard in front": {{Kind: Standard, Joints: wheelJoints[:2], Radius: wheelRadius}}} {
		t.Run(name, func(t *testing.T) {
			p := coasting(t, sets)
			q, v := make([]float64, p.model.NQ()), make([]float64, p.model.NV())
			for i, joint := range armJoints {
				q[slot(t, p.world, joint).Position] = swing[i]
			}
			planar := slot(t, p.world, "mobile_planar").Velocity
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
				for _, w := range p.Wheels(nil) {
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

// With its wheels free, the base recoils under the arm; with its wheels held by their drives, it stays.
func TestTheWheelsOfTheBaseFeelTheArm(t *testing.T) {
	swingArm := func(hold bool) (moved float64) {
		r := newDrivenRobot(t, wholeOptions())
		roll(t, r, 500*time.Millisecond, [4]float64{})
		s := slot(t, r.plant.world, "mobile_planar")
		begin := append([]float64(nil), r.plant.position[s.Position:s.Position+3]...)
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
			for i, x := range r.plant.position[s.Position : s.Position+3] {
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

// Two wheels in front that hold sideways, and casters: the base turns about points of their axle only.
func TestADifferentialDriveTurnsAboutItsAxle(t *testing.T) {
	d := description(t, "mobile_base_complete.urdf.yaml", "mobile")
	o := Options{Wheels: []WheelSet{{Kind: Standard, Joints: wheelJoints[:2], Radius: wheelRadius}}}
	for _, joint := range wheelJoints[:2] {
		o.Servos = append(o.Servos, Servo{Joint: joint, RotorInertia: 2e-5, GearRatio: 20})
	}
	p := newPlant(t, built(t, d), o)
	left, right := 4.0, 6.0
	for range 2000 {
		for i, speed := range []float64{left, right} {
			p.servos[i].obey(p.now, &driveCommand{mode: messages.ModeRun, arm: 1, setPoints: setPoints{control: messages.ControlVelocity, velocity: speed}})
		}
		advance(t, p, p.step)
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
	o.Wheels[0] = WheelSet{Kind: Standard, Joints: wheelJoints, Radius: wheelRadius, Grip: grip}
	o.Servos = o.Servos[:7] // the wheels are free
	p := newPlant(t, wholeRobot(t), o)
	efforts := make([]float64, p.model.NV())
	for _, joint := range wheelJoints {
		efforts[slot(t, p.world, joint).Velocity] = 60
	}
	if err := p.PushJoints(efforts); err != nil {
		t.Fatal(err)
	}
	advance(t, p, 200*time.Millisecond)
	before := twistOf(t, p)[0]
	advance(t, p, 500*time.Millisecond)
	near(t, "acceleration with spinning wheels", (twistOf(t, p)[0]-before)/0.5, grip*gravity, 0.02*grip*gravity)
	for _, w := range p.Wheels(nil) {
		if force := math.Abs(w.Force[0]); force > grip*w.Load*(1+1e-9) || w.Slip < 1 {
			t.Errorf("wheel %s: force %g N on a load of %g N, slip %g m/s", w.Joint, w.Force[0], w.Load, w.Slip)
		}
	}
}

// twoCarts are a light cart and a heavy one, each on two wheels, and a crate that stands beside them.
func twoCarts() *worlds.Description {
	d := freeBody("crate", solidBox(500, 1, 1, 1))
	turns := worlds.Limit{Lower: math.Inf(-1), Upper: math.Inf(1), Velocity: 100, Acceleration: math.Inf(1), Jerk: math.Inf(1), Effort: 100}
	for _, cart := range []struct {
		name string
		mass float64
	}{{"light", 10}, {"heavy", 200}} {
		d.Links = append(d.Links, worlds.Link{Name: cart.name, Inertia: solidBox(cart.mass, 0.5, 0.4, 0.2)})
		d.Joints = append(d.Joints, worlds.Joint{Name: cart.name + "_planar", Type: worlds.Planar, Parent: "world", Child: cart.name,
			Origin: spatial.IdentityPose(), Axis: [3]float64{0, 0, 1}, Role: worlds.Passive})
		for side, y := range map[string]float64{"_left": 0.2, "_right": -0.2} {
			d.Links = append(d.Links, worlds.Link{Name: cart.name + side + "_wheel", Inertia: solidSphere(0.01*cart.mass, wheelRadius)})
			d.Joints = append(d.Joints, worlds.Joint{Name: cart.name + side, Type: worlds.Continuous, Parent: cart.name, Child: cart.name + side + "_wheel",
				Origin: spatial.PoseFromRPY([3]float64{0, y, 0}, [3]float64{}), Axis: [3]float64{0, 1, 0}, Limits: []worlds.Limit{turns}})
		}
	}
	return d
}

func TestWheelsBearWhatTheirOwnBaseCarries(t *testing.T) {
	const grip, speed, seconds = 0.5, 2.0, 0.2
	p := newPlant(t, built(t, twoCarts()), Options{Wheels: []WheelSet{
		{Kind: Standard, Joints: []string{"light_left", "light_right"}, Radius: wheelRadius, Grip: grip},
		{Kind: Standard, Joints: []string{"heavy_left", "heavy_right"}, Radius: wheelRadius, Grip: grip},
	}})
	for i, mass := range []float64{10, 10, 200, 200} {
		near(t, "load", p.Wheels(nil)[i].Load, 1.02*mass*gravity/2, 1e-9*mass)
		near(t, "inertia felt", p.carried(slot(t, p.world, p.Wheels(nil)[i].Joint).Velocity), 1.02*mass*wheelRadius*wheelRadius/2, 1e-12*mass)
	}
	v := make([]float64, p.model.NV())
	for _, cart := range []string{"light", "heavy"} {
		v[slot(t, p.world, cart+"_planar").Velocity+1] = speed // they slide sideways
	}
	if err := p.SetState(p.position, v); err != nil {
		t.Fatal(err)
	}
	advance(t, p, 200*time.Millisecond)
	for _, cart := range []string{"light", "heavy"} {
		near(t, cart, p.velocity[slot(t, p.world, cart+"_planar").Velocity+1], speed-grip*gravity*seconds, 1e-3)
	}
}

func TestLockedWheelsSlideToAStandstillAndStayThere(t *testing.T) {
	const grip, gravity, speed = 0.5, 9.81, 1.0
	o := wholeOptions()
	o.Wheels[0] = WheelSet{Kind: Standard, Joints: wheelJoints, Radius: wheelRadius, Grip: grip}
	for i := 7; i < 11; i++ {
		o.Servos[i].BrakeEffort = 500
	}
	p := newPlant(t, wholeRobot(t), o)
	v := make([]float64, p.model.NV())
	v[slot(t, p.world, "mobile_planar").Velocity] = speed
	if err := p.SetState(p.position, v); err != nil {
		t.Fatal(err)
	}
	advance(t, p, 2*time.Second)
	s := slot(t, p.world, "mobile_planar").Position
	near(t, "way", p.position[s], speed*speed/(2*grip*gravity), 0.01)
	stood := p.position[s]
	advance(t, p, 5*time.Second)
	near(t, "position", p.position[s], stood, 10*creepVelocity)
}

func TestRollingResistanceSlowsTheBase(t *testing.T) {
	const share, gravity = 0.02, 9.81
	d := description(t, "mobile_base_complete.urdf.yaml", "mobile")
	for i := range d.Joints {
		d.Joints[i].Damping, d.Joints[i].Friction = 0, 0
	}
	p := newPlant(t, built(t, d), Options{Wheels: []WheelSet{{Kind: Mecanum, Joints: wheelJoints, Radius: wheelRadius, RollingResistance: share}}})
	planar := slot(t, p.world, "mobile_planar").Velocity
	v := make([]float64, p.model.NV())
	v[planar] = 1
	for _, joint := range wheelJoints {
		v[slot(t, p.world, joint).Velocity] = 1 / wheelRadius
	}
	if err := p.SetState(p.position, v); err != nil {
		t.Fatal(err)
	}
	advance(t, p, 100*time.Millisecond)
	// The wheels turn with the base: their inertia counts as mass.
	mass := p.model.Mass() + 4*0.0125/wheelRadius/wheelRadius
	near(t, "deceleration", (1-twistOf(t, p)[0])/0.1, share*gravity*p.model.Mass()/mass, 1e-4)
}

func TestTheSignsOfRollersFollowTheirQuadrant(t *testing.T) {
	p := newPlant(t, wholeRobot(t), wholeOptions())
	for i, row := range p.solver.rows {
		// r w = vx + s vy + (s x - y) omega
		s := [4]float64{-1, 1, 1, -1}[i]
		x, y := [4]float64{halfLength, halfLength, -halfLength, -halfLength}[i], [4]float64{halfWidth, -halfWidth, halfWidth, -halfWidth}[i]
		scale := -wheelRadius / row.reach
		near(t, "vx", row.slope[0]*scale, 1, 1e-12)
		near(t, "vy", row.slope[1]*scale, s, 1e-12)
		near(t, "omega", row.slope[2]*scale, s*x-y, 1e-12)
	}
}

// Descriptions turn wheels by 1.57 rather than by half of pi: such a wheel rolls as a level one, straight ahead.
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
				if slices.Contains(wheelJoints, s.info.Joint) {
					velocity = 3
				}
				s.obey(p.now, &driveCommand{mode: messages.ModeRun, arm: 1, setPoints: setPoints{control: messages.ControlVelocity, velocity: velocity}})
			}
			advance(t, p, time.Millisecond)
		}
		for _, w := range p.Wheels(nil) {
			near(t, "slip of "+w.Joint, w.Slip, 0, 1e-9)
		}
		return slices.Clone(p.position[:3])
	}
	level, nearly := run(0), run(8e-4)
	for i := range level {
		near(t, "position", nearly[i], level[i], 1e-4)
	}
	if level[0] < 0.2 {
		t.Errorf("the base moved by %g m", level[0])
	}
}

func TestWheelsThatCannotBeAreNamed(t *testing.T) {
	good := WheelSet{Kind: Mecanum, Joints: wheelJoints, Radius: 0.1}
	cases := map[string]func(*WheelSet){
		"Kind is unknown":                  func(w *WheelSet) { w.Kind = 0 },
		"Joints is empty":                  func(w *WheelSet) { w.Joints = nil },
		"Radius is 0":                      func(w *WheelSet) { w.Radius = 0 },
		"RollerAngle is 2 rad":             func(w *WheelSet) { w.RollerAngle = -2 },
		"expected one of them":             func(w *WheelSet) { w.RollerAngle, w.Omni = 0.5, true },
		"standard wheels have no rollers":  func(w *WheelSet) { w.Kind, w.Omni = Standard, true },
		"Grip is -1":                       func(w *WheelSet) { w.Grip = -1 },
		"RollingResistance is 1":           func(w *WheelSet) { w.RollingResistance = 1 },
		`no joint "left"`:                  func(w *WheelSet) { w.Joints = []string{"left"} },
		"is not carried by a planar joint": func(w *WheelSet) { w.Joints = []string{"arm_joint_2"} },
		"is planar; expected continuous":   func(w *WheelSet) { w.Joints = []string{"mobile_planar"} },
		"expected a horizontal axis":       func(w *WheelSet) { w.Joints = []string{"arm_joint_1"} },
	}
	for want, spoil := range cases {
		set := good
		spoil(&set)
		_, err := New(wholeRobot(t), Options{Wheels: []WheelSet{set}})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "wheels 0") {
			t.Errorf("got %v, want a text with %q", err, want)
		}
	}
}
