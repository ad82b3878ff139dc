package jitter

import (
	"strings"
	"testing"
	"time"
)

func TestARunWithViewersIsComparedWithOneWithout(t *testing.T) {
	const slice = 300 * time.Millisecond
	o := Options{Actors: 2, Period: 5 * time.Millisecond, Slice: slice, Pairs: 2}
	r, err := MeasureViewers(t.Context(), o, Audience{Reading: 2, Deaf: 1, Reconnecting: 1}, Watch)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range r.Pairs {
		for what, l := range map[string]Lateness{"with": p.With, "without": p.Without} {
			if all := l.Ticks + l.Lost; all != 2*int(slice/o.Period) {
				t.Errorf("pair %d %s viewers has %d ticks and lost %d, want %d in all", i, what, l.Ticks, l.Lost, 2*int(slice/o.Period))
			}
		}
		if p.Connections < 3 {
			t.Errorf("in pair %d %d viewers have connected", i, p.Connections)
		}
	}
	if text := r.String(); len(r.Pairs) != 2 || !strings.Contains(text, "with 4 viewers (2 read, 1 do not, 1 reconnect)") {
		t.Errorf("%d pairs, printed as %s", len(r.Pairs), text)
	}
}
