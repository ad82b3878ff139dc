package modes

import (
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// settle is the settle time of every rule set of the enumeration; situations have Clear 5000, so
// the time of re-arm by itself is 5300.
const settle = 300 * time.Nanosecond

// ruleSets are the rules under which everything is enumerated, each beside the model's table.
func ruleSets() (rules []Rules, tables []modelRules) {
	for _, rearm := range Rearms() {
		for _, start := range []Rearm{Acknowledge, Auto} {
			r := NewRules(rearm, start, settle)
			var table modelRules
			for _, c := range stopCauses {
				table[c] = map[Rearm]int{Auto: 0, Acknowledge: 1, Reset: 2}[r.By[c]]
			}
			rules, tables = append(rules, r), append(tables, table)
		}
	}
	return rules, tables
}

// everyEvent lists every event that differs from the others in what the automaton can see.
func everyEvent() []Event {
	var events []Event
	badMode := messages.ModeOff + 1
	allModes := append(messages.Modes(), badMode)
	for _, c := range stopCauses {
		for _, m := range allModes {
			events = append(events, Event{Kind: Demand, Now: 9000, Cause: c, Mode: m})
		}
		events = append(events, Event{Kind: Gone, Now: 9000, Cause: c})
	}
	for _, c := range []messages.Cause{messages.CauseNone, messages.CauseRearm, 13, 40} {
		events = append(events, Event{Kind: Demand, Now: 9000, Cause: c, Mode: messages.ModeDamp}, Event{Kind: Gone, Now: 9000, Cause: c})
	}
	for _, m := range allModes {
		events = append(events, Event{Kind: Climb, Now: 9000, Mode: m})
	}
	for _, way := range []Rearm{Acknowledge, Reset, Auto} {
		for _, seen := range []struct {
			nonce       uint32
			incarnation messages.Incarnation
		}{{7, 3}, {6, 3}, {8, 3}, {7, 2}, {7, 4}, {8, 4}} {
			events = append(events, Event{Kind: Request, Now: 9000, Way: way, Nonce: seen.nonce, Incarnation: seen.incarnation})
		}
	}
	for _, now := range []messages.Instant{4000, 5000, 5299, 5300, 5301} {
		events = append(events, Event{Kind: Pass, Now: now})
	}
	return append(events, Event{Kind: Pass + 1, Now: 9000})
}

// forEverySituation calls visit with run, and with every other mode under every row of marks over
// the given causes that marks at least one of them.
func forEverySituation(causes []messages.Cause, mode messages.Mode, visit func(situation)) {
	if mode == messages.ModeRun {
		visit(situation{})
		return
	}
	m := situation{mode: mode}
	for {
		i := 0
		for i < len(causes) && m.marks[causes[i]] == present {
			m.marks[causes[i]] = absent
			i++
		}
		if i == len(causes) {
			return
		}
		m.marks[causes[i]]++
		visit(m)
	}
}

// TestEveryEventInEveryStateIsAnsweredAsTheModelSays goes through all seven modes with every subset
// of one cause of each class, every subset of it present, and every event under every set of rules.
// That causes of a class are alike is proven below.
func TestEveryEventInEveryStateIsAnsweredAsTheModelSays(t *testing.T) {
	classes := []messages.Cause{messages.CauseStartup, messages.CauseStale, messages.CauseDrive, messages.CauseOperator, messages.CauseCoupledJoint}
	for _, mode := range messages.Modes() {
		enumerate(t, classes, mode, everyEvent())
	}
}

// TestEverySubsetOfAllCausesIsAnsweredAsTheModelSays goes through all subsets of all eleven causes
// (3^11 rows of marks a mode, about 10^8 steps). The modes demanded are the one it has, the next
// one, run and an undeclared one.
func TestEverySubsetOfAllCausesIsAnsweredAsTheModelSays(t *testing.T) {
	if raceEnabled || testing.Short() {
		t.Skip("10^8 steps of a pure function: nothing for the race detector, and too long with it")
	}
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wait sync.WaitGroup
	for _, mode := range messages.Modes() {
		var events []Event
		for _, e := range everyEvent() {
			if e.Kind > Climb || e.Kind == Gone || e.Mode == messages.ModeRun || e.Mode == mode || e.Mode == mode+1 || !e.Mode.Valid() {
				events = append(events, e)
			}
		}
		wait.Add(1)
		go func() {
			defer wait.Done()
			slots <- struct{}{}
			defer func() { <-slots }()
			enumerate(t, stopCauses, mode, events)
		}()
	}
	wait.Wait()
}

func enumerate(t *testing.T, causes []messages.Cause, mode messages.Mode, events []Event) {
	rules, tables := ruleSets()
	var plain, rearming []Event
	for _, e := range events {
		if e.Kind == Request || e.Kind == Pass {
			rearming = append(rearming, e)
		} else {
			plain = append(plain, e)
		}
	}
	failed := false
	forEverySituation(causes, mode, func(m situation) {
		if failed {
			return
		}
		s := m.state()
		for i := range plain {
			failed = failed || !agree(t, &rules[0], &tables[0], &m, s, plain[i])
		}
		// Rules matter to re-arm alone, and to that only where no cause is present.
		sets := len(rules)
		if m.tally()[present] > 0 {
			sets = 1
		}
		for k := range sets {
			for i := range rearming {
				failed = failed || !agree(t, &rules[k], &tables[k], &m, s, rearming[i])
			}
		}
	})
}

func agree(t *testing.T, r *Rules, table *modelRules, m *situation, s State, e Event) bool {
	got, effects := Step(r, s, e)
	a := table.answer(m, e)
	want := s
	if a.next != *m {
		want = a.next.state()
	}
	want.Nonce = s.Nonce + a.nonce
	if a.since {
		want.Since = e.Now
	}
	if a.clear {
		want.Clear = e.Now
	}
	if a.armed {
		want.Since, want.Clear = 0, 0
	}
	if got == want && effects == a.effects && lawful(s, got, e, effects) {
		return true
	}
	t.Errorf("%+v\nevent %+v\ngot  %+v, %s\nwant %+v, %s\nlawful: %v", s, e, got, effects, want, a.effects, lawful(s, got, e, effects))
	return false
}

// lawful states the invariants of the ratchet, whatever the model thinks.
func lawful(before, after State, e Event, effects Effects) bool {
	switch {
	case (after.Mode == messages.ModeRun) != (after.Causes == 0):
		return false // run exactly without causes
	case after.Present&^after.Causes != 0:
		return false
	case after.Mode < before.Mode && (effects&Arm == 0 || before.Present != 0 || after.Mode != messages.ModeRun):
		return false // down by re-arm only, never with a cause present, all the way
	case effects&Arm != 0 && e.Kind != Request && e.Kind != Pass:
		return false
	case after.Nonce < before.Nonce || effects&(Latched|Arm) != 0 && after.Nonce == before.Nonce:
		return false
	case (effects&Changed != 0) != (after.Mode != before.Mode):
		return false
	case effects&Refused != 0 && after != before:
		return false
	case before.Causes&^after.Causes != 0 && effects&Arm == 0:
		return false // causes are forgotten at re-arm only
	}
	return true
}

// TestCausesOfOneClassAreAlike renames causes that the rules treat alike in states of up to three
// causes, and finds the same answer renamed. It is what lets an enumeration over one cause of each
// class speak for all.
func TestCausesOfOneClassAreAlike(t *testing.T) {
	rules, _ := ruleSets()
	for k := range rules {
		r := &rules[k]
		for _, a := range stopCauses {
			for _, b := range stopCauses {
				if a < b && r.By[a] == r.By[b] {
					renamed(t, r, a, b)
				}
			}
		}
	}
}

func renamed(t *testing.T, r *Rules, a, b messages.Cause) {
	third := stopCauses[0]
	for _, c := range stopCauses {
		if c != a && c != b {
			third = c
		}
	}
	swapSet := func(s Causes) Causes {
		out := s.Without(a).Without(b)
		if s.Has(a) {
			out = out.With(b)
		}
		if s.Has(b) {
			out = out.With(a)
		}
		return out
	}
	swap := func(s State) State {
		s.Causes, s.Present = swapSet(s.Causes), swapSet(s.Present)
		return s
	}
	for _, mode := range messages.Modes() {
		forEverySituation([]messages.Cause{a, b, third}, mode, func(m situation) {
			for _, e := range everyEvent() {
				f := e
				switch e.Cause {
				case a:
					f.Cause = b
				case b:
					f.Cause = a
				}
				got, effects := Step(r, m.state(), e)
				other, otherEffects := Step(r, swap(m.state()), f)
				if swap(other) != got || otherEffects != effects {
					t.Fatalf("%s and %s differ in %+v at %+v: %+v %s, %+v %s", a, b, m.state(), e, got, effects, other, otherEffects)
				}
			}
		})
	}
}
