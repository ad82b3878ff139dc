package plotting

import (
	"math"
	"strconv"
)

// mark is one of an axis; many have no label.
type mark struct {
	value float64
	label string
}

// marker marks an axis with about so many labels.
type marker func(s scale, about int) []mark

// linearMarks marks an axis at 1, 2 or 5 times a power of ten, and without a label in the middle between two. A range that
// is no wider than numbers are exact has its lower end marked.
func linearMarks(s scale, about int) (marks []mark) {
	low, high := s.low, s.high
	step := niceStep((high - low) / float64(about))
	if !(step > 1e-12*max(math.Abs(low), math.Abs(high))) || math.IsInf(step, 0) {
		return []mark{{value: low, label: strconv.FormatFloat(low, 'g', 4, 64)}}
	}
	decimals := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	const slack = 1e-9 // of a step, for what rounding moves out of the range
	first := math.Ceil((low/step - slack) * 2)
	count := int(math.Floor((high/step+slack)*2) - first)
	for i := range count + 1 {
		half := first + float64(i)
		m := mark{value: half / 2 * step}
		if math.Mod(half, 2) == 0 {
			m.label = label(m.value, step, decimals)
		}
		marks = append(marks, m)
	}
	return marks
}

// decadeMarks marks a logarithmic axis at powers of ten, every second or third one where there are many.
func decadeMarks(s scale, about int) (marks []mark) {
	const slack = 1e-9
	first, last := int(math.Ceil(math.Log10(s.low)-slack)), int(math.Floor(math.Log10(s.high)+slack))
	every := 1 + (last-first)/about
	for power := first; power <= last; power++ {
		m := mark{value: math.Pow10(power)}
		if (last-power)%every == 0 {
			m.label = strconv.FormatFloat(m.value, 'g', 4, 64)
		}
		marks = append(marks, m)
	}
	return marks
}

// nameMarks has a name at 0, 1 and so on, where the axis has them, cut to the room that there is for names.
func nameMarks(names []string, room float64) marker {
	return func(s scale, _ int) (marks []mark) {
		for i, name := range names {
			if v := float64(i); s.has(v) {
				marks = append(marks, mark{value: v, label: fit(shorten(name), markSize, room)})
			}
		}
		return marks
	}
}

// spaced marks an axis with so few labels that no two neighbours clash.
func spaced(s scale, marks marker, about int, clash func(a, b mark) bool) []mark {
	for ; about > 1; about-- {
		all := marks(s, about)
		if crowded(all, clash) == nil {
			return all
		}
	}
	all := marks(s, 1)
	for m := crowded(all, clash); m != nil; m = crowded(all, clash) {
		m.label = ""
	}
	return all
}

// crowded returns the first mark with a label that clashes with the one before it, or nil.
func crowded(marks []mark, clash func(a, b mark) bool) *mark {
	before := -1
	for i := range marks {
		if marks[i].label == "" {
			continue
		}
		if before >= 0 && clash(marks[before], marks[i]) {
			return &marks[i]
		}
		before = i
	}
	return nil
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
