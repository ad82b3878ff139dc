package worlds

import (
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

func TestEveryQuantityOfAJointHasItsUnit(t *testing.T) {
	for _, c := range []struct {
		joint   JointType
		control messages.ControlMode
		unit    string
	}{
		{Revolute, messages.ControlPosition, "rad"}, {Continuous, messages.ControlVelocity, "rad/s"}, {Revolute, messages.ControlEffort, "N m"},
		{Prismatic, messages.ControlPosition, "m"}, {Prismatic, messages.ControlVelocity, "m/s"}, {Prismatic, messages.ControlEffort, "N"},
		{Planar, messages.ControlPosition, ""}, {Floating, messages.ControlVelocity, ""}, {Fixed, messages.ControlPosition, ""},
		{Prismatic, messages.ControlPosition | messages.ControlVelocity, ""}, {Revolute, messages.ControlNone, ""},
	} {
		if got := UnitOf(c.joint, c.control); got != c.unit {
			t.Errorf("%s of a %s joint is in %q, want %q", c.control, c.joint, got, c.unit)
		}
	}
}
