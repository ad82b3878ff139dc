package plotting

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestLabelsAreTheNumbersThatPeopleWouldWrite(t *testing.T) {
	for _, test := range []struct {
		low, high float64
		want      string
	}{
		{0, 1, "0 0.2 0.4 0.6 0.8 1.0"},
		{-3.1, 3.1, "-2 0 2"},
		{0, 700, "0 200 400 600"},
		{0.004, 0.006, "0.0040 0.0045 0.0050 0.0055 0.0060"},
		{-0.0016, 0.0016, "-0.001 0 0.001"},
		{10, 1000, "200 400 600 800 1000"},
		{0, 4e7, "0 1e+07 2e+07 3e+07 4e+07"},
		{0, 3e-8, "0 1e-08 2e-08 3e-08"},
		{7, 7, "7"},
	} {
		var labels []string
		for _, mark := range (ticks{5}).Ticks(test.low, test.high) {
			if mark.Label != "" {
				labels = append(labels, mark.Label)
			}
		}
		if got := strings.Join(labels, " "); got != test.want {
			t.Errorf("%g to %g: %q; expected %q", test.low, test.high, got, test.want)
		}
	}
}

func TestMarksLieOnTheAxisAndAreNeitherFewNorMany(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 2000 {
		low := (r.Float64() - 0.5) * math.Pow(10, float64(r.IntN(12)-6))
		high := low + (0.01+r.Float64())*math.Pow(10, float64(r.IntN(9)-3))
		labels := map[string]bool{}
		marks := (ticks{5}).Ticks(low, high)
		for i, mark := range marks {
			if slack := 1e-6 * (high - low); mark.Value < low-slack || mark.Value > high+slack || i > 0 && mark.Value <= marks[i-1].Value {
				t.Fatalf("%g to %g: a mark at %g", low, high, mark.Value)
			}
			if mark.Label != "" && labels[mark.Label] {
				t.Fatalf("%g to %g: two labels %q", low, high, mark.Label)
			}
			labels[mark.Label] = true
		}
		if n := len(labels); n < 2 || n > 8 {
			t.Fatalf("%g to %g: %d labels %v", low, high, n, labels)
		}
	}
}
