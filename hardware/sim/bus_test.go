package sim

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/drivertest"
	"github.com/robo-actors/robo-actors/hardware/sim/servo"
	"github.com/robo-actors/robo-actors/messages"
)

// elbowRig is three drives in the middle of the arm on one bus; the brakes of the others are
// closed. The arm stands upright, where friction alone can hold it.
func elbowRig(t testing.TB, brake float64) drivertest.Rig {
	joints := armJoints[2:5]
	o := &PlantOptions{Servos: wholeOptions().Servos[:7]}
	for i := 2; i < 5; i++ {
		o.Servos[i].BrakeEffort = brake
	}
	p := newPlant(t, built(t, description(t, "arm.urdf", "arm")), o)
	bus, err := p.NewBus(BusOptions{Name: "elbow", Joints: joints})
	if err != nil {
		t.Fatal(err)
	}
	disturb := func(drive int, change func(*servo.Disturbance)) {
		d, err := p.Disturbance(joints[drive])
		if err != nil {
			t.Fatal(err)
		}
		change(&d)
		if err := p.Disturb(joints[drive], d); err != nil {
			t.Fatal(err)
		}
	}
	return drivertest.Rig{
		Driver: bus,
		Wait: func(until messages.Instant) {
			if err := p.Advance(until); err != nil {
				t.Error(err)
			}
		},
		Period: 2 * time.Millisecond, Settle: 350 * time.Millisecond, Motion: 0.05,
		Mute: func(drive int, muted bool) { disturb(drive, func(d *servo.Disturbance) { d.Mute = muted }) },
		Fail: func(drive int, failing bool) {
			disturb(drive, func(d *servo.Disturbance) {
				d.Fault = servo.FaultNone
				if failing {
					d.Fault = servo.FaultOverTemperature
				}
			})
		},
	}
}

func TestTheBusKeepsTheContractOfDrivers(t *testing.T) {
	t.Run("with brakes", func(t *testing.T) {
		drivertest.Run(t, func(t testing.TB) drivertest.Rig { return elbowRig(t, 200) })
	})
	t.Run("without brakes", func(t *testing.T) {
		drivertest.Run(t, func(t testing.TB) drivertest.Rig { return elbowRig(t, 0) })
	})
}

func TestAStopIsReadBackBeforeThePlantAdvances(t *testing.T) {
	r := newDrivenRobot(t, wholeOptions())
	for k := range 300 {
		r.drive(k)
		r.cycle(t)
	}
	now := r.plant.Now()
	modes := make([]messages.Mode, 7)
	for i := range modes {
		modes[i] = messages.ModeRampHold
	}
	if err := r.arm.Stop(now, modes); err != nil {
		t.Fatal(err)
	}
	if err := hardware.Exchange(r.arm, now, nil, r.armState); err != nil {
		t.Fatal(err)
	}
	if err := hardware.Unconfirmed("arm", r.arm.Drives(), modes, r.armState); err != nil {
		t.Error(err)
	}
	r.cycle(t) // with a command of before
	if err := hardware.Exchange(r.arm, r.plant.Now(), nil, r.armState); err != nil {
		t.Fatal(err)
	}
	if err := hardware.Unconfirmed("arm", r.arm.Drives(), modes, r.armState); err != nil {
		t.Errorf("after the plant advanced: %v", err)
	}
}

func TestADeafDriveDoesNotConfirmAStop(t *testing.T) {
	r := newDrivenRobot(t, wholeOptions())
	for range 200 {
		r.cycle(t)
	}
	if err := r.plant.Disturb(armJoints[2], servo.Disturbance{Deaf: true}); err != nil {
		t.Fatal(err)
	}
	r.cycle(t)
	modes := []messages.Mode{2, 2, 2, 2, 2, 2, 2}
	for range 3 {
		if err := r.arm.Stop(r.plant.Now(), modes); err != nil {
			t.Fatal(err)
		}
		if err := hardware.Exchange(r.arm, r.plant.Now(), nil, r.armState); err != nil {
			t.Fatal(err)
		}
		var missing *hardware.UnconfirmedError
		if err := hardware.Unconfirmed("arm", r.arm.Drives(), modes, r.armState); !errors.As(err, &missing) || len(missing.Drives) != 1 {
			t.Fatalf("got %v, want one drive that did not confirm", err)
		}
		advance(t, r.plant, time.Millisecond)
	}
	advance(t, r.plant, 150*time.Millisecond)
	if d := truthOf(t, r.plant, armJoints[2]); d.Mode != messages.ModeRampHold {
		t.Errorf("the deaf drive's own watchdog led to %s", d.Mode)
	}
}

// A command and a stop between two steps of the plant: whatever the number of the command, the stop
// wins.
func TestAStopWinsOverAnyCommandThatWasHandedOverBefore(t *testing.T) {
	r := newDrivenRobot(t, wholeOptions())
	for range 200 {
		r.cycle(t)
	}
	for i := range r.armCommand.Arm {
		r.armCommand.Arm[i]++
	}
	now := r.plant.Now()
	if err := hardware.Exchange(r.arm, now, r.armCommand, r.armState); err != nil {
		t.Fatal(err)
	}
	if err := r.arm.Stop(now, nil); err != nil {
		t.Fatal(err)
	}
	for range 100 {
		r.cycle(t)
	}
	for i, mode := range r.armState.Mode {
		if mode != messages.ModeOff {
			t.Errorf("drive %d is in %s", i, mode)
		}
	}
}

func TestAStopInACommandIsNotLostWhenAnotherCommandFollowsAtOnce(t *testing.T) {
	r := newDrivenRobot(t, wholeOptions())
	for range 200 {
		r.cycle(t)
	}
	r.armCommand.Mode[0] = messages.ModeOff
	if err := hardware.Exchange(r.arm, r.plant.Now(), r.armCommand, r.armState); err != nil {
		t.Fatal(err)
	}
	r.armCommand.Mode[0] = messages.ModeRun
	r.cycle(t)
	r.cycle(t)
	if r.armState.Mode[0] != messages.ModeOff || r.armState.Mode[1] != messages.ModeRun {
		t.Errorf("drives are in %v", r.armState.Mode)
	}
}

func TestTheBusThatWasOpenedLastOwnsTheDrives(t *testing.T) {
	r := newDrivenRobot(t, wholeOptions())
	for range 200 {
		r.cycle(t)
	}
	second, err := r.plant.NewBus(BusOptions{Name: "arm", Joints: armJoints})
	if err != nil {
		t.Fatal(err)
	}
	if err := second.Open(r.plant.Now(), time.Second); err != nil {
		t.Fatal(err)
	}
	if err := hardware.Exchange(r.arm, r.plant.Now(), r.armCommand, r.armState); !errors.Is(err, hardware.ErrNotOpen) {
		t.Errorf("the old driver's Exchange gives %v", err)
	}
	if err := r.arm.Stop(r.plant.Now(), nil); !errors.Is(err, hardware.ErrNotOpen) {
		t.Errorf("the old driver's Stop gives %v", err)
	}
	if err := r.arm.Close(); err != nil {
		t.Errorf("the old driver's Close gives %v", err)
	}
	if err := hardware.Exchange(second, r.plant.Now(), nil, r.armState); err != nil {
		t.Errorf("the new driver's Exchange gives %v", err)
	}
	for i, mode := range r.armState.Mode {
		if mode.Passes() {
			t.Errorf("drive %d runs under its new driver", i)
		}
	}
}

// A restarted driver may receive a stop before the plant has gone on.
func TestANewDriverHearsWhatItsPredecessorHasHeard(t *testing.T) {
	r := newDrivenRobot(t, wholeOptions())
	for range 200 {
		r.cycle(t)
	}
	if err := hardware.Exchange(r.arm, r.plant.Now(), nil, r.armState); err != nil {
		t.Fatal(err)
	}
	second, err := r.plant.NewBus(BusOptions{Name: "arm", Joints: armJoints})
	if err != nil {
		t.Fatal(err)
	}
	safe := slices.Repeat([]messages.Mode{messages.ModeDamp}, len(armJoints))
	err = errors.Join(second.Open(r.plant.Now(), time.Second), second.Stop(r.plant.Now(), safe), hardware.Exchange(second, r.plant.Now(), nil, r.armState),
		hardware.Unconfirmed("arm", second.Drives(), safe, r.armState))
	if err != nil {
		t.Error(err)
	}
	for ms := range 110 {
		err = hardware.Exchange(second, r.plant.Now().Add(time.Duration(ms)*time.Millisecond), nil, r.armState)
	}
	if !errors.Is(err, hardware.ErrBusLost) {
		t.Errorf("while the plant is at rest for 109 ms: %v", err)
	}
}

func TestAPlantThatPausesFallsSilent(t *testing.T) {
	r := newDrivenRobot(t, wholeOptions())
	r.cycle(t)
	now := r.plant.Now()
	if err := hardware.Exchange(r.arm, now, nil, r.armState); err != nil {
		t.Fatal(err)
	}
	for range 100 {
		now = now.Add(time.Millisecond)
		if err := hardware.Exchange(r.arm, now, nil, r.armState); err != nil {
			t.Fatalf("after %v: %v", now.Sub(r.plant.Now()), err)
		}
	}
	if err := hardware.Exchange(r.arm, now.Add(time.Millisecond), nil, r.armState); !errors.Is(err, hardware.ErrBusLost) {
		t.Errorf("after 101 ms: %v", err)
	}
	advance(t, r.plant, 150*time.Millisecond)
	if err := hardware.Exchange(r.arm, r.plant.Now(), nil, r.armState); err != nil {
		t.Errorf("after it goes on: %v", err)
	}
}

// A machine that is at rest keeps the bus waiting with the plant: that says nothing about the
// drives.
func TestABusThatWasKeptWaitingItselfCallsNobodySilent(t *testing.T) {
	r := newDrivenRobot(t, wholeOptions())
	r.cycle(t)
	now := r.plant.Now()
	for i := range 11 { // a pause counts for 10 ms
		if err := hardware.Exchange(r.arm, now, nil, r.armState); err != nil {
			t.Fatalf("after %d pauses: %v", i, err)
		}
		now = now.Add(time.Second)
	}
	if err := hardware.Exchange(r.arm, now, nil, r.armState); !errors.Is(err, hardware.ErrBusLost) {
		t.Errorf("after 11 pauses: %v", err)
	}
	advance(t, r.plant, now.Sub(r.plant.Now()))
	if err := hardware.Exchange(r.arm, now, nil, r.armState); err != nil {
		t.Errorf("after it goes on: %v", err)
	}
	advance(t, r.plant, time.Millisecond) // as of the release that was due before both were kept waiting
	if err := hardware.Exchange(r.arm, now.Add(time.Minute), nil, r.armState); err != nil {
		t.Errorf("after it goes on late: %v", err)
	}
}

// Plant, bus and watchdog on three goroutines, with the race detector: states are whole, and after
// the stop none runs.
func TestPlantBusAndWatchdogShareNothingButRegisters(t *testing.T) {
	r := newDrivenRobot(t, wholeOptions())
	end := messages.Instant(2 * time.Second)
	var work sync.WaitGroup
	work.Add(1)
	go func() {
		defer work.Done()
		for to := messages.Instant(0); to < end; to = to.Add(time.Millisecond) {
			if err := r.plant.Advance(to); err != nil {
				t.Error(err)
				return
			}
		}
	}()
	work.Add(1)
	stopped := make(chan struct{})
	go func() {
		defer work.Done()
		defer close(stopped)
		for range 2000 {
			if err := r.arm.Stop(0, []messages.Mode{2, 2, 2, 2, 2, 2, 2}); err != nil {
				t.Error(err)
				return
			}
		}
	}()
	exchange := func(n int) {
		for range n {
			if err := hardware.Exchange(r.arm, 0, r.armCommand, r.armState); err != nil {
				t.Error(err)
			}
		}
	}
	exchange(2000)
	<-stopped
	exchange(2000)
	work.Wait()
	exchange(1)
	for i, mode := range r.armState.Mode {
		if mode.Passes() {
			t.Errorf("drive %d runs", i)
		}
	}
}

func TestBusesThatCannotBeAreNamed(t *testing.T) {
	p := newPlant(t, wholeRobot(t), wholeOptions())
	if _, err := p.NewBus(BusOptions{Name: "arm", Joints: armJoints[:3]}); err != nil {
		t.Fatal(err)
	}
	for want, o := range map[string]BusOptions{
		"name: bus without a name":                          {Joints: armJoints[4:]},
		`joints: bus "b" has no joints`:                     {Name: "b"},
		"silence is 1ns":                                    {Name: "b", Joints: armJoints[4:], Silence: 1},
		`joints[0]: unknown drive of joint "mobile_planar"`: {Name: "b", Joints: []string{"mobile_planar"}},
		`is on bus "arm" already`:                           {Name: "b", Joints: armJoints[2:]},
		`joints[1]: joint "arm_joint_6" is given twice`:     {Name: "b", Joints: []string{armJoints[5], armJoints[5]}},
	} {
		if _, err := p.NewBus(o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want a text with %q", err, want)
		}
	}
}
