package session

import (
	"strings"
	"testing"
	"time"
)

func TestAReportSaysWhatJointsWaitForThatHaveNotRunYet(t *testing.T) {
	file := editedExample(t, "safe_mode: ramp_hold # the joints carry weight: they hold where they come to rest\n        rearm: acknowledge\n        start: auto", "safe_mode: ramp_hold")
	_, r, err := simulate(t, Options{File: file, Duration: 300 * time.Millisecond})
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
