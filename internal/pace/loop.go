// Package pace tells how fast and how calm the machine is just now, by arithmetic that is always the same. What is measured
// between its runs can be chosen by them, without a look at what is measured. It reads no clock of its own.
package pace

import "time"

// side is that of the matrix which the loop multiplies with: as many numbers as a small robot's mass matrix has.
const side = 8

// Loop is the arithmetic: each round multiplies a vector with a matrix that mirrors it, so that it keeps its length. Like a law
// of control it keeps all of a processor's units busy; a chain of sums would not notice that the other half of the processor
// works too. Not safe for concurrent use.
type Loop struct {
	mirror [side][side]float64
	x      [side]float64 // of length 1
}

// NewLoop makes the matrix I - 2 u u^T / (u^T u), which mirrors at the plane that u stands on (Householder).
func NewLoop() *Loop {
	l := &Loop{x: [side]float64{1}}
	square := 0.0
	for i := range side {
		square += float64((i + 1) * (i + 1))
	}
	for i := range l.mirror {
		for j := range l.mirror[i] {
			l.mirror[i][j] = -2 * float64((i+1)*(j+1)) / square
		}
		l.mirror[i][i]++
	}
	return l
}

// Run takes a time in proportion to rounds, whatever the values are, and returns what it took by the clock now, by rounds, ns.
func (l *Loop) Run(rounds int, now func() time.Duration) (roundNs float64) {
	start := now()
	l.run(rounds)
	return float64(now()-start) / float64(rounds)
}

func (l *Loop) run(rounds int) {
	x := l.x
	for range rounds {
		var y [side]float64
		for i := range y {
			row := &l.mirror[i]
			y[i] = row[0]*x[0] + row[1]*x[1] + row[2]*x[2] + row[3]*x[3] + row[4]*x[4] + row[5]*x[5] + row[6]*x[6] + row[7]*x[7]
		}
		x = y
	}
	l.x = x
}

// Rounds returns how many rounds the loop needs to take a time, ns, at least one.
func (l *Loop) Rounds(ns float64, now func() time.Duration) int {
	const rounds = 1 << 8
	best := 0.0
	for range 20 {
		if took := l.Run(rounds, now); best == 0 || took < best {
			best = took
		}
	}
	if !(best > 0) { // by a clock that stands still
		return 1
	}
	return max(1, int(ns/best))
}
