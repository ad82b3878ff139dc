package actors

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/internal/testkit"
)

// waitsForEver is an event-driven actor that, on request, sets a timer and asks an actor that does
// not answer, both with the longest time there is.
func waitsForEver(j *journal) []Spec {
	waits := &script{receive: func(a *scripted, c *Context, message any) error {
		if message != "go" {
			j.add("%v", message)
			return nil
		}
		c.After("k", math.MaxInt64, "the timer rang")
		return c.Ask("w/b", 1, math.MaxInt64, func(_ *Context, _ any, err error) error { j.add("%v", err); return nil })
	}}
	keeps := &script{receive: func(a *scripted, c *Context, _ any) error { c.Defer(); return nil }}
	return []Spec{waits.spec("w/a", 0), keeps.spec("w/b", 0)}
}

func TestTheLongestWaitLastsForever(t *testing.T) {
	var j journal
	sys := virtual(t, Application{Actors: waitsForEver(&j)})
	advance(t, sys, time.Second)
	if err := sys.Send("w/a", "go"); err != nil {
		t.Fatal(err)
	}
	advance(t, sys, 1000*time.Hour)
	j.wants(t)
}

func TestWhoWaitsForTheLongestTimeKeepsNoThreadBusy(t *testing.T) {
	var j journal
	sys := started(t, Application{Actors: waitsForEver(&j)})
	time.Sleep(5 * ms)
	if err := sys.Send("w/a", "go"); err != nil {
		t.Fatal(err)
	}
	sys.At(math.MaxInt64, func() { j.add("the last instant came") })
	r := sys.clock.(*realClock)
	if until := r.instantOf(math.MaxInt64); !until.After(time.Now().Add(time.Hour)) {
		t.Errorf("the last instant is slept for until %v, which is past", until)
	}
	time.Sleep(20 * ms)
	stop(t, sys)
	for _, line := range j.all() {
		if line != "w/b has stopped" && line != "w/b restarted before it replied" {
			t.Errorf("got %q", line)
		}
	}
}

func TestAValueThatNeverGrowsOldWakesNobody(t *testing.T) {
	var told []any
	receiver := &script{receive: func(a *scripted, _ *Context, message any) error { told = append(told, message); return nil }}
	sys := virtual(t, Application{
		Actors: []Spec{counting().spec("w/a", 10*ms), receiver.spec("w/b", 0)},
		Links:  []Link{{From: "w/a.out", To: "w/b.in", MaxAge: math.MaxInt64}},
	})
	advance(t, sys, time.Second)
	if len(told) > 0 {
		t.Errorf("told %v", told)
	}
}

func TestTimesThatAreNegativeOrBeyondTheClockAreRefused(t *testing.T) {
	spec := func(edit func(*Spec)) Application {
		s := counting().spec("w/a", 10*ms)
		edit(&s)
		return Application{Actors: []Spec{s}}
	}
	for want, app := range map[string]Application{
		"w/a has a Hang of 1e+300 periods of 10ms":                                     spec(func(s *Spec) { s.Hang = 1e300 }),
		"w/a has a Hang of +Inf periods of 10ms":                                       spec(func(s *Spec) { s.Hang = math.Inf(1) }),
		"w/a has a Hang of NaN periods of 10ms":                                        spec(func(s *Spec) { s.Hang = math.NaN() }),
		"w/a has a modelled execution of -1ms with a jitter of 0s":                     spec(func(s *Spec) { s.Execution.Base = -ms }),
		"w/a has a modelled execution of 0s with a jitter of -1ms":                     spec(func(s *Spec) { s.Execution.Jitter = -ms }),
		"w/a has a modelled execution of 2562047h47m16.854775807s":                     spec(func(s *Spec) { s.Execution.Base = math.MaxInt64 }),
		"w/a has a tolerance that recovers one missed release per -1 releases on time": spec(func(s *Spec) { s.Tolerance.RecoverPer = -1 }),
		"w/a has the phase(9); expected one of perception":                             spec(func(s *Spec) { s.Phase = 9 }),
		"w/a has the overflow 7; expected actors.DropNewest":                           spec(func(s *Spec) { s.Overflow = 7 }),
		"link w/a.out -> w/b.in: max_age -1ms is negative": {
			Actors: []Spec{counting().spec("w/a", ms), counting().spec("w/b", ms)},
			Links:  []Link{{From: "w/a.out", To: "w/b.in", MaxAge: -ms}}},
	} {
		_, err := New(app, WithVirtualTime())
		if err == nil {
			t.Errorf("accepted: %s", want)
			continue
		}
		testkit.MustContain(t, err.Error(), want)
	}
	for _, option := range []Option{WithStopAfter(-1), WithStopDeadline(-1)} {
		if _, err := New(Application{}, option); err == nil {
			t.Error("a negative time was accepted")
		}
	}
	if _, err := New(spec(func(s *Spec) { s.HangAfter, s.StartWithin, s.StopWithin = math.MaxInt64, math.MaxInt64, math.MaxInt64 })); err != nil {
		t.Errorf("bounds that nothing reaches were refused: %v", err)
	}
}

func TestATickWithALongBoundIsNoHangOfAnyLength(t *testing.T) {
	s := counting().spec("w/a", 10*ms)
	s.HangAfter = math.MaxInt64
	sys := started(t, Application{Actors: []Spec{s}})
	eventually(t, "it ticks", func() bool { return healthOf(t, sys, "w/a").Ticks > 2 })
	if err := errors.Join(sys.HaltReason(), sys.Stop(t.Context())); err != nil {
		t.Error(err)
	}
}
