package actortest

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
)

func TestReportsAndStopsDisturbAndAcknowledgementsDoNot(t *testing.T) {
	for line, want := range map[string]time.Duration{
		"at 1s stop base":                                 time.Second,
		"at 2s report base fault=emergency_stop":          2 * time.Second,
		"at 3s clear base/wheel fault=emergency_stop":     3 * time.Second,
		"at 4s reset base":                                0,
		"at 5s acknowledge base":                          0,
		"every 1s until 6s report base fault=brake_slips": 6 * time.Second,
	} {
		e, err := faults.ParseEntry(line)
		if err != nil {
			t.Fatal(err)
		}
		if end, lasting := endOf(e); end != messages.Instant(want) || lasting != "" {
			t.Errorf("%s ends at %s, %q; expected %s", line, end, lasting, want)
		}
	}
}
