package setpoint

import (
	"math"
	"testing"
	"time"
)

func TestAStepIsTheTimersAsLongAsTheClockAgrees(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		name               string
		told, passed, want time.Duration
	}{
		{"on the grid", 2 * ms, 2 * ms, 2 * ms},
		{"after a late cycle", 2 * ms, 1200 * time.Microsecond, 2 * ms},
		{"in a late cycle", 2 * ms, 3900 * time.Microsecond, 2 * ms},
		{"after a missed one", 4 * ms, 4 * ms, 4 * ms},
		{"negative", -time.Second, 2 * ms, 2 * ms},
		{"zero", 0, 2 * ms, 2 * ms},
		{"a nanosecond", 1, 2 * ms, 2 * ms},
		{"the longest time", math.MaxInt64, 2 * ms, 2 * ms},
		{"a stopped clock", 2 * ms, 0, 0},
		{"a clock that runs back", 2 * ms, -ms, 0},
	} {
		if got := Step(c.told, c.passed); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
