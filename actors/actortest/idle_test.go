package actortest_test

import (
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/actortest"
)

// measures is a value with an array whose size the input declares.
type measures struct {
	X []float64 `dim:"n"`
}

// reader takes two numbers at a time.
type reader struct {
	In actors.In[measures] `port:"in"`
}

func (r *reader) Tick(*actors.Tick) error { return nil }

func reading() actors.Application {
	return actors.Application{Actors: []actors.Spec{{Name: "w/reader", Period: ms, Sizes: actors.Sizes{"n": 2}, New: func() any { return &reader{} }}}}
}

// slip is an error whose methods need a value.
type slip struct{ text string }

func (s *slip) Error() string { return s.text }

// Each of these passed, or hung, or said what nobody understands.
func TestATestThatShowsNothingFails(t *testing.T) {
	for name, c := range map[string]struct {
		experiment func(t *failing)
		want       string
	}{
		"a value that the input cannot take": {func(t *failing) {
			l := actortest.New(t, reading(), 1)
			actortest.Feed[measures](l, "w/reader.in").Send(measures{X: make([]float64, 3)})
			l.Run(10 * ms)
		}, "input w/reader.in cannot take the value: output actortest/feeds/w/reader/in.value: wrong length: actortest_test.measures.X is longer than the 2 elements"},
		"a check that comes too late": {func(t *failing) {
			l := actortest.New(t, reading(), 1)
			actortest.Feed[measures](l, "w/reader.in")
			l.Run(10 * ms)
			l.Always("never", func(*actortest.View) error { return &slip{"never"} })
		}, "1 of 1 checks were declared after the last Run"},
		"two runs of nothing": {func(t *failing) {
			actortest.Deterministic(t, reading, 1, func(l *actortest.Lab) { actortest.Feed[measures](l, "w/reader.in") })
		}, "nothing was run, so nothing was compared"},
		"a run in a check": {func(t *failing) {
			l := actortest.New(t, reading(), 1)
			actortest.Feed[measures](l, "w/reader.in")
			l.Always("again", func(*actortest.View) error { return l.TryRun(time.Second) })
			l.Run(10 * ms)
		}, "Run was called inside a check"},
		"an input that is fed twice": {func(t *failing) {
			l := actortest.New(t, reading(), 1)
			actortest.Feed[measures](l, "w/reader.in")
			actortest.Feed[measures](l, "w/reader.in")
		}, "input w/reader.in is fed already"},
		"a nil pointer for an error": {func(t *failing) {
			l := actortest.New(t, reading(), 1)
			actortest.Feed[measures](l, "w/reader.in")
			l.Always("nothing is wrong", func(*actortest.View) error { return (*slip)(nil) })
			l.Run(10 * ms)
		}, "a nil *actortest_test.slip was returned as an error"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := failsAsTest(t, c.experiment); !strings.Contains(got, c.want) {
				t.Errorf("got %q, expected %q", got, c.want)
			}
		})
	}
}

// The whole test binary ended, without a word of the plan that had led there.
func TestACheckWhoseOwnCodePanicsIsReportedWithThePlan(t *testing.T) {
	experiment := func(t actortest.TB, seed uint64) *actortest.Lab {
		l := actortest.New(t, reading(), seed)
		actortest.Feed[measures](l, "w/reader.in")
		l.Always("it lives once", func(v *actortest.View) error {
			if v.Health("w/reader").Incarnation > 1 {
				panic("my mistake")
			}
			return nil
		})
		return l
	}
	got := fails(t, func(t actortest.TB) {
		l := experiment(t, 1)
		l.Inject("at 5ms panic w/reader")
		l.Run(time.Second)
	})
	mustContain(t, got, `"it lives once" does not hold at 0.105000s`, "its own code panicked: my mistake", "idle_test.go", "at 5ms panic w/reader")
	got = failsAsTest(t, func(f *failing) { actortest.Search(f, actortest.Space{Duration: time.Second}, experiment) })
	mustContain(t, got, `"it lives once" does not hold`, "its own code panicked: my mistake", "ACTORTEST_PLAN=")
	got = failsAsTest(t, func(f *failing) {
		actortest.Search(f, actortest.Space{Duration: time.Second}, func(actortest.TB, uint64) *actortest.Lab { panic("no robot") })
	})
	mustContain(t, got, "the experiment does not make a lab", "panic: no robot")
}
