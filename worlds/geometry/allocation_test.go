package geometry_test

import (
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/geometry"
)

func TestNoQueryAllocates(t *testing.T) {
	q := geometry.NewQuery()
	eachPair(t, 40, func(t *testing.T, r *rand.Rand, a, b *geometry.Placed) {
		if n := testing.AllocsPerRun(5, func() {
			q.Distance(a, b)
			q.Collides(a, b)
			q.Within(a, b, 0.01)
			a.Bounds()
			b.Ball()
		}); n != 0 {
			t.Fatalf("a query of %s and %s allocates %v times", a.Shape.Kind(), b.Shape.Kind(), n)
		}
	})
}

func TestTheZeroQueryAnswersAsOneWithAllItsMemory(t *testing.T) {
	q := geometry.NewQuery()
	eachPair(t, 10, func(t *testing.T, _ *rand.Rand, a, b *geometry.Placed) {
		var zero geometry.Query
		if got, want := zero.Distance(a, b), q.Distance(a, b); got != want {
			t.Fatalf("the zero query of %s and %s answers %+v; expected %+v", a.Shape.Kind(), b.Shape.Kind(), got, want)
		}
	})
}
