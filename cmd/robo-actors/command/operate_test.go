package command

import (
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

// The JSON of a re-arm has the condition afterwards, and what the caller consented to.
func TestTheJSONOfARearmHasWhatItAcknowledged(t *testing.T) {
	var b strings.Builder
	r := rearmed{gate.Status{Nonce: 7, Joints: []gate.JointStatus{{Joint: "lift", Mode: messages.ModeRun}}}, modes.Reset,
		[]stoppedJoint{{"lift", messages.ModeBrake, modes.Causes(1 << messages.CauseOperator)}}}
	if err := writeJSON(&b, r); err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(b.String()), " ")
	for _, want := range []string{`"Nonce": 7,`, `"Mode": "run"`, `"Way": "reset", "Acknowledged": [ { "Joint": "lift", "Mode": "brake", "Causes": "operator" } ] }`} {
		if !strings.Contains(text, want) {
			t.Errorf("%s\nwant a part %s", text, want)
		}
	}
}
