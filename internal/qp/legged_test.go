package qp_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/internal/qp"
)

// legged is a programme of the shape that is in whole-body control of legged robots:
// accelerations of a floating base and its joints, then contact forces of points, three each; the
// base's rows of the dynamics and the contacts' accelerations as equalities, torque limits as dense
// rows, friction pyramids as rows of three columns, bounds of accelerations and normal forces. Its
// matrices are no robot's: they are smooth random functions of a phase.
type legged struct {
	joints, points, contactRows int
	accelerations, size         int
	p                           *qp.Problem
	mass, contacts, tasks       wave
	bias, target, drift         wave
	torque                      float64 // limit
	contactRow                  int
	torqueRow, frictionRow      int
	b, jacobian                 []float64
}

// A wave is a vector of harmonics of a phase.
type wave struct{ mean, sine, cosine []float64 }

func newWave(rng *rand.Rand, n int, mean, swing float64) wave {
	w := wave{make([]float64, n), make([]float64, n), make([]float64, n)}
	for i := range n {
		w.mean[i], w.sine[i], w.cosine[i] = mean*rng.NormFloat64(), swing*rng.NormFloat64(), swing*rng.NormFloat64()
	}
	return w
}

func (w wave) at(to []float64, phase float64) {
	s, c := math.Sincos(phase)
	for i := range to {
		to[i] = w.mean[i] + s*w.sine[i] + c*w.cosine[i]
	}
}

const taskRows = 12

func newLegged(seed uint64, joints, points, contactRows int, torque float64) *legged {
	rng := rand.New(rand.NewPCG(seed, 1))
	l := &legged{joints: joints, points: points, contactRows: contactRows, torque: torque, accelerations: joints + 6}
	nv := l.accelerations
	l.size = nv + 3*points
	l.contactRow = 6
	l.torqueRow = l.contactRow + contactRows
	l.frictionRow = l.torqueRow + joints
	l.p = qp.NewProblem(l.size, l.frictionRow+4*points)
	l.mass = newWave(rng, nv*nv, 0.4, 0.05)
	l.contacts = newWave(rng, 3*points*nv, 0.4, 0.05)
	l.tasks = newWave(rng, taskRows*nv, 0.5, 0.1)
	l.bias = newWave(rng, nv, 2, 1)
	l.target = newWave(rng, taskRows, 1, 2)
	l.drift = newWave(rng, contactRows, 0.1, 0.1)
	l.b, l.jacobian = make([]float64, nv*nv), make([]float64, 3*points*nv)
	p := l.p
	for i := range 6 {
		p.Names[i] = fmt.Sprintf("dynamics of the base, row %d", i)
	}
	for i := range contactRows {
		p.Columns(l.contactRow+i, 0, nv)
	}
	for k := range points {
		at := nv + 3*k
		for side := range 4 {
			row := l.frictionRow + 4*k + side
			p.Names[row] = fmt.Sprintf("friction of point %d, side %d", k, side)
			p.Columns(row, at, at+3)
			sign := float64(1 - 2*(side%2))
			p.Row(row)[at+side/2] = sign
			p.Row(row)[at+2] = 0.5
			p.AtLeast(row, 0)
		}
		p.Bound(at+2, 1, 400)
	}
	for j := range joints {
		p.Bound(6+j, -60, 60)
	}
	return l
}

// fill writes the programme of a phase.
func (l *legged) fill(phase float64) {
	p, nv := l.p, l.accelerations
	l.mass.at(l.b, phase)
	l.contacts.at(l.jacobian, phase)
	bias, drift := make([]float64, nv), make([]float64, l.contactRows)
	l.bias.at(bias, phase)
	l.drift.at(drift, phase)
	bias[2] += 30 * float64(l.points) // weight
	for i := range nv {
		at := i
		if i >= 6 {
			at = l.torqueRow + i - 6
		}
		row := p.Row(at)
		for j := range nv {
			row[j] = 0
			for k := range nv {
				row[j] += l.b[i*nv+k] * l.b[j*nv+k] / 4
			}
		}
		row[i] += 1
		for f := range 3 * l.points {
			row[nv+f] = -l.jacobian[f*nv+i]
			if i < 6 && f%3 == i {
				row[nv+f]--
			}
		}
		if i < 6 {
			p.Equal(at, -bias[i])
		} else {
			p.Between(at, -l.torque-bias[i], l.torque-bias[i])
		}
	}
	for i := range l.contactRows {
		copy(p.Row(l.contactRow + i)[:nv], l.jacobian[i*nv:][:nv])
		p.Equal(l.contactRow+i, drift[i])
	}
	task, target := make([]float64, taskRows*nv), make([]float64, taskRows)
	l.tasks.at(task, phase)
	l.target.at(target, phase)
	for i := range l.size {
		row := p.HessianRow(i)
		clear(row)
		row[i] = 1e-4
		p.G[i] = 0
		if i >= nv {
			continue
		}
		row[i] = 0.1
		for k := range taskRows {
			a := task[k*nv:][:nv]
			p.G[i] -= 10 * a[i] * target[k]
			for j := range i + 1 {
				row[j] += 10 * a[i] * a[j]
			}
		}
	}
}

// humanoid has 32 joints and two feet of four points each: 62 variables. Of each foot six rows of
// acceleration are kept zero.
func humanoid() *legged { return newLegged(11, 32, 8, 12, 60) }

// quadruped has 12 joints and four points: 18 accelerations and 12 forces.
func quadruped() *legged { return newLegged(12, 12, 4, 12, 40) }

const tick = 2e-3 // of phase: a millisecond of a motion of about 3 s

func TestAWarmStartSavesMostIterationsAlongALeggedMotion(t *testing.T) {
	for name, l := range map[string]*legged{"humanoid": humanoid(), "quadruped": quadruped()} {
		t.Run(name, func(t *testing.T) {
			warm, cold := qp.NewSolver(l.p), qp.NewSolver(l.p)
			var withStart, without, active int
			const ticks = 300
			for i := range ticks {
				l.fill(float64(i) * tick * 5)
				w := warm.Solve()
				if w.Status != qp.Optimal {
					t.Fatalf("tick %d: %v", i, w.Err())
				}
				cold.Forget()
				c := cold.Solve()
				if d := optimality(l.p, w); d.greatest() > 1e-8 {
					t.Fatalf("tick %d, warm: %+v", i, d)
				}
				for j, x := range c.X {
					if math.Abs(x-w.X[j]) > 1e-7*(1+math.Abs(x)) {
						t.Fatalf("tick %d: x[%d] is %g from a warm start, %g from a cold one", i, j, w.X[j], x)
					}
				}
				withStart += w.Iterations
				without += c.Iterations
				active += len(w.Active)
			}
			t.Logf("iterations a tick: %.2f warm, %.2f cold; %.1f rows active", float64(withStart)/ticks, float64(without)/ticks, float64(active)/ticks)
			if 2*withStart > without {
				t.Errorf("%d iterations warm, %d cold: a warm start saves less than half", withStart, without)
			}
		})
	}
}

// The programmes of an earlier prototype and of the references took, in microseconds on one core of
// a Zen 4: quadruped shape 50, humanoid shape 150 as the bounds that a controller of 1 kHz can live
// with.
func BenchmarkLegged(b *testing.B) {
	for _, c := range []struct {
		name string
		l    *legged
	}{{"humanoid", humanoid()}, {"quadruped", quadruped()}} {
		const ticks = 100
		problems := make([]*qp.Problem, 0, 2*ticks)
		for i := range ticks {
			c.l.fill(float64(i) * tick)
			q := qp.NewProblem(c.l.p.Size(), c.l.p.Rows())
			replace(q, c.l.p)
			problems = append(problems, q)
		}
		for i := range ticks { // and back
			problems = append(problems, problems[ticks-1-i])
		}
		for _, start := range []string{"cold", "warm"} {
			b.Run(c.name+"/"+start, func(b *testing.B) {
				s := qp.NewSolver(c.l.p)
				i, active, iterations := 0, 0, 0
				for b.Loop() {

					replace(c.l.p, problems[i%len(problems)])

					if start == "cold" {
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
			})
		}
	}
}
