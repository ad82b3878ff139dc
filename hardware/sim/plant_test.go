package sim

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/hardware/sim/servo"
	"github.com/robo-actors/robo-actors/messages"
)

// fingerprint runs the whole robot with noise, friction, stops and slipping wheels, and hashes
// every bit of every state.
func fingerprint(t testing.TB, seed uint64) [32]byte {
	o := wholeOptions()
	o.Wheels[0].Grip = 0.4
	for i := range o.Servos {
		o.Servos[i].PositionNoise = 2e-6
	}
	r := newSeededRobot(t, o, seed)
	hash := sha256.New()
	for k := range 1500 {
		r.drive(k)
		r.cycle(t)
		if k == 1000 {
			if err := r.arm.Stop(r.plant.Now(), []messages.Mode{messages.ModeRampHold, messages.ModeDamp, messages.ModeRampOff}); err != nil {
				t.Fatal(err)
			}
		}
		for _, values := range [][]float64{r.plant.mechanism.Position(), r.plant.mechanism.Velocity(), r.armState.Position, r.armState.Velocity, r.armState.Effort} {
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
	whole, cut := newPlant(t, smoothArm(t), &PlantOptions{}), newPlant(t, smoothArm(t), &PlantOptions{})
	for _, p := range []*Plant{whole, cut} {
		if err := p.SetState([]float64{0.3, 0.8, -0.4, 1.1, 0.2, -0.7, 0.5}, make([]float64, 7)); err != nil {
			t.Fatal(err)
		}
	}
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
	for i := range whole.mechanism.Position() {
		if whole.mechanism.Position()[i] != cut.mechanism.Position()[i] || whole.mechanism.Velocity()[i] != cut.mechanism.Velocity()[i] {
			t.Errorf("joint %d: %g in one call, %g in many", i, whole.mechanism.Position()[i], cut.mechanism.Position()[i])
		}
	}
}

func TestAdvancingAllocatesNothing(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates by itself, so that our own allocations cannot be counted; the plain run of this test asserts zero allocations")
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
	wheels, body := make([]physics.Wheel, 0, 4), 0
	if n := testing.AllocsPerRun(100, func() {
		r.cycle(t)
		wheels = r.plant.mechanism.Wheels(wheels[:0])
		r.plant.mechanism.Pose(body)
		r.plant.Energy()
	}); n != 0 {
		t.Errorf("%g allocations for the truth", n)
	}
}

func TestAPlantThatRunsAwayFailsForGood(t *testing.T) {
	r := newDrivenRobot(t, wholeOptions())
	r.cycle(t)
	r.plant.mechanism.Velocity()[3] = math.Inf(1)
	err := r.plant.Advance(r.plant.Now().Add(time.Second))
	if err == nil || !strings.Contains(err.Error(), "runs away") || !strings.Contains(err.Error(), "mobile_") {
		t.Fatalf("got %v, want a joint that runs away", err)
	}
	if again := r.plant.Advance(r.plant.Now().Add(2 * time.Second)); again != err {
		t.Errorf("then %v, want the same error", again)
	}
}

func TestAHintToLowerGainsNeedsAServo(t *testing.T) {
	p := newPlant(t, built(t, freeBody("top", solidBox(1, 0.3, 0.2, 0.1))), &PlantOptions{})
	if err := p.SetState(p.mechanism.Position(), []float64{0, 0, 0, 50, 5000, 100}); err != nil { // five radians a step
		t.Fatal(err)
	}
	err := p.Advance(p.Now().Add(time.Second))
	if err == nil || !strings.Contains(err.Error(), "runs away") || !strings.Contains(err.Error(), "; shorten the step (1ms)") {
		t.Errorf("got %v", err)
	}
}

func TestOptionsThatCannotBeAreNamed(t *testing.T) {
	w := wholeRobot(t)
	start := func(joint string, position ...float64) *PlantOptions {
		return &PlantOptions{Options: physics.Options{Start: []physics.StartOptions{{Joint: joint, Position: position}}}}
	}
	servos := func(all ...servo.Options) *PlantOptions { return &PlantOptions{Servos: all} }
	cases := map[string]*PlantOptions{
		"step: the step is 1s; expected":                            {Options: physics.Options{Step: time.Second}},
		`servos[0].joints[0]: unknown joint "arm_joint_9"; known: `: servos(servo.Options{Joints: []string{"arm_joint_9"}}),
		"is planar; expected a joint of one":                        servos(servo.Options{Joints: []string{"mobile_planar"}}),
		"expected one servo a joint":                                servos(servo.Options{Joints: []string{"arm_joint_1"}}, servo.Options{Joints: []string{"arm_joint_1"}}),
		"servos[0].rotor_inertia: rotor_inertia is -1":              servos(servo.Options{Joints: []string{"arm_joint_1"}, RotorInertia: -1}),
		`start[0].position: joint "mobile_planar" has 1`:            start("mobile_planar", 1),
		`start[0].joint: unknown joint "nobody"`:                    start("nobody"),
		"expected finite numbers":                                   start("arm_joint_1", math.NaN()),
		`servos[0].bandwidth: joint "arm_joint_2": bandwidth is 99`: servos(servo.Options{Joints: []string{"arm_joint_2"}, Bandwidth: 99}),
	}
	for want, o := range cases {
		if _, err := New(w, o, 1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want a text with %q", err, want)
		}
	}
}

func TestStatesAndNamesThatDoNotFitAreRefused(t *testing.T) {
	p := newPlant(t, wholeRobot(t), wholeOptions())
	_, _, noDrive := p.DriveModel("mobile_planar")
	_, noDisturbance := p.Disturbance("x")
	for what, err := range map[string]error{
		"a short state":           p.mechanism.CopyState(make([]float64, 2), nil),
		"a state of NaN":          p.SetState(append([]float64{math.NaN()}, make([]float64, 13)...), make([]float64, 14)),
		"no servo":                noDrive,
		"no servo to ask":         noDisturbance,
		"no servo to disturb":     p.Disturb("arm", servo.Disturbance{}),
		"a negative jam":          p.Disturb("arm_joint_1", servo.Disturbance{Jam: -1}),
		"a bias of NaN":           p.Disturb("arm_joint_1", servo.Disturbance{PositionBias: math.NaN()}),
		"a brake that lost more":  p.Disturb("arm_joint_1", servo.Disturbance{BrakeLoss: 2}),
		"more lost than there is": p.Disturb("arm_joint_1", servo.Disturbance{Derating: 1.5}),
		"a limit of NaN":          p.Disturb("arm_joint_1", servo.Disturbance{SpeedLoss: math.NaN()}),
		"an infinite report":      p.Disturb("arm_joint_1", servo.Disturbance{ReportBias: math.Inf(1)}),
	} {
		if err == nil {
			t.Errorf("%s was taken", what)
		}
	}
	if err := p.Disturb("arm_joint_1", servo.Disturbance{Jam: 5}); err != nil {
		t.Error(err)
	}
	if d, err := p.Disturbance("arm_joint_1"); err != nil || d.Jam != 5 {
		t.Errorf("disturbance is %+v, %v", d, err)
	}
	if d := truthOf(t, p, "arm_joint_1"); !d.BrakeClosed || d.Mode != messages.ModeOff {
		t.Errorf("drive is %+v", d)
	}
}

// The mass matrix of one free body is the same in every position, also in one that is not a number.
func TestAFreeBodyThatRunsAwayFailsThePlant(t *testing.T) {
	p := newPlant(t, built(t, freeBody("box", solidBox(2, 0.1, 0.2, 0.3))), &PlantOptions{Options: physics.Options{Step: 5 * time.Millisecond}})
	if err := p.SetState(p.mechanism.Position(), []float64{0, 0, 0, 400, -500, 600}); err != nil {
		t.Fatal(err)
	}
	err := p.Advance(messages.Instant(10 * time.Second))
	if err == nil || !strings.Contains(err.Error(), `, joint "box_joint" first`) {
		t.Errorf("got %v; it moves with %v", err, p.mechanism.Velocity())
	}
}

func TestAClosedBrakeAndFrictionHoldTheArmForAsLongAsOneLikes(t *testing.T) {
	p := newPlant(t, wholeRobot(t), wholeOptions())
	p.mechanism.Position()[slot(t, p.mechanism.World(), "arm_joint_2").Position] = 1.3
	before := append([]float64(nil), p.mechanism.Position()...)
	advance(t, p, 10*time.Second)
	for i := range before {
		if moved := math.Abs(p.mechanism.Position()[i] - before[i]); moved > 10*physics.CreepVelocity {
			t.Errorf("position %d crept by %g in 10 s", i, moved)
		}
	}
}
