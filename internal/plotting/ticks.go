package plotting

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
)

// ticks marks an axis at 1, 2 or 5 times a power of ten, with about as many labels as it says, and an unlabelled mark in
// the middle between two.
type ticks struct{ about int }

// Ticks marks the axis from low to high. A range that is no wider than numbers are exact has its lower end marked.
func (t ticks) Ticks(low, high float64) (marks []plot.Tick) {
	step := niceStep((high - low) / float64(t.about))
	if !(step > 1e-12*max(math.Abs(low), math.Abs(high))) || math.IsInf(step, 0) {
		return []plot.Tick{{Value: low, Label: strconv.FormatFloat(low, 'g', 4, 64)}}
	}
	decimals := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	const slack = 1e-9 // of a step, for what rounding moves out of the range
	first := math.Ceil((low/step - slack) * 2)
	count := int(math.Floor((high/step+slack)*2) - first)
	for i := range count + 1 {
		half := first + float64(i)
		mark := plot.Tick{Value: half / 2 * step}
		if math.Mod(half, 2) == 0 {
			mark.Label = label(mark.Value, step, decimals)
		}
		marks = append(marks, mark)
	}
	return marks
}

// decades marks a logarithmic axis at powers of ten, every second or third one where there are many.
type decades struct{ most int }

// Ticks marks the powers of ten from low to high, both above 0.
func (d decades) Ticks(low, high float64) (marks []plot.Tick) {
	const slack = 1e-9
	first, last := int(math.Ceil(math.Log10(low)-slack)), int(math.Floor(math.Log10(high)+slack))
	every := 1 + (last-first)/d.most
	for power := first; power <= last; power++ {
		mark := plot.Tick{Value: math.Pow10(power)}
		if (last-power)%every == 0 {
			mark.Label = strconv.FormatFloat(mark.Value, 'g', 4, 64)
		}
		marks = append(marks, mark)
	}
	return marks
}

// niceStep is the smallest of 1, 2 and 5 times a power of ten that is no smaller than step.
func niceStep(step float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(step)))
	for _, factor := range []float64{1, 2, 5} {
		if factor*power >= step*(1-1e-9) {
			return factor * power
		}
	}
	return 10 * power
}

// label has as many decimals as the step needs; very large and very small numbers have an exponent.
func label(value, step float64, decimals int) string {
	if math.Abs(value) < step/2 {
		return "0"
	}
	if math.Abs(value) >= 1e6 || decimals > 5 {
		return strconv.FormatFloat(value, 'g', 3+max(0, int(math.Log10(math.Abs(value/step)))-1), 64)
	}
	return strconv.FormatFloat(value, 'f', decimals, 64)
}
