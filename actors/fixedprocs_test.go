package actors

import (
	"context"
	"runtime"
	"testing"
)

func TestASystemInRealTimeHasProcessorsOfItsOwnWhileItRuns(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	app := Application{Domains: []DomainSpec{{Name: "other"}}, Actors: []Spec{counting().spec("w/a", ms), counting().spec("w/b", ms)}}
	app.Actors[1].Domain = "other"
	one := started(t, app)
	if n := runtime.GOMAXPROCS(0); n != before+3 || one.Grants().MaxProcs != n { // two domains and a watchdog
		t.Errorf("GOMAXPROCS is %d, want %d", n, before+3)
	}
	two := started(t, app, WithFixedMaxProcs())
	three := started(t, Application{})
	if n := runtime.GOMAXPROCS(0); n != before+4 {
		t.Errorf("GOMAXPROCS is %d, want %d", n, before+4)
	}
	for _, sys := range []*System{two, one, three} {
		if err := sys.Stop(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	if n := runtime.GOMAXPROCS(0); n != before {
		t.Errorf("GOMAXPROCS is %d after the stops, want %d", n, before)
	}
	started(t, app, WithVirtualTime())
	if n := runtime.GOMAXPROCS(0); n != before {
		t.Errorf("virtual time made GOMAXPROCS %d", n)
	}
}
