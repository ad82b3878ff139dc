package qp_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/internal/qp"
)

// arm is a cascade of the shape of a mobile manipulator: 10 accelerations, torque limits as dense
// rows, bounds of accelerations, and three levels of 6, 3 and 10 rows. Its matrices are smooth
// random functions of a phase.
type arm struct {
	c                  *qp.Constraints
	levels             []*qp.Tasks
	mass, bias         wave
	jacobians, targets []wave
	torque             float64
}

func newArm(seed uint64, torque, acceleration float64, rows ...int) *arm {
	const n = 10
	rng := rand.New(rand.NewPCG(seed, 2))
	a := &arm{c: qp.NewConstraints(n, n), mass: newWave(rng, n*n, 0.7, 0.05), bias: newWave(rng, n, 3, 2), torque: torque}
	for j := range n {
		a.c.Bound(j, -acceleration, acceleration)
	}
	for _, m := range rows {
		a.levels = append(a.levels, qp.NewTasks(n, m))
		a.jacobians = append(a.jacobians, newWave(rng, m*n, 0.5, 0.1))
		a.targets = append(a.targets, newWave(rng, m, 4, 8))
	}
	return a
}

func (a *arm) fill(phase float64) {
	const n = 10
	var b [n * n]float64
	var bias [n]float64
	a.mass.at(b[:], phase)
	a.bias.at(bias[:], phase)
	for i := range n {
		row := a.c.Row(i)
		for j := range n {
			row[j] = 0
			for k := range n {
				row[j] += b[i*n+k] * b[j*n+k]
			}
		}
		row[i]++
		a.c.Between(i, -a.torque-bias[i], a.torque-bias[i])
	}
	for l, t := range a.levels {
		values := make([]float64, t.Rows()*n)
		a.jacobians[l].at(values, phase)
		targets := make([]float64, t.Rows())
		a.targets[l].at(targets, phase)
		for i := range t.Rows() {
			copy(t.Row(i), values[i*n:][:n])
			if t.Rows() == n { // posture
				clear(t.Row(i))
				t.Row(i)[i] = 1
			}
			t.Aim(i, targets[i])
		}
	}
}

func TestAnUnlimitedCascadeReachesAllThatItsFreedomAllows(t *testing.T) {
	a := newArm(5, 1e6, 1e6, 6, 3, 10)
	a.fill(0.3)
	k := qp.NewCascade(a.c, a.levels...)
	r := k.Solve()
	if r.Err() != nil {
		t.Fatal(r.Err())
	}
	t.Logf("%+v", r.Levels)
	for l, want := range []int{6, 3, 1} {
		if r.Levels[l].Rank != want {
			t.Errorf("level %d has rank %d, want %d", l+1, r.Levels[l].Rank, want)
		}
	}
	for l := range 2 {
		if r.Levels[l].Residual > 1e-11 {
			t.Errorf("level %d misses by %g", l+1, r.Levels[l].Residual)
		}
	}
	for i := range 6 {
		at := 0.0
		for j, v := range a.levels[0].Row(i) {
			at += v * r.X[j]
		}
		if math.Abs(at-a.levels[0].Lower[i]) > 1e-11 {
			t.Errorf("row %d is %g, want %g", i, at, a.levels[0].Lower[i])
		}
	}
}

// DAQP's hierarchical solver takes 8.2 µs for this shape with the limits inactive and 9.1 µs with
// some active, on one core of a Zen 4, with a new workspace each time.
func BenchmarkCascade(b *testing.B) {
	for _, c := range []struct {
		name                 string
		torque, acceleration float64
		cold                 bool
	}{{"loose", 1e6, 1e6, false}, {"limited", 60, 20, false}, {"tight", 30, 12, false}, {"tight/cold", 30, 12, true}} {
		b.Run(c.name, func(b *testing.B) {
			a := newArm(5, c.torque, c.acceleration, 6, 3, 10)
			a.fill(0)
			k := qp.NewCascade(a.c, a.levels...)
			i, active, iterations := 0, 0, 0
			const ticks = 100
			arms := make([]*arm, ticks)
			for i := range arms {
				arms[i] = newArm(5, c.torque, c.acceleration, 6, 3, 10)
				arms[i].fill(float64(i) * tick)
			}
			for b.Loop() {
				at := i % (2 * ticks)
				if at >= ticks {
					at = 2*ticks - 1 - at
				}
				a.copy(arms[at])
				if c.cold {
					k.Forget()
				}
				r := k.Solve()
				if r.Status != qp.Optimal {
					b.Fatal(r.Err())
				}
				active += len(r.Active)
				iterations += r.Iterations
				i++
			}
			b.ReportMetric(float64(active)/float64(i), "active")
			b.ReportMetric(float64(iterations)/float64(i), "iterations")
		})
	}
}

// copy takes the data of another arm.
func (a *arm) copy(from *arm) {
	for i := range a.c.Rows() {
		copy(a.c.Row(i), from.c.Row(i))
	}
	copy(a.c.Lower, from.c.Lower)
	copy(a.c.Upper, from.c.Upper)
	for l, t := range a.levels {
		for i := range t.Rows() {
			copy(t.Row(i), from.levels[l].Row(i))
		}
		copy(t.Lower, from.levels[l].Lower)
		copy(t.Upper, from.levels[l].Upper)
	}
}
