package geometry_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/geometry"
)

func eachPairBench(b *testing.B, f func(q *geometry.Query, x, y *geometry.Placed)) {
	for i := range convex {
		for k := range convex[:i+1] {
			b.Run(fmt.Sprintf("%s-%s", convex[i].kind, convex[k].kind), func(b *testing.B) {
				r := rand.New(rand.NewPCG(1, 2))
				var pairs [256][2]geometry.Placed
				for n := range pairs {
					pairs[n][0] = geometry.Placed{Shape: convex[i].draw(r), Pose: randomPose(r, 0.3)}
					pairs[n][1] = geometry.Placed{Shape: convex[k].draw(r), Pose: randomPose(r, 0.3)}
				}
				q := geometry.NewQuery()
				b.ReportAllocs()
				n := 0
				for b.Loop() {
					f(q, &pairs[n%256][0], &pairs[n%256][1])
					n++
				}
			})
		}
	}
}

func BenchmarkCollides(b *testing.B) {
	eachPairBench(b, func(q *geometry.Query, x, y *geometry.Placed) { q.Collides(x, y) })
}

func BenchmarkDistance(b *testing.B) {
	eachPairBench(b, func(q *geometry.Query, x, y *geometry.Placed) { q.Distance(x, y) })
}
