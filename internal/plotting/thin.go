package plotting

import "math"

// Line is a series of values over time.
type Line struct {
	Name string
	// Time is in s and does not decrease; Value has as many elements, in the unit of the panel's
	// axis. Values that are not finite are gaps.
	Time, Value []float64
	// Gap is the legend's word for values that are not finite; empty means "not finite".
	Gap string
	// Breaks means that gaps are normal: the legend does not count them.
	Breaks bool
}

// atLeast raises values that are less than a bound to it; 0 leaves the line as it is.
func (l Line) atLeast(bound float64) Line {
	if bound == 0 {
		return l
	}
	raised := make([]float64, len(l.Value))
	for i, v := range l.Value {
		raised[i] = max(v, bound) // not a number stays what it is
	}
	l.Value = raised
	return l
}

// gaps counts the values that are not finite.
func (l Line) gaps() (count int) {
	for _, v := range l.Value {
		if !finite(v) {
			count++
		}
	}
	return count
}

// largest bounds the numbers that are drawn; differences of two of them are finite.
const largest = 1e300

// finite reports whether a number can be drawn.
func finite(v float64) bool { return math.Abs(v) <= largest }

// thin returns a line that looks the same in a picture with that many columns. Of each column it
// keeps the first, the lowest, the highest and the last value, and the first value of each gap.
func (l Line) thin(columns int) Line {
	n := len(l.Time)
	if n <= 4*columns {
		return l
	}
	out := Line{Name: l.Name, Gap: l.Gap, Breaks: l.Breaks}
	first, width := l.Time[0], (l.Time[n-1]-l.Time[0])/float64(columns)
	column := func(i int) int { return min(columns-1, int((l.Time[i]-first)/width)) }
	for begin := 0; begin < n; {
		end := begin + 1
		for end < n && finite(l.Value[end]) == finite(l.Value[begin]) && column(end) == column(begin) {
			end++
		}
		out = out.keep(l, begin, end)
		begin = end
	}
	return out
}

// keep appends the kept values of from between begin and end, which are all finite or all not.
func (l Line) keep(from Line, begin, end int) Line {
	low, high, last := begin, begin, end-1
	for i := begin; i < end; i++ {
		if from.Value[i] < from.Value[low] {
			low = i
		}
		if from.Value[i] > from.Value[high] {
			high = i
		}
	}
	kept := begin - 1
	for _, i := range []int{begin, min(low, high), max(low, high), last} {
		if i > kept {
			l.Time, l.Value = append(l.Time, from.Time[i]), append(l.Value, from.Value[i])
			kept = i
		}
	}
	return l
}
