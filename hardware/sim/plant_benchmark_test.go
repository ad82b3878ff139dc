package sim

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
)

// drivenRobot is the whole robot with its arm and wheels in motion under two buses.
type drivenRobot struct {
	plant                   *Plant
	arm, base               *Bus
	armCommand, baseCommand *messages.DriveCommand
	armState, baseState     *messages.DriveState
}

func newDrivenRobot(t testing.TB, o *PlantOptions) *drivenRobot {
	t.Helper()
	return newSeededRobot(t, o, 1)
}

func newSeededRobot(t testing.TB, o *PlantOptions, seed uint64) *drivenRobot {
	t.Helper()
	p, err := New(wholeRobot(t), o, seed)
	if err != nil {
		t.Fatal(err)
	}
	r := &drivenRobot{plant: p}
	bus := func(name string, joints []string) (*Bus, *messages.DriveCommand, *messages.DriveState) {
		b, err := r.plant.NewBus(BusOptions{Name: name, Joints: joints})
		if err != nil {
			t.Fatal(err)
		}
		if err := b.Open(0, time.Second); err != nil {
			t.Fatal(err)
		}
		command := hardware.NewCommand(len(joints))
		for i := range joints {
			command.Mode[i], command.Arm[i], command.Control[i] = messages.ModeRun, 1, messages.ControlVelocity
		}
		return b, command, hardware.NewState(len(joints))
	}
	r.arm, r.armCommand, r.armState = bus("arm", armJoints)
	r.base, r.baseCommand, r.baseState = bus("base", wheelJoints)
	return r
}

// cycle exchanges on both buses and advances by a millisecond.
func (r *drivenRobot) cycle(t testing.TB) {
	now := r.plant.Now()
	if err := hardware.Exchange(r.arm, now, r.armCommand, r.armState); err != nil {
		t.Fatal(err)
	}
	if err := hardware.Exchange(r.base, now, r.baseCommand, r.baseState); err != nil {
		t.Fatal(err)
	}
	if err := r.plant.Advance(now.Add(time.Millisecond)); err != nil {
		t.Fatal(err)
	}
}

// drive makes the arm wave and the base turn; k counts milliseconds.
func (r *drivenRobot) drive(k int) {
	sign := 1.0
	if k/1000%2 == 1 {
		sign = -1
	}
	for i := range r.armCommand.Velocity {
		r.armCommand.Velocity[i] = sign * 0.2
	}
	for i := range r.baseCommand.Velocity {
		r.baseCommand.Velocity[i] = sign * (3 + float64(i))
	}
}

func BenchmarkStepOfTheWholeRobot(b *testing.B) {
	for name, grip := range map[string]float64{"rolling": 0, "grip": 0.8} {
		b.Run(name, func(b *testing.B) {
			o := wholeOptions()
			o.Wheels[0].Grip = grip
			r := newDrivenRobot(b, o)
			k := 0
			b.ReportAllocs()
			for b.Loop() {
				r.drive(k)
				r.cycle(b)
				k++
			}
		})
	}
}

// The encoders have noise here as those of real drives have: joints that stand and creep change
// between sticking and slipping, and the solver needs more than one guess.
func BenchmarkStepWithNoise(b *testing.B) {
	o := wholeOptions()
	for i := range o.Servos {
		o.Servos[i].PositionNoise, o.Servos[i].Resolution = 1e-5, 4.8e-5
	}
	r := newDrivenRobot(b, o)
	k := 0
	for b.Loop() {
		if r.drive(k); k/1000%3 == 2 {
			clear(r.armCommand.Velocity)
			clear(r.baseCommand.Velocity)
		}
		r.cycle(b)
		k++
	}
}

func BenchmarkStepAtRest(b *testing.B) {
	r := newDrivenRobot(b, wholeOptions())
	b.ReportAllocs()
	for b.Loop() {
		r.cycle(b)
	}
}
