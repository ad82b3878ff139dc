package metrics

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http/httptest"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

func TestHealthzFailsForWhatNobodyAskedFor(t *testing.T) {
	joint := func(mode messages.Mode, causes ...messages.Cause) gate.JointStatus {
		return gate.JointStatus{Joint: "elbow", Mode: mode, Causes: modes.SetOf(causes...)}
	}
	running := messages.Health{Actor: "arm/controller", State: "running"}
	for _, c := range []struct {
		name             string
		health           messages.Health
		joint            gate.JointStatus
		gate             error
		code             int
		reasons, stopped string
	}{
		{name: "all is well", health: running, joint: joint(messages.ModeRun), code: 200, reasons: "[]", stopped: "[]"},
		{name: "reduced limits are no stop", health: running, joint: joint(messages.ModeLimited, messages.CauseDrive), code: 200, reasons: "[]", stopped: "[]"},
		{name: "an operator stopped a joint", health: running, joint: joint(messages.ModeRampHold, messages.CauseOperator), code: 200,
			reasons: "[]", stopped: "[{joint arm/elbow ramp_hold stopped: operator}]"},
		{name: "a joint waits for its first arming", health: running, joint: joint(messages.ModeOff, messages.CauseStartup), code: 200,
			reasons: "[]", stopped: "[{joint arm/elbow off stopped: startup}]"},
		{name: "a joint stopped by itself", health: running, joint: joint(messages.ModeDamp, messages.CauseStale), code: 503,
			reasons: "[{joint arm/elbow damp stopped: stale}]", stopped: "[]"},
		{name: "an operator's stop hides no fault", health: running, joint: joint(messages.ModeDamp, messages.CauseOperator, messages.CauseDrive), code: 503,
			reasons: "[{joint arm/elbow damp stopped: drive+operator}]", stopped: "[]"},
		{name: "a stop without a cause", health: running, joint: joint(messages.ModeOff), code: 503,
			reasons: "[{joint arm/elbow off stopped: none}]", stopped: "[]"},
		{name: "an actor is down", health: messages.Health{Actor: "arm/controller", State: "restarting", LastError: "nil map"}, joint: joint(messages.ModeRun), code: 503,
			reasons: "[{actor arm/controller restarting the actor is restarting; its last failure: nil map}]", stopped: "[]"},
		{name: "a gate is silent", health: running, gate: errors.New("no answer"), code: 503,
			reasons: "[{world arm  the gate does not answer: no answer}]", stopped: "[]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := httptest.NewRecorder()
			Healthz(Subject{
				System: &system{health: []messages.Health{c.health}}, Worlds: func() []string { return []string{"arm"} },
				Gate: func(context.Context, string) (gate.Status, error) {
					return gate.Status{Joints: []gate.JointStatus{c.joint}}, c.gate
				},
			}).ServeHTTP(w, httptest.NewRequest("GET", "/healthz", nil))
			var got Condition
			if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
				t.Fatal(err)
			}
			if w.Code != c.code || (got.Status == "ok") != (c.code == 200) || got.Application != "pick & place" {
				t.Errorf("%d and %+v, want %d", w.Code, got, c.code)
			}
			if text := fmt.Sprint(got.Reasons); text != c.reasons {
				t.Errorf("reasons %s\nwant %s", text, c.reasons)
			}
			if text := fmt.Sprint(got.Stopped); text != c.stopped {
				t.Errorf("stopped %s\nwant %s", text, c.stopped)
			}
		})
	}
}
