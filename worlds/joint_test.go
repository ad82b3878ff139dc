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
func TestJointTypesAndRolesHaveTheWordsOfFiles(t *testing.T) {
	for _, kind := range JointTypes() {
		if got, err := ParseJointType(kind.String()); err != nil || got != kind {
			t.Errorf("%v is read as %v (%v)", kind, got, err)
		}
	}
	if _, err := ParseJointType("hover"); err == nil {
		t.Error("a joint may hover")
	}
	for role, want := range map[JointRole]string{Driven: "driven", Virtual: "virtual", Passive: "passive", 9: "role(9)"} {
		if role.String() != want {
			t.Errorf("role %d is %q, want %q", role, role.String(), want)
		}
	}
}

func TestNoQuantityOfAJointLacksAUnit(t *testing.T) {
	for _, kind := range []JointType{Revolute, Continuous, Prismatic} {
		units := map[string]bool{}
		for _, q := range messages.ControlQuantities() {
			unit := UnitOf(kind, q)
			if unit == "" || units[unit] {
				t.Errorf("the %s of a %s joint has the unit %q", q, kind, unit)
			}
			units[unit] = true
		}
	}
}
