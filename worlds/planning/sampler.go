package planning

import (
	"math"
	"math/rand/v2"
)

// sampler draws configurations within limits from the sequence of Halton (Numerische Mathematik 2,
// 1960), shifted by a random offset for each degree of freedom (Cranley and Patterson, SIAM Journal
// on Numerical Analysis 13, 1976). Sample i depends on the seed and i alone.
type sampler struct {
	lower, upper []float64
	bases        []uint64
	shift        []float64
	first        uint64
}

// haltonDimensions bounds the degrees of freedom that use the sequence: with larger bases the
// points of neighbouring dimensions lie on lines. Others draw from a hash of the seed and the
// index.
const haltonDimensions = 16

var primes = [haltonDimensions]uint64{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53}

func newSampler(seed uint64, lower, upper []float64) *sampler {
	r := rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15))
	s := &sampler{lower: lower, upper: upper, shift: make([]float64, len(lower)), first: 1 + r.Uint64N(1<<16)}
	for j := range s.shift {
		s.shift[j] = r.Float64()
	}
	s.bases = primes[:min(len(lower), haltonDimensions)]
	return s
}

// sample writes sample i into q.
func (s *sampler) sample(q []float64, i uint64) {
	for j := range q {
		u := s.shift[j]
		if j < len(s.bases) {
			u += radicalInverse(s.first+i, s.bases[j])
		} else {
			u += unit(mix(i*0x9e3779b97f4a7c15 + uint64(j)))
		}
		if u >= 1 {
			u--
		}
		q[j] = s.lower[j] + u*(s.upper[j]-s.lower[j])
	}
}

// radicalInverse mirrors the digits of i in a base at the point.
func radicalInverse(i, base uint64) (sum float64) {
	inverse := 1 / float64(base)
	for scale := inverse; i > 0; scale *= inverse {
		sum += float64(i%base) * scale
		i /= base
	}
	return sum
}

// mix is the finalizer of MurmurHash3: every bit of the result depends on every bit of x.
func mix(x uint64) uint64 {
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	x *= 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}

// unit maps a number to [0, 1).
func unit(x uint64) float64 { return float64(x>>11) * 0x1p-53 }

// steer writes into q the point at most reach from a towards b, and reports whether it is b.
func steer(q, a, b []float64, reach float64) bool {
	d := Distance(a, b)
	if d <= reach {
		copy(q, b)
		return true
	}
	Between(q, a, b, reach/d)
	return false
}

var infinity = math.Inf(1)
