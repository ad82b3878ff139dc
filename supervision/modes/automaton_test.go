package modes

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

const ms = messages.Instant(time.Millisecond)

// running returns a joint in run.
func running() State { return State{Mode: messages.ModeRun, Nonce: 5, Incarnation: 2} }

func step(t *testing.T, r *Rules, s State, e Event, want Effects) State {
	t.Helper()
	next, effects := Step(r, s, e)
	if effects != want {
		t.Fatalf("%+v in %+v has the effects %s, want %s", e, s, effects, want)
	}
	return next
}

func TestAJointBeginsOffWithTheCauseStartup(t *testing.T) {
	s := Begin(SetOf(messages.CauseError), 4, 7)
	if s.Mode != messages.ModeOff || s.Causes != SetOf(messages.CauseStartup, messages.CauseError) ||
		s.Present != SetOf(messages.CauseStartup) || s.Nonce != 1 || s.Incarnation != 4 || s.Since != 7 {
		t.Errorf("%+v", s)
	}
}

func TestAJointAdoptsTheStopThatItsDriveWasFoundIn(t *testing.T) {
	for _, found := range append(messages.Modes(), messages.ModeOff+1) {
		want := found
		if found.Passes() || !found.Valid() {
			want = messages.ModeOff
		}
		if s := Adopt(Begin(0, 1, 0), found); s.Mode != want {
			t.Errorf("found %s: %+v", found, s)
		}
	}
}

func TestOnlyABeginningAdopts(t *testing.T) {
	stopped := State{Mode: messages.ModeOff, Causes: SetOf(messages.CauseOperator)}
	for _, s := range []State{running(), stopped, Adopt(Begin(0, 1, 0), messages.ModeDamp)} {
		if got := Adopt(s, messages.ModeRampHold); got != s {
			t.Errorf("%+v becomes %+v", s, got)
		}
	}
}

func TestAStopIsLeftByTheAcknowledgementOfWhatTheOperatorSaw(t *testing.T) {
	r := NewRules(Acknowledge, Acknowledge, 0)
	s := step(t, &r, running(), Event{Kind: Demand, Cause: messages.CauseStale, Mode: messages.ModeRampHold, Now: 10 * ms}, Changed|Stop|Latched)
	seen := s.Nonce
	request := func(s State, nonce uint32) Event {
		return Event{Kind: Request, Way: Acknowledge, Nonce: nonce, Incarnation: 2, Now: 50 * ms}
	}
	step(t, &r, s, request(s, seen), RefusedPresent)
	s = step(t, &r, s, Event{Kind: Gone, Cause: messages.CauseStale, Now: 20 * ms}, 0)
	// A second cause comes and goes between the look and the acknowledgement.
	s = step(t, &r, s, Event{Kind: Demand, Cause: messages.CauseInvalid, Mode: messages.ModeRampHold, Now: 30 * ms}, Latched)
	s = step(t, &r, s, Event{Kind: Gone, Cause: messages.CauseInvalid, Now: 40 * ms}, 0)
	step(t, &r, s, request(s, seen), RefusedNonce)
	armed := step(t, &r, s, request(s, s.Nonce), Changed|Arm)
	if armed.Mode != messages.ModeRun || armed.Causes != 0 {
		t.Errorf("%+v", armed)
	}
	step(t, &r, armed, request(armed, s.Nonce), RefusedRunning)
}

func TestAnAcknowledgementWorksOnce(t *testing.T) {
	r := NewRules(Acknowledge, Acknowledge, 0)
	stop := func(s State) State {
		s = step(t, &r, s, Event{Kind: Demand, Cause: messages.CauseStale, Mode: messages.ModeDamp}, Changed|Stop|Latched)
		return step(t, &r, s, Event{Kind: Gone, Cause: messages.CauseStale}, 0)
	}
	s := stop(running())
	acknowledgement := Event{Kind: Request, Way: Acknowledge, Nonce: s.Nonce, Incarnation: 2}
	s = stop(step(t, &r, s, acknowledgement, Changed|Arm))
	step(t, &r, s, acknowledgement, RefusedNonce)
}

func TestADriveFaultTakesAReset(t *testing.T) {
	for _, way := range Rearms() {
		r := NewRules(way, Auto, 0)
		s := step(t, &r, running(), Event{Kind: Demand, Cause: messages.CauseDrive, Mode: messages.ModeOff}, Changed|Stop|Latched)
		s = step(t, &r, s, Event{Kind: Gone, Cause: messages.CauseDrive}, 0)
		step(t, &r, s, Event{Kind: Pass, Now: 1e12}, 0)
		step(t, &r, s, Event{Kind: Request, Way: Acknowledge, Nonce: s.Nonce, Incarnation: 2}, RefusedWay)
		step(t, &r, s, Event{Kind: Request, Way: Reset, Nonce: s.Nonce, Incarnation: 2}, Changed|Arm)
	}
}

func TestReArmByItselfWaitsForTheSettleTimeAfterTheLastCause(t *testing.T) {
	r := NewRules(Auto, Auto, 100*time.Millisecond)
	s := step(t, &r, running(), Event{Kind: Demand, Cause: messages.CauseStale, Mode: messages.ModeDamp, Now: 0}, Changed|Stop|Latched)
	s = step(t, &r, s, Event{Kind: Demand, Cause: messages.CausePanic, Mode: messages.ModeDamp, Now: 10 * ms}, Latched)
	s = step(t, &r, s, Event{Kind: Gone, Cause: messages.CauseStale, Now: 20 * ms}, 0)
	step(t, &r, s, Event{Kind: Pass, Now: 500 * ms}, 0)
	s = step(t, &r, s, Event{Kind: Gone, Cause: messages.CausePanic, Now: 500 * ms}, 0)
	step(t, &r, s, Event{Kind: Pass, Now: 600*ms - 1}, 0)
	step(t, &r, s, Event{Kind: Pass, Now: 600 * ms}, Changed|Arm)
}

func TestACauseThatComesBackStartsTheSettleTimeAnew(t *testing.T) {
	r := NewRules(Auto, Auto, 100*time.Millisecond)
	stale := Event{Kind: Demand, Cause: messages.CauseStale, Mode: messages.ModeDamp}
	s := step(t, &r, running(), stale, Changed|Stop|Latched)
	s = step(t, &r, s, Event{Kind: Gone, Cause: messages.CauseStale, Now: 0}, 0)
	nonce := s.Nonce
	s = step(t, &r, s, stale, Latched)
	if s.Nonce == nonce {
		t.Error("a cause that came back is no news to the operator")
	}
	s = step(t, &r, s, Event{Kind: Gone, Cause: messages.CauseStale, Now: 90 * ms}, 0)
	step(t, &r, s, Event{Kind: Pass, Now: 189 * ms}, 0)
	step(t, &r, s, Event{Kind: Pass, Now: 190 * ms}, Changed|Arm)
}

func TestALongStopIsNotLeftByItself(t *testing.T) {
	r := NewRules(Auto, Auto, 0)
	r.AutoWithin = 500 * time.Millisecond
	for _, c := range []struct {
		length messages.Instant
		want   Effects
	}{{500 * ms, Changed | Arm}, {500*ms + 1, 0}} {
		s := step(t, &r, running(), Event{Kind: Demand, Cause: messages.CauseStale, Mode: messages.ModeDamp, Now: 1000 * ms}, Changed|Stop|Latched)
		s = step(t, &r, s, Event{Kind: Gone, Cause: messages.CauseStale, Now: 1000*ms + c.length}, 0)
		s = step(t, &r, s, Event{Kind: Pass, Now: 9000 * ms}, c.want)
		if c.want == 0 {
			step(t, &r, s, Event{Kind: Request, Way: Acknowledge, Nonce: s.Nonce, Incarnation: 2}, Changed|Arm)
		}
	}
}

func TestLimitedClimbsWithoutAStop(t *testing.T) {
	r := NewRules(Acknowledge, Acknowledge, 0)
	s := step(t, &r, running(), Event{Kind: Demand, Cause: messages.CauseOverrun, Mode: messages.ModeLimited}, Changed|Latched)
	step(t, &r, s, Event{Kind: Demand, Cause: messages.CauseOverrun, Mode: messages.ModeRampHold}, Changed|Stop)
}

func TestAStepAllocatesNothing(t *testing.T) {
	r := NewRules(Auto, Auto, 0)
	s := running()
	allocations := testing.AllocsPerRun(1000, func() {
		s, _ = Step(&r, s, Event{Kind: Demand, Cause: messages.CauseStale, Mode: messages.ModeDamp})
		s, _ = Step(&r, s, Event{Kind: Gone, Cause: messages.CauseStale})
		s, _ = Step(&r, s, Event{Kind: Pass, Now: s.Clear})
	})
	if allocations != 0 {
		t.Errorf("%v allocations", allocations)
	}
}

func TestEffectsAreSets(t *testing.T) {
	if !(Changed | Arm).Has(Arm) || Changed.Has(Changed|Arm) {
		t.Error("Has asks for all")
	}
}

func BenchmarkStep(b *testing.B) {
	r := NewRules(Auto, Auto, 0)
	s := running()
	for b.Loop() {
		s, _ = Step(&r, s, Event{Kind: Demand, Cause: messages.CauseStale, Mode: messages.ModeDamp})
		s, _ = Step(&r, s, Event{Kind: Gone, Cause: messages.CauseStale})
		s, _ = Step(&r, s, Event{Kind: Pass, Now: s.Clear})
	}
}
