package qp

import (
	"fmt"
	"math"
)

// Tasks are rows of weighted least squares: ½ Σ weight·(a·x - wanted)², where a row that is wanted
// within limits costs nothing between them. The caller writes into them in place.
type Tasks struct {
	// Lower and Upper are what is wanted of each row; the same number twice for most tasks.
	Lower, Upper []float64
	// Weight is what a row counts, not negative; zero switches it off. Fresh rows count 1.
	Weight []float64
	// Importance is the part of Weight that says how much a row counts against the others, and not
	// in what unit it is: a Cascade looks at the rows without it to decide which directions are
	// damped. Above 0; fresh rows have 1.
	Importance []float64

	n, m, stride int
	a            []float64
}

// NewTasks returns tasks of the given numbers of variables and rows, all zero and with weights of
// 1.
func NewTasks(variables, rows int) *Tasks {
	if variables < 1 || rows < 0 {
		panic(fmt.Sprintf("qp: tasks of %d variables and %d rows; there is at least one variable, and no negative number of rows", variables, rows))
	}
	stride := padded(variables)
	t := &Tasks{Lower: make([]float64, rows), Upper: make([]float64, rows), Weight: make([]float64, rows), Importance: make([]float64, rows),
		n: variables, m: rows, stride: stride, a: make([]float64, (rows+width)*stride)}
	for i := range t.Weight {
		t.Weight[i], t.Importance[i] = 1, 1
	}
	return t
}

// Rows returns the number of rows.
func (t *Tasks) Rows() int { return t.m }

// Row returns row i, to write into.
func (t *Tasks) Row(i int) []float64 { return t.a[i*t.stride:][:t.n:t.n] }

// Aim makes row i want one value.
func (t *Tasks) Aim(i int, value float64) { t.Lower[i], t.Upper[i] = value, value }

// Within makes row i want any value between two limits, either of which may be infinite.
func (t *Tasks) Within(i int, lower, upper float64) { t.Lower[i], t.Upper[i] = lower, upper }

// valid reports whether the numbers of row i can be used.
func (t *Tasks) valid(i int) bool {
	w, share, lower, upper := t.Weight[i], t.Importance[i], t.Lower[i], t.Upper[i]
	return w >= 0 && w <= math.MaxFloat64 && share > 0 && share <= math.MaxFloat64 && lower <= upper && !math.IsInf(lower, 1) && !math.IsInf(upper, -1)
}

// ClearCost sets H and g to zero.
func (p *Problem) ClearCost() {
	clear(p.h)
	clear(p.G)
}

// AddTasks adds the cost of tasks whose rows are zero outside the columns [from, to) to H and g.
// Rows that are wanted within limits, and not at one value, have no place in a cost of this form;
// they are left out, and counted in the answer.
func (p *Problem) AddTasks(t *Tasks, from, to int) (leftOut int) {
	low := from / width * width
	for block := 0; block < t.m; block += width {
		var weight, wanted [width]float64
		for k := range min(width, t.m-block) {
			i := block + k
			if t.Lower[i] != t.Upper[i] {
				leftOut++
				continue
			}
			weight[k], wanted[k] = t.Weight[i], t.Lower[i]
		}
		rows := t.a[block*t.stride:]
		r0, r1, r2, r3 := rows[:to], rows[t.stride:][:to], rows[2*t.stride:][:to], rows[3*t.stride:][:to]
		for j := from; j < to; j++ {
			f0, f1, f2, f3 := weight[0]*r0[j], weight[1]*r1[j], weight[2]*r2[j], weight[3]*r3[j]
			if f0 == 0 && f1 == 0 && f2 == 0 && f3 == 0 { // as most are where rows name single variables
				continue
			}
			p.G[j] -= f0*wanted[0] + f1*wanted[1] + f2*wanted[2] + f3*wanted[3]
			factors := [width]float64{f0, f1, f2, f3}
			addRows(p.h[j*p.stride:][low:padded(j+1)], factors[:], rows[low:], t.stride)
		}
	}
	return leftOut
}
