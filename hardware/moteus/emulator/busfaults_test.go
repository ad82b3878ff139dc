package emulator_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware/moteus"
	"github.com/robo-actors/robo-actors/messages"
)

// inject has the bus of the hip have a fault from now on.
func (b *bench) inject(f actors.Fault) (end func()) {
	b.t.Helper()
	end, err := b.plant.InjectFault(f.Completed(), "hip", b.now, rand.New(rand.NewPCG(3, 4)))
	if err != nil {
		b.t.Fatal(err)
	}
	return end
}

func TestAFaultOfTheBusActsOnEveryServoOfIt(t *testing.T) {
	for _, kind := range []actors.FaultKind{actors.FaultBusStalled, actors.FaultFramesCorrupt} {
		b := newBench(t, moteus.TimeoutZeroVelocity)
		command := b.run(1)
		b.lossy = true
		end := b.inject(actors.Fault{Kind: kind})
		b.exchange(150*time.Millisecond, command)
		for i, joint := range joints {
			if is := b.truth(joint); is.Mode != messages.ModeDamp || !is.Disturbed || b.state.Answered[i] {
				t.Errorf("%s for longer than the watchdog: the servo of %s is in %s, disturbed %v, answered %v; want damp, disturbed and silent", kind, joint, is.Mode, is.Disturbed, b.state.Answered[i])
			}
		}
		end()
		b.exchange(2*time.Millisecond, command)
		for i, joint := range joints {
			if !b.state.Answered[i] || b.truth(joint).Disturbed {
				t.Errorf("after %s the servo of %s does not answer", kind, joint)
			}
		}
	}
}

// A servo that gets every command twice does what it does otherwise.
func TestDuplicatedFramesHaveNoEffect(t *testing.T) {
	duplicated := actors.Fault{Kind: actors.FaultFramesDuplicated}.Completed()
	if sound, twice := history(t, nil), history(t, &duplicated); sound != twice {
		t.Errorf("with duplicated frames the servo does and answers\n%s\nwithout\n%s", twice, sound)
	}
}

func TestLateFramesDelayCommandsAndAnswers(t *testing.T) {
	b := newBench(t, moteus.TimeoutZeroVelocity)
	command := b.run(1)
	b.lossy = true
	end := b.inject(actors.Fault{Kind: actors.FaultFramesLate, Delay: 20 * time.Millisecond})
	for i := range joints {
		command.Mode[i] = messages.ModeOff
	}
	b.exchange(19*time.Millisecond, command)
	if is := b.truth("knee"); is.Mode != messages.ModeRun || b.state.Answered[1] {
		t.Errorf("19 ms after a stop that is late by 20 ms the knee is in %s, answered %v", is.Mode, b.state.Answered[1])
	}
	b.exchange(5*time.Millisecond, command)
	if is := b.truth("knee"); is.Mode != messages.ModeOff || !b.state.Answered[1] {
		t.Errorf("24 ms after the stop the knee is in %s, answered %v", is.Mode, b.state.Answered[1])
	}
	end()
	b.exchange(2*time.Millisecond, command)
	if b.state.Mode[1] != messages.ModeOff {
		t.Errorf("the knee answers %s", b.state.Mode[1])
	}
}

// What flipped bits make of an answer is rejected, or is a number: the driver never fails on it,
// and no servo obeys a corrupt command.
func TestCorruptFramesNeverMoveAServo(t *testing.T) {
	b := newBench(t, moteus.TimeoutZeroVelocity)
	command := b.run(1)
	b.lossy = true
	b.inject(actors.Fault{Kind: actors.FaultFramesCorrupt, Probability: 0.3, Count: 7})
	for range 400 {
		b.exchange(time.Millisecond, command)
		for i, joint := range joints {
			is := b.truth(joint)
			if b.state.Position[i]-b.state.Position[i] != 0 || is.Mode.Passes() && is.TargetPosition != command.Position[i] {
				t.Fatalf("joint %s: the answer is %g, the servo follows %g in %s; want %g", joint, b.state.Position[i], is.TargetPosition, is.Mode, command.Position[i])
			}
		}
	}
}

func TestAMuteServoRunsIntoItsWatchdog(t *testing.T) {
	b := newBench(t, moteus.TimeoutZeroVelocity)
	command := b.run(1)
	b.inject(actors.Fault{Kind: actors.FaultMute})
	b.exchange(150*time.Millisecond, command)
	if is := b.truth("hip"); is.Mode != messages.ModeDamp || b.state.Answered[0] {
		t.Errorf("the mute servo is in %s, answered %v", is.Mode, b.state.Answered[0])
	}
	if is := b.truth("knee"); is.Mode != messages.ModeRun || !b.state.Answered[1] {
		t.Errorf("its neighbour is in %s, answered %v", is.Mode, b.state.Answered[1])
	}
}

// A servo shows what its encoder cannot have read; a reading that may be true leads it.
func TestAnEncoderThatReadsNonsenseShows(t *testing.T) {
	const encoder = 35
	for kind, shows := range map[actors.FaultKind]bool{actors.FaultSensorOff: true, actors.FaultSensorGarbage: true, actors.FaultSensorExtreme: true, actors.FaultSensorJump: true,
		actors.FaultSensorStuck: false, actors.FaultSensorBias: false, actors.FaultSensorNoise: false, actors.FaultSensorSlow: false, actors.FaultSensorDelayed: false} {
		b := newBench(t, moteus.TimeoutZeroVelocity)
		command := b.run(1)
		b.exchange(300*time.Millisecond, command)
		b.inject(actors.Fault{Kind: kind})
		b.exchange(20*time.Millisecond, command)
		if is := b.truth("hip"); (is.Fault == encoder) != shows || is.Mode.Passes() == shows {
			t.Errorf("%s: the servo is in %s with fault %d; shows %v", kind, is.Mode, is.Fault, shows)
		}
	}
}
