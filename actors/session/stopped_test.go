package session

import (
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/explain"
)

func TestAReportSaysWhatJointsWaitForThatHaveNotRunYet(t *testing.T) {
	file := editedExample(t, "safe_mode: ramp_hold # the joints carry weight: they hold where they come to rest\n        rearm: acknowledge\n        start: auto", "safe_mode: ramp_hold")
	_, r, err := simulate(t, file, []Option{WithDuration(300 * time.Millisecond)})
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := r.Text(&text); err != nil {
		t.Fatal(err)
	}
	want := "it takes its first commands by start: acknowledge, which nobody has given: robo-actors rearm whole_body gives it while the application runs; start: auto of its drive needs nobody\n"
	if !strings.Contains(text.String(), want) {
		t.Errorf("%q is not in%s", want, text.String())
	}
}

func TestACauseThatCameWhileAJointWasStoppedIsReportedOnce(t *testing.T) {
	note := func(joint string, cause messages.Cause) explain.Step {
		return explain.Step{Event: messages.Event{Kind: messages.EventNote, Joint: joint, Cause: cause}}
	}
	x := explain.Explanation{Joint: "pan", After: []explain.Step{note("pan", messages.CauseInvalid), note("pan", messages.CauseInvalid), note("lift", messages.CauseStale),
		{Event: messages.Event{Kind: messages.EventStarted, Cause: messages.CausePanic}}}}
	if got := furtherCauses(&x); len(got) != 1 || got[0] != "further cause: invalid" {
		t.Errorf("got %q", got)
	}
}

func TestAStopThatNobodyAskedForIsReported(t *testing.T) {
	wholeTestOnly(t)
	for name, test := range map[string]struct {
		schedule []string
		stops    int
		unasked  bool
	}{
		"a failure":            {[]string{"at 1s panic mobile_base/wheels"}, 2, true},
		"an operator's stop":   {[]string{"at 1s stop mobile_base"}, 2, false},
		"a failure that ended": {[]string{"at 1s panic mobile_base/wheels", "at 1400ms acknowledge mobile_base"}, 2, false},
	} {
		s, r, err := simulate(t, editedExample(t), []Option{WithDuration(2500 * time.Millisecond)}, test.schedule...)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Stops) < test.stops || (len(r.Unasked) > 0) != test.unasked {
			t.Errorf("%s: stops %+v, unasked %v", name, r.Stops, r.Unasked)
		}
		if over := len(s.Stops()) == 0; over != (name == "a failure that ended") {
			t.Errorf("%s: %q", name, s.Stops())
		}
	}
}
