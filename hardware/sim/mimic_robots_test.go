package sim

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

// A robot that people have: the hand of a Panda closes both fingers by the drive of the first while its arm holds a posture.
func TestThePandaClosesItsHandByOneDrive(t *testing.T) {
	d, err := urdf.Load(shared(t), "panda.urdf", urdf.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w := built(t, d)
	posture := map[string]float64{"panda_joint2": -0.5, "panda_joint4": -2, "panda_joint6": 1.6, "panda_finger_joint1": 0.03}
	o := Options{}
	for _, j := range w.Joints() {
		if j.Mimic == nil && j.Type != worlds.Fixed {
			o.Servos = append(o.Servos, Servo{Joint: j.Name})
			o.Start = append(o.Start, JointStart{j.Name, []float64{posture[j.Name]}})
		}
	}
	p := newPlant(t, w, o)
	second := slot(t, w, "panda_finger_joint2").Position
	near(t, "start of the second finger", p.position[second], 0.03, 0)
	for range 2000 {
		for _, s := range p.servos {
			c := driveCommand{mode: messages.ModeRun, arm: 1, setPoints: setPoints{control: messages.ControlPosition, position: posture[s.info.Joint]}}
			if s.info.Joint == "panda_finger_joint1" {
				c.position = 0.01
			}
			s.obey(p.now, &c)
		}
		advance(t, p, time.Millisecond)
		kept(t, p)
	}
	for _, s := range p.servos {
		if s.fault != FaultNone || s.mode != messages.ModeRun {
			t.Errorf("drive %s is in %s with fault %d", s.info.Name, s.mode, s.fault)
		}
	}
	near(t, "second finger", p.position[second], 0.01, 1e-3)
}
