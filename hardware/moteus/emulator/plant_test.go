package emulator_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/drivertest"
	"github.com/robo-actors/robo-actors/hardware/moteus"
	. "github.com/robo-actors/robo-actors/hardware/moteus/emulator"
	"github.com/robo-actors/robo-actors/hardware/sim"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

// joints of the robot, beside each other on one foot: two that turn about the vertical, one of
// which turns backwards, and one that slides on the level.
var joints = []string{"hip", "knee", "slide"}

const robotText = `robot:
  name: bench
  links:
    - name: foot
    - {name: hip_link, inertial: {mass: 1, inertia: {ixx: 0.002, iyy: 0.002, izz: 0.002}}}
    - {name: knee_link, inertial: {mass: 1, inertia: {ixx: 0.002, iyy: 0.002, izz: 0.002}}}
    - {name: slide_link, inertial: {mass: 200, inertia: {ixx: 1, iyy: 1, izz: 1}}}
  joints:
    - {name: hip, type: revolute, parent: foot, child: hip_link, axis: [0, 0, 1], limits: {lower: -2, upper: 2, velocity: 20, effort: 10}, dynamics: {damping: 0.01}}
    - {name: knee, type: continuous, parent: foot, child: knee_link, axis: [0, 0, 1], limits: {velocity: 20, effort: 10}, dynamics: {damping: 0.01}}
    - {name: slide, type: prismatic, parent: foot, child: slide_link, axis: [1, 0, 0], limits: {lower: -1, upper: 1, velocity: 1, effort: 5000}, dynamics: {damping: 100}}
`

// bench is a driver over emulated servos on a plant.
type bench struct {
	t      testing.TB
	plant  *sim.Plant
	make   func() (hardware.Driver, error)
	driver hardware.Driver
	now    messages.Instant
	state  *messages.DriveState
	lossy  bool // the bus may be lost
}

func robot(t testing.TB) *worlds.World {
	t.Helper()
	d, err := urdf.Load(fstest.MapFS{"bench.urdf.yaml": {Data: []byte(robotText)}}, "bench.urdf.yaml", urdf.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := worlds.Build(d)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func options(timeout moteus.TimeoutMode) *Options {
	servo := func(id int, joint string, perRevolution, offset float64) ServoOptions {
		return ServoOptions{Kp: 10 / (2 * math.Pi), Kd: 0.8 / (2 * math.Pi),
			ServoOptions: moteus.ServoOptions{Joint: joint, ID: id, MaxTorque: 3, PerRevolution: perRevolution, Offset: offset}}
	}
	return &Options{Watchdog: 50 * time.Millisecond, TimeoutMode: timeout.String(),
		ServoOptions: []ServoOptions{servo(7, "slide", 0.02, 0), servo(1, "hip", 0, 0), servo(2, "knee", -math.Pi, 0.4)}}
}

func newBench(t testing.TB, timeout moteus.TimeoutMode) *bench {
	t.Helper()
	w := robot(t)
	plant, err := sim.New(w, &sim.PlantOptions{Actuated: joints}, 1)
	if err != nil {
		t.Fatal(err)
	}
	make, err := options(timeout).MakeDriver(hardware.DriverContext{Name: "bench", World: w, Joints: joints, Period: 2 * time.Millisecond, Plant: plant})
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{t: t, plant: plant, make: make, state: hardware.NewState(3)}
	b.reconnect()
	return b
}

// reconnect makes the driver of the next incarnation of the bus.
func (b *bench) reconnect() {
	b.t.Helper()
	var err error
	if b.driver, err = b.make(); err != nil {
		b.t.Fatal(err)
	}
}

// exchange opens the bus if need be, exchanges each millisecond for a while and returns the state.
func (b *bench) exchange(d time.Duration, command *messages.DriveCommand) *messages.DriveState {
	b.t.Helper()
	for end := b.now.Add(d); b.now < end; {
		if err := hardware.Exchange(b.driver, b.now, command, b.state); err != nil && !(b.lossy && errors.Is(err, hardware.ErrBusLost)) {
			b.t.Fatal(err)
		}
		b.advance(time.Millisecond)
	}
	return b.state
}

func (b *bench) advance(d time.Duration) {
	b.t.Helper()
	b.now = b.now.Add(d)
	if err := b.plant.Advance(b.now); err != nil {
		b.t.Fatal(err)
	}
}

// run opens the bus and brings the servos to their set-points.
func (b *bench) run(arm uint32) *messages.DriveCommand {
	b.t.Helper()
	if err := b.driver.Open(b.now, time.Second); err != nil {
		b.t.Fatal(err)
	}
	command := hardware.NewCommand(3)
	for i, goal := range []float64{0.5, -0.3, 0.01} {
		command.Mode[i], command.Arm[i], command.Control[i], command.Position[i] = messages.ModeRun, arm, messages.ControlPosition, goal
	}
	b.exchange(500*time.Millisecond, command)
	return command
}

func (b *bench) truth(joint string) (t hardware.Truth) {
	b.t.Helper()
	_, look, err := b.plant.DriveModel(joint)
	if err != nil {
		b.t.Fatal(err)
	}
	look(&t)
	return t
}

func TestServosOnAPlantKeepTheContract(t *testing.T) {
	timeouts := []moteus.TimeoutMode{moteus.TimeoutHold, moteus.TimeoutZeroVelocity, moteus.TimeoutStopped, moteus.TimeoutBrake}
	if testing.Short() {
		timeouts = timeouts[:1] // the others have the same goroutines
	}
	for _, timeout := range timeouts {
		t.Run(timeout.String(), func(t *testing.T) {
			drivertest.Run(t, func(t testing.TB) drivertest.Rig {
				b := newBench(t, timeout)
				fault := func(kind actors.FaultKind) func(int, bool) {
					ends := map[int]func(){}
					return func(i int, on bool) {
						if end := ends[i]; end != nil {
							end()
							delete(ends, i)
						}
						if on {
							end, err := b.plant.InjectFault(actors.Fault{Kind: kind}.Completed(), joints[i], b.now, nil)
							if err != nil {
								t.Fatal(err)
							}
							ends[i] = end
						}
					}
				}
				return drivertest.Rig{Driver: b.driver, Period: 2 * time.Millisecond, Settle: 400 * time.Millisecond, Motion: 0.01,
					Wait: func(until messages.Instant) {
						b.now = until
						if err := b.plant.Advance(until); err != nil {
							t.Fatal(err)
						}
					},
					HoldNeedsHost: timeout != moteus.TimeoutHold, Mute: fault(actors.FaultNoReply), Fail: fault(actors.FaultCode)}
			})
		})
	}
}

func TestServosMoveTheJointsOfThePlant(t *testing.T) {
	b := newBench(t, moteus.TimeoutZeroVelocity)
	command := b.run(1)
	state := b.exchange(time.Millisecond, command)
	for i, joint := range joints {
		is, goal := b.truth(joint), command.Position[i]
		if math.Abs(is.Position-goal) > 1e-3 || math.Abs(state.Position[i]-is.Position) > 1e-5 {
			t.Errorf("joint %s is at %g and answers %g; want %g", joint, is.Position, state.Position[i], goal)
		}
		want := hardware.Truth{Position: is.Position, Velocity: is.Velocity, Effort: is.Effort, Mode: messages.ModeRun, Arm: 1, Torque: true,
			Control: messages.ControlPosition, TargetPosition: goal}
		if is != want {
			t.Errorf("joint %s: the truth is %+v, want %+v", joint, is, want)
		}
	}
}

func TestWithoutCommandsTheWatchdogActs(t *testing.T) {
	b := newBench(t, moteus.TimeoutZeroVelocity)
	b.run(1)
	for within := 0; within < 2; within++ {
		b.advance(40 * time.Millisecond)
		want := []messages.Mode{messages.ModeRun, messages.ModeDamp}[within]
		if is := b.truth("knee"); is.Mode != want {
			t.Errorf("%d ms after the newest command the servo is in %s, want %s", 40*(within+1), is.Mode, want)
		}
	}
}

// A restarted bus meets the servos as they are: they are hardware.
func TestARestartedBusMeetsTheSameServos(t *testing.T) {
	b := newBench(t, moteus.TimeoutZeroVelocity)
	b.run(1)
	if err := b.driver.Stop(b.now, []messages.Mode{messages.ModeDamp, messages.ModeDamp, messages.ModeDamp}); err != nil {
		t.Fatal(err)
	}
	b.reconnect()
	if err := b.driver.Open(b.now, time.Second); err != nil {
		t.Fatal(err)
	}
	command := hardware.NewCommand(3) // of before the restart, with the number of then
	for i := range joints {
		command.Mode[i], command.Arm[i], command.Control[i] = messages.ModeRun, 1, messages.ControlPosition
	}
	state := b.exchange(10*time.Millisecond, command)
	for i, joint := range joints {
		if state.Arm[i] != 1 || state.Mode[i] != messages.ModeDamp || b.truth(joint).Mode != messages.ModeDamp {
			t.Errorf("after the restart the servo of %s answers %s with number %d and is in %s, want damp with 1", joint, state.Mode[i], state.Arm[i], b.truth(joint).Mode)
		}
	}
}

// Every fault that a servo lists is seen from outside: in its answers, or in what the joint feels.
func TestEveryFaultOfAServoHasAnEffect(t *testing.T) {
	b := newBench(t, moteus.TimeoutZeroVelocity)
	checker := actors.FaultChecker(b.plant)
	carried := 0
	for _, kind := range checker.FaultKinds() {
		f := actors.Fault{Kind: kind}.Completed()
		if checker.CheckFault(f, "hip") != nil || kind == actors.FaultFramesDuplicated { // which has no effect
			continue
		}
		carried++
		t.Run(string(kind), func(t *testing.T) {
			if sound, ill := history(t, nil), history(t, &f); sound == ill {
				t.Errorf("with %s the servo does and answers the same:\n%s", f, ill)
			}
		})
	}
	if carried != 31 {
		t.Errorf("a servo carries %d kinds of faults out, want 31", carried)
	}
	if err := checker.CheckFault(actors.Fault{Kind: actors.FaultBrake}.Completed(), "hip"); err == nil || !strings.Contains(err.Error(), "no brake") {
		t.Errorf("a brake that fails is %v; expected that the servo has none", err)
	}
}

// history is what the hip does and answers while it moves, turns its velocity and is re-armed, with
// a fault or without.
func history(t *testing.T, f *actors.Fault) string {
	b := newBench(t, moteus.TimeoutZeroVelocity)
	command := b.run(1)
	command.Position[0] = 2 * math.Pi * 0.31
	var text strings.Builder
	note := func(d time.Duration) {
		for range d / time.Millisecond {
			state, is := b.exchange(time.Millisecond, command), b.truth("hip")
			is.Disturbed = false
			fmt.Fprintln(&text, state.Answered[0], state.Mode[0], state.Fault[0], state.FaultWord[0], state.Position[0], state.Voltage[0], state.Temperature[0], is)
		}
	}
	if f != nil {
		b.lossy = f.Kind == actors.FaultBusStalled || f.Kind == actors.FaultFramesCorrupt || f.Kind == actors.FaultFramesLate
		end, err := b.plant.InjectFault(*f, "hip", b.now, rand.New(rand.NewPCG(1, 2)))
		if err != nil {
			t.Fatal(err)
		}
		if !b.truth("hip").Disturbed {
			t.Errorf("%s: the truth is not disturbed", f)
		}
		if end != nil {
			defer func() {
				if end(); b.truth("hip").Disturbed {
					t.Errorf("%s: the truth is disturbed after its end", f)
				}
			}()
		}
	}
	note(300 * time.Millisecond)
	stop := hardware.NewCommand(3)
	copy(stop.Arm, command.Arm)
	run := command
	command = stop
	note(20 * time.Millisecond)
	command = run
	for i := range command.Arm {
		command.Arm[i]++
	}
	note(100 * time.Millisecond)
	return text.String()
}

func TestAServoThatResetsCountsItsTurnsAnew(t *testing.T) {
	b := newBench(t, moteus.TimeoutZeroVelocity)
	command := b.run(1)
	command.Position[1] = 0.4 - 7.2*math.Pi // 7.2 revolutions
	b.exchange(3*time.Second, command)
	if _, err := b.plant.InjectFault(actors.Fault{Kind: actors.FaultSilentReset}.Completed(), "knee", b.now, nil); err != nil {
		t.Fatal(err)
	}
	state := b.exchange(time.Millisecond, nil)
	if got, want := state.Position[1], 0.4-0.2*math.Pi; math.Abs(got-want) > 0.01 || state.Mode[1] != messages.ModeOff {
		t.Errorf("after the reset the knee answers %g in %s, want %g in off", got, state.Mode[1], want)
	}
	if err := b.plant.SetState([]float64{0, 9, 0}, []float64{0, 0, 0}); err != nil {
		t.Fatal(err)
	}
	if state := b.exchange(time.Millisecond, nil); math.Abs(state.Position[1]-9) > 1e-5 {
		t.Errorf("the knee was put to 9 rad and answers %g", state.Position[1])
	}
}

// A frame that is under way when a servo resets starts the servo again. The driver stops it before
// it moves.
func TestAServoThatResetsDoesNotRunByTheCommandsOfBefore(t *testing.T) {
	b := newBench(t, moteus.TimeoutZeroVelocity)
	command := b.run(1)
	if _, err := b.plant.InjectFault(actors.Fault{Kind: actors.FaultSilentReset}.Completed(), "hip", b.now, nil); err != nil {
		t.Fatal(err)
	}
	for range 30 {
		b.exchange(time.Millisecond, command)
		if is := b.truth("hip"); is.Mode != messages.ModeOff {
			t.Fatalf("%s after the reset the servo is in %s with number %d", b.now, is.Mode, is.Arm)
		}
	}
	for i := range command.Arm {
		command.Arm[i] = 2
	}
	b.exchange(30*time.Millisecond, command)
	if is := b.truth("hip"); is.Mode != messages.ModeRun {
		t.Errorf("after a re-arm the servo is in %s", is.Mode)
	}
}

// A servo whose answers repeat one of before its start shows that it is off, but it runs. It gets
// its stop nevertheless.
func TestAStopReachesAServoWhoseAnswersAreStuck(t *testing.T) {
	b := newBench(t, moteus.TimeoutZeroVelocity)
	if err := b.driver.Open(b.now, time.Second); err != nil {
		t.Fatal(err)
	}
	if _, err := b.plant.InjectFault(actors.Fault{Kind: actors.FaultRepeatedReply}.Completed(), "hip", b.now, rand.New(rand.NewPCG(1, 2))); err != nil {
		t.Fatal(err)
	}
	b.exchange(5*time.Millisecond, nil)
	command := hardware.NewCommand(3)
	for i := range joints {
		command.Mode[i], command.Arm[i], command.Control[i] = messages.ModeRun, 1, messages.ControlPosition
	}
	state := b.exchange(30*time.Millisecond, command)
	if is := b.truth("hip"); is.Mode != messages.ModeRun || state.Mode[0] != messages.ModeOff {
		t.Fatalf("the servo is in %s and answers %s, want run and off", is.Mode, state.Mode[0])
	}
	stop := hardware.NewCommand(3) // of mode off
	copy(stop.Arm, command.Arm)
	b.exchange(2*time.Millisecond, stop)
	if is := b.truth("hip"); is.Mode != messages.ModeOff {
		t.Errorf("2 ms after its stop the servo is in %s, want off", is.Mode)
	}
}

func TestErrorsOfServosOnAPlantNameTheirOption(t *testing.T) {
	w := robot(t)
	plant := func(actuated ...string) any {
		p, err := sim.New(w, &sim.PlantOptions{Actuated: actuated}, 1)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	twice := plant(joints...)
	for name, c := range map[string]struct {
		plant any
		edit  func(*Options)
		want  []string
	}{
		"no plant":                {nil, nil, []string{"no simulated robot", "rigid_body"}},
		"joints with servos":      {plant("hip", "knee"), nil, []string{"servos[0].joint", `joint "slide"`, "actuated", "hip"}},
		"a joint without a servo": {plant(joints...), func(o *Options) { o.ServoOptions = o.ServoOptions[:2] }, []string{`joint "knee" has no servo`}},
		"an unknown timeout mode": {plant(joints...), func(o *Options) { o.TimeoutMode = "brak" }, []string{"timeout_mode", `"brak"`}},
		"two servos of an id":     {plant(joints...), func(o *Options) { o.ServoOptions[1].ID = 7 }, []string{"has the identifier of"}},
		"a sound bus":             {twice, nil, nil},
	} {
		o := options(moteus.TimeoutHold)
		if c.edit != nil {
			c.edit(o)
		}
		expectErrors(t, name, attach(w, o, c.plant), c.want)
	}
	expectErrors(t, "a joint of two buses", attach(w, options(moteus.TimeoutHold), twice), []string{"another actuator moves joint"})
}

func attach(w *worlds.World, o *Options, plant any) error {
	_, err := o.MakeDriver(hardware.DriverContext{Name: "bench", World: w, Joints: joints, Plant: plant})
	return err
}

func expectErrors(t *testing.T, name string, err error, want []string) {
	t.Helper()
	if want == nil && err != nil {
		t.Errorf("%s: %v", name, err)
	}
	for _, text := range want {
		if err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%s: got %v\n\twant %q", name, err, text)
		}
	}
}
