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
		for _, m := range linearMarks(scale{low: test.low, high: test.high}, 5) {
			if m.label != "" {
				labels = append(labels, m.label)
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
		marks := linearMarks(scale{low: low, high: high}, 5)
		for i, m := range marks {
			if slack := 1e-6 * (high - low); m.value < low-slack || m.value > high+slack || i > 0 && m.value <= marks[i-1].value {
				t.Fatalf("%g to %g: a mark at %g", low, high, m.value)
			}
			if m.label != "" && labels[m.label] {
				t.Fatalf("%g to %g: two labels %q", low, high, m.label)
			}
			labels[m.label] = true
		}
		if n := len(labels); n < 2 || n > 8 {
			t.Fatalf("%g to %g: %d labels %v", low, high, n, labels)
		}
	}
}

func TestLabelsOfTimeKeepApart(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 15))
	dropped := 0
	for range 600 {
		low := math.Pow(10, 9*r.Float64())
		f := frame{left: 60, right: 60 + 10 + 900*r.Float64(), time: scale{low: low, high: low + math.Pow(10, 4*r.Float64()-2)}}
		end, labels := math.Inf(-1), 0
		for _, m := range timeMarks(f, f.right+30) {
			if m.label == "" {
				continue
			}
			half := widthOf(m.label, markSize) / 2
			if at := f.x(m.value); at-half < end+markSize-1e-9 || at-half < 0 || at+half > f.right+30 {
				t.Fatalf("%+v: the label %s from %g to %g px, after one that ends at %g", f, m.label, at-half, at+half, end)
			} else {
				end, labels = at+half, labels+1
			}
		}
		if labels < 2 {
			dropped++
		}
		if f.right > 400 && labels == 0 {
			t.Fatalf("%+v has no label", f)
		}
	}
	if dropped > 300 {
		t.Errorf("%d axes of 600 have less than two labels", dropped)
	}
}
