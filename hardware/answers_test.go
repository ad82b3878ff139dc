package hardware

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// A driver that gives up before it has read leaves the state as it was, in spite of the contract:
// an answer of before must not pass for one of now.
func TestAnExchangeThatHasReadNothingHasNoAnswers(t *testing.T) {
	for name, early := range map[string]error{
		"refusal": &RefusedError{Bus: "arm/bus", Field: "mode", Problem: "is wrong", Expected: "another"},
		"error":   errors.New("a checksum is wrong"),
	} {
		d := newFake()
		d.early = early
		r := newRig(t, func(b *Bus) { b.LostAfter = 5 }, d, newFake())
		answered := 0
		if _, err := actors.Tap(r.system, "arm/bus.state", func(_ messages.Stamp, s *messages.DriveState) {
			if slices.Contains(s.Answered, true) {
				answered++
			}
		}); err != nil {
			t.Fatal(err)
		}
		if err := r.start().advance(6 * time.Millisecond); err != nil {
			t.Fatal(err)
		}
		if answered != 2 {
			t.Errorf("%s: %d states have answers, 2 were read", name, answered)
		}
		if n, text := r.count(messages.EventFailed); n != 1 || !strings.Contains(text, "5 exchanges in a row failed") {
			t.Errorf("%s: %d failures, %q", name, n, text)
		}
	}
}
