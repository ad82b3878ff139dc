package actors

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/platform"
)

func TestADomainIsAwakeForATwentiethOfItsShortestPeriodAtMost(t *testing.T) {
	fifo, other := Grant{Policy: platform.PolicyFIFO}, Grant{Policy: "SCHED_OTHER"}
	for name, c := range map[string]struct {
		asked   time.Duration
		granted Grant
		periods []time.Duration
		want    time.Duration
	}{
		"by itself with SCHED_FIFO":       {0, fifo, []time.Duration{time.Second, ms}, DefaultSpin},
		"by itself without":               {0, other, []time.Duration{ms}, 0},
		"where time is short":             {0, fifo, []time.Duration{time.Second, 200 * time.Microsecond}, 10 * time.Microsecond},
		"as asked":                        {100 * time.Microsecond, fifo, []time.Duration{10 * ms}, 100 * time.Microsecond},
		"as asked, without SCHED_FIFO":    {100 * time.Microsecond, other, []time.Duration{10 * ms}, 100 * time.Microsecond},
		"as much as the period has":       {time.Hour, other, []time.Duration{10 * ms, 20 * ms}, 500 * time.Microsecond},
		"not at all, as asked":            {-1, fifo, []time.Duration{10 * ms}, 0},
		"not at all, as asked, otherwise": {-time.Hour, other, []time.Duration{10 * ms}, 0},
	} {
		d := &domain{spec: DomainSpec{Spin: c.asked}}
		for _, p := range c.periods {
			d.members.Add(&cell{spec: Spec{Period: p}})
		}
		if got := d.spinFor(c.granted); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// slept is a sleeper that notes until when it was to sleep.
type slept struct{ until []time.Time }

func (s *slept) Sleep(until time.Time) { s.until = append(s.until, until) }
func (*slept) Kick()                   {}
func (*slept) Close()                  {}

func TestAThreadSleepsUntilShortlyBeforeARelease(t *testing.T) {
	system, err := New(Application{Actors: []Spec{counting().spec("a/b", time.Hour)}})
	if err != nil {
		t.Fatal(err)
	}
	r := system.clock.(*realClock)
	r.origin.Store(int64(time.Since(r.base)))
	thread, sleeper := r.threads.Load()[0], &slept{}
	thread.sleeper = sleeper
	r.start()
	first := r.instantOf(instant(time.Hour))
	for spin, want := range map[time.Duration]time.Time{0: first, time.Minute: first.Add(-time.Minute)} {
		sleeper.until = nil
		thread.cycle(thread.executor.Load(), spin)
		if len(sleeper.until) != 1 || !sleeper.until[0].Equal(want) {
			t.Errorf("awake for %v: it slept until %v, want %v", spin, sleeper.until, want)
		}
	}
	sleeper.until = nil
	thread.cycle(thread.executor.Load(), 2*time.Hour)
	if len(sleeper.until) != 0 || thread.domain.members.Load()[0].stats.ticks.Load() != 0 {
		t.Errorf("within the time in which it is awake it slept until %v and ticked %d times", sleeper.until, thread.domain.members.Load()[0].stats.ticks.Load())
	}
}

func TestNothingBeginsBeforeItsInstantInADomainThatIsAwake(t *testing.T) {
	const spin = 250 * time.Microsecond
	a := &script{tick: func(a *scripted, t *Tick) error {
		if t.Now < t.Release {
			return errors.New("it began early")
		}
		return a.Out.Send(t, note{N: a.ticks})
	}}
	system, err := New(Application{Domains: []DomainSpec{{Name: DefaultDomain, Spin: spin}},
		Actors: []Spec{a.spec("a/b", 5*ms), a.spec("a/c", 10*ms)}}, WithStopAfter(200*ms))
	if err != nil {
		t.Fatal(err)
	}
	if err := system.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	if g := system.Grants(); g.Domains[0].Spin != spin || g.Watchdog.Spin != 0 {
		t.Errorf("%+v", g)
	}
	for _, h := range system.Health() {
		if h.Ticks == 0 || h.Incarnation != 1 {
			t.Errorf("%s ticked %d times, and is its incarnation %d", h.Actor, h.Ticks, h.Incarnation)
		}
	}
}

func TestADomainThatIsAwakeObeysAtOnce(t *testing.T) {
	system, err := New(Application{Domains: []DomainSpec{{Name: DefaultDomain, Spin: time.Hour}},
		Actors: []Spec{counting().spec("a/b", time.Hour)}}) // it is awake for the last three minutes of an hour
	if err != nil {
		t.Fatal(err)
	}
	const passed = 59 * time.Minute
	r := system.clock.(*realClock)
	r.base = r.base.Add(-passed)
	if err := system.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	r.origin.Add(-int64(passed))
	r.threads.Load()[0].sleeper.Kick()
	if err := system.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	if at := system.Now(); at < instant(59*time.Minute) || at >= instant(time.Hour) {
		t.Errorf("it is %v", at)
	}
}

func TestAGrantSaysHowTheThreadWaits(t *testing.T) {
	for want, g := range map[string]Grant{
		"futex":                              {Wait: "futex"},
		"futex, awake 50µs before a release": {Wait: "futex", Spin: DefaultSpin},
	} {
		if got := g.Waiting(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
