package rigidbody_test

import (
	"math"
	"slices"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// dirty is a matrix of size n x n that nobody has cleared.
func dirty(n int) []float64 { return slices.Repeat([]float64{math.NaN()}, n*n) }

func TestTheMassMatrixIsTheSameBeforeAndAfterItsFactor(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		n := r.m.NV()
		before, after := dirty(n), dirty(n)
		must(t, r.w.MassMatrix(before))
		must(t, r.w.Factor())
		must(t, r.w.MassMatrix(after))
		if !slices.Equal(before, after) {
			t.Errorf("before the factor\n%v\nafter it\n%v", before, after)
		}
	})
}

func TestTheMassMatrixLeavesNothingOfWhatWasInItsPlace(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		n := r.m.NV()
		m := dirty(n)
		must(t, r.w.MassMatrix(m))
		for i := range n {
			for j := range i {
				if m[i*n+j] != m[j*n+i] {
					t.Errorf("entries (%d, %d) and (%d, %d) are %g and %g; expected the same number", i, j, j, i, m[i*n+j], m[j*n+i])
				}
			}
		}
	})
}

func TestWhatACallerDoesToItsMassMatrixDoesNotReachTheFactor(t *testing.T) {
	onRandomTrees(t, func(t *testing.T, r *randomTree) {
		n := r.m.NV()
		m, b, x := dirty(n), r.numbers(n, 1), make([]float64, n)
		must(t, r.w.MassMatrix(m))
		kept := slices.Clone(m)
		clear(m)
		must(t, r.w.Solve(x, b))
		compare(t, "M x", times(kept, x), b, 1e-9)
	})
}

func TestAChainWritesEveryEntryOfItsMassMatrix(t *testing.T) {
	// Without branches nothing clears the matrix.
	for _, kind := range []rigidbody.JointKind{rigidbody.Fixed, rigidbody.Prismatic, rigidbody.Planar, rigidbody.Floating} {
		for at := range 3 {
			bodies := hinges(3, -1)
			bodies[at].Kind = kind
			m, err := rigidbody.New(bodies)
			must(t, err)
			w, n := m.NewWorkspace(), m.NV()
			got, want := dirty(n), make([]float64, n*n)
			must(t, w.MassMatrix(got))
			must(t, w.MassMatrix(want))
			if !slices.Equal(got, want) {
				t.Errorf("%s as joint %d: %v over NaN; expected %v", kind, at+1, got, want)
			}
		}
	}
}
