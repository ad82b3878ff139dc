package actors

import (
	"context"
	"testing"
)

func TestASystemRaisesTheOtherThreadsOnlyBesideAFIFODomainAndOnRequest(t *testing.T) {
	app := Application{Domains: []DomainSpec{{Name: DefaultDomain, Priority: 10}}, Actors: []Spec{counting().spec("w/a", ms)}}
	plain := started(t, app)
	fifo := plain.Grants().Domains[0].Policy == "SCHED_FIFO"
	if plain.Grants().Raised {
		t.Error("a system raised threads without WithRaisedThreads")
	}
	if err := plain.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	raised := started(t, app, WithRaisedThreads())
	if got := raised.Grants().Raised; got != fifo {
		t.Errorf("threads are raised: %v; expected that where SCHED_FIFO is granted: %v", got, fifo)
	}
	if err := raised.Stop(context.Background()); err != nil {
		t.Fatal(err)
	}
	app.Domains[0].Priority = 0
	if started(t, app, WithRaisedThreads()).Grants().Raised {
		t.Error("a system without a SCHED_FIFO domain raised threads")
	}
}
