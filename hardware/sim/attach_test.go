package sim

import (
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/hardware/sim/physics"
)

// placedActuator notes where it is placed.
type placedActuator struct {
	hardware.Actuator
	position, velocity float64
	times              int
}

func (a *placedActuator) Place(position, velocity float64) {
	a.position, a.velocity, a.times = position, velocity, a.times+1
}

func TestAnActuatorBeginsWhereItsJointIs(t *testing.T) {
	p, err := newHopper(t, func(o *PlantOptions) {
		o.Start = append(o.Start, physics.StartOptions{Joint: "wheel", Position: []float64{0.3}})
	})
	if err != nil {
		t.Fatal(err)
	}
	var a placedActuator
	attach := func(joint string) error {
		return p.Attach(joint, func(j hardware.ActuatedJoint) hardware.Actuator {
			if j.Name != "wheel" || j.Position != 0.3 {
				t.Errorf("joint %q at %g", j.Name, j.Position)
			}
			return &a
		})
	}
	if err := attach("wheel"); err != nil || a.times != 1 || a.position != 0.3 || a.velocity != 0 {
		t.Errorf("%v; placed %d times, at %g with %g", err, a.times, a.position, a.velocity)
	}
	for joint, want := range map[string]string{"wheel": "another actuator moves", "hip": "leaves no joint"} {
		if err := attach(joint); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", joint, err)
		}
	}
}
