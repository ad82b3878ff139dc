package qp_test

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/internal/qp"
)

// numbers takes floating-point numbers from bytes: each byte below 200 is a tame one, all others
// announce eight bytes of any number, NaN and infinities among them.
type numbers []byte

func (b *numbers) byte() byte {
	if len(*b) == 0 {
		return 0
	}
	v := (*b)[0]
	*b = (*b)[1:]
	return v
}

func (b *numbers) float() float64 {
	v := b.byte()
	if v < 200 {
		return (float64(v) - 100) / 16
	}
	if len(*b) < 8 {
		return [...]float64{0, 1e-300, 1e300, math.Inf(1), math.Inf(-1), math.NaN(), 1e-8, 1e8}[v%8]
	}
	w := math.Float64frombits(binary.LittleEndian.Uint64(*b))
	*b = (*b)[8:]
	return w
}

// constrain fills constraints from bytes.
func (b *numbers) constrain(c *qp.Constraints) {
	for i := range c.Rows() {
		for j := range c.Row(i) {
			c.Row(i)[j] = b.float()
		}
		switch b.byte() % 4 {
		case 0:
			c.Equal(i, b.float())
		case 1:
			c.AtLeast(i, b.float())
		case 2:
			c.AtMost(i, b.float())
		default:
			c.Between(i, b.float(), b.float())
		}
	}
	for j := range c.Size() {
		if b.byte()%3 == 0 {
			c.Bound(j, b.float(), b.float())
		}
	}
}

// finite fails where a number is not.
func finite(t *testing.T, what string, v ...float64) {
	t.Helper()
	for i, x := range v {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			t.Fatalf("%s, number %d, is %g", what, i, x)
		}
	}
}

func FuzzSolve(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{1, 2, 116, 100, 116, 100, 100, 84, 100, 0, 116, 100, 1, 120})
	f.Add([]byte{2, 3, 116, 205, 116, 3, 3, 3, 204, 203, 202, 201, 200, 199, 198})
	f.Fuzz(func(t *testing.T, data []byte) {
		b := numbers(data)
		n := 1 + int(b.byte())%5
		p := qp.NewProblem(n, int(b.byte())%8)
		for i := range n {
			for j := range i + 1 {
				p.HessianRow(i)[j] = b.float()
			}
			p.G[i] = b.float()
		}
		p.Regularisation = b.float()
		b.constrain(p.Constraints)
		s := qp.NewSolver(p)
		for range 3 {
			r := s.Solve()
			finite(t, "x", r.X...)
			finite(t, "the multipliers", r.Multiplier...)
			finite(t, "a figure", r.Objective, r.Stationarity, r.Violation, r.Gap)
			for _, c := range r.Clash {
				finite(t, "a weight of the proof", c.Weight)
			}
			if (r.Err() == nil) != (r.Status == qp.Optimal) {
				t.Fatalf("%v with the error %v", r.Status, r.Err())
			}
			if r.Status == qp.Infeasible && len(r.Clash) == 0 {
				t.Fatal("infeasible, and no row is named")
			}
			if r.Status == qp.Optimal && r.Stationarity > 1e-8 {
				t.Fatalf("optimal, and the gradient is missed by %g", r.Stationarity)
			}
		}
	})
}

func FuzzCascade(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{2, 2, 2, 1, 2, 116, 100, 1, 90, 100, 116, 2, 110, 0, 90, 110, 1, 1})
	f.Add([]byte{3, 1, 205, 206, 100, 3, 20, 30, 40, 50, 203, 60, 70, 80, 90, 100, 110})
	f.Fuzz(func(t *testing.T, data []byte) {
		b := numbers(data)
		n := 1 + int(b.byte())%5
		c := qp.NewConstraints(n, int(b.byte())%5)
		b.constrain(c)
		var levels []*qp.Tasks
		for range int(b.byte()) % 4 {
			level := qp.NewTasks(n, int(b.byte())%4)
			for i := range level.Rows() {
				for j := range n {
					level.Row(i)[j] = b.float()
				}
				level.Aim(i, b.float())
				if b.byte()%3 == 0 {
					level.Within(i, level.Lower[i], b.float())
				}
				if b.byte()%3 == 0 {
					level.Weight[i] = b.float()
				}
			}
			levels = append(levels, level)
		}
		k := qp.NewCascade(c, levels...)
		k.Rest[0] = b.float()
		for range 3 {
			r := k.Solve()
			finite(t, "x", r.X...)
			finite(t, "the violation", r.Violation)
			for _, l := range r.Levels {
				finite(t, "a figure of a level", l.Residual, l.Condition)
			}
			if (r.Err() == nil) != (r.Status == qp.Optimal) {
				t.Fatalf("%v with the error %v", r.Status, r.Err())
			}
		}
	})
}
