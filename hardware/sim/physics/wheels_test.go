package physics

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"github.com/robo-actors/robo-actors/hardware/sim/internal/testrobots"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

const (
	wheelRadius = 0.1
	halfLength  = 0.25
	halfWidth   = 0.26
)

var mecanum = []WheelOptions{{Type: Mecanum, Joints: wheelJoints, Radius: wheelRadius}}

// coasting is the whole robot without any friction or drive, rolling while its arm swings.
func coasting(t testing.TB, sets []WheelOptions) *Mechanism {
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
	return newPlant(t, built(t, d), Options{Wheels: sets})
}

// The step against the equations of constrained motion, M a + h = J^T f and J (v + dt a) = 0,
// solved as one dense system.
func TestAStepSolvesTheEquationsOfConstrainedMotion(t *testing.T) {
	p := coasting(t, mecanum)
	n, m := p.model.NV(), len(p.solver.rows)
	random := rand.New(rand.NewPCG(8, 0))
	for trial := range 20 {
		q, v := make([]float64, n), make([]float64, n)
		for i := range q {
			q[i], v[i] = random.NormFloat64(), random.NormFloat64()
		}
		if err := p.SetState(q, v); err != nil {
			t.Fatal(err)
		}
		half := make([]float64, n)
		if err := p.model.Integrate(half, q, v, p.dt/2); err != nil {
			t.Fatal(err)
		}
		w, mass, bias := p.model.NewWorkspace(), make([]float64, n*n), make([]float64, n)
		if err := w.SetState(half, v); err != nil {
			t.Fatal(err)
		}
		if err := w.MassMatrix(mass); err != nil {
			t.Fatal(err)
		}
		if err := w.Bias(bias); err != nil {
			t.Fatal(err)
		}
		system, right := mat.NewDense(n+m, n+m, nil), mat.NewVecDense(n+m, nil)
		for i := range n {
			right.SetVec(i, -bias[i])
			for j := range n {
				system.Set(i, j, mass[i*n+j])
			}
		}
		for r := range m {
			gradient := make([]float64, n)
			p.solver.rows[r].addTo(gradient, 1)
			for i, g := range gradient {
				system.Set(i, n+r, -g)
				system.Set(n+r, i, g*p.dt)
			}
			right.SetVec(n+r, -p.solver.rows[r].along(v))
		}
		var solution mat.VecDense
		if err := solution.SolveVec(system, right); err != nil {
			t.Fatal(err)
		}
		advance(t, p, p.step)
		size := 1.0
		for i := range n {
			size = max(size, math.Abs(solution.AtVec(i)))
		}
		for i := range n {
			if a := (p.velocity[i] - v[i]) / p.dt; math.Abs(a-solution.AtVec(i)) > 1e-8*size {
				t.Fatalf("trial %d: acceleration %d is %g, the dense system gives %g", trial, i, a, solution.AtVec(i))
			}
		}
		for r, wheel := range p.Wheels(nil) {
			near(t, "force of the ground", wheel.Force[0], solution.AtVec(n+r), 1e-7*size)
		}
	}
}

func TestTheSignsOfRollersFollowTheirQuadrant(t *testing.T) {
	p := newPlant(t, wholeRobot(t), Options{Wheels: mecanum})
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

func TestWheelsThatCannotBeAreNamed(t *testing.T) {
	good := WheelOptions{Type: Mecanum, Joints: wheelJoints, Radius: 0.1}
	cases := map[string]func(*WheelOptions){
		`type: unknown type of wheels ""`:       func(w *WheelOptions) { w.Type = "" },
		"wheels[0].joints: there are no joints": func(w *WheelOptions) { w.Joints = nil },
		"wheels[0].radius: radius is 0":         func(w *WheelOptions) { w.Radius = 0 },
		"roller_angle is 2 rad":                 func(w *WheelOptions) { w.RollerAngle = -2 },
		"expected one of omni and roller_angle": func(w *WheelOptions) { w.RollerAngle, w.Omni = 0.5, true },
		"standard wheels have no rollers":       func(w *WheelOptions) { w.Type, w.Omni = Standard, true },
		"grip is -1":                            func(w *WheelOptions) { w.Grip = -1 },
		"rolling_resistance is 1":               func(w *WheelOptions) { w.RollingResistance = 1 },
		`no joint "left"`:                       func(w *WheelOptions) { w.Joints = []string{"left"} },
		`wheels[0].joints[0]: no planar joint carries joint "arm_joint_2"`: func(w *WheelOptions) { w.Joints = []string{"arm_joint_2"} },
		"is planar; expected a continuous joint":                           func(w *WheelOptions) { w.Joints = []string{"mobile_planar"} },
		"expected a horizontal axis":                                       func(w *WheelOptions) { w.Joints = []string{"arm_joint_1"} },
	}
	for want, spoil := range cases {
		set := good
		spoil(&set)
		_, err := New(wholeRobot(t), Options{Wheels: []WheelOptions{set}}, nil)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "wheels[0]") {
			t.Errorf("got %v, want a text with %q", err, want)
		}
	}
}

// twoCarts are a light cart and a heavy one, each on two wheels, and a crate that is beside
// them.
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
	p := newPlant(t, built(t, twoCarts()), Options{
		Wheels: []WheelOptions{
			{Type: Standard, Joints: []string{"light_left", "light_right"}, Radius: wheelRadius, Grip: grip},
			{Type: Standard, Joints: []string{"heavy_left", "heavy_right"}, Radius: wheelRadius, Grip: grip},
		},
	})
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

// A wheel that another one follows at three times its speed, the other way round, feels the robot
// for both.
func TestAWheelFeelsTheRobotForThoseThatFollowIt(t *testing.T) {
	geared := testrobots.Skidding(t, "mobile_front_left").Description()
	geared.Joint("mobile_rear_left").Mimic.Multiplier = -3
	p := newPlant(t, built(t, geared), Options{Wheels: mecanum})
	wheel := slot(t, p.world, "mobile_front_left").Velocity
	near(t, "inertia of the robot", p.carried(wheel), p.model.Mass()*wheelRadius*wheelRadius/4*(1+9), 1e-9)
}
