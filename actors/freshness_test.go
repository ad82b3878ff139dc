package actors

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/messages"
)

// telling records the events about a receiver's inputs, and whether it has a value.
func telling(j *journal) *script {
	return &script{
		tick: func(a *scripted, t *Tick) error {
			_, err := a.In.Fresh(t)
			switch {
			case err == nil:
				j.add("%v fresh", time.Duration(t.Now))
			case errors.Is(err, ErrStale):
				j.add("%v stale", time.Duration(t.Now))
			case errors.Is(err, ErrWithdrawn):
				j.add("%v withdrawn", time.Duration(t.Now))
			default:
				j.add("%v none", time.Duration(t.Now))
			}
			return nil
		},
		receive: func(a *scripted, c *Context, m any) error {
			j.add("%v %T%v", time.Duration(c.Time()), m, m)
			return nil
		},
	}
}

// sendingWhile sends at the ticks that the function picks.
func sendingWhile(pick func(cycle uint64) bool) *script {
	return &script{tick: func(a *scripted, t *Tick) error {
		if !pick(t.Sequence) {
			return nil
		}
		return a.Out.Send(t, note{N: int64(t.Sequence)})
	}}
}

func TestAnActorReceivesOneEventWhenAValueGoesStaleAndOneWhenItRecovers(t *testing.T) {
	var j journal
	source := sendingWhile(func(n uint64) bool { return n < 2 || n >= 6 })
	sys := virtual(t, pair(source, telling(&j), 15*ms), eventLog(&j, messages.EventStale, messages.EventRecovered))
	advance(t, sys, 80*ms)
	j.wants(t,
		"0s fresh", "10ms fresh", "20ms fresh",
		"0.030000s w/b_sink stale port in cause stale: from w/a_source.out",
		"30ms actors.InputStale{in}",
		"30ms stale", "40ms stale", "50ms stale",
		"0.060000s w/b_sink recovered port in cause stale: from w/a_source.out",
		"60ms actors.InputRecovered{in}",
		"60ms fresh", "70ms fresh", "80ms fresh")
}

func TestAWithdrawalIsReportedOnceAlsoWithoutABound(t *testing.T) {
	for _, maxAge := range []time.Duration{0, 100 * ms} {
		var j journal
		source := &script{tick: func(a *scripted, t *Tick) error {
			if t.Sequence == 1 || t.Sequence == 2 {
				return a.Out.Withdraw(t) // the second time there is nothing to take back
			}
			return a.Out.Send(t, note{})
		}}
		sys := virtual(t, pair(source, telling(&j), maxAge))
		advance(t, sys, 30*ms)
		j.wants(t, "0s fresh", "10ms actors.InputStale{in}", "10ms withdrawn", "20ms withdrawn", "30ms actors.InputRecovered{in}", "30ms fresh")
	}
}

func TestAWithdrawalByASenderThatRunsIsSaidToBeIts(t *testing.T) {
	var told string
	source := &script{tick: func(a *scripted, t *Tick) error {
		if t.Sequence == 1 {
			return a.Out.Withdraw(t)
		}
		return a.Out.Send(t, note{})
	}}
	sink := &script{tick: func(a *scripted, t *Tick) error {
		if _, err := a.In.Fresh(t); err != nil {
			told = err.Error()
		}
		return nil
	}}
	advance(t, virtual(t, pair(source, sink, 0)), 20*ms)
	const want = "input w/b_sink.in: value was withdrawn (from w/a_source.out): its sender runs and took it back; the sender's own events may say why"
	if told != want {
		t.Errorf("got  %s\nwant %s", told, want)
	}
}

func TestAFailedSenderHasNoValueAndItsRestartIsReportedBeforeTheRecovery(t *testing.T) {
	var j journal
	sys := virtual(t, pair(counting(), telling(&j), 200*ms))
	advance(t, sys, 10*ms)
	inject(t, sys, Fault{Kind: FaultError, Target: "w/a_source"})
	advance(t, sys, 10*ms) // fails at 20 ms
	j.wants(t, "0s fresh", "10ms fresh", "20ms actors.InputStale{in}", "20ms withdrawn")
	j.clear()
	advance(t, sys, 110*ms) // restarts at 120 ms
	j.wants(t, "30ms withdrawn", "40ms withdrawn", "50ms withdrawn", "60ms withdrawn", "70ms withdrawn", "80ms withdrawn", "90ms withdrawn",
		"100ms withdrawn", "110ms withdrawn",
		"120ms actors.SenderRestarted{in 2}", "120ms actors.InputRecovered{in}", "120ms fresh", "130ms fresh")
}

func TestAnOrderlyStopWithdrawsToo(t *testing.T) {
	var j journal
	sys := virtual(t, pair(counting(), telling(&j), 0))
	advance(t, sys, 10*ms)
	sys.cells()[0].node.Stop()
	advance(t, sys, 20*ms)
	j.wants(t, "0s fresh", "10ms fresh", "20ms actors.InputStale{in}", "20ms withdrawn", "30ms withdrawn")
}

// What was sent before an incarnation of the receiver began is not for it: a command is not
// executed twice, and not by one who was not meant.
func TestANewIncarnationOfTheReceiverBeginsWithoutValues(t *testing.T) {
	var j journal
	source := &script{tick: func(a *scripted, t *Tick) error {
		if t.Now == instant(50*ms) || t.Now == 0 || t.Now == instant(300*ms) { // while the receiver lives, is suspended, lives again
			return a.Out.Send(t, note{N: int64(t.Sequence)})
		}
		return nil
	}}
	sys := virtual(t, pair(source, telling(&j), 0))
	advance(t, sys, 0)
	inject(t, sys, Fault{Kind: FaultError, Target: "w/b_sink"})
	advance(t, sys, 280*ms) // fails at 10 ms, restarts at 110 ms
	for _, line := range j.all()[1:] {
		if line[len(line)-4:] != "none" {
			t.Errorf("the new incarnation has %q", line)
		}
	}
	j.clear()
	advance(t, sys, 20*ms)
	j.wants(t, "290ms none", "300ms fresh")
}

// A value that travels while its receiver restarts is not for the new incarnation either.
func TestAValueUnderWayDuringARestartIsRefused(t *testing.T) {
	var j journal
	sys := virtual(t, pair(sendingWhile(func(n uint64) bool { return n == 5 }), telling(&j), 0))
	inject(t, sys, Fault{Kind: FaultDelay, Target: "w/a_source.out", Delay: 100 * ms})
	advance(t, sys, 50*ms)
	inject(t, sys, Fault{Kind: FaultError, Target: "w/b_sink"})
	advance(t, sys, 200*ms) // fails at 60 ms, restarts at 160 ms; the value of 50 ms arrives at 150 ms
	for _, line := range j.all() {
		if line[len(line)-4:] != "none" {
			t.Errorf("%q", line)
		}
	}
}

func TestTheAgeIsThatOfTheReceiversTick(t *testing.T) {
	source := counting().spec("w/a", 20*ms)
	sink := (&script{}).spec("w/b", 10*ms)
	sys := virtual(t, Application{Actors: []Spec{source, sink}, Links: []Link{{From: "w/a.out", To: "w/b.in", MaxAge: 30 * ms}}})
	advance(t, sys, 90*ms)
	// At one instant the shorter period comes first: the sink reads ages of 20 and 10 ms in turn.
	in := healthOf(t, sys, "w/b").Inputs[0]
	if in.Age != 10*ms || in.MaxAge != 30*ms || in.Ages.Count != 9 || in.Ages.Max != 20*ms || in.Ages.P50 > 10*ms*17/16 || in.Stale || in.Received != 5 {
		t.Errorf("got %+v", in)
	}
}

func TestAnEventDrivenActorReceivesTheEventOfAStaleInput(t *testing.T) {
	var j journal
	app := pair(sendingWhile(func(n uint64) bool { return n < 3 || n == 10 }), telling(&j), 25*ms)
	app.Actors[1].Period = 0
	sys := virtual(t, app)
	advance(t, sys, 150*ms)
	justAfter := 20*ms + 25*ms + 1
	again := 100*ms + 25*ms + 1
	j.wants(t, "0s fresh", "10ms fresh", "20ms fresh",
		fmt.Sprintf("%v actors.InputStale{in}", justAfter), fmt.Sprintf("%v stale", justAfter),
		"100ms actors.InputRecovered{in}", "100ms fresh",
		fmt.Sprintf("%v actors.InputStale{in}", again), fmt.Sprintf("%v stale", again))
	if n := sys.virtual.events.Len(); n > 1 {
		t.Errorf("%d alarms are left", n)
	}
}

func TestABoundBelowTheSendersPeriodIsRefused(t *testing.T) {
	_, err := New(pair(counting(), &script{}, 9*ms), WithVirtualTime())
	if err == nil {
		t.Fatal("accepted")
	}
	testkit.MustContain(t, err.Error(), "w/a_source.out -> w/b_sink.in", "max_age 9ms", "one period of the source, 10ms")
}

// Who only looks at values sees a gap; its length is reported all the same.
func TestTheAgeOfAValueThatWasWithdrawnGrowsUntilTheNextComes(t *testing.T) {
	sys := virtual(t, pair(counting(), counting(), 30*ms))
	input := func() messages.InputHealth { return healthOf(t, sys, "w/b_sink").Inputs[0] }
	advance(t, sys, 100*ms)
	if in := input(); in.Age != 0 || in.Stale {
		t.Fatalf("age %v, stale %v; expected a new value", in.Age, in.Stale)
	}
	inject(t, sys, Fault{Kind: FaultPanic, Target: "w/a_source"}) // down from 110 ms to 210 ms
	advance(t, sys, 20*ms)
	if in := input(); in.Age != 20*ms || in.Stale {
		t.Errorf("age %v, stale %v; expected 20 ms, which is not too old", in.Age, in.Stale)
	}
	advance(t, sys, 80*ms)
	if in := input(); in.Age != 100*ms || !in.Stale || in.Ages.Max > 30*ms {
		t.Errorf("age %v, stale %v, at most %v when it was there; expected 100 ms, stale, and little", in.Age, in.Stale, in.Ages.Max)
	}
	advance(t, sys, 50*ms)
	if in := input(); in.Age != 0 || in.Stale {
		t.Errorf("age %v, stale %v; expected a new value again", in.Age, in.Stale)
	}
}
