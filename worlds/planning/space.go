package planning

import (
	"math"
	"math/bits"
)

// Space says which configurations are free of collisions and fulfil all constraints. A Space
// belongs to one worker: its methods may use their own buffers, and they must not keep their
// arguments. Two Spaces of one problem return the same answers.
type Space interface {
	// Dim returns the number of degrees of freedom, the length of a configuration.
	Dim() int
	// Lower and Upper return the limits of position, finite, length Dim. The caller does not
	// change them.
	Lower() []float64
	Upper() []float64
	// Free reports whether a configuration within the limits is free.
	Free(q []float64) bool
	// FreeEdge reports whether the straight motion from a to b is free. The caller knows that a is
	// free. The answer for the reversed motion is the same. The Space decides how finely it checks.
	FreeEdge(a, b []float64) bool
}

// Explainer is a Space that can say why a configuration is not free, for example by the names of
// two bodies. Planners put the text into [Result.Detail].
type Explainer interface {
	Explain(q []float64) string
}

// Projector is a Space with a constraint, such as an orientation of the tool, that random
// configurations do not fulfil. birrt moves each new configuration onto the constraint (Berenson
// et al., Manipulation planning on constraint manifolds, ICRA 2009); FreeEdge checks the
// constraint, with a tolerance, in between. Options.Range sets how far such configurations are
// apart.
type Projector interface {
	// Project moves q to a near configuration that fulfils the constraint, and reports whether it
	// found one.
	Project(q []float64) bool
}

// Distance returns the Euclidean distance between two configurations of the same length.
func Distance(a, b []float64) float64 { return math.Sqrt(squared(a, b)) }

func squared(a, b []float64) (sum float64) {
	b = b[:len(a)]
	for i, v := range a {
		d := v - b[i]
		sum += d * d
	}
	return sum
}

// Between writes the point a + share (b - a) into q. The ends are exact.
func Between(q, a, b []float64, share float64) {
	if share == 1 {
		copy(q, b)
		return
	}
	for i, v := range a {
		q[i] = v + share*(b[i]-v)
	}
}

// Edges checks motions point by point: it makes FreeEdge out of Free. A motion is divided into the
// smallest number of equal parts that are no longer than Step, and the points are visited so that
// each lies far from the earlier ones, because neighbours of a free point are mostly free.
type Edges struct {
	// Step is the greatest distance of neighbouring points, rad or m.
	Step float64
	// Free reports whether a configuration is free.
	Free func(q []float64) bool

	at []float64
}

// FreeEdge reports whether all points of the motion from a to b are free, a excluded.
func (e *Edges) FreeEdge(a, b []float64) bool {
	if !e.Free(b) {
		return false
	}
	e.at = append(e.at[:0], a...)
	n := Parts(a, b, e.Step)
	for s := 1 << bits.Len(uint(n-1)) >> 1; s >= 1; s >>= 1 {
		for i := s; i < n; i += 2 * s {
			Between(e.at, a, b, float64(i)/float64(n))
			if !e.Free(e.at) {
				return false
			}
		}
	}
	return true
}

// maxParts bounds the points of one motion; longer motions have wider steps than asked for.
const maxParts = 1 << 20

// Parts returns the smallest number of equal parts of the motion from a to b that are no longer
// than step, at least 1 and at most 2^20.
func Parts(a, b []float64, step float64) int {
	n := math.Ceil(Distance(a, b) / step)
	switch {
	case n >= 1 && n <= maxParts:
		return int(n)
	case n > maxParts:
		return maxParts
	}
	return 1
}

// maxImages bounds the configurations that Images returns.
const maxImages = 4096

// Images returns the configurations that differ from q by whole turns of the joints that turn
// without end and that are within the limits, q's own turn first where it is one of them. It
// returns at most 4096 configurations.
func Images(q []float64, endless []bool, lower, upper []float64) [][]float64 {
	all := [][]float64{append([]float64(nil), q...)}
	for j, turns := range endless {
		if !turns {
			continue
		}
		var next [][]float64
		for _, image := range all {
			for _, v := range turned(q[j], lower[j], upper[j]) {
				if len(next) < maxImages {
					with := append([]float64(nil), image...)
					with[j] = v
					next = append(next, with)
				}
			}
		}
		all = next
	}
	return all
}

// turned returns the angles within limits that differ from an angle by whole turns, the nearest
// first.
func turned(angle, lower, upper float64) (all []float64) {
	if angle >= lower && angle <= upper {
		all = append(all, angle)
	}
	for k := 1.0; k <= 64; k++ {
		for _, v := range []float64{angle + 2*math.Pi*k, angle - 2*math.Pi*k} {
			if v >= lower && v <= upper {
				all = append(all, v)
			}
		}
	}
	return all
}
