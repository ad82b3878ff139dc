package sim

import (
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/hardware/sim/servo"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

// A robot that people have: the hand of a Panda closes both fingers by the drive of the first while
// its arm holds a posture.
func TestThePandaClosesItsHandByOneDrive(t *testing.T) {
	d, err := urdf.Load(shared(t), "panda.urdf", urdf.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w := built(t, d)
	posture := map[string]float64{"panda_joint2": -0.5, "panda_joint4": -2, "panda_joint6": 1.6, "panda_finger_joint1": 0.03}
	o := &PlantOptions{}
	for _, j := range w.Joints() {
		if j.Mimic == nil && j.Type != worlds.Fixed {
			o.Servos = append(o.Servos, servo.Options{Joints: []string{j.Name}})
			o.Start = append(o.Start, physics.StartOptions{Joint: j.Name, Position: []float64{posture[j.Name]}})
		}
	}
	p := newPlant(t, w, o)
	second := slot(t, w, "panda_finger_joint2").Position
	near(t, "start of the second finger", p.mechanism.Position()[second], 0.03, 0)
	for range 2000 {
		for _, s := range p.servos {
			c := servo.Command{Mode: messages.ModeRun, Arm: 1, SetPoints: servo.SetPoints{Control: messages.ControlPosition, Position: posture[s.Info().Joint]}}
			if s.Info().Joint == "panda_finger_joint1" {
				c.Position = 0.01
			}
			s.Obey(p.Now(), &c)
		}
		advance(t, p, time.Millisecond)
		kept(t, p)
	}
	for _, s := range p.servos {
		if d := truthOf(t, p, s.Info().Joint); d.Fault != servo.FaultNone || d.Mode != messages.ModeRun {
			t.Errorf("drive %s is in %s with fault %d", s.Info().Name, d.Mode, d.Fault)
		}
	}
	near(t, "second finger", p.mechanism.Position()[second], 0.01, 1e-3)
}

// A servo moves its joint and what mimics it as it moves one joint that has the inertia, friction
// and damping of both.
func TestAServoFeelsWhatMimicsItsJoint(t *testing.T) {
	for _, ratio := range []float64{1, -1.7, 0.4} {
		springs := physics.Options{Springs: []physics.SpringOptions{{Joint: "grip", Stiffness: 30, Damping: 1}}}
		o := &PlantOptions{Options: springs, Servos: []servo.Options{{Joints: []string{"grip"}}}}
		twinOptions := &PlantOptions{Options: springs, Servos: []servo.Options{{Joints: []string{"grip"}, CoulombFriction: 1 + math.Abs(ratio)*2}}}
		o.Servos[0].ViscousFriction, twinOptions.Servos[0].ViscousFriction = 3, 3+ratio*ratio*5
		p, twin := newPlant(t, jaws(t, ratio, false), o), newPlant(t, jaws(t, ratio, true), twinOptions)
		felt := twin.mechanism.DrivenJoint(0).Inertia
		near(t, "inertia of the servo", p.mechanism.DrivenJoint(0).Inertia, felt, 1e-9*felt)
		at, moved := slot(t, p.mechanism.World(), "grip").Position, 0.0
		for k := range 1500 {
			for _, x := range []*Plant{p, twin} {
				c := servo.Command{Mode: messages.ModeRun, Arm: 1, SetPoints: servo.SetPoints{Control: messages.ControlPosition, Position: 0.3 * math.Sin(float64(k)/200)}}
				if k > 900 { // the brakes close, and dry friction holds
					c.Mode, c.Arm = messages.ModeRampOff, 2
				}
				x.servos[0].Obey(x.Now(), &c)
				advance(t, x, time.Millisecond)
			}
			kept(t, p)
			moved = max(moved, math.Abs(p.mechanism.Position()[at]))
			near(t, "position", p.mechanism.Position()[at], twin.mechanism.Position()[0], 1e-9)
			near(t, "velocity", p.mechanism.Velocity()[at], twin.mechanism.Velocity()[0], 1e-8)
			if t.Failed() {
				t.Fatalf("ratio %g, after %d ms", ratio, k)
			}
		}
		if moved < 0.1 {
			t.Errorf("ratio %g: the jaw moved by %g m", ratio, moved)
		}
	}
}
