package dictionary

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/messages"
)

// fill sets numbers to drawn values.
func fill(random *rand.Rand, numbers []float64) {
	for i := range numbers {
		numbers[i] = drawn(random)
	}
}

// drawn returns a value of an observation, sometimes one that is not finite.
func drawn(random *rand.Rand) float64 {
	switch random.IntN(12) {
	case 0:
		return math.NaN()
	case 1:
		return math.Inf(1)
	case 2:
		return 0
	}
	return random.NormFloat64()
}

// drawnObservation has every part with the probability 0.8.
func drawnObservation(random *rand.Rand) Observation {
	has := func() bool { return random.IntN(5) > 0 }
	o := Observation{TimeS: drawn(random)}
	for _, name := range upkieJoints[:random.IntN(7)] {
		s := Servo{Name: name, Mode: random.IntN(300), Fault: random.IntN(400) - 200}
		for _, x := range []*float64{&s.Position, &s.Velocity, &s.Torque, &s.QCurrent, &s.DCurrent, &s.Voltage, &s.Temperature} {
			*x = drawn(random)
		}
		o.Servos = append(o.Servos, s)
	}
	if has() {
		o.Imu = new(Imu)
		fill(random, o.Imu.Orientation[:])
		for _, v := range []*[3]float64{&o.Imu.AngularVelocity, &o.Imu.LinearAcceleration, &o.Imu.RawAngularVelocity, &o.Imu.RawLinearAcceleration} {
			fill(random, v[:])
		}
	}
	if has() {
		o.BaseOrientation = &messages.BaseOrientation{Pitch: drawn(random)}
		fill(random, o.BaseOrientation.AngularVelocity[:])
		fill(random, o.BaseOrientation.RotationBaseToWorld[:])
	}
	if has() {
		o.FloorContact = &FloorContact{Contact: has(), UpperLegTorque: drawn(random)}
		for _, name := range []string{"left_wheel", "right_wheel"}[:random.IntN(3)] {
			o.FloorContact.Wheels = append(o.FloorContact.Wheels, WheelContact{name, messages.WheelContact{
				Contact: has(), Inertia: drawn(random), AbsTorque: drawn(random), AbsAcceleration: drawn(random),
			}})
		}
	}
	if has() {
		o.WheelOdometry = &messages.WheelOdometry{Position: drawn(random), Velocity: drawn(random)}
	}
	if has() {
		o.CPUTemperature = new(drawn(random))
	}
	if has() {
		o.Joystick = &Joystick{Cross: has(), Square: has(), Triangle: has(), LeftButton: has(), RightButton: has(),
			LeftTrigger: drawn(random), RightTrigger: drawn(random)}
		for _, v := range []*[2]float64{&o.Joystick.LeftAxis, &o.Joystick.RightAxis, &o.Joystick.PadAxis} {
			fill(random, v[:])
		}
	}
	if has() {
		o.Sim = drawnSim(random)
	}
	for _, path := range []string{"servo.left_wheel.velocity", "imu.angular_velocity", "servo.right_wheel.velocity", "time", "servo.left_wheel.torque"} {
		h := History{Path: path, Width: 1 + random.IntN(3), Values: make([]float64, 6*random.IntN(4))}
		if len(h.Values) == 0 {
			h.Width, h.Values = 1, nil
		}
		fill(random, h.Values)
		o.History = append(o.History, h)
	}
	for _, name := range []string{"imu", "servos"}[:random.IntN(3)] {
		o.Sources = append(o.Sources, Source{Name: name, Sequence: random.Uint64() >> random.IntN(64), StampNs: int64(random.Uint64()) >> random.IntN(64), AgeS: drawn(random)})
	}
	return o
}

func drawnSim(random *rand.Rand) *Sim {
	s := new(Sim)
	if random.IntN(2) == 0 {
		s.ImuLinearVelocity = &[3]float64{drawn(random), drawn(random), drawn(random)}
	}
	for _, v := range []*[3]float64{&s.Base.Position, &s.Base.LinearVelocity, &s.Base.AngularVelocity} {
		fill(random, v[:])
	}
	fill(random, s.Base.Orientation[:])
	for _, name := range []string{"base", "left_foot"}[:random.IntN(3)] {
		b := SimBody{Name: name}
		fill(random, b.Position[:])
		fill(random, b.Orientation[:])
		s.Bodies = append(s.Bodies, b)
	}
	return s
}

// inOrder sorts histories, whose order follows from the tree of their paths.
var inOrder = cmpopts.SortSlices(func(a, b History) bool { return a.Path < b.Path })

func TestAnObservationIsReadAsItWasWritten(t *testing.T) {
	seed := testkit.Seed(t)
	random := rand.New(rand.NewPCG(seed, 0))
	var buffer []byte
	for range 500 {
		o := drawnObservation(random)
		buffer = o.Append(buffer[:0])
		got, err := ParseObservation(buffer)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if diff := cmp.Diff(o, got, cmpopts.EquateNaNs(), inOrder); diff != "" {
			t.Fatalf("seed %d: %s", seed, diff)
		}
	}
}

func TestAppendOfAnObservationAllocatesNothing(t *testing.T) {
	o := drawnObservation(rand.New(rand.NewPCG(7, 7)))
	b := o.Append(nil)
	if n := testing.AllocsPerRun(200, func() { b = o.Append(b[:0]) }); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

func BenchmarkAppendObservation(b *testing.B) {
	o := drawnObservation(rand.New(rand.NewPCG(7, 7)))
	var buffer []byte
	b.ReportAllocs()
	for b.Loop() {
		buffer = o.Append(buffer[:0])
	}
	b.ReportMetric(float64(len(buffer)), "bytes")
}
