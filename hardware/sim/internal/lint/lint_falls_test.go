package lint

import (
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/hardware/sim/internal/testrobots"
	"github.com/robo-actors/robo-actors/hardware/sim/physics"
	"github.com/robo-actors/robo-actors/hardware/sim/servo"
	"github.com/robo-actors/robo-actors/worlds"
)

// Gravity takes 9.81 (2 0.2 + 1 0.5) = 8.829 N m of the shoulder, and 0.981 N m of the wrist.
func TestJointsThatFallAreNotedBeforeTheyDo(t *testing.T) {
	drive := func(joint string, brake, effort float64) servo.Options {
		return servo.Options{Joints: []string{joint}, BrakeEffort: brake, EffortLimit: effort}
	}
	const falls = "these joints fall while their drives are off"
	for name, c := range map[string]struct {
		base  worlds.JointType
		mimic bool
		robot Robot
		want  []string
	}{
		"brakes that hold":   {worlds.Fixed, false, Robot{Options: &physics.Options{}, Servos: []servo.Options{drive("shoulder", 9, 0), drive("wrist", 1, 0)}}, nil},
		"no brakes":          {worlds.Fixed, false, Robot{Options: &physics.Options{}, Servos: []servo.Options{drive("shoulder", 0, 0), drive("wrist", 0, 0)}}, []string{falls, `"shoulder" (gravity 8.83 N m, brake 0 N m), "wrist" (gravity 0.981 N m, brake 0 N m)`}},
		"a weak brake":       {worlds.Fixed, false, Robot{Options: &physics.Options{}, Servos: []servo.Options{drive("shoulder", 8, 0), drive("wrist", 1, 0)}}, []string{`: "shoulder" (gravity 8.83 N m, brake 8 N m)`}},
		"friction":           {worlds.Fixed, false, Robot{Options: &physics.Options{}, Servos: []servo.Options{{Joints: []string{"shoulder", "wrist"}, CoulombFriction: 9}}}, nil},
		"a weak drive":       {worlds.Fixed, false, Robot{Options: &physics.Options{}, Servos: []servo.Options{drive("shoulder", 9, 8), drive("wrist", 1, 0)}}, []string{`the drive of joint "shoulder" is too weak to hold it: it gives at most 8 N m, and gravity pulls with 8.83 N m at the start`}},
		"a mimic joint":      {worlds.Fixed, true, Robot{Options: &physics.Options{}, Servos: []servo.Options{drive("shoulder", 7.8, 0)}}, []string{`"shoulder" (gravity 7.85 N m, brake 7.8 N m)`}},
		"a spring":           {worlds.Fixed, true, Robot{Options: &physics.Options{Springs: []physics.SpringOptions{{Joint: "shoulder", Stiffness: 78.48, Rest: -0.1}}}, Servos: []servo.Options{drive("shoulder", 0.1, 0)}}, nil},
		"an end stop":        {worlds.Fixed, true, Robot{Options: &physics.Options{Start: []physics.StartOptions{{Joint: "shoulder", Position: []float64{1}}}}, Servos: []servo.Options{drive("shoulder", 0, 0)}}, nil},
		"a latch":            {worlds.Fixed, true, Robot{Options: &physics.Options{Latches: []physics.LatchOptions{{Joint: "shoulder"}}}, Servos: []servo.Options{drive("shoulder", 0, 0)}}, nil},
		"a base that rolls":  {worlds.Planar, true, Robot{Options: &physics.Options{}, Servos: []servo.Options{drive("shoulder", 0, 0)}}, []string{falls}},
		"a base that floats": {worlds.Floating, true, Robot{Options: &physics.Options{}, Servos: []servo.Options{drive("shoulder", 0, 0)}}, nil},
		"what it stands on":  {worlds.Fixed, true, Robot{Options: &physics.Options{Contacts: []physics.ContactOptions{{Body: "hand"}}}, Servos: []servo.Options{drive("shoulder", 0, 0)}}, nil},
		"what there is not":  {worlds.Fixed, true, Robot{Options: &physics.Options{Start: []physics.StartOptions{{Joint: "elbow", Position: []float64{1}}, {Joint: "wrist"}}}, Servos: []servo.Options{drive("shoulder", 9, 0), drive("elbow", 0, 0)}}, nil},
	} {
		c.robot.World = testrobots.Beam(t, c.base, c.mimic)
		got := c.robot.falls()
		if text := strings.Join(got, "\n"); len(c.want) == 0 && len(got) > 0 || slices.ContainsFunc(c.want, func(w string) bool { return !strings.Contains(text, w) }) || len(got) > 1 {
			t.Errorf("%s: the remarks are %q; expected one with %q", name, got, c.want)
		}
	}
}
