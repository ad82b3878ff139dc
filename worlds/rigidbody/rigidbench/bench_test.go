package rigidbench

import (
	"testing"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

func BenchmarkArm(b *testing.B)      { benchmark(b, newModel(b, Arm())) }
func BenchmarkHumanoid(b *testing.B) { benchmark(b, newModel(b, Humanoid())) }

// benchmark times every operation, over the same random states as Run.
func benchmark(b *testing.B, m *rigidbody.Model) {
	bench, err := newBench(m)
	if err != nil {
		b.Fatal(err)
	}
	for _, op := range operations {
		b.Run(op.name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if err := op.run(bench, i%states); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
