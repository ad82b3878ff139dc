package plotting

import (
	"fmt"
	"math"
)

// Figure is a picture: panels above each other over one axis of time.
type Figure struct {
	Title   string
	Panels  []Panel
	Options Options
}

// Panel is one diagram of a figure. It shows either lines or lanes.
type Panel struct {
	// Label names the vertical axis with its unit, such as "velocity (deg/s)".
	Label string
	Lines []Line
	// Limits are values that a dashed line marks over all of the time.
	Limits []float64
	// Log is the least value of a logarithmic axis, from 1e-300 to 1e300; smaller values are drawn
	// there. 0 means a linear axis.
	Log float64
	// Names replace the numbers 0, 1 and so on at the vertical axis.
	Names []string
	// Lanes are drawn from the top down.
	Lanes []Lane
}

// check returns an error if the figure cannot be drawn, and the span of its times in s.
func (f *Figure) check() (first, last float64, err error) {
	first, last = math.Inf(1), math.Inf(-1)
	see := func(what string, times []float64, values int) {
		if err == nil {
			err = checkTimes(what, times, values)
		}
		if len(times) > 0 {
			first, last = min(first, times[0]), max(last, times[len(times)-1])
		}
	}
	for _, p := range f.Panels {
		if p.Log != 0 && !(p.Log >= 1/largest && p.Log <= largest) {
			return 0, 0, fmt.Errorf("%w: panel %s has a logarithmic axis from %g; expected %g to %g",
				ErrOptions, p.Label, p.Log, 1/largest, largest)
		}
		for _, l := range p.Lines {
			see("line "+l.Name, l.Time, len(l.Value))
		}
		for _, l := range p.Lanes {
			see("lane "+l.Name, l.Time, len(l.Mode))
		}
	}
	if err == nil && first > last {
		err = fmt.Errorf("%w: %s has no values", ErrNothing, f.Title)
	}
	return first, last, err
}

// checkTimes returns an error for times that decrease or are not finite, and for a number of times
// that differs from the number of values.
func checkTimes(what string, times []float64, values int) error {
	if len(times) != values {
		return fmt.Errorf("%w: %s has %d times and %d values", ErrOptions, what, len(times), values)
	}
	for i, t := range times {
		if !finite(t) || i > 0 && t < times[i-1] {
			return fmt.Errorf("%w: %s has the time %g s after %g s; expected finite times that do not decrease",
				ErrOptions, what, t, times[max(0, i-1)])
		}
	}
	return nil
}
