package worlds

import (
	"errors"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

func TestAxesAreJointsOfOneDegreeOfFreedom(t *testing.T) {
	w := mustBuild(t, gripperArm())
	axes, err := w.Axes("wheels", []string{"wheel_joint", "upper_joint"})
	if err != nil || len(axes) != 2 {
		t.Fatal(axes, err)
	}
	for _, a := range axes {
		j, err := w.JointIndex(a.Name)
		if err != nil || a.Joint != j || a.Position != w.Slot(j).Position || a.Velocity != w.Slot(j).Velocity {
			t.Errorf("%+v, %v; expected the slot %+v", a, err, w.Slot(j))
		}
	}
	for want, names := range map[string][]string{
		`wheels[1]: `: {"wheel_joint", "wheel_jiont"},
		`wheels[0]: joint "base_planar" is planar; expected a joint of one degree of freedom`: {"base_planar"},
		`wheels[1]: joint "wheel_joint" is listed twice; expected every joint once`:           {"wheel_joint", "wheel_joint"},
	} {
		_, err := w.Axes("wheels", names)
		var option *messages.OptionError
		if !errors.As(err, &option) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v; expected %q", names, err, want)
		}
	}
}
