package supervision

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/robo-actors/robo-actors/messages"
)

const second = messages.Instant(time.Second)

// bus is a supervisor of four children; its policy has no jitter.
func bus(strategy Strategy, children ...Child) Supervisor {
	r := DefaultRestart()
	r.Strategy, r.BackoffJitter = strategy, 0
	if children == nil {
		children = []Child{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "d"}}
	}
	return Supervisor{Name: "bus", Restart: r, Children: children}
}

func decide(s Supervisor, h *History, child string, at messages.Instant) Decision {
	d, next := s.Decide(*h, Failure{Child: child, Time: at}, 0.5)
	*h = next
	return d
}

func TestChildrenAreStoppedLastFirstAndStartedInOrder(t *testing.T) {
	const first = "failure 1 of at most 3 within 10s"
	for strategy, want := range map[Strategy]Decision{
		OneForOne:  {StartAgain, 100 * time.Millisecond, nil, []string{"b"}, first},
		OneForAll:  {StartAgain, 100 * time.Millisecond, []string{"d", "c", "a"}, []string{"a", "b", "c", "d"}, first},
		RestForOne: {StartAgain, 100 * time.Millisecond, []string{"d", "c"}, []string{"b", "c", "d"}, first},
		Degrade:    {Action: LeaveEnded, Reason: "the others continue without b"},
	} {
		var h History
		if got := decide(bus(strategy), &h, "b", 0); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v\nwant %+v", strategy, got, want)
		}
	}
}

func TestWhatHasEndedForGoodIsNotStartedAgain(t *testing.T) {
	s := bus(OneForAll, Child{Name: "a"}, Child{Name: "b", Lifetime: Temporary}, Child{Name: "c", Lifetime: Transient})
	var h History
	if d := decide(s, &h, "b", 0); d.Action != LeaveEnded {
		t.Fatalf("%+v", d)
	}
	if d := decide(s, &h, "a", second); !slices.Equal(d.Start, []string{"a", "c"}) || !slices.Equal(d.Stop, []string{"c"}) {
		t.Errorf("%+v", d)
	}
	if d := decide(s, &h, "b", 2*second); d.Action != LeaveEnded || !strings.Contains(d.Reason, "had ended") {
		t.Errorf("%+v", d)
	}
	if !slices.Equal(h.ended, []string{"b"}) {
		t.Errorf("%v", h.ended)
	}
}

func TestATemporarySiblingIsStoppedWithTheOthersAndNotStarted(t *testing.T) {
	s := bus(OneForAll, Child{Name: "a"}, Child{Name: "b", Lifetime: Temporary}, Child{Name: "c"})
	var h History
	d := decide(s, &h, "a", 0)
	if !slices.Equal(d.Stop, []string{"c", "b"}) || !slices.Equal(d.Start, []string{"a", "c"}) || !slices.Equal(h.ended, []string{"b"}) {
		t.Errorf("%+v, ended %v", d, h.ended)
	}
}

func TestATransientChildMayEnd(t *testing.T) {
	s := bus(OneForOne, Child{Name: "a", Lifetime: Transient}, Child{Name: "b"})
	for child, want := range map[string]Action{"a": LeaveEnded, "b": StartAgain} {
		if d, _ := s.Decide(History{}, Failure{Child: child, Normal: true}, 0); d.Action != want {
			t.Errorf("%s: %+v", child, d)
		}
	}
	if d, _ := s.Decide(History{}, Failure{Child: "a"}, 0); d.Action != StartAgain {
		t.Errorf("after a failure: %+v", d)
	}
}

func TestASignificantChildTakesTheOthersWithIt(t *testing.T) {
	s := bus(OneForOne, Child{Name: "a"}, Child{Name: "b", Lifetime: Transient, Significant: true}, Child{Name: "c"})
	d, _ := s.Decide(History{}, Failure{Child: "b", Normal: true}, 0)
	if d.Action != EndAll || !slices.Equal(d.Stop, []string{"c", "a"}) {
		t.Errorf("%+v", d)
	}
}

func TestASignificantChildDoesNotDegrade(t *testing.T) {
	s := bus(Degrade, Child{Name: "a", Significant: true}, Child{Name: "b"}, Child{Name: "c"})
	var h History
	if d := decide(s, &h, "b", 0); d.Action != LeaveEnded {
		t.Errorf("%+v", d)
	}
	if d := decide(s, &h, "a", second); d.Action != AskParent || !slices.Equal(d.Stop, []string{"c"}) {
		t.Errorf("%+v", d)
	}
}

func TestAStrangersFailureIsNotAnsweredByARestart(t *testing.T) {
	var h History
	if d := decide(bus(OneForOne), &h, "x", 0); d.Action != AskParent || !slices.Equal(d.Stop, []string{"d", "c", "b", "a"}) {
		t.Errorf("%+v", d)
	}
}

func TestFailuresOfAllChildrenMayBeCountedTogether(t *testing.T) {
	s := bus(OneForOne)
	s.Count = PerSupervisor
	var h History
	for i, child := range []string{"a", "b", "c"} {
		if d := decide(s, &h, child, messages.Instant(i)*second); d.Action != StartAgain {
			t.Fatalf("%+v", d)
		}
	}
	if d := decide(s, &h, "d", 9*second); d.Action != AskParent {
		t.Errorf("%+v", d)
	}
}

func TestEachChildHasItsOwnBackOff(t *testing.T) {
	s := bus(OneForOne)
	s.Max = 100
	var h History
	for round, want := range []time.Duration{100, 200, 400} {
		for i, child := range []string{"c", "a", "d", "b"} {
			at := messages.Instant(round)*second + messages.Instant(i)*messages.Instant(10*time.Millisecond)
			if d := decide(s, &h, child, at); d.After != want*time.Millisecond {
				t.Errorf("failure %d of %s: after %s, want %d ms", round+1, child, d.After, want)
			}
		}
	}
}

func TestABackOffBeginsAnewAfterALongLife(t *testing.T) {
	s := bus(OneForOne)
	s.Max, s.ResetAfter = 100, 4*time.Second
	var h History
	for _, c := range []struct {
		at   messages.Instant
		want time.Duration
	}{{0, 100}, {3 * second, 200}, {6 * second, 400}, {10 * second, 800}, {15 * second, 100}, {16 * second, 200}} {
		if d := decide(s, &h, "a", c.at); d.After != c.want*time.Millisecond {
			t.Errorf("at %s: after %s, want %d ms", c.at, d.After, c.want)
		}
	}
}

func TestALifeOfExactlyTheTimeOfTheResetIsALongOne(t *testing.T) {
	for life, want := range map[time.Duration]time.Duration{4*time.Second - 1: 200, 4 * time.Second: 100} {
		s := bus(OneForOne)
		s.Max, s.ResetAfter = 100, 4*time.Second
		var h History
		begun := decide(s, &h, "a", 0).After
		if d := decide(s, &h, "a", messages.Instant(begun+life)); d.After != want*time.Millisecond {
			t.Errorf("after a life of %s: after %s, want %d ms", life, d.After, want)
		}
	}
}

// The time that a child waits is no life: else a crash loop would never wait for longer than
// ResetAfter.
func TestTheBackOffOfACrashLoopGrowsToItsGreatest(t *testing.T) {
	s := bus(OneForOne)
	s.Max, s.BackoffMin, s.BackoffMax, s.ResetAfter = 100, 300*time.Millisecond, 10*time.Second, time.Second
	var h History
	at := messages.Instant(0)
	for _, want := range []time.Duration{300, 600, 1200, 2400, 4800, 9600, 10000, 10000} {
		d := decide(s, &h, "a", at)
		if d.After != want*time.Millisecond {
			t.Errorf("at %s: after %s, want %d ms", at, d.After, want)
		}
		at = at.Add(d.After + time.Millisecond) // it fails as soon as it lives
	}
}

func TestABackOffNeverOverflows(t *testing.T) {
	r := Restart{BackoffMin: time.Second, BackoffMax: math.MaxInt64, BackoffFactor: 100, BackoffJitter: 1}
	if got := r.Backoff(500, 0.999); got != math.MaxInt64 {
		t.Errorf("%d", got)
	}
	if got := r.Backoff(0, 0); got != time.Second {
		t.Errorf("%s", got)
	}
}

// A factor that has grown beyond all numbers makes nothing of no back-off.
func TestNoBackOffStaysNone(t *testing.T) {
	r := DefaultRestart()
	r.BackoffMin, r.BackoffFactor = 0, 100
	for _, failures := range []int{1, 2, 154, 155, 156, 1000} {
		if got := r.Backoff(failures, 0.5); got != 0 {
			t.Errorf("after %d failures the back-off is %v; expected none", failures, got)
		}
	}
}

func TestDecidingLeavesTheHistoryAsItWas(t *testing.T) {
	s := bus(OneForOne)
	var h History
	for i := range messages.Instant(3) {
		decide(s, &h, "a", i*second)
	}
	first, _ := s.Decide(h, Failure{Child: "a", Time: 4 * second}, 0.5)
	s.Decide(h, Failure{Child: "b", Time: 4 * second}, 0.5)
	again, _ := s.Decide(h, Failure{Child: "a", Time: 4 * second}, 0.5)
	if !reflect.DeepEqual(first, again) || first.Action != AskParent {
		t.Errorf("%+v\n%+v", first, again)
	}
}

func TestDeadlinesOfAChildGoBeforeThoseOfItsSupervisor(t *testing.T) {
	s := bus(OneForOne, Child{Name: "a", StartDeadline: time.Second, StopDeadline: 2 * time.Second}, Child{Name: "b"})
	s.StopDeadline = 0
	for child, want := range map[string][2]time.Duration{"a": {time.Second, 2 * time.Second}, "b": {5 * time.Second, 5 * time.Second}} {
		if start, stop := s.Deadlines(child); [2]time.Duration{start, stop} != want {
			t.Errorf("%s: %s, %s", child, start, stop)
		}
	}
}

// plainDecide is the same law in another formulation: it looks at the whole list of past failures,
// oldest first, and at nothing that was remembered.
func plainDecide(s *Supervisor, past []Failure, draws []float64, f Failure, draw float64) Decision {
	type counted struct {
		Failure
		back messages.Instant // when its child lived again
	}
	gone := map[string]bool{}
	var restarts []counted
	judge := func(f Failure, draw float64) (d Decision) {
		var me Child
		position := -1
		for i, c := range s.Children {
			if c.Name == f.Child {
				me, position = c, i
			}
		}
		life := me.Lifetime
		if life == "" {
			life = Permanent
		}
		others := func() (names []string) {
			for i := len(s.Children) - 1; i >= 0; i-- {
				if name := s.Children[i].Name; name != f.Child && !gone[name] {
					names = append(names, name)
				}
			}
			return names
		}
		if gone[f.Child] {
			return Decision{Action: LeaveEnded}
		}
		if life == Temporary || life == Transient && f.Normal {
			gone[f.Child] = true
			if me.Significant {
				return Decision{Action: EndAll, Stop: others()}
			}
			return Decision{Action: LeaveEnded}
		}
		if s.Strategy == Degrade {
			if me.Significant {
				return Decision{Action: AskParent, Stop: others()}
			}
			gone[f.Child] = true
			return Decision{Action: LeaveEnded}
		}
		restarts = append(restarts, counted{f, f.Time})
		n, row := 0, 0
		last := messages.Instant(math.MinInt64 / 2)
		for _, r := range restarts {
			if (s.Count == PerSupervisor || r.Child == f.Child) && r.Time > f.Time-messages.Instant(s.Within) {
				n++
			}
			if r.Child == f.Child {
				patience := s.ResetAfter
				if patience == 0 {
					patience = s.Within
				}
				if r.Time-last >= messages.Instant(patience) {
					row = 0
				}
				row, last = row+1, r.back
			}
		}
		if n > s.Max {
			return Decision{Action: AskParent, Stop: others()}
		}
		wait := float64(s.BackoffMin)
		for range row - 1 {
			wait = math.Min(wait*s.BackoffFactor, float64(s.BackoffMax))
		}
		d = Decision{Action: StartAgain, After: time.Duration(math.Min(wait, float64(s.BackoffMax)) * (1 + s.BackoffJitter*draw))}
		restarts[len(restarts)-1].back += messages.Instant(d.After)
		for i := len(s.Children) - 1; i >= 0; i-- {
			c := s.Children[i]
			hit := c.Name == f.Child || s.Strategy == OneForAll || s.Strategy == RestForOne && i > position
			if !hit || gone[c.Name] {
				continue
			}
			if c.Name != f.Child {
				d.Stop = append(d.Stop, c.Name)
			}
			if c.Lifetime == Temporary {
				gone[c.Name] = true
				continue
			}
			d.Start = append([]string{c.Name}, d.Start...)
		}
		return d
	}
	for i, p := range past {
		judge(p, draws[i])
	}
	return judge(f, draw)
}

func TestRandomFailuresAreAnsweredAsByTheWholeList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Supervisor{Name: "s", Restart: Restart{
			Strategy: rapid.SampledFrom(Strategies()).Draw(t, "strategy"), Max: rapid.IntRange(0, 4).Draw(t, "max"),
			Within:     time.Duration(rapid.IntRange(1, 8).Draw(t, "within")) * time.Second,
			Count:      rapid.SampledFrom([]Count{"", PerActor, PerSupervisor}).Draw(t, "count"),
			BackoffMin: 10 * time.Millisecond, BackoffMax: time.Second, BackoffFactor: rapid.SampledFrom([]float64{1, 1.5, 3}).Draw(t, "factor"),
			BackoffJitter: 0.25, ResetAfter: time.Duration(rapid.IntRange(0, 5).Draw(t, "reset")) * time.Second, StartDeadline: 1,
		}}
		for i := range rapid.IntRange(1, 5).Draw(t, "children") {
			s.Children = append(s.Children, Child{Name: string(rune('a' + i)), Lifetime: rapid.SampledFrom(append(Lifetimes(), "")).Draw(t, "lifetime"),
				Significant: rapid.Bool().Draw(t, "significant") && rapid.Bool().Draw(t, "really")})
		}
		var past []Failure
		var draws []float64
		var h History
		at := messages.Instant(0)
		for range rapid.IntRange(1, 30).Draw(t, "failures") {
			at += messages.Instant(rapid.IntRange(0, 3000).Draw(t, "gap")) * messages.Instant(time.Millisecond)
			f := Failure{Child: s.Children[rapid.IntRange(0, len(s.Children)-1).Draw(t, "child")].Name, Time: at, Normal: rapid.Bool().Draw(t, "normal")}
			draw := rapid.Float64Range(0, 0.999).Draw(t, "draw")
			want := plainDecide(&s, past, draws, f, draw)
			got, next := s.Decide(h, f, draw)
			if got.Action != want.Action || !slices.Equal(got.Stop, want.Stop) || !slices.Equal(got.Start, want.Start) || (got.After-want.After).Abs() > 1000 {
				t.Fatalf("%+v\nafter %+v\n%+v\ngot  %+v\nwant %+v", s, past, f, got, want)
			}
			past, draws, h = append(past, f), append(draws, draw), next
		}
	})
}

func TestEveryMistakeOfASupervisorIsReported(t *testing.T) {
	s := bus(OneForOne, Child{Name: ""}, Child{Name: "b", Lifetime: "eternal"}, Child{Name: "b"}, Child{Name: "c", Significant: true}, Child{Name: "d", StopDeadline: -1})
	s.Name, s.Max, s.Count, s.ResetAfter, s.StopDeadline = "", -1, "all", -1, -1
	err := s.Check()
	if err == nil {
		t.Fatal("nothing was found")
	}
	for _, want := range []string{"it has no name", "max is -1", `counted "all"`, "begins anew after -1ns", "stop is -1ns", `child 0 has the name ""`,
		`lifetime "eternal" is unknown; expected one of permanent, transient, temporary`, `child 2 has the name "b"`, `child "c" is significant and permanent`, `child "d" has the deadlines 0s and -1ns`} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the error lacks %q:\n%v", want, err)
		}
	}
}

func TestWordsAreReadAsTheyAreWritten(t *testing.T) {
	for _, s := range Strategies() {
		if got, err := ParseStrategy(string(s)); got != s || err != nil {
			t.Errorf("%s: %s, %v", s, got, err)
		}
	}
	for _, l := range Lifetimes() {
		if got, err := ParseLifetime(string(l)); got != l || err != nil {
			t.Errorf("%s: %s, %v", l, got, err)
		}
	}
	for _, parse := range []func(string) error{
		func(s string) error { _, err := ParseStrategy(s); return err },
		func(s string) error { _, err := ParseLifetime(s); return err },
	} {
		if err := parse("never"); err == nil || !strings.Contains(err.Error(), `"never" is unknown; expected one of`) {
			t.Error(err)
		}
	}
}
