package plotting

import (
	"math"
	"strings"
	"testing"
)

func TestTicksAreAtTheRoundNumbersThatPeopleWouldWrite(t *testing.T) {
	for _, test := range []struct {
		low, high float64
		want      string
	}{
		{0, 10, "0 2 4 6 8 10"},
		{-0.3, 9.7, "0 2 4 6 8"},
		{-1.4, 1.4, "-1.0 -0.5 0 0.5 1.0"},
		{0, 0.155, "0 0.02 0.04 0.06 0.08 0.10 0.12 0.14"},
		{-90, 80, "-50 0 50"},
		{0, 3500, "0 500 1000 1500 2000 2500 3000 3500"},
		{-1e-9, 1e-9, "-1e-09 -5e-10 0 5e-10 1e-09"},
		{0, 4e7, "0 5e+06 1e+07 1.5e+07 2e+07 2.5e+07 3e+07 3.5e+07 4e+07"},
	} {
		var labels []string
		for _, tick := range (roundTicks{}).Ticks(test.low, test.high) {
			if tick.Label != "" {
				labels = append(labels, tick.Label)
			}
		}
		if got := strings.Join(labels, " "); got != test.want {
			t.Errorf("%g to %g: %s; expected %s", test.low, test.high, got, test.want)
		}
	}
}

func TestTicksLieOnTheAxisWithSomeLabelsAndMinorTicksBetween(t *testing.T) {
	for exponent := -12.0; exponent < 12; exponent += 0.37 {
		low, high := -0.3*math.Pow(10, exponent), math.Pow(10, exponent)
		labels, minor := 0, 0
		for _, tick := range (roundTicks{}).Ticks(low, high) {
			if tick.Value < low-1e-9*(high-low) || tick.Value > high+1e-9*(high-low) {
				t.Errorf("%g to %g: a tick at %g", low, high, tick.Value)
			}
			if tick.IsMinor() {
				minor++
			} else {
				labels++
			}
		}
		if labels < 3 || labels > mostLabels+1 || minor < labels {
			t.Errorf("%g to %g: %d labels and %d minor ticks", low, high, labels, minor)
		}
	}
}
