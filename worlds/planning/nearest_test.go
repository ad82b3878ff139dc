package planning

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestTheTreeFindsWhatASearchOfAllFinds(t *testing.T) {
	const seed = 3
	r := rand.New(rand.NewPCG(seed, 0))
	for _, dim := range []int{1, 2, 7} {
		p := newPoints(dim)
		q := make([]float64, dim)
		for n := range 900 {
			for j := range q {
				q[j] = r.Float64()
				if n%3 == 0 {
					q[j] = float64(r.IntN(4)) / 4 // many equal points and coordinates
				}
			}
			if n > 0 {
				checkNearest(t, p, q, 1+r.IntN(12), 0.01+r.Float64())
			}
			p.add(q)
		}
	}
}

func checkNearest(t *testing.T, p *points, q []float64, k int, within float64) {
	t.Helper()
	var all []neighbour
	for i := range p.len() {
		all = append(all, neighbour{i, squared(q, p.at(i))})
	}
	slices.SortFunc(all, func(a, b neighbour) int {
		switch {
		case a.squared != b.squared && a.squared < b.squared, a.squared == b.squared && a.index < b.index:
			return -1
		}
		return 1
	})
	if got := p.nearest(q); got != all[0].index {
		t.Fatalf("the nearest of %d points is %d at %g; expected %d at %g", len(all), got, squared(q, p.at(got)), all[0].index, all[0].squared)
	}
	all = slices.DeleteFunc(all, func(n neighbour) bool { return n.squared > within })
	if got := p.nearestK(nil, q, k, within); !slices.Equal(got, all[:min(k, len(all))]) {
		t.Fatalf("the %d nearest of %d points: %v; expected %v", k, p.len(), got, all[:min(k, len(all))])
	}
}

func TestSamplesFillTheLimitsEvenly(t *testing.T) {
	lower, upper := make([]float64, 20), make([]float64, 20)
	for j := range lower {
		lower[j], upper[j] = -1, float64(j)
	}
	q := make([]float64, 20)
	s := newSampler(9, lower, upper)
	var counts [20][8]int
	const n = 4000
	for i := range uint64(n) {
		s.sample(q, i)
		for j, v := range q {
			if v < lower[j] || v > upper[j] {
				t.Fatalf("sample %d has %g outside %g .. %g", i, v, lower[j], upper[j])
			}
			counts[j][min(int(8*(v-lower[j])/(upper[j]-lower[j])), 7)]++
		}
	}
	for j := range counts {
		for k, c := range counts[j] {
			if c < n/8-120 || c > n/8+120 {
				t.Errorf("part %d of dimension %d has %d of %d samples", k, j, c, n)
			}
		}
	}
	other := make([]float64, 20)
	newSampler(10, lower, upper).sample(other, 0)
	s.sample(q, 0)
	if slices.Equal(q, other) {
		t.Error("two seeds have equal samples")
	}
}
