package qp

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The variables that are left know of each direction that the first level shares what they hold of
// it: along them it moves by s times as much, also where lower levels share what holds a part of
// it.
func TestFreeVariablesHoldSharedDirectionsAsTheySay(t *testing.T) {
	most := 0
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(11, seed))
		const n = 9
		var levels []*Tasks
		for _, m := range []int{3, 2, 1} {
			level := NewTasks(n, m)
			for i := range m {
				for j := range n {
					level.Row(i)[j] = rng.NormFloat64()
				}
				level.Aim(i, rng.NormFloat64())
			}
			levels = append(levels, level)
		}
		k := NewCascade(NewConstraints(n, 0), levels...)
		k.Region = 0.9 // nearly all but the longest directions are weak
		if r := k.Solve(); r.Err() != nil {
			t.Fatalf("seed %d: %v", seed, r.Err())
		}
		s := &k.sharing
		most = max(most, s.count)
		for c := range k.result.Levels[0].Damped {
			for j := range k.free() {
				row := k.basis[(k.gone+j)*k.stride:][:k.stride]
				moved, held := dot(s.rows[c*k.stride:][:k.stride], row), s.along[(k.gone+j)*shared+c]
				if math.Abs(moved-s.left[c]*held) > 1e-9 {
					t.Fatalf("seed %d: variable %d moves direction %d by %g; it says %g times %g", seed, j, c, moved, s.left[c], held)
				}
			}
		}
	}
	if most < 4 {
		t.Errorf("at most %d directions were shared at once: the test tests little", most)
	}
}
