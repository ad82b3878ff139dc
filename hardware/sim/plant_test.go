package sim

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"gonum.org/v1/gonum/mat"
)

// The step against the equations of constrained motion, M a + h = J^T f and J (v + dt a) = 0, solved as one dense system.
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

// fingerprint runs the whole robot with noise, friction, stops and slipping wheels, and hashes every bit of every state.
func fingerprint(t testing.TB, seed uint64) [32]byte {
	o := wholeOptions()
	o.Wheels[0].Grip = 0.4
	o.Noise = func(joint string) *rand.PCG { return rand.NewPCG(seed, uint64(joint[len(joint)-1])) }
	for i := range o.Servos {
		o.Servos[i].PositionNoise = 2e-6
	}
	r := newDrivenRobot(t, o)
	hash := sha256.New()
	for k := range 1500 {
		r.drive(k)
		r.cycle(t)
		if k == 1000 {
			if err := r.arm.Stop(r.plant.Now(), []messages.Mode{messages.ModeRampHold, messages.ModeDamp, messages.ModeRampOff}); err != nil {
				t.Fatal(err)
			}
		}
		for _, values := range [][]float64{r.plant.position, r.plant.velocity, r.armState.Position, r.armState.Velocity, r.armState.Effort} {
			for _, x := range values {
				_ = binary.Write(hash, binary.LittleEndian, math.Float64bits(x)) // a hash takes everything
			}
		}
	}
	return [32]byte(hash.Sum(nil))
}

func TestTheSameRunGivesTheSameBits(t *testing.T) {
	a, b, c := fingerprint(t, 1), fingerprint(t, 1), fingerprint(t, 2)
	if a != b {
		t.Error("two runs differ")
	}
	if a == c {
		t.Error("another seed gives the same run")
	}
}

func TestHowItIsCutIntoCallsDoesNotMatterToAPlant(t *testing.T) {
	whole, cut := swinging(t, time.Millisecond), swinging(t, time.Millisecond)
	advance(t, whole, 777*time.Millisecond)
	random := rand.New(rand.NewPCG(1, 1))
	for to := messages.Instant(0); to < messages.Instant(777*time.Millisecond); {
		to = min(to.Add(time.Duration(random.IntN(5_000_000))), messages.Instant(777*time.Millisecond))
		if err := cut.Advance(to); err != nil {
			t.Fatal(err)
		}
		if late := to.Sub(cut.Now()); late < 0 || late >= time.Millisecond {
			t.Fatalf("asked to advance to %s, the plant is at %s", to, cut.Now())
		}
	}
	for i := range whole.position {
		if whole.position[i] != cut.position[i] || whole.velocity[i] != cut.velocity[i] {
			t.Errorf("joint %d: %g in one call, %g in many", i, whole.position[i], cut.position[i])
		}
	}
}

func TestAdvancingAllocatesNothing(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates by itself, so that our own allocations cannot be counted; the plain run of this test asserts that there are none")
	}
	o := wholeOptions()
	o.Wheels[0].Grip = 0.4
	r := newDrivenRobot(t, o)
	k := 0
	if n := testing.AllocsPerRun(500, func() {
		r.drive(k)
		r.cycle(t)
		k++
	}); n != 0 {
		t.Errorf("%g allocations a cycle", n)
	}
	wheels, body := make([]Wheel, 0, 4), 0
	if n := testing.AllocsPerRun(100, func() {
		r.cycle(t)
		wheels = r.plant.Wheels(wheels[:0])
		r.plant.Pose(body)
		r.plant.Energy()
	}); n != 0 {
		t.Errorf("%g allocations for the truth", n)
	}
}

func TestAPlantThatRunsAwayFailsForGood(t *testing.T) {
	r := newDrivenRobot(t, wholeOptions())
	r.cycle(t)
	r.plant.velocity[3] = math.Inf(1)
	err := r.plant.Advance(r.plant.Now().Add(time.Second))
	if err == nil || !strings.Contains(err.Error(), "runs away") || !strings.Contains(err.Error(), "mobile_") {
		t.Fatalf("got %v, want a joint that runs away", err)
	}
	if again := r.plant.Advance(r.plant.Now().Add(2 * time.Second)); again != err {
		t.Errorf("then %v, want the same error", again)
	}
}

func TestWhatHasNoServoIsNotToldToLowerItsGains(t *testing.T) {
	p := newPlant(t, built(t, freeBody("top", solidBox(1, 0.3, 0.2, 0.1))), Options{})
	if err := p.SetState(p.position, []float64{0, 0, 0, 50, 5000, 100}); err != nil { // five radians a step
		t.Fatal(err)
	}
	err := p.Advance(p.Now().Add(time.Second))
	if err == nil || !strings.Contains(err.Error(), "runs away") || !strings.Contains(err.Error(), "; shorten Step (1ms)") {
		t.Errorf("got %v", err)
	}
}

func TestPushesAct(t *testing.T) {
	p := newPlant(t, floatingRobot(t), Options{})
	body, err := p.Body("mobile_body")
	if err != nil {
		t.Fatal(err)
	}
	if err := p.PushBody(body, rigidbody.Wrench{Force: [3]float64{0, 40, 0}}); err != nil {
		t.Fatal(err)
	}
	advance(t, p, 100*time.Millisecond)
	near(t, "momentum along y", workspaceOf(t, p).CentroidalMomentum().Linear[1], 4, 1e-3)
	if err := p.PushBody(body, rigidbody.Wrench{}); err != nil {
		t.Fatal(err)
	}
	advance(t, p, 100*time.Millisecond)
	near(t, "momentum along y after the push", workspaceOf(t, p).CentroidalMomentum().Linear[1], 4, 2e-3)
	for what, err := range map[string]error{
		"no body":    p.PushBody(99, rigidbody.Wrench{}),
		"not finite": p.PushBody(body, rigidbody.Wrench{Moment: [3]float64{math.NaN(), 0, 0}}),
		"too short":  p.PushJoints([]float64{1}),
		"infinite":   p.PushJoints([]float64{0, 0, math.Inf(1), 0, 0, 0, 0, 0, 0, 0}),
	} {
		if err == nil {
			t.Errorf("%s was taken", what)
		}
	}
}

func TestOptionsThatCannotBeAreNamed(t *testing.T) {
	w := wholeRobot(t)
	cases := map[string]Options{
		"Step is 1s; expected":                          {Step: time.Second},
		`servo 0: world`:                                {Servos: []Servo{{Joint: "arm_joint_9"}}},
		"which is planar; expected a joint of one":      {Servos: []Servo{{Joint: "mobile_planar"}}},
		"expected one servo a joint":                    {Servos: []Servo{{Joint: "arm_joint_1"}, {Joint: "arm_joint_1"}}},
		"RotorInertia is -1":                            {Servos: []Servo{{Joint: "arm_joint_1", RotorInertia: -1}}},
		"Start of joint \"mobile_planar\" has 1":        {Start: []JointStart{{"mobile_planar", []float64{1}}}},
		"Start: world":                                  {Start: []JointStart{{"nobody", nil}}},
		"expected finite numbers":                       {Start: []JointStart{{"arm_joint_1", []float64{math.NaN()}}}},
		`servo of joint "arm_joint_2": Bandwidth is 99`: {Servos: []Servo{{Joint: "arm_joint_2", Bandwidth: 99}}},
	}
	for want, o := range cases {
		if _, err := New(w, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want a text with %q", err, want)
		}
	}
}

func TestStatesAndNamesThatDoNotFitAreRefused(t *testing.T) {
	p := newPlant(t, wholeRobot(t), wholeOptions())
	_, noDrive := p.Drive("mobile_planar")
	_, noDisturbance := p.Disturbance("x")
	for what, err := range map[string]error{
		"a short state":           p.CopyState(make([]float64, 2), nil),
		"a state of NaN":          p.SetState(append([]float64{math.NaN()}, make([]float64, 13)...), make([]float64, 14)),
		"no servo":                noDrive,
		"no servo to ask":         noDisturbance,
		"no servo to disturb":     p.Disturb("arm", Disturbance{}),
		"a negative jam":          p.Disturb("arm_joint_1", Disturbance{Jam: -1}),
		"a bias of NaN":           p.Disturb("arm_joint_1", Disturbance{PositionBias: math.NaN()}),
		"a brake that lost more":  p.Disturb("arm_joint_1", Disturbance{BrakeLoss: 2}),
		"more lost than there is": p.Disturb("arm_joint_1", Disturbance{Derating: 1.5}),
		"a limit of NaN":          p.Disturb("arm_joint_1", Disturbance{SpeedLoss: math.NaN()}),
		"an infinite report":      p.Disturb("arm_joint_1", Disturbance{ReportBias: math.Inf(1)}),
	} {
		if err == nil {
			t.Errorf("%s was taken", what)
		}
	}
	if err := p.Disturb("arm_joint_1", Disturbance{Jam: 5}); err != nil {
		t.Error(err)
	}
	if d, err := p.Disturbance("arm_joint_1"); err != nil || d.Jam != 5 {
		t.Errorf("disturbance is %+v, %v", d, err)
	}
	if d, err := p.Drive("arm_joint_1"); err != nil || !d.BrakeClosed || d.Mode != messages.ModeOff || d.Name != "arm_joint_1" {
		t.Errorf("drive is %+v, %v", d, err)
	}
}

// The mass matrix of one free body is the same in every position, also in one that is no number.
func TestAFreeBodyThatRunsAwayFailsThePlant(t *testing.T) {
	p := newPlant(t, built(t, freeBody("box", solidBox(2, 0.1, 0.2, 0.3))), Options{Step: 5 * time.Millisecond})
	if err := p.SetState(p.position, []float64{0, 0, 0, 400, -500, 600}); err != nil {
		t.Fatal(err)
	}
	err := p.Advance(messages.Instant(10 * time.Second))
	if err == nil || !strings.Contains(err.Error(), `the motion runs away, joint "box_joint" first`) {
		t.Errorf("got %v; it moves with %v", err, p.velocity)
	}
}
