package jitter

import (
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/worlds/planning"
)

func TestARunWithPlanningJobsIsComparedWithOneWithout(t *testing.T) {
	const slice = 300 * time.Millisecond
	o := Options{Actors: 2, Period: 5 * time.Millisecond, Slice: slice, Pairs: 2}
	r, err := MeasurePlanning(t.Context(), o, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range r.Pairs {
		for what, l := range map[string]Lateness{"with": p.With, "without": p.Without} {
			if all := l.Ticks + l.Lost; all != 2*int(slice/o.Period) {
				t.Errorf("pair %d %s planning has %d ticks and lost %d, want %d in all", i, what, l.Ticks, l.Lost, 2*int(slice/o.Period))
			}
		}
	}
	if text := r.String(); len(r.Pairs) != 2 || !strings.Contains(text, "with jobs that plan on 1 threads") {
		t.Errorf("%d pairs, printed as %s", len(r.Pairs), text)
	}
}

func TestSearchesAmongTheShelvesFindPaths(t *testing.T) {
	scene, err := shelves()
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for seed := range uint64(20) {
		status, err := plan(scene, seed)
		if err != nil {
			t.Fatal(err)
		}
		if status == planning.Solved {
			found++
		}
	}
	if found < 15 {
		t.Errorf("%d of 20 searches find a path; expected most of them", found)
	}
}
