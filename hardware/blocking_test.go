package hardware

import (
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// neighbour is an actor that needs its thread once a millisecond.
type neighbour struct{ missed uint32 }

func (n *neighbour) Tick(t *actors.Tick) error {
	n.missed += t.Missed
	return nil
}

// beside runs a bus whose second incarnation opens the second driver, in a domain, for 100 ms
// beside an actor of the default domain.
func beside(t *testing.T, domain string, shares bool, first, second *fakeDriver) (n *neighbour, bus *actors.System) {
	t.Helper()
	made, n := 0, &neighbour{}
	makeBus := func() any {
		return &Bus{SafeModes: safeModes, SharesThread: shares, Make: func() (Driver, error) {
			made++
			if made == 1 {
				return first, nil
			}
			return second, nil
		}}
	}
	system, err := actors.New(actors.Application{Name: "test", Actors: []actors.Spec{
		{Name: "arm/bus", Period: time.Millisecond, Phase: actors.Actuation, New: makeBus, Group: "bus", Domain: domain},
		{Name: "arm/neighbour", Period: time.Millisecond, New: func() any { return n }, Tolerance: actors.Tolerance{Missed: -1}},
	}, Groups: []actors.Group{{Name: "bus"}}, Domains: []actors.DomainSpec{{Name: "own"}}}, actors.WithVirtualTime())
	if err != nil {
		t.Fatal(err)
	}
	if err := system.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = system.Stop(t.Context()) })
	return n, system
}

// failsOnce makes a driver whose fifth exchange panics, so that its bus restarts.
func failsOnce() *fakeDriver {
	d := newFake()
	d.exchange = func(n int, _ *messages.DriveCommand, _ *messages.DriveState) error {
		if n == 5 {
			panic("once")
		}
		return nil
	}
	return d
}

func TestABusThatOpensSlowlyStarvesItsThreadOnly(t *testing.T) {
	for domain, starves := range map[string]bool{actors.DefaultDomain: true, "own": false} {
		first, second := failsOnce(), newFake()
		first.info.Open, second.info.Open = 60*time.Millisecond, 60*time.Millisecond
		n, system := beside(t, domain, domain != "own", first, second)
		if err := system.Advance(500 * time.Millisecond); err != nil {
			t.Fatal(err)
		}
		if starves && (n.missed < 55 || n.missed > 65) || !starves && n.missed != 0 {
			t.Errorf("bus in domain %s: the other actor missed %d releases", domain, n.missed)
		}
		if second.opens != 1 || second.exchanges < 100 {
			t.Errorf("bus in domain %s: %d starts, %d exchanges after the last; its own start counts as missed releases", domain, second.opens, second.exchanges)
		}
	}
}

func TestABusThatWaitsForAnswersOccupiesItsThread(t *testing.T) {
	for domain, starves := range map[string]bool{actors.DefaultDomain: true, "own": false} {
		d := newFake()
		d.info.Collect = 1500 * time.Microsecond
		n, system := beside(t, domain, false, d, d)
		if err := system.Advance(30 * time.Millisecond); err != nil {
			t.Fatal(err)
		}
		if starved := n.missed > 0; starved != starves {
			t.Errorf("bus in domain %s: the other actor missed %d releases", domain, n.missed)
		}
		if d.waited != 1500*time.Microsecond {
			t.Errorf("the bus waits for %v, expected the declared time", d.waited)
		}
	}
}

func TestABusThatSharesItsThreadWaitsForNoAnswers(t *testing.T) {
	d := newFake()
	d.info.Collect = 1500 * time.Microsecond
	n, system := beside(t, actors.DefaultDomain, true, d, d)
	if err := system.Advance(30 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if n.missed != 0 || d.waited != 0 {
		t.Errorf("the other actor missed %d releases, the bus waited for %v", n.missed, d.waited)
	}
	if d.sends != d.exchanges+1 {
		t.Errorf("%d requests, %d collections; expected a request before the first", d.sends, d.exchanges)
	}
}
