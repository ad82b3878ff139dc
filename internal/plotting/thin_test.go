package plotting

import (
	"math"
	"math/rand/v2"
	"testing"
)

func noisy(r *rand.Rand, n int) (l Line) {
	at := 0.0
	for i := range n {
		at += r.Float64() * 0.001
		v := math.Sin(at) + 0.1*r.NormFloat64()
		if i%997 == 500 {
			v = math.NaN()
		}
		if i%4001 == 1234 {
			v = 50 // one spike of one sample
		}
		l.Time, l.Value = append(l.Time, at), append(l.Value, v)
	}
	return l
}

func TestThinningKeepsEveryExtremeOfEveryColumn(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	const columns = 200
	l := noisy(r, 40_000)
	thin := l.thin(columns)
	if len(thin.Time) > 6*columns {
		t.Errorf("%d of %d values are left; expected about 4 a column and those at gaps", len(thin.Time), len(l.Time))
	}
	width := (l.Time[len(l.Time)-1] - l.Time[0]) / columns
	type extremes struct{ low, high float64 }
	of := func(l Line) map[int]extremes {
		out := map[int]extremes{}
		for i, v := range l.Value {
			if column := int((l.Time[i] - l.Time[0]) / width); finite(v) {
				e, ok := out[column]
				if !ok {
					e = extremes{v, v}
				}
				out[column] = extremes{min(e.low, v), max(e.high, v)}
			}
		}
		return out
	}
	want, have := of(l), of(thin)
	for column, e := range want {
		if column < columns-1 && have[column] != e {
			t.Errorf("column %d has %+v; expected %+v", column, have[column], e)
		}
	}
	for i := 1; i < len(thin.Time); i++ {
		if thin.Time[i] < thin.Time[i-1] {
			t.Fatal("times go back")
		}
	}
	if thin.gaps() != l.gaps() {
		t.Errorf("%d gaps are left; expected %d, since each is one sample", thin.gaps(), l.gaps())
	}
	if thin.Time[0] != l.Time[0] || thin.Time[len(thin.Time)-1] != l.Time[len(l.Time)-1] {
		t.Error("the ends of the line are lost")
	}
}

func TestAShortLineIsLeftAsItIs(t *testing.T) {
	l := noisy(rand.New(rand.NewPCG(1, 1)), 800)
	if got := l.thin(200); len(got.Time) != 800 {
		t.Errorf("%d values are left; expected all 800", len(got.Time))
	}
}

func TestThinningTakesAnyTimes(t *testing.T) {
	same := Line{Time: make([]float64, 100), Value: make([]float64, 100)}
	same.Value[50] = 7
	if got := same.thin(10); len(got.Time) > 4 || got.Value[1] != 7 && got.Value[2] != 7 {
		t.Errorf("values at one instant thin to %v", got.Value)
	}
	gaps := Line{Time: make([]float64, 100), Value: make([]float64, 100)}
	for i := range gaps.Time {
		gaps.Time[i], gaps.Value[i] = float64(i), math.NaN()
	}
	if got := gaps.thin(10); got.gaps() != len(got.Value) || len(got.Value) == 0 {
		t.Errorf("a line of gaps thins to %v", got.Value)
	}
}
