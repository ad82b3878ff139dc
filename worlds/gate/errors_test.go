package gate_test

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

func TestAnErrorOfReArmNamesEveryJointItsReasonAndTheNextStep(t *testing.T) {
	stale, drive := modes.SetOf(messages.CauseStale), modes.SetOf(messages.CauseDrive)
	err := error(&gate.NotArmedError{Gate: "arm/gate", Joints: []gate.JointNotArmedError{
		{Joint: "shoulder", Mode: messages.ModeRampHold, Causes: stale, Present: stale, Required: modes.LevelAcknowledge},
		{Joint: "elbow", Mode: messages.ModeOff, Causes: drive, Required: modes.LevelReset, Way: modes.Reset, Check: "at_rest", Problem: "it moves at 1; expected at most 0.1"},
		{Joint: "wrist", Mode: messages.ModeDamp, Causes: stale | drive, Required: modes.LevelReset, Way: modes.Acknowledge},
		{Joint: "lift", Mode: messages.ModeBrake, Causes: drive, Required: modes.LevelNever, Way: modes.Reset},
	}})
	want := `arm/gate: 4 joints were not re-armed; joint "shoulder" is in ramp_hold (stale); still present: stale; ` +
		`joint "elbow" is in off (drive); start-up check at_rest failed: it moves at 1; expected at most 0.1; ` +
		`joint "wrist" is in damp (stale+drive), which requires reset; the request was acknowledge; ` +
		`joint "lift" is in brake (drive), from which software must not re-arm it; inspect the robot, then restart the application`
	if err.Error() != want {
		t.Errorf("%v\nwant %s", err, want)
	}
	if first, is := errors.AsType[*gate.JointNotArmedError](err); !is || first.Joint != "shoulder" {
		t.Errorf("%v", first)
	}
	if all, _ := errors.AsType[*gate.NotArmedError](err); !slices.Equal(all.Never(), []string{"lift"}) {
		t.Errorf("never: %v", all.Never())
	}
}

func TestAStatusIsReadableAsJSON(t *testing.T) {
	want := gate.Status{Nonce: 3, Incarnation: 1, Joints: []gate.JointStatus{{Joint: "elbow", Controller: "arm/control", Mode: messages.ModeRampHold,
		Causes: modes.SetOf(messages.CauseStale, messages.CauseDrive), Required: modes.LevelReset}}}
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(text); got != `{"Nonce":3,"Incarnation":1,"Joints":[{"Joint":"elbow","Controller":"arm/control","Mode":"ramp_hold","Causes":"stale+drive","Present":"none","Required":"reset","Arm":0,"Following":false}]}` {
		t.Error(got)
	}
	var got gate.Status
	if err := json.Unmarshal(text, &got); err != nil || len(got.Joints) != 1 || got.Joints[0] != want.Joints[0] {
		t.Errorf("%+v, %v", got, err)
	}
}
