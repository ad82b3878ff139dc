package taskbench

import (
	"math/rand/v2"
	"testing"
)

func TestTheLoopIsToldByItsRounds(t *testing.T) {
	r := even(1000, 500, 20)
	f := figuresOf(3, r.ticks, r.loops, 4)
	want := Figures{Ticks: 1000, Passes: 3, Interrupted: 4, MedianNs: 500, P99Ns: 500, P999Ns: 500, LoopP99: 2, LoopTail: 2, LoopRoundNs: 20}
	if f != want || f.P99() != 1 || f.Tail() != 1 {
		t.Errorf("%+v; expected %+v", f, want)
	}
}

func TestPercentilesAreThoseOfTheTicksInAnyOrder(t *testing.T) {
	ticks, loops := make([]float64, 10000), make([]float64, 10000)
	for i, at := range rand.Perm(10000) {
		ticks[i], loops[i] = 100+float64(at), 10*float64(at)
	}
	f := figuresOf(1, ticks, loops, 0)
	if f.MedianNs != 5100 || f.P99Ns != 10000 || f.P999Ns != 10090 || f.LoopRoundNs != 50000 || f.LoopP99 != 1.98 || f.LoopTail != 1.998 {
		t.Errorf("%+v", f)
	}
	if f.P99() != 10000/5100.0 || f.Tail() != 10090/5100.0 {
		t.Errorf("over the median %g and %g", f.P99(), f.Tail())
	}
}

func TestAClockThatStandsStillDividesByNothing(t *testing.T) {
	if f := figuresOf(1, make([]float64, 300), make([]float64, 300), 0); f.LoopP99 != 0 || f.LoopTail != 0 || f.LoopRoundNs != 0 {
		t.Errorf("%+v", f)
	}
	s := steadiest{most: 2}
	for range 3 {
		s.follow(readings{make([]float64, 300), make([]float64, 300), make([]interruption, 300)})
	}
	if f := s.figures(); f.Ticks != 600 || f.LoopP99 != 0 {
		t.Errorf("in a row %+v", f)
	}
}
