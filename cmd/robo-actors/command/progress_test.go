package command

import (
	"strconv"
	"testing"
	"time"
)

func TestTheStatusLineWaitsUntilAllJointsOfAStopAreKnown(t *testing.T) {
	one, five := []string{"1 joint stopped"}, []string{"5 joints stopped"}
	p := pace{every: 10 * time.Second}
	for i, c := range []struct {
		since time.Duration
		stops []string
		due   bool
	}{
		{5 * time.Second, nil, false},
		{5200 * time.Millisecond, one, false},  // the first event of five
		{5400 * time.Millisecond, five, false}, // maybe not the last one
		{5600 * time.Millisecond, five, true},
		{200 * time.Millisecond, nil, false},
		{400 * time.Millisecond, nil, false}, // a line is there already
		{time.Second, nil, true},
		{10 * time.Second, one, false},
		{10200 * time.Millisecond, one, true},
	} {
		if got := p.due(c.since, c.stops); got != c.due {
			t.Errorf("look %d, %v after a line with %q: due %t, expected %t", i, c.since, c.stops, got, c.due)
		}
	}
}

func TestTheStatusLineComesThoughTheStopsNeverSettle(t *testing.T) {
	p := pace{every: 10 * time.Second}
	for i := range 10 {
		if p.due(time.Minute, []string{strconv.Itoa(i)}) {
			if i == 0 {
				t.Error("the first look at a stop is shown at once")
			}
			return
		}
	}
	t.Error("no line for two seconds")
}
