package campaign

import (
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/supervision/faults/fleet"
	"github.com/robo-actors/robo-actors/worlds/source"
)

func TestAnApplicationThatIsNotWhatItsFileSaysBreaksV43(t *testing.T) {
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	f := NewFleet(registry)
	draw := f.Draw
	f.Draw = func(seed uint64) (*Drawn, error) {
		d, err := draw(seed)
		if err == nil {
			d.Config.Supervision.Within = 10 * time.Millisecond
		}
		return d, err
	}
	r, err := Do(t.Context(), Options{Fleet: f, First: 1, Seeds: 1, Duration: time.Second, Workers: 1, ShrinkRuns: -1})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Failures) != 1 || r.Failures[0].Invariant != "V43" || !strings.Contains(r.Failures[0].Text, "supervision.application.within") {
		t.Errorf("got the failures %v; expected one of V43 that names the window", r.Failures)
	}
}

func TestAnErrorElsewhereIsNotAtTheMistake(t *testing.T) {
	m := &fleet.Mistake{File: "app.yaml", Line: 7}
	for _, c := range []struct {
		file string
		line int
		at   bool
	}{{"app.yaml", 7, true}, {"app.yaml", 8, false}, {"arm.urdf.yaml", 7, false}, {"", 0, false}} {
		one := source.Diagnostic{Position: source.Position{File: c.file, Line: c.line}, Problem: "a problem"}
		all := &source.Diagnostics{}
		all.Add(source.Diagnostic{Problem: "another one"})
		all.Add(one)
		if pointsAt(one, m) != c.at || pointsAt(all.Err(), m) != c.at {
			t.Errorf("%s:%d: alone %t, in a list %t; expected %t", c.file, c.line, pointsAt(one, m), pointsAt(all.Err(), m), c.at)
		}
	}
}
