package supervision

import (
	"strings"
	"testing"
	"time"
)

func TestEveryMistakeOfAPolicyIsReported(t *testing.T) {
	r := Restart{Strategy: "one_for_some", Max: -1, BackoffMin: time.Second, BackoffMax: time.Millisecond, BackoffJitter: 2}
	err := r.Check()
	if err == nil {
		t.Fatal("nothing was found")
	}
	for _, want := range []string{`"one_for_some" is unknown; expected one of one_for_one, one_for_all, rest_for_one, degrade`,
		"max is -1", "within is 0s", "from 1s to 1ms", "factor is 0", "jitter is 2", "deadline of a start is 0s"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the error lacks %q:\n%v", want, err)
		}
	}
	if err := DefaultRestart().Check(); err != nil {
		t.Errorf("the default is refused: %v", err)
	}
}

func TestAPolicyRestartsAThousandTimesAtMost(t *testing.T) {
	for most, right := range map[int]bool{-1: false, 0: true, 1000: true, 1001: false} {
		r := DefaultRestart()
		r.Max = most
		if err := r.Check(); (err == nil) != right {
			t.Errorf("at most %d restarts: %v", most, err)
		}
	}
}

func TestABackOffMayBeConstant(t *testing.T) {
	r := DefaultRestart()
	r.BackoffMin, r.BackoffMax = time.Second, time.Second
	if err := r.Check(); err != nil {
		t.Error(err)
	}
	for n := 1; n < 9; n++ {
		if got := r.Backoff(n, 0); got != time.Second {
			t.Errorf("failure %d: %s", n, got)
		}
	}
}
