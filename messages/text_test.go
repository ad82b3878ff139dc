package messages

import (
	"encoding"
	"encoding/json"
	"strings"
	"testing"
)

func TestModesCausesAndEventsAreWordsInJSON(t *testing.T) {
	type values struct {
		Mode    []Mode
		Control []ControlMode
		Event   Event
		Sensor  []SensorKind
		Phase   TaskPhase
	}
	want := values{Mode: []Mode{ModeRun, ModeRampHold}, Control: []ControlMode{ControlPositionVelocity},
		Event: Event{Kind: EventModeChanged, Cause: CauseStale, To: ModeDamp}, Sensor: []SensorKind{SwitchSensor}, Phase: TaskDegraded}
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`"Mode":["run","ramp_hold"]`, `"Control":["position+velocity"]`, `"Kind":"mode_changed"`, `"Cause":"stale"`, `"To":"damp"`, `"Sensor":["switch"]`, `"Phase":"degraded"`} {
		if !strings.Contains(string(text), part) {
			t.Errorf("%s has no %s", text, part)
		}
	}
	var got values
	if err := json.Unmarshal(text, &got); err != nil || got.Event != want.Event || got.Mode[1] != ModeRampHold || got.Control[0] != want.Control[0] || got.Sensor[0] != SwitchSensor || got.Phase != TaskDegraded {
		t.Errorf("%+v, %v", got, err)
	}
	for _, v := range []encoding.TextUnmarshaler{new(Mode), new(ControlMode), new(EventKind), new(Cause), new(SensorKind), new(TaskPhase)} {
		if err := v.UnmarshalText([]byte("perhaps")); err == nil || !strings.Contains(err.Error(), `"perhaps" is unknown; expected`) {
			t.Errorf("%T: %v", v, err)
		}
	}
}
