package plotting

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// roundTicks marks an axis at multiples of 1, 2 or 5 times a power of ten, with four minor ticks or
// one between two labels.
type roundTicks struct{}

// mostLabels is the largest number of labels of an axis.
const mostLabels = 8

// Ticks implements plot.Ticker.
func (roundTicks) Ticks(low, high float64) (ticks []plot.Tick) {
	step, parts := roundStep((high - low) / mostLabels)
	minor := step / float64(parts)
	digits := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	for i := math.Ceil(low/minor - 1e-9); i*minor <= high+1e-9*minor; i++ {
		tick := plot.Tick{Value: i * minor}
		if math.Mod(i, float64(parts)) == 0 {
			tick.Label = label(tick.Value, digits)
		}
		ticks = append(ticks, tick)
	}
	return ticks
}

// roundStep returns the least round step that is not less than least, and into how many parts minor
// ticks divide it.
func roundStep(least float64) (step float64, parts int) {
	power := math.Pow(10, math.Floor(math.Log10(least)))
	for _, s := range []struct {
		factor float64
		parts  int
	}{{1, 5}, {2, 4}, {5, 5}} {
		if s.factor*power >= least*(1-1e-9) {
			return s.factor * power, s.parts
		}
	}
	return 10 * power, 5
}

// label writes a number with a fixed number of digits, or with an exponent where that would be
// long.
func label(v float64, digits int) string {
	if v == 0 {
		return "0"
	}
	if a := math.Abs(v); digits > 5 || a >= 1e6 {
		return strconv.FormatFloat(v, 'g', 4, 64)
	}
	return strconv.FormatFloat(v, 'f', digits, 64)
}
