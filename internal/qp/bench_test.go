package qp_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/internal/qp"
)

// The references beside which these benchmarks stand: microseconds a solution on one core of a Zen
// 4 at its best build, dense problems of this draw, cold:
//
//	variables, rows       10, 30   16, 40   20, 50   30, 60
//	eiquadprog-fast          4.2      7.5     16.2     39
//	DAQP                     6.0     12.7     21.2     47
//	qpOASES                 35       72      127      272
//	an earlier one in Go     5.6     14.3     26.0     65
//
// and along a trajectory whose data vary by 1 %:
//
//	eiquadprog-fast (cold)   3.7      5.2     13.6     28.9
//	DAQP                     3.0      6.6     12.5     25.9
//	qpOASES                  6.8     11.7     19.2     42.6
var sizes = []struct{ variables, rows int }{{10, 30}, {16, 40}, {20, 50}, {30, 60}}

// dense draws a problem with upper limits only, so hard that about 70 % of the variables are pinned
// by rows.
func dense(rng *rand.Rand, n, m int) *qp.Problem {
	p := qp.NewProblem(n, m)
	b := make([][]float64, n)
	for i := range b {
		b[i] = make([]float64, n)
		for j := range b[i] {
			b[i][j] = rng.NormFloat64()
		}
	}
	for i := range n {
		row := p.HessianRow(i)
		for j := range i + 1 {
			for k := range n {
				row[j] += b[k][i] * b[k][j] / float64(n)
			}
		}
		row[i] += 0.5
		p.G[i] = 0.85 * rng.NormFloat64()
	}
	for i := range m {
		for j := range p.Row(i) {
			p.Row(i)[j] = rng.NormFloat64()
		}
		p.AtMost(i, rng.Float64())
	}
	return p
}

// vary writes data that differ from those of p by the given share into q.
func vary(rng *rand.Rand, q, p *qp.Problem, share float64) {
	factor := func() float64 { return 1 + share*rng.NormFloat64() }
	for i := range p.Size() {
		row := q.HessianRow(i)
		copy(row, p.HessianRow(i))
		row[i] *= 1 + share*math.Abs(rng.NormFloat64())
		q.G[i] = p.G[i] * factor()
	}
	for i := range p.Rows() {
		for j, v := range p.Row(i) {
			q.Row(i)[j] = v * factor()
		}
		q.AtMost(i, p.Upper[i]*factor())
	}
}

// replace copies the data of a problem of the same size.
func replace(q, p *qp.Problem) {
	for i := range p.Size() {
		copy(q.HessianRow(i)[:i+1], p.HessianRow(i)[:i+1])
	}
	for i := range p.Rows() {
		copy(q.Row(i), p.Row(i))
	}
	copy(q.G, p.G)
	copy(q.Lower, p.Lower)
	copy(q.Upper, p.Upper)
	copy(q.Min, p.Min)
	copy(q.Max, p.Max)
}

func BenchmarkDense(b *testing.B) {
	for _, size := range sizes {
		rng := rand.New(rand.NewPCG(1, 2))
		cold := make([]*qp.Problem, 50)
		for i := range cold {
			cold[i] = dense(rng, size.variables, size.rows)
		}
		warm := make([]*qp.Problem, 50) // there and back, so that the last is followed by the first
		warm[0] = cold[0]
		for i := 1; i < len(warm); i++ {
			warm[i] = qp.NewProblem(size.variables, size.rows)
			vary(rng, warm[i], warm[0], 0.01)
		}
		b.Run(fmt.Sprintf("%dx%d/cold", size.variables, size.rows), func(b *testing.B) { benchmark(b, cold, true) })
		b.Run(fmt.Sprintf("%dx%d/warm", size.variables, size.rows), func(b *testing.B) { benchmark(b, warm, false) })
	}
}

// benchmark solves problems of one size in turn, copying their data into place, which is part of
// the figure.
func benchmark(b *testing.B, problems []*qp.Problem, cold bool) {
	p := qp.NewProblem(problems[0].Size(), problems[0].Rows())
	s := qp.NewSolver(p)
	active, iterations := 0, 0
	i := 0
	for b.Loop() {
		replace(p, problems[i%len(problems)])
		if cold {
			s.Forget()
		}
		r := s.Solve()
		if r.Status != qp.Optimal {
			b.Fatal(r.Err())
		}
		active += len(r.Active)
		iterations += r.Iterations
		i++
	}
	b.ReportMetric(float64(active)/float64(i), "active")
	b.ReportMetric(float64(iterations)/float64(i), "iterations")
}
