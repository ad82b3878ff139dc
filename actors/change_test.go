package actors

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/messages"
)

// noting notes what an actor finds at its input: "1 fresh", or why there is no value.
func noting(j *journal) *script {
	return &script{tick: func(a *scripted, t *Tick) error {
		v, err := a.In.Fresh(t)
		if err != nil {
			j.add("%v %v", t.Now, errors.Unwrap(err))
			return nil
		}
		j.add("%v %d", t.Now, v.N)
		return nil
	}}
}

func change(t *testing.T, sys *System, c Change) {
	t.Helper()
	if err := sys.Change(context.Background(), c); err != nil {
		t.Fatal(err)
	}
}

// An observer is opened, linked, unlinked and closed. It sees values while it is linked, and a
// withdrawal afterwards.
func TestAnObserverIsAddedAndRemovedWhileTheSystemRuns(t *testing.T) {
	var seen, events journal
	sys := virtual(t, Application{Actors: []Spec{counting().spec("w/source", 10*ms), noting(&seen).spec("w/old", 10*ms)}}, eventLog(&events, messages.EventAdded, messages.EventRemoved, messages.EventStopped))
	advance(t, sys, 25*ms)
	seen.clear()
	change(t, sys, Change{Actors: []Spec{noting(&seen).spec("w/observer", 10*ms)}, Links: []Link{{From: "w/source.out", To: "w/observer.in"}, {From: "w/source.out", To: "w/old.in"}}})
	advance(t, sys, 15*ms)
	change(t, sys, Change{Unlink: []string{"w/old.in"}})
	advance(t, sys, 10*ms)
	change(t, sys, Change{Remove: []string{"w/observer"}})
	advance(t, sys, 10*ms)
	seen.wants(t,
		"0.030000s no value yet", "0.030000s no value yet", // both tick before the source
		"0.040000s 4", "0.040000s 4",
		"0.050000s 5", "0.050000s value was withdrawn",
		"0.060000s value was withdrawn")
	events.wants(t,
		"0.025000s w/observer added", "0.025000s w/observer added port in: link from w/source.out", "0.025000s w/old added port in: link from w/source.out",
		"0.040000s w/old removed port in: link from w/source.out",
		"0.050000s w/observer stopped", "0.050000s w/observer removed port in: link from w/source.out", "0.050000s w/observer removed")
}

func TestAChangeIsMadeAsAWholeOrNotAtAll(t *testing.T) {
	fails := &script{start: func(*scripted, *Context) error { return errScripted }}
	for name, c := range map[string]struct {
		change Change
		want   []string
	}{
		"nothing":             {Change{}, []string{"the change is empty"}},
		"an unknown actor":    {Change{Remove: []string{"w/sorce"}}, []string{`actor "w/sorce" is unknown`}},
		"an unknown input":    {Change{Unlink: []string{"w/sink.inn"}}, []string{`input "w/sink.inn" is unknown`}},
		"no link":             {Change{Unlink: []string{"w/source.in"}}, []string{"input w/source.in has no link"}},
		"a known name":        {Change{Actors: []Spec{counting().spec("w/source", ms)}}, []string{"two actors are named w/source"}},
		"twice":               {Change{Remove: []string{"w/sink", "w/sink"}}, []string{"w/sink is removed twice"}},
		"in and out":          {Change{Remove: []string{"w/sink"}, Actors: []Spec{counting().spec("w/sink", ms)}}, []string{"w/sink is removed and added by one change"}},
		"a second writer":     {Change{Links: []Link{{From: "w/other.out", To: "w/sink.in"}}}, []string{"already has a link from w/source.out"}},
		"a needed link":       {Change{Unlink: []string{"w/needs.in"}}, []string{"input w/needs.in needs its link from w/source.out, which the change removes"}},
		"a needed sender":     {Change{Remove: []string{"w/source"}}, []string{"input w/needs.in needs its link from w/source.out"}},
		"an unknown group":    {Change{Actors: []Spec{{Name: "w/new", Group: "g", New: counting().new}}}, []string{`"g", which is not declared; known: w`}},
		"an unknown domain":   {Change{Actors: []Spec{{Name: "w/new", Period: ms, Domain: "d", New: counting().new}}}, []string{`domain "d" is unknown`}},
		"too many":            {Change{Actors: []Spec{counting().spec("w/a", ms), counting().spec("w/b", ms), counting().spec("w/c", ms)}}, []string{"no room for 3 more actors: changes may add 2 actors"}},
		"an input unlinked":   {Change{Actors: []Spec{{Name: "w/new", Period: ms, New: func() any { return &strict{} }}}}, []string{"input w/new.in", "has no link"}},
		"a failing start":     {Change{Actors: []Spec{counting().spec("w/a", ms), fails.spec("w/b", ms)}, Remove: []string{"w/sink"}}, []string{"the change was dropped: w/b did not start", errScripted.Error()}},
		"a failing new world": {Change{Actors: []Spec{counting().spec("v/a", ms), fails.spec("v/b", 0)}}, []string{"the change was dropped: v/b did not start", errScripted.Error()}},
		"a panic in New":      {Change{Actors: []Spec{{Name: "w/new", New: func() any { panic("new") }}}}, []string{"w/new could not be made", "new"}},
	} {
		for clock, options := range map[string][]Option{"virtual": {WithVirtualTime()}, "real": nil} {
			t.Run(name+", "+clock, func(t *testing.T) {
				sys := started(t, Application{Actors: []Spec{counting().spec("w/source", ms), counting().spec("w/other", ms), counting().spec("w/sink", ms),
					{Name: "w/needs", Period: ms, New: func() any { return &strict{} }, Tolerance: Tolerance{Missed: -1}}},
					Links: []Link{{From: "w/source.out", To: "w/sink.in"}, {From: "w/source.out", To: "w/needs.in"}}}, append(options, WithRoom(2))...)
				before := inventory(sys)
				err := sys.Change(context.Background(), c.change)
				if err == nil {
					t.Fatal("the change was made")
				}
				testkit.MustContain(t, err.Error(), c.want...)
				if after := inventory(sys); after != before {
					t.Errorf("before:\n%s\nafter:\n%s", before, after)
				}
				if err := sys.HaltReason(); err != nil {
					t.Errorf("it ended the application: %v", err)
				}
			})
		}
	}
}

// strict has an input that needs a link.
type strict struct {
	In In[note] `port:"in"`
}

func (*strict) Tick(*Tick) error { return nil }

// inventory lists actors with their states, links and supervisors.
// A change that is prepared when it is made sees the changes before it. What carries out faults of
// an actor comes and goes with it.
func TestAPreparedChangeDependsOnThoseBeforeIt(t *testing.T) {
	sys := virtual(t, Application{Actors: []Spec{counting().spec("w/source", 10*ms)}}, WithFaults())
	var results []string
	request := func(c Change) {
		if err := sys.RequestChange(c, func(err error) { results = append(results, fmt.Sprint(err)) }); err != nil {
			t.Fatal(err)
		}
	}
	site := NewFaultSwitch("w/more", FaultAgentSilent)
	fault := Fault{Kind: FaultAgentSilent, Target: "w/more", Duration: ms}
	request(Change{Prepare: func() (Change, error) {
		return Change{Actors: []Spec{counting().spec("w/more", 10*ms)}, FaultSites: map[string][]FaultSite{"w/more": {site}}}, nil
	}})
	request(Change{Prepare: func() (Change, error) {
		if sys.named("w/more") == nil {
			return Change{}, errors.New("the change before was not made")
		}
		if err := sys.CheckFault(fault); err != nil {
			return Change{}, err
		}
		return Change{Remove: []string{"w/more"}}, nil
	}})
	request(Change{Prepare: func() (Change, error) { return Change{}, errScripted }})
	request(Change{Prepare: func() (Change, error) { panic("in a change") }})
	request(Change{Prepare: func() (Change, error) { return Change{Prepare: func() (Change, error) { return Change{}, nil }}, nil }})
	request(Change{Remove: []string{"w/source"}, Prepare: func() (Change, error) { return Change{}, nil }})
	request(Change{Actors: []Spec{counting().spec("w/other", 10*ms)}, FaultSites: map[string][]FaultSite{"w/nobody": {site}}})
	advance(t, sys, 25*ms)
	for i, want := range []string{"<nil>", "<nil>", errScripted.Error(), "in a change", "a Prepare of its own", "parts beside Prepare", "w/nobody, which the change does not add"} {
		if i >= len(results) || !strings.Contains(results[i], want) {
			t.Errorf("results are %q, want %q at %d", results, want, i)
			break
		}
	}
	if err := sys.CheckFault(fault); err == nil {
		t.Error("what carries out faults of a removed actor is left")
	}
}

func inventory(sys *System) string {
	var b strings.Builder
	for _, h := range sys.Health() {
		fmt.Fprintln(&b, h.Actor, h.State, h.Incarnation)
	}
	fmt.Fprintln(&b, sys.LinkNames(), len(sys.groups), len(sys.groupNames), len(sys.domains), sys.places, len(sys.cells()[0].watchers.Load()))
	for _, g := range sys.groups {
		fmt.Fprintln(&b, g.display(), len(g.children.Load()), len(g.groups.Load()))
	}
	for _, d := range sys.domains {
		fmt.Fprintln(&b, d.spec.Name, len(d.members.Load()), len(d.order))
	}
	for _, c := range sys.cells() {
		for _, out := range c.outputs {
			fmt.Fprintln(&b, out.path, len(out.sinks.Load()))
		}
	}
	return b.String()
}
