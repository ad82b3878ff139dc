package actortest_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"go.uber.org/zap"
	"pgregory.net/rapid"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/actortest"
	"github.com/robo-actors/robo-actors/messages"
)

func TestAFeedDrivesAnInputAndAProbeCollectsAnOutput(t *testing.T) {
	lab := actortest.New(t, springs(), 1)
	state := actortest.Feed[messages.JointState](lab, "arm/spring.state")
	effort := actortest.Probe[messages.JointCommand](lab, "arm/spring.effort")
	lab.Run(20 * ms)
	if effort.Len() != 0 {
		t.Error("it acted before it knew anything")
	}
	state.Send(at(0.5))
	lab.Run(20 * ms)
	last, ok := effort.Last()
	if !ok || effort.Len() != 2 || last.Value.Effort[0] != -2.5 || last.Stamp.Time != messages.Instant(40*ms) {
		t.Errorf("got %+v, %d values", last, effort.Len())
	}
	if first := effort.Samples()[0]; first.Stamp.Time != messages.Instant(30*ms) {
		t.Errorf("the first came at %v", first.Stamp.Time)
	}
	lab.Run(30 * ms) // the state is too old at 60 ms
	if got := effort.Since(messages.Instant(55 * ms)); got != nil {
		t.Errorf("it acted on an old state: %+v", got)
	}
	effort.Clear()
	state.SendAt(at(1), messages.Instant(60*ms))
	lab.Run(10 * ms)
	state.Withdraw()
	lab.Run(20 * ms)
	if effort.Len() != 1 {
		t.Errorf("%d values after a withdrawal", effort.Len())
	}
	if _, ok := new(actortest.Prober[int]).Last(); ok {
		t.Error("nothing has a last value")
	}
}

func TestAFeedSendsPeriodicallyUntilItsFunctionEnds(t *testing.T) {
	lab := actortest.New(t, springs(), 1)
	state := actortest.Feed[messages.JointState](lab, "arm/spring.state")
	effort := actortest.Probe[messages.JointCommand](lab, "arm/spring.effort")
	state.Every(5*ms, func(now messages.Instant) (messages.JointState, bool) {
		return at(now.Seconds()), now < messages.Instant(100*ms)
	})
	lab.Run(200 * ms)
	for _, s := range effort.Samples() {
		if want := -5 * min(s.Stamp.Time.Seconds(), 0.095); math.Abs(s.Value.Effort[0]-want) > 1e-12 {
			t.Errorf("at %v the effort is %g, want %g", s.Stamp.Time, s.Value.Effort[0], want)
		}
	}
	if last, _ := effort.Last(); last.Stamp.Time != messages.Instant(120*ms) {
		t.Errorf("the last came at %v", last.Stamp.Time)
	}
}

func TestASampleIsACopy(t *testing.T) {
	lab := actortest.New(t, springs(), 1)
	state := actortest.Feed[messages.JointState](lab, "arm/spring.state")
	effort := actortest.Probe[messages.JointCommand](lab, "arm/spring.effort")
	for i := range 3 {
		state.Send(at(float64(i)))
		lab.Run(10 * ms)
	}
	var got []float64
	for _, s := range effort.Samples() {
		got = append(got, s.Value.Effort[0])
	}
	if !slices.Equal(got, []float64{0, 0, -5, -10}) { // at 0, 10, 20 and 30 ms
		t.Errorf("got %v", got)
	}
}

func TestAnInvariantEndsTheRunWhereItBreaks(t *testing.T) {
	text := fails(t, func(tb actortest.TB) {
		lab := actortest.New(tb, springs(), 7)
		state := actortest.Feed[messages.JointState](lab, "arm/spring.state")
		state.Every(10*ms, func(now messages.Instant) (messages.JointState, bool) { return at(10 * now.Seconds()), true })
		lab.At(15*ms, actortest.Delay("arm/spring.state", 5*ms, 10*ms))
		lab.At(time.Second, actortest.Panic("arm/spring")) // never reached
		lab.Always("effort within 2 N m", func(v *actortest.View) error {
			if c, _, ok := actortest.Value[messages.JointCommand](v, "arm/spring.effort"); ok && math.Abs(c.Effort[0]) > 2 {
				return fmt.Errorf("effort is %.2f N m, limit 2 N m", c.Effort[0])
			}
			return nil
		})
		lab.Run(2 * time.Second)
	})
	mustContain(t, text,
		`"effort within 2 N m" does not hold at 0.050000s`,
		"effort is -2.50 N m, limit 2 N m",
		"arm/spring.effort, number 6 of 0.050000s, incarnation 1:", "Effort [-2.5] N m|N", "Position [0] rad|m",
		"planned:\n\tat 15ms for 10ms delay arm/spring.state delay=5ms\nlatest",
		"0.015000s actortest/feeds/arm/spring/state.value->arm/spring.state fault_injected",
		"seed 7; to see it again: ACTORTEST_SEED=7 go test -count=1 -run '^TestOfAUser$/^of the kit \\(v1\\)$' github.com/robo-actors/robo-actors/actors/actortest")
}

func TestTheErrorOfARunHasEverythingInIt(t *testing.T) {
	lab := actortest.New(t, springs(), 7, actortest.WithReproduction("make it again"))
	actortest.Feed[messages.JointState](lab, "arm/spring.state")
	broken := errors.New("enough")
	lab.Always("time is frozen", func(v *actortest.View) error {
		if v.Now() > 0 {
			return broken
		}
		return nil
	})
	err := lab.TryRun(time.Second)
	var b *actortest.Broken
	if !errors.As(err, &b) || !errors.Is(err, broken) || b.Check != "time is frozen" || b.Time != messages.Instant(10*ms) || b.Seed != 7 || b.Reproduce != "make it again" || len(b.Events) != 2 {
		t.Errorf("got %#v", err)
	}
}

// jointModes is an actor that reports a mode some time after its start.
func modes(after time.Duration) actors.Application {
	return actors.Application{Name: "modes", Actors: []actors.Spec{{Name: "arm/gate", New: func() any { return &teller{after: after} }}}}
}

type teller struct{ after time.Duration }

func (g *teller) Start(c *actors.Context) error { c.After("stop", g.after, "stop"); return nil }
func (g *teller) Receive(c *actors.Context, _ any) error {
	c.Emit(messages.Event{Kind: messages.EventModeChanged, Joint: "elbow", To: messages.ModeRampHold})
	return nil
}

func held(v *actortest.View) bool {
	m, ok := v.Mode("elbow")
	return ok && m == messages.ModeRampHold
}

func TestWithinBoundsWhenSomethingIsMet(t *testing.T) {
	for _, c := range []struct {
		happens, after, bound time.Duration
		ok                    bool
	}{
		{50 * ms, 40 * ms, 10 * ms, true}, // at the bound
		{50 * ms, 40 * ms, 9 * ms, false},
		{50 * ms, 50 * ms, 0, true},
		{50 * ms, 60 * ms, 10 * ms, true}, // it still holds
		{0, 0, 0, true},
	} {
		run := func(tb actortest.TB) {
			lab := actortest.New(tb, modes(c.happens), 1)
			lab.Within("elbow held", c.after, c.bound, held)
			lab.Run(100 * ms)
		}
		if c.ok {
			t.Run(fmt.Sprint(c), func(t *testing.T) { run(t) })
			continue
		}
		mustContain(t, fails(t, run), `"elbow held" does not hold at 0.049000s`, "it did not hold from 0.040000s to 0.049000s, within 9ms")
	}
}

func TestWithinMustBeReached(t *testing.T) {
	text := fails(t, func(tb actortest.TB) {
		lab := actortest.New(tb, modes(time.Hour), 1)
		lab.Within("elbow held", time.Second, time.Second, held)
		lab.Run(ms)
	})
	mustContain(t, text, "the run ended at 0.001000s, before its deadline at 2.000000s")
}

func TestEventuallyIsCheckedAtTheEnd(t *testing.T) {
	lab := actortest.New(t, modes(50*ms), 1)
	lab.Eventually("elbow held", held)
	lab.Run(20 * ms)
	lab.Run(40 * ms)
	lab.Close()
	lab.Close()
	text := fails(t, func(tb actortest.TB) {
		lab := actortest.New(tb, modes(50*ms), 1)
		lab.Eventually("elbow held", held)
		lab.Run(20 * ms)
	})
	mustContain(t, text, `"elbow held"`, "it did not hold before the end of the run at 0.020000s")
}

func TestEveryTriggerNeedsAResponseInTime(t *testing.T) {
	experiment := func(tb actortest.TB, bound time.Duration) {
		lab := actortest.New(tb, springs(), 1)
		state := actortest.Feed[messages.JointState](lab, "arm/spring.state")
		state.Every(10*ms, holding(1))
		lost := actortest.Drop("arm/spring.state", 60*ms)
		lab.At(105*ms, lost)
		lab.At(305*ms, lost)
		none := func(v *actortest.View) bool {
			_, _, ok := actortest.Value[messages.JointCommand](v, "arm/spring.effort")
			return !ok && v.Now() > 0
		}
		injected := func(v *actortest.View) bool { return v.Happened(messages.EventFaultInjected, "", v.Now()) }
		lab.Responds("no effort after a loss", bound, injected, none)
		lab.Run(time.Second)
	}
	experiment(t, 35*ms) // the value of 100 ms is too old at 140 ms, 35 ms after the fault
	text := fails(t, func(tb actortest.TB) { experiment(tb, 34*ms) })
	mustContain(t, text, `"no effort after a loss" does not hold at 0.140000s`, "no response within 34ms of 0.105000s")
}

func TestAnApplicationThatEndsItselfEndsTheRun(t *testing.T) {
	text := fails(t, func(tb actortest.TB) {
		two := springs() // one alone would be replaced
		two.Actors = append(two.Actors, two.Actors[0])
		two.Actors[1].Name = "arm/other"
		lab := actortest.New(tb, two, 3)
		actortest.Feed[messages.JointState](lab, "arm/spring.state")
		actortest.Feed[messages.JointState](lab, "arm/other.state")
		lab.At(25*ms, actortest.Hang("arm/spring"))
		lab.Run(time.Second)
	})
	mustContain(t, text, `"the application runs" does not hold at 0.230000s`, "does not return within 200ms", "at 25ms hang arm/spring", "seed 3")
}

func TestMistakesOfATestAreReportedInItsWords(t *testing.T) {
	for want, test := range map[string]func(actortest.TB){
		`the application cannot be built`: func(tb actortest.TB) { actortest.New(tb, springs(), 1).Run(ms) },
		`input "arm/spring.nothing" is unknown; known: arm/spring.state`: func(tb actortest.TB) {
			lab := actortest.New(tb, springs(), 1)
			actortest.Feed[messages.JointState](lab, "arm/spring.nothing")
			lab.Run(ms)
		},
		"the output carries messages.JointCommand, the input takes messages.JointState": func(tb actortest.TB) {
			lab := actortest.New(tb, springs(), 1)
			actortest.Feed[messages.JointCommand](lab, "arm/spring.state")
			lab.Run(ms)
		},
		"must be fed before the application starts": func(tb actortest.TB) {
			lab := actortest.New(tb, modes(ms), 1)
			lab.Run(ms)
			actortest.Feed[messages.JointState](lab, "arm/spring.state")
		},
		`unknown output "arm/nothing.x"; known: `: func(tb actortest.TB) {
			actortest.Value[int](actortest.New(tb, modes(ms), 1).View(), "arm/nothing.x")
		},
		"output arm/spring.effort carries messages.JointCommand, not int": func(tb actortest.TB) {
			lab := actortest.New(tb, springs(), 1)
			actortest.Feed[messages.JointState](lab, "arm/spring.state")
			actortest.Value[int](lab.View(), "arm/spring.effort")
		},
		`unknown actor "arm/nobody"; known: arm/gate`:                     func(tb actortest.TB) { actortest.New(tb, modes(ms), 1).View().Health("arm/nobody") },
		"At takes an actors.Fault, a func() or a func() error, not a int": func(tb actortest.TB) { actortest.New(tb, modes(ms), 1).At(0, 3) },
		"panic arm/gate was planned for 1ms, which is in the past: it is 0.005000s": func(tb actortest.TB) {
			lab := actortest.New(tb, modes(ms), 1)
			lab.Run(5 * ms)
			lab.At(ms, actortest.Panic("arm/gate"))
		},
		`panic arm/nobody: actor "arm/nobody" is unknown; known: arm/gate`: func(tb actortest.TB) {
			lab := actortest.New(tb, modes(ms), 1)
			lab.At(ms, actortest.Panic("arm/nobody"))
			lab.Run(5 * ms)
		},
		"a function of the test: not now": func(tb actortest.TB) {
			lab := actortest.New(tb, modes(ms), 1)
			lab.At(ms, func() error { return errors.New("not now") })
			lab.Run(5 * ms)
		},
		"expected a positive period": func(tb actortest.TB) {
			actortest.Feed[messages.JointState](actortest.New(tb, springs(), 1), "arm/spring.state").Every(0, holding(1))
		},
		"was closed": func(tb actortest.TB) {
			lab := actortest.New(tb, modes(ms), 1)
			lab.Close()
			lab.Run(ms)
		},
		"carries messages.JointCommand, not int ": func(tb actortest.TB) {
			lab := actortest.New(tb, springs(), 1)
			actortest.Feed[messages.JointState](lab, "arm/spring.state")
			actortest.Probe[int](lab, "arm/spring.effort")
			lab.Run(ms)
		},
	} {
		mustContain(t, fails(t, test)+" ", want)
	}
}

func TestProbesMayComeLater(t *testing.T) {
	lab := actortest.New(t, springs(), 1, actortest.WithOptions(actors.WithLogger(zap.NewNop())))
	state := actortest.Feed[messages.JointState](lab, "arm/spring.state")
	state.Every(10*ms, holding(1))
	lab.Run(50 * ms)
	effort := actortest.Probe[messages.JointCommand](lab, "arm/spring.effort")
	lab.Run(20 * ms)
	if effort.Len() != 2 {
		t.Errorf("%d values", effort.Len())
	}
	if h := lab.View().Health("arm/spring"); h.Ticks != 8 {
		t.Errorf("%d ticks", h.Ticks)
	}
	if e := lab.Events(); len(e) != 2 || len(lab.View().Events()) != 2 || lab.Now() != messages.Instant(70*ms) || lab.Seed() != 1 {
		t.Errorf("events %v at %v", e, lab.Now())
	}
}

func TestFaultsHaveTheirOwnWords(t *testing.T) {
	for want, f := range map[string]actors.Fault{
		"panic a/b":                  actortest.Panic("a/b"),
		"error a/b":                  actortest.Error("a/b"),
		"hang a/b":                   actortest.Hang("a/b"),
		"for 1s crash_loop a/b":      actortest.CrashLoop("a/b", time.Second),
		"for 1s slow a/b delay=2ms":  actortest.Slow("a/b", 2*ms, time.Second),
		"for 1s drop a.b->c.d":       actortest.Drop("a.b->c.d", time.Second),
		"for 1s delay a.b delay=2ms": actortest.Delay("a.b", 2*ms, time.Second),
		"for 1s freeze a.b":          actortest.Freeze("a.b", time.Second),
		"for 1s nan a.b":             actortest.NaN("a.b", time.Second),
	} {
		if got := f.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestARandomSeedCanBeRepeated(t *testing.T) {
	if a, b := actortest.RandomSeed(t), actortest.RandomSeed(t); a == b {
		t.Error("two seeds are the same")
	}
	t.Setenv(actortest.SeedVariable, "17")
	if got := actortest.RandomSeed(t); got != 17 {
		t.Errorf("got %d", got)
	}
	t.Setenv(actortest.SeedVariable, "seventeen")
	mustContain(t, fails(t, func(tb actortest.TB) { actortest.RandomSeed(tb) }), `ACTORTEST_SEED is "seventeen"`)
}

// A search over random faults needs nothing but rapid, which also makes a failing schedule short.
func TestTheKitWorksWithRapid(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		lab := actortest.New(r, springs(), rapid.Uint64().Draw(r, "seed"))
		actortest.Feed[messages.JointState](lab, "arm/spring.state").Every(10*ms, holding(1))
		for range rapid.IntRange(0, 3).Draw(r, "faults") {
			at := time.Duration(rapid.IntRange(0, 300).Draw(r, "at")) * ms
			lab.At(at, rapid.SampledFrom([]actors.Fault{
				actortest.Error("arm/spring"), actortest.Drop("arm/spring.state", 50*ms), actortest.Freeze("arm/*", 20*ms),
			}).Draw(r, "fault"))
		}
		lab.Always("never pushes away", func(v *actortest.View) error {
			if c, _, ok := actortest.Value[messages.JointCommand](v, "arm/spring.effort"); ok && c.Effort[0] > 0 {
				return fmt.Errorf("effort %g N m", c.Effort[0])
			}
			return nil
		})
		lab.Run(400 * ms)
	})
}

func TestACaseOfRapidMayBeSkippedBeforeItRuns(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		lab := actortest.New(r, springs(), 1)
		actortest.Feed[messages.JointState](lab, "arm/spring.state").Every(10*ms, holding(1))
		lab.Always("it is well", func(*actortest.View) error { return nil })
		lab.Inject("at 10ms panic arm/spring")
		if rapid.Bool().Draw(r, "skip") {
			r.Skip("as it was drawn")
		}
		lab.Run(20 * ms)
	})
}

// A lab of ten actors at 1 kHz with an invariant, per second of virtual time.
func BenchmarkLabSecond(b *testing.B) {
	app := actors.Application{Name: "bench"}
	for i := range 10 {
		app.Actors = append(app.Actors, actors.Spec{Name: fmt.Sprintf("arm/spring%d", i), Period: ms, New: func() any { return &spring{Stiffness: 5} }})
	}
	lab := actortest.New(b, app, 1)
	for i := range 10 {
		actortest.Feed[messages.JointState](lab, fmt.Sprintf("arm/spring%d.state", i)).Every(ms, holding(1))
	}
	lab.Always("finite", func(v *actortest.View) error {
		if c, _, ok := actortest.Value[messages.JointCommand](v, "arm/spring3.effort"); ok && math.IsNaN(c.Effort[0]) {
			return errors.New("not finite")
		}
		return nil
	})
	for b.Loop() {
		lab.Run(time.Second)
	}
}
