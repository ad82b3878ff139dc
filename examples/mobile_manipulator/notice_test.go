package mobilemanipulator

import (
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/actortest"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

// A safety input that names the virtual joint has no effect on it: its error says so, and
// names the joint to use.
func TestAFaultOfAJointWithoutADriveIsRefused(t *testing.T) {
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	lab := actortest.FromFile(t, "app.yaml", registry, 1)
	lab.Run(time.Second)
	var failed error
	err = lab.System().Request("whole_body/gate", gate.FaultNotice{Fault: "emergency_stop", Joints: []string{"arm_joint_1", "mobile_planar"}},
		func(_ any, err error) { failed = err })
	if err != nil {
		t.Fatal(err)
	}
	lab.Run(100 * time.Millisecond)
	if failed == nil || !strings.Contains(failed.Error(), `whole_body/gate: joint "mobile_planar" has no drive in this world; expected "arm_joint_1", "arm_joint_2"`) {
		t.Errorf("got %v", failed)
	}
	if mode, _ := lab.View().Mode("arm_joint_1"); mode != messages.ModeRun {
		t.Errorf("a notice that was refused has brought arm_joint_1 to %s", mode)
	}
}
