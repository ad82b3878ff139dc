package switchtest

import (
	"errors"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// ticks makes a run of one axis, a millisecond a tick.
func ticks(states []uint32, efforts ...float64) (r run) {
	for i, e := range efforts {
		r.at, r.effort, r.state = append(r.at, messages.Instant(i)*1_000_000), append(r.effort, []float64{e}), append(r.state, states[i])
	}
	return r
}

func TestAChangeIsComparedWithTheRunThatStays(t *testing.T) {
	still := ticks([]uint32{0, 0, 0, 0, 0}, 1, 1.1, 1.2, 1.3, 1.4)
	c := Config{Limits: []float64{10}}
	change, err := c.compare(still, ticks([]uint32{0, 0, 1, 1, 1}, 1, 1.1, 1.5, 1.3, 0.9))
	if err != nil || change.Step < 0.0299 || change.Step > 0.0301 || change.Axis != 0 || change.Fade < 0.0399 || change.Fade > 0.0401 {
		t.Errorf("%+v, %v; want a step of 3 %% and 4 %% afterwards", change, err)
	}
	if change.From, change.To = "a", "b"; !strings.Contains(change.String(), "a to b: 3.00 %") {
		t.Errorf("it reads %q", change)
	}
	if _, err := c.compare(still, still); err == nil {
		t.Error("a run without a change was no error")
	}
	c.Limits = []float64{10, 10}
	if _, err := c.compare(still, ticks([]uint32{0, 1}, 1, 1)); err == nil {
		t.Error("two limits for one axis were no error")
	}
}

func TestAnApplicationThatCannotBeMadeIsAnError(t *testing.T) {
	none := errors.New("no such file")
	if _, err := Run(Config{States: []string{"a", "b"}, New: func() (*actors.System, error) { return nil, none }}); !errors.Is(err, none) {
		t.Errorf("the error is %v", err)
	}
}
