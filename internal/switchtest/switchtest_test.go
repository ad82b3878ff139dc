package switchtest

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// traceOf makes a trace of two axes with limits 10 and 100, one tick a millisecond: state 0 for ten
// ticks, then another one. Both axes and their laws rise by 0.01 a tick.
func traceOf(next uint32) *trace {
	t := &trace{limit: []float64{10, 100}}
	for k := range 20 {
		x := []float64{0.01 * float64(k), 0.01 * float64(k)}
		at := tick{at: messages.Instant(time.Duration(k) * time.Millisecond), phase: messages.TaskRunning, commanded: x, own: slices.Clone(x)}
		if k >= 10 {
			at.state = next
		}
		t.ticks = append(t.ticks, at)
	}
	return t
}

func TestStepsAreFoundWhereTheyAre(t *testing.T) {
	for name, test := range map[string]struct {
		spoil                    func(*trace)
		atChange, worst, without float64
	}{
		"no step": {func(*trace) {}, 0, 0, 0},
		"at the change": {func(r *trace) {
			for k := 10; k < 20; k++ {
				r.ticks[k].commanded[0] += 0.7
				r.ticks[k].own[0] += 0.7
			}
		}, 0.07, 0, 0},
		"a law that steps is handed over": {func(r *trace) {
			for k := 10; k < 20; k++ {
				r.ticks[k].own[1] += 30
			}
		}, 0, 0, 0.3},
		"after the change, beyond the law's own": {func(r *trace) {
			for k := 14; k < 20; k++ {
				r.ticks[k].commanded[0] += 0.5
			}
		}, 0, 0.05, 0},
		"the law's own step": {func(r *trace) {
			for k := 14; k < 20; k++ {
				r.ticks[k].commanded[0] += 0.5
				r.ticks[k].own[0] += 0.5
			}
		}, 0, 0, 0},
		"a tick of two milliseconds": {func(r *trace) {
			for k := 14; k < 20; k++ {
				r.ticks[k].at = r.ticks[k].at.Add(time.Millisecond)
				r.ticks[k].commanded[1] -= 8
			}
		}, 0, 0.0398, 0}, // 8 back, of which 0.02 are undone by what the axis rises; the law's own 0.01 count for it
	} {
		r := traceOf(3)
		test.spoil(r)
		p, err := compare(r, traceOf(0))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for what, v := range map[string][2]float64{"at the change": {p.AtChange, test.atChange}, "worst": {p.Worst, test.worst}, "without": {p.Without, test.without}} {
			if math.Abs(v[0]-v[1]) > 2e-4 {
				t.Errorf("%s: %s %g, want %g", name, what, v[0], v[1])
			}
		}
	}
}

func TestTracesThatShowNoChangeAreRefused(t *testing.T) {
	degraded := traceOf(3)
	degraded.ticks[15].phase = messages.TaskDegraded
	early := traceOf(0)
	for k := range early.ticks {
		early.ticks[k].state = 2
	}
	for want, test := range map[string][2]*trace{
		"no ticks":                {{}, {}},
		"not the same number":     {traceOf(3), {limit: []float64{1}}},
		"did not change":          {traceOf(0), traceOf(0)},
		"the twin is in another":  {traceOf(3), early},
		"do not run any more":     {degraded, traceOf(0)},
		"the state did not chang": {traceOf(3), traceOf(3)},
	} {
		if _, err := compare(test[0], test[1]); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

func TestAnApplicationThatCannotBeMadeIsAnError(t *testing.T) {
	none := errors.New("no such file")
	if _, err := Measure(Config{States: []string{"a", "b"}, New: func() (Application, error) { return Application{}, none }}); !errors.Is(err, none) {
		t.Errorf("the error is %v", err)
	}
}

func TestAChangeIsBoundedByBothOfItsShares(t *testing.T) {
	for want, p := range map[bool][]Pair{true: {{}, {AtChange: Share, Worst: Share}, {Without: 1}}, false: {{AtChange: 0.021}, {Worst: 0.021}, {Worst: math.NaN()}}} {
		for _, p := range p {
			if p.From, p.To = "a", "b"; p.Bounded() != want || !strings.Contains(p.String(), "a to b") {
				t.Errorf("%s: bounded %t, want %t", p, p.Bounded(), want)
			}
		}
	}
}
