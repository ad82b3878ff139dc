package actors

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/messages"
)

// A domain picks what runs next by release time, absolute deadline, world, phase, name. The rule is
// compared with a sort of plain tuples over random members.
func TestADomainReleasesInTheStatedOrder(t *testing.T) {
	r := testkit.Random(t)
	periods := []time.Duration{1 * ms, 2 * ms, 5 * ms}
	for range testkit.Scaled(300) {
		app := Application{Worlds: []string{"w2", "w0", "w1"}}
		for i := range 1 + r.IntN(8) {
			app.Actors = append(app.Actors, Spec{Name: fmt.Sprintf("w%d/%c%d", r.IntN(3), 'a'+rune(r.IntN(3)), i),
				Period: periods[r.IntN(3)], Phase: Phase(r.IntN(4)), New: (&script{}).new})
		}
		sys, err := New(app, WithVirtualTime())
		if err != nil {
			t.Fatal(err)
		}
		d := sys.domains[0]
		for range 50 {
			got, at := d.next()
			want := slices.MinFunc(d.members.Load(), func(a, b *cell) int {
				return cmp.Or(
					cmp.Compare(a.grid.next, b.grid.next),
					cmp.Compare(a.grid.next.Add(a.spec.Period), b.grid.next.Add(b.spec.Period)),
					cmp.Compare(slices.Index(app.Worlds, a.spec.World), slices.Index(app.Worlds, b.spec.World)),
					cmp.Compare(a.spec.Phase, b.spec.Phase),
					cmp.Compare(a.spec.Name, b.spec.Name))
			})
			if got != want || at != want.grid.next {
				t.Fatalf("%s at %v goes first, want %s at %v", got.spec.Name, at, want.spec.Name, want.grid.next)
			}
			got.grid.next += messages.Instant(got.spec.Period)
		}
	}
}

func TestAnActorThatHasStoppedIsReleasedNoMore(t *testing.T) {
	sys, err := New(Application{Actors: []Spec{(&script{}).spec("a/one", ms), (&script{}).spec("a/two", ms)}}, WithVirtualTime())
	if err != nil {
		t.Fatal(err)
	}
	d := sys.domains[0]
	d.members.Load()[0].mailbox.detached.Store(true)
	if c, _ := d.next(); c != d.members.Load()[1] {
		t.Errorf("%s is released", c.spec.Name)
	}
	d.members.Load()[1].mailbox.detached.Store(true)
	if c, _ := d.next(); c != nil {
		t.Errorf("%s is released", c.spec.Name)
	}
}

// Members stop at any time, and one of them just when it was released: those that are left go on in
// the same order.
func TestADomainKeepsItsOrderWhileMembersStop(t *testing.T) {
	r := testkit.Random(t)
	for range testkit.Scaled(200) {
		var app Application
		for i := range 2 + r.IntN(7) {
			app.Actors = append(app.Actors, (&script{}).spec(fmt.Sprintf("w/a%d", i), time.Duration(1+r.IntN(4))*ms))
		}
		sys, err := New(app, WithVirtualTime())
		if err != nil {
			t.Fatal(err)
		}
		d := sys.domains[0]
		left := slices.Clone(d.members.Load())
		for len(left) > 0 {
			got, at := d.next()
			if want := slices.MinFunc(left, func(a, b *cell) int {
				return cmp.Or(cmp.Compare(a.grid.next, b.grid.next), cmp.Compare(a.spec.Period, b.spec.Period), cmp.Compare(a.spec.Name, b.spec.Name))
			}); got != want || at != want.grid.next {
				t.Fatalf("%s at %v goes first, want %s at %v", got.spec.Name, at, want.spec.Name, want.grid.next)
			}
			got.grid.next += messages.Instant(got.spec.Period) * messages.Instant(1+r.IntN(3)) // some are missed
			for r.IntN(10) == 0 && len(left) > 0 {
				k := r.IntN(len(left))
				left[k].mailbox.detached.Store(true)
				left = slices.Delete(left, k, k+1)
			}
		}
		if got, _ := d.next(); got != nil {
			t.Fatalf("%s goes on, though all have stopped", got.spec.Name)
		}
	}
}

// ticks has every actor note its name at each tick.
func ticks(j *journal) *script {
	return &script{tick: func(a *scripted, t *Tick) error {
		j.add("%v %s", time.Duration(t.Now), t.Name())
		return nil
	}}
}

func TestOneInstantRunsInOneOrderOverAllDomains(t *testing.T) {
	var j journal
	at := func(name string, period time.Duration, phase Phase, domain string) Spec {
		s := ticks(&j).spec(name, period)
		s.Phase, s.Domain = phase, domain
		return s
	}
	sys := virtual(t, Application{
		Worlds:  []string{"base", "arm"},
		Domains: []DomainSpec{{Name: "fast"}, {Name: "slow"}},
		Actors: []Spec{
			at("arm/controller", 2*ms, Control, "fast"),
			at("arm/model", 4*ms, Planning, "slow"),
			at("arm/observer", 2*ms, Perception, "fast"),
			at("base/controller", 2*ms, Control, "slow"),
			at("base/bus", 1*ms, Actuation, "fast"),
			at("base/another", 2*ms, Control, "fast"),
		},
	})
	advance(t, sys, 2*ms)
	j.wants(t,
		"0s base/bus", // the earliest deadline
		"0s base/another",
		"0s base/controller",
		"0s arm/observer",
		"0s arm/controller",
		"0s arm/model",
		"1ms base/bus",
		"2ms base/bus",
		"2ms base/another",
		"2ms base/controller",
		"2ms arm/observer",
		"2ms arm/controller")
}

func TestWhatIsSentInAPhaseIsReadInTheNextOfTheSameCycle(t *testing.T) {
	var j journal
	source := counting().spec("w/source", ms)
	source.Phase = Perception
	sink := (&script{tick: func(a *scripted, t *Tick) error {
		v, stamp, _ := a.In.Latest()
		j.add("cycle %d reads %d of %v", t.Sequence, v.N, time.Duration(stamp.Time))
		return nil
	}}).spec("w/sink", ms)
	sink.Phase = Control
	sys := virtual(t, Application{Actors: []Spec{sink, source}, Links: []Link{{From: "w/source.out", To: "w/sink.in"}}})
	advance(t, sys, 2*ms)
	j.wants(t, "cycle 0 reads 1 of 0s", "cycle 1 reads 2 of 1ms", "cycle 2 reads 3 of 2ms")
}

// exploring runs 3 actors in each of 3 domains and returns the order of every instant.
func exploring(t *testing.T, seed uint64) [][]string {
	var j journal
	app := Application{}
	for d := range 3 {
		domain := fmt.Sprintf("d%d", d)
		app.Domains = append(app.Domains, DomainSpec{Name: domain})
		for i := range 3 {
			s := ticks(&j).spec(fmt.Sprintf("w/%d_%d", i, d), ms)
			s.Domain = domain
			app.Actors = append(app.Actors, s)
		}
	}
	sys := virtual(t, app, WithExplore(), WithSeed(seed))
	var orders [][]string
	for range 40 {
		j.clear()
		advance(t, sys, ms)
		var order []string
		for _, line := range j.all() {
			if at, name, _ := strings.Cut(line, " "); at == fmt.Sprint(time.Duration(sys.Now())) {
				order = append(order, name)
			}
		}
		orders = append(orders, order)
	}
	stop(t, sys)
	return orders
}

func TestExploringPermutesDomainsAndKeepsTheOrderWithinEach(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(5) {
		for _, order := range exploring(t, seed) {
			if len(order) != 9 {
				t.Fatalf("an instant ran %v", order)
			}
			seen[fmt.Sprint(order)] = true
			for d := range 3 {
				last := -1
				for i := range 3 {
					at := slices.Index(order, fmt.Sprintf("w/%d_%d", i, d))
					if at < last {
						t.Fatalf("domain %d ran out of order: %v", d, order)
					}
					last = at
				}
			}
		}
	}
	if len(seen) < 100 {
		t.Errorf("200 instants ran in %d orders only", len(seen))
	}
	if a, b := exploring(t, 7), exploring(t, 7); !slices.EqualFunc(a, b, slices.Equal) {
		t.Error("one seed gave two orders")
	}
}

func TestExploringNeedsVirtualTime(t *testing.T) {
	_, err := New(Application{}, WithExplore())
	if err == nil {
		t.Fatal("accepted")
	}
	testkit.MustContain(t, err.Error(), "WithVirtualTime")
}
