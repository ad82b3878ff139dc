package moteus

import (
	"testing"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/moteus/internal/multiplex"
	"github.com/robo-actors/robo-actors/messages"
)

// FuzzReply checks that no frame makes the reading of an answer panic, and that an answer is taken
// whole or not at all.
func FuzzReply(f *testing.F) {
	whole := multiplex.AppendReply(nil, multiplex.Int8, multiplex.Mode, 10)
	whole = multiplex.AppendReply(whole, multiplex.Float32, firstMeasured, 0.1, 0.2, 0.3, 0.4)
	whole = multiplex.AppendReply(whole, multiplex.Int16, firstSlow, 24, 30, 0)
	f.Add(whole)
	f.Add(whole[:len(whole)-1])
	f.Add(multiplex.AppendError(whole, multiplex.WriteError, multiplex.MaxTorque, 2))
	f.Fuzz(func(t *testing.T, frame []byte) {
		before := reply{mode: ServoTimeout, position: 1}
		r := before
		if !r.read(frame) {
			if r != before {
				t.Fatalf("% x is rejected and changes the reply to %+v", frame, r)
			}
			return
		}
		for _, x := range []float64{r.position, r.velocity, r.torque, r.current, r.voltage, r.temperature} {
			if x-x != 0 {
				t.Fatalf("% x gives %+v", frame, r)
			}
		}
	})
}

func TestAnAnswerThatLacksARegisterOrANumberIsNotTaken(t *testing.T) {
	nan := multiplex.AppendReply(nil, multiplex.Int16, multiplex.Position, 0)
	nan[len(nan)-2], nan[len(nan)-1] = 0x00, 0x80
	for name, frame := range map[string][]byte{
		"empty":             nil,
		"the mode alone":    multiplex.AppendReply(nil, multiplex.Int8, multiplex.Mode, 10),
		"no position":       nan,
		"a foreign payload": multiplex.AppendData(nil, multiplex.Server, 1, []byte("12\r\n")),
	} {
		r := reply{mode: ServoPosition}
		if r.read(frame) || r != (reply{mode: ServoPosition}) {
			t.Errorf("%s: taken as %+v", name, r)
		}
	}
}

// A servo passes through modes 2, 3 and 4 before it runs, without torque.
func TestAStartIsNeitherDisturbedByItsCommandsNorOutlivedByAStop(t *testing.T) {
	for _, mode := range []ServoMode{ServoEnabling, ServoCalibrating, ServoCalibrated} {
		for _, stop := range []messages.Mode{messages.ModeRampHold, messages.ModeDamp, messages.ModeOff} {
			d := aDrive()
			d.take(reply{mode: ServoStopped}, ask)
			d.run()
			d.take(reply{mode: mode}, run)
			if a := d.next(d.run()); a != run {
				t.Errorf("a servo in mode %d of its start is sent action %d; expected its command", mode, a)
			}
			d.stop(stop)
			if a := d.next(false); a != off {
				t.Errorf("a servo in mode %d of its start that shall %s is sent action %d; expected off, which no start delays", mode, stop, a)
			}
			d.take(reply{mode: ServoStopped}, off)
			if d.mode() < stop || d.next(false) != ask {
				t.Errorf("a servo that was stopped in mode %d is in %s, and is sent action %d", mode, d.mode(), d.next(false))
			}
		}
	}
}

// A servo has no arm numbers: a stop that gave it torque again would look like a re-arm.
func TestAStopGivesAServoWhoseTorqueWasRemovedNoTorqueAgain(t *testing.T) {
	for name, removed := range map[string]func(d *drive){
		"while it started": func(d *drive) {
			d.take(reply{mode: ServoStopped}, ask)
			d.run()
			d.sends(run)
			d.take(reply{mode: ServoEnabling}, run)
			d.stop(messages.ModeRampHold)
		},
		"to leave a latched mode": func(d *drive) {
			d.take(reply{mode: ServoTimeout}, ask)
			d.run()
		},
	} {
		for _, stop := range []messages.Mode{messages.ModeRampHold, messages.ModeDamp, messages.ModeRampOff} {
			d := aDrive()
			removed(&d)
			a := d.next(d.target().Passes())
			d.sends(a)
			if a != off && a != clearing || d.leastStop() != messages.ModeOff {
				t.Fatalf("%s: action %d, and a stop may lead to %s; expected one that removes torque", name, a, d.leastStop())
			}
			d.stop(stop)
			if a := d.next(false); a != off && a != ask {
				t.Errorf("%s: a stop by %s sends action %d; expected off", name, stop, a)
			}
			d.take(reply{mode: ServoStopped}, off)
			if d.stop(stop); d.next(false) != ask || d.mode() != messages.ModeOff {
				t.Errorf("%s: after a stop by %s it is in %s, and is sent action %d", name, stop, d.mode(), d.next(false))
			}
		}
	}
	d := aDrive()
	d.off = true
	d.run()
	d.sends(run)
	if d.stop(messages.ModeDamp); d.leastStop() != messages.ModeDamp || d.next(false) != damp {
		t.Errorf("a servo with a set-point is stopped by %s", d.leastStop())
	}
}

// aDrive returns a drive whose servo was found without torque.
func aDrive() drive {
	info := []hardware.DriveInfo{{Name: "d", Joint: "j", Controls: []messages.ControlMode{messages.ControlVelocity}}}
	return newDrive(Servo{}, messages.ModeDamp, hardware.NewRatchet("bus", info, nil), 0)
}

// run takes a command in mode run whose arm number is 1, and reports whether the drive obeys it.
func (d *drive) run() bool {
	command := hardware.NewCommand(1)
	command.Mode[0], command.Control[0], command.Arm[0] = messages.ModeRun, messages.ControlVelocity, 1
	if err := d.ratchet.Take(command); err != nil {
		panic(err)
	}
	d.follow()
	return d.ratchet.Obeys(0)
}
