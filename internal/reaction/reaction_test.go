package reaction

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/worlds/app"
)

func example(t *testing.T) *app.Config {
	t.Helper()
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	c, err := app.LoadFile("../../examples/mobile_manipulator/app.yaml", registry)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestEveryFaultIsSeenAndAnsweredInRealTime looks at the order of the stamps and at what cannot be sooner: how long it
// takes beyond that is the machine's, and printed by the command.
func TestEveryFaultIsSeenAndAnsweredInRealTime(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs the example in real time, with which a machine under the race detector does not keep up; the plain run of this test asserts all of it")
	}
	c := example(t)
	cases, err := Cases(c)
	if err != nil {
		t.Fatal(err)
	}
	soonest := map[string]time.Duration{"panic": 0, "error": 0, "stale coupling": 20 * time.Millisecond, "lost bus": 2 * time.Millisecond, "hang": 100 * time.Millisecond}
	for _, k := range cases {
		got, err := Measure(context.Background(), c, k, 1)
		if err != nil {
			t.Fatal(err)
		}
		least, known := soonest[k.Name]
		if len(got.Detection) != 1 || len(got.Reaction) != 1 || !known || got.Detection[0] < least {
			t.Errorf("%+v; not sooner than %s, known %t", got, least, known)
		}
	}
	if len(cases) != len(soonest) {
		t.Errorf("%d cases, want %d", len(cases), len(soonest))
	}
}

func TestAnApplicationWithoutACouplingIsRefused(t *testing.T) {
	c := example(t)
	c.Couplings = nil
	if _, err := Cases(c); err == nil || !strings.Contains(err.Error(), "no coupling with a world that has drives") {
		t.Error(err)
	}
}

func TestAMeasurementEndsWithItsContext(t *testing.T) {
	c := example(t)
	cases, err := Cases(c)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Measure(ctx, c, cases[0], 1); err == nil {
		t.Error("it went on")
	}
}
