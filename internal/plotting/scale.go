package plotting

import "math"

// scale is the range of an axis. Its ends are finite, low is less than high, and both are above 0 on a logarithmic one.
type scale struct {
	low, high   float64
	logarithmic bool
}

// share is how far a value is on the way from low to high, from 0 to 1. What lies beyond an end is drawn there.
func (s scale) share(value float64) float64 {
	low, high := s.low, s.high
	if s.logarithmic {
		value, low, high = math.Log10(max(value, s.low)), math.Log10(low), math.Log10(high)
	}
	return min(1, max(0, (value-low)/(high-low)))
}

// has says whether a value lies on the axis, up to what rounding moves it beyond an end.
func (s scale) has(value float64) bool {
	slack := 1e-9 * (s.high - s.low)
	return value >= s.low-slack && value <= s.high+slack
}

// span is the range of finite values; it is empty at first.
type span struct{ low, high float64 }

func emptySpan() span { return span{math.Inf(1), math.Inf(-1)} }

func (s span) empty() bool { return s.low > s.high }

// with is the span that has these values too. Those that are not finite count for nothing.
func (s span) with(values ...float64) span {
	for _, v := range values {
		if finite(v) {
			s.low, s.high = min(s.low, v), max(s.high, v)
		}
	}
	return s
}

// timeScale is the whole span of time, or one second around a single instant. Its ends are moved outwards to round numbers
// where that widens it by a hundredth at the most: a run from 1 ms to 9.999 s is shown from 0 s to 10 s.
func timeScale(s span) scale {
	if s.high <= s.low {
		room := max(0.5, 1e-3*math.Abs(s.low))
		return scale{low: s.low - room, high: s.high + room}
	}
	width := s.high - s.low
	step := niceStep(width / 500)
	round := scale{low: math.Floor(s.low/step) * step, high: math.Ceil(s.high/step) * step}
	if round.low <= s.low && round.high >= s.high && round.high-round.low <= 1.0101*width {
		return round
	}
	return scale{low: s.low, high: s.high}
}

// roomy leaves a little room above and below the values, more where they are all the same, and gives an axis without any
// values a range.
func roomy(s span) scale {
	far := max(math.Abs(s.low), math.Abs(s.high))
	switch height := s.high - s.low; {
	case s.empty():
		return scale{low: -1, high: 1}
	case height <= 1e-12*far:
		room := max(1e-3, 0.1*far)
		return scale{low: s.low - room, high: s.high + room}
	default:
		return scale{low: s.low - 0.04*height, high: s.high + 0.04*height}
	}
}

// stepped leaves room for half a row above and below values which are whole numbers.
func stepped(s span) scale {
	if s.empty() {
		s = s.with(0)
	}
	return scale{low: s.low - 0.5, high: s.high + 0.5}
}

// decadesOf begins and ends at powers of ten, one apart at least. least is above 0.
func decadesOf(s span, least float64) scale {
	low, high := max(s.low, least), s.high
	if s.empty() || high <= 0 {
		low, high = least, 10*least
	}
	out := scale{low: math.Pow(10, math.Floor(math.Log10(low))), logarithmic: true}
	out.high = max(math.Pow(10, math.Ceil(math.Log10(high))), 10*out.low)
	return out
}
