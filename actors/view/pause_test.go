package view

import (
	"errors"
	"testing"
	"time"
)

func TestRequestsThatWaitedDuringAPauseAreNotCarriedOut(t *testing.T) {
	var p pauses
	at := func(s float64) time.Time { return time.Unix(1000, 0).Add(time.Duration(s * 1e9)) }
	for _, step := range []struct {
		s      float64
		beats  bool
		paused bool
	}{
		{0, false, false}, {0.1, true, false}, {0.3, true, false}, {0.5, false, false},
		{10, false, true}, // a request is the first to run after a pause of 9.7 s
		{10.1, true, false}, {10.2, false, true}, {11, false, true}, {11.2, true, false}, {11.3, false, false},
		{20, true, false}, {20.1, false, true}, // the beat is the first to run
	} {
		if step.beats {
			p.beat(at(step.s))
			continue
		}
		if err := p.check(at(step.s)); errors.Is(err, errPaused) != step.paused {
			t.Errorf("a request at %g s gives %v; paused: %v", step.s, err, step.paused)
		}
	}
}
