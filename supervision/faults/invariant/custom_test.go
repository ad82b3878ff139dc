package invariant

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// still is an invariant of a user in one line: the elbow never moves faster than 1 rad/s.
var still = Always("the elbow is slow", func(v *View) error {
	if d, ok := v.Drive(elbow); ok && math.Abs(d.Velocity) > 1 {
		return fmt.Errorf("it moves at %g rad/s, limit 1", d.Velocity)
	}
	return nil
})

func TestAlwaysIsLookedAtInEveryStep(t *testing.T) {
	p := newPlay(t, still)
	p.run(300)
	p.truths[elbow].Velocity = 1
	p.run(10)
	p.want("")
	p.truths[elbow].Velocity = -1.5
	p.run(1)
	p.want("the elbow is slow", "it moves at -1.5 rad/s", "at 1.310000s")
}

// stopsWithin is a response: a second after the drive shows a fault, the joint has stopped.
func stopsWithin(bound time.Duration) Check {
	return Within("a fault stops", bound,
		func(v *View) bool { d, _ := v.Drive(elbow); return d.Fault != 0 },
		func(v *View) bool { return v.Mode(elbow).Stops() })
}

func TestWithinBoundsTheTimeToAResponse(t *testing.T) {
	for after, want := range map[int]string{1: "", 49: "", 50: "", 52: "a fault stops", 500: "a fault stops"} {
		p := newPlay(t, stopsWithin(50*time.Millisecond))
		for _, joint := range p.jointsOf(armBus) { // as their gate told it
			p.w.modes[joint] = messages.ModeRun
		}
		p.run(100)
		p.truths[elbow].Fault = 7
		p.run(after)
		p.w.modes[elbow] = messages.ModeDamp
		p.run(100)
		if p.want(want); want != "" {
			p.want(want, "no response within 50ms of 1.100000s")
		}
	}
}

func TestWithinCountsFromTheBeginningOfItsTrigger(t *testing.T) {
	p := newPlay(t, stopsWithin(50*time.Millisecond))
	p.w.modes[elbow] = messages.ModeRun
	p.run(100)
	p.truths[elbow].Fault = 7
	p.run(10)
	p.truths[elbow].Fault = 0 // the response is due all the same
	p.run(60)
	p.want("a fault stops", "of 1.100000s")
	p = newPlay(t, stopsWithin(50*time.Millisecond))
	p.w.modes[elbow] = messages.ModeDamp
	p.truths[elbow].Fault = 7 // all the time: it was answered at once, and begins once
	p.run(200)
	p.w.modes[elbow] = messages.ModeRun
	p.run(200)
	p.want("")
}

func TestTwoRunsShareNoStateOfAWithin(t *testing.T) {
	check := stopsWithin(50 * time.Millisecond)
	first := newPlay(t, check)
	first.w.modes[elbow] = messages.ModeRun
	first.truths[elbow].Fault = 7
	first.run(20)
	second := newPlay(t, check)
	second.w.modes[elbow] = messages.ModeRun
	second.run(500)
	second.want("")
}

func TestEventuallyIsDueAfterTheLastFault(t *testing.T) {
	check := Recovers("it runs again", 200*time.Millisecond, func(v *View) bool { return v.Mode(elbow) == messages.ModeRun })
	p := newPlay(t, check)
	p.w.modes[elbow] = messages.ModeDamp
	p.event(messages.Event{Kind: messages.EventFaultInjected, Source: elbow, Text: "sensor_off " + elbow})
	p.run(150)
	p.event(messages.Event{Kind: messages.EventFaultEnded, Source: elbow, Text: "sensor_off " + elbow})
	p.run(200)
	p.want("")
	p.run(2)
	p.want("it runs again", "after the last fault, at 1.150000s")
	p = newPlay(t, check)
	p.event(messages.Event{Kind: messages.EventFaultInjected, Source: elbow, Text: "sensor_off " + elbow})
	p.w.modes[elbow] = messages.ModeRun
	p.run(300)
	p.want("")
	p.w.modes[elbow] = messages.ModeDamp // it must stay so
	p.run(2)
	p.want("it runs again")
}

func TestSometimesReportsWhatWasReached(t *testing.T) {
	p := newPlay(t,
		Sometimes("the elbow damps", func(v *View) bool { return v.Mode(elbow) == messages.ModeDamp }),
		Sometimes("the moon is full", func(*View) bool { return false }))
	p.run(50)
	if r := p.w.Reached(); r["the elbow damps"] || r["the moon is full"] || len(r) != 2 {
		t.Errorf("%v", r)
	}
	p.stop(elbow, messages.ModeDamp, messages.CauseStale)
	p.run(10)
	p.w.modes[elbow] = messages.ModeRun // once is enough
	p.run(10)
	if r := p.w.Reached(); !r["the elbow damps"] || r["the moon is full"] {
		t.Errorf("%v", r)
	}
	p.want("")
}

func TestAViewShowsWhatIsTrueNow(t *testing.T) {
	var seen []string
	p := newPlay(t, Always("look", func(v *View) error {
		_, here := v.Drive(elbow)
		seen = append(seen, fmt.Sprint(v.Now(), v.Mode(elbow), here, v.SinceLastFault()))
		return nil
	}))
	p.run(1)
	p.stop(elbow, messages.ModeDamp, messages.CauseStale)
	p.event(messages.Event{Kind: messages.EventFaultInjected, Source: elbow, Text: "sensor_off " + elbow})
	p.now += 4 * millisecond
	p.run(1)
	if got, want := strings.Join(seen, "; "), "1.000000s off true 1s; 1.005000s damp true 4ms"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// A joint with another name would make an invariant hold always.
func TestAnInvariantOfAJointThatThereIsNotIsBroken(t *testing.T) {
	for name, asks := range map[string]func(*View){
		"mode":  func(v *View) { v.Mode("elbw") },
		"drive": func(v *View) { _, _ = v.Drive("elbw") },
	} {
		for _, check := range []Check{
			Always(name, func(v *View) error { asks(v); return nil }),
			Sometimes(name, func(v *View) bool { asks(v); return true }),
			Within(name, time.Second, func(v *View) bool { asks(v); return false }, func(*View) bool { return true }),
		} {
			p := newPlay(t, check)
			p.run(1)
			p.want(name, `it queries the unknown joint "elbw"; known: `, elbow)
		}
	}
	p := newPlay(t, Always("every known joint", func(v *View) error {
		for _, m := range v.w.worlds {
			for i := range m.joints {
				v.Mode(m.joints[i].name)
				_, _ = v.Drive(m.joints[i].name)
			}
		}
		return nil
	}))
	p.run(10)
	p.want("")
}

func TestARunThatEndsTooEarlyHasNotAskedForWhatComesAfterTheLastFault(t *testing.T) {
	p := newPlay(t, Recovers("it runs again", 200*time.Millisecond, func(*View) bool { return true }), still)
	for _, step := range []struct {
		fault bool
		run   int
		due   bool
	}{{true, 150, false}, {false, 60, true}, {true, 100, false}, {false, 90, false}, {false, 20, true}} {
		if step.fault {
			p.event(messages.Event{Kind: messages.EventFaultInjected, Source: elbow, Text: "sensor_off " + elbow})
		}
		p.run(step.run)
		if due := p.w.Due(); len(due) != 1 || due["it runs again"] != step.due {
			t.Errorf("after %+v: %v", step, due)
		}
	}
	p.want("")
}

// mute is an error whose methods need a value.
type mute struct{ text string }

func (m *mute) Error() string { return m.text }

// It was reported as the failure of a recorder, without the name of the invariant.
func TestAnInvariantWhoseOwnCodePanicsIsBroken(t *testing.T) {
	for name, check := range map[string]Check{
		"always":    Always("always", func(*View) error { panic("my mistake") }),
		"nil error": Always("nil error", func(*View) error { return (*mute)(nil) }),
		"sometimes": Sometimes("sometimes", func(*View) bool { panic("my mistake") }),
		"within":    Within("within", time.Second, nil, nil),
	} {
		p := newPlay(t, check)
		p.run(1)
		p.want(name, "its own code panicked: ", "custom_test.go")
	}
}

// One of two situations of one name that is never reached is not hidden by the other.
func TestSituationsOfOneNameMustAllBeReached(t *testing.T) {
	for _, reached := range [][2]bool{{true, false}, {false, true}, {true, true}} {
		p := newPlay(t,
			Sometimes("it damps", func(*View) bool { return reached[0] }),
			Sometimes("it damps", func(*View) bool { return reached[1] }))
		p.run(1)
		if got, want := p.w.Reached()["it damps"], reached[0] && reached[1]; got != want {
			t.Errorf("reached %v: told as %t", reached, got)
		}
	}
}
