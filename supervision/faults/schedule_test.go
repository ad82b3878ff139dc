package faults

import (
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

func TestAScheduleIsReadAndPrintedAlike(t *testing.T) {
	for line, want := range map[string]Action{
		"at 4s panic mobile_base/wheels": {At: messages.Instant(4 * time.Second), Verb: Inject, Mode: messages.ModeRampHold,
			Fault: actors.Fault{Kind: actors.FaultPanic, Target: "mobile_base/wheels"}},
		"at 2.8s for 273ms drop a/b.c->d/e.f": {At: messages.Instant(2800 * time.Millisecond), Verb: Inject, Mode: messages.ModeRampHold,
			Fault: actors.Fault{Kind: actors.FaultDrop, Target: "a/b.c->d/e.f", Duration: 273 * time.Millisecond}},
		"at 3s for 1s delay *.state delay=40ms": {At: messages.Instant(3 * time.Second), Verb: Inject, Mode: messages.ModeRampHold,
			Fault: actors.Fault{Kind: actors.FaultDelay, Target: "*.state", Duration: time.Second, Delay: 40 * time.Millisecond}},
		"at 5s acknowledge mobile_base":  {At: messages.Instant(5 * time.Second), Verb: Acknowledge, World: "mobile_base", Mode: messages.ModeRampHold},
		"at 6s stop whole_body mode=off": {At: messages.Instant(6 * time.Second), Verb: Stop, World: "whole_body", Mode: messages.ModeOff},
	} {
		got, err := Parse(line)
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		if got != want {
			t.Errorf("%s: got %+v, expected %+v", line, got, want)
		}
		if again, err := Parse(got.String()); err != nil || again != got {
			t.Errorf("%s was printed as %s, which reads as %+v, %v", line, got, again, err)
		}
	}
}

func TestABadLineIsRefusedWithItsReason(t *testing.T) {
	for line, want := range map[string]string{
		"":                             "it is not",
		"in 4s panic a/b":              "it is not",
		"at four panic a/b":            `time "four"`,
		"at -1s panic a/b":             `time "-1s"`,
		"at 4s for 0s drop a/b":        "no positive duration",
		"at 4s for 1s drop":            "no positive duration",
		"at 4s burn a/b":               `kind "burn" is unknown; known: panic`,
		"at 4s delay a/b delay=x":      "no positive duration",
		"at 4s delay a/b p":            "no parameter such as",
		"at 4s panic a/b mode=off":     `panic has no parameter "mode"`,
		"at 4s stop a mode=asleep":     `mode "asleep" is unknown`,
		"at 4s for 1s acknowledge a/b": "takes neither",
	} {
		if _, err := Parse(line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, expected %q", line, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("at 4s for 10ms panic a/b delay=1s")
	f.Add("at 5s acknowledge w")
	f.Fuzz(func(t *testing.T, line string) {
		a, err := Parse(line)
		if err != nil {
			return
		}
		if again, err := Parse(a.String()); err != nil || again != a {
			t.Fatalf("%q was printed as %q, which reads as %+v, %v", line, a, again, err)
		}
	})
}
