package wholebody

import (
	"math"
	"testing"
	"time"
)

// One tick of the arm of four joints with four levels: with model own everything is computed in it;
// with model actor a model is new in each tick, which is inspected, or the same one is used again.
func BenchmarkTick(b *testing.B) {
	for _, c := range []struct {
		name        string
		actor, each bool
	}{{"own", false, false}, {"actor, the same model", true, false}, {"actor, a new model each tick", true, true}} {
		b.Run(c.name, func(b *testing.B) {
			o := steady(armOptions())
			o.Behavior.Initial = "reach_left"
			if c.actor {
				o = fromActor(o)
			}
			a := newArm(b)
			g, err := a.world.Group("all")
			if err != nil {
				b.Fatal(err)
			}
			l, err := New(a.world, g, time.Millisecond, &o)
			if err != nil {
				b.Fatal(err)
			}
			in, out := l.NewInput(), l.NewOutput()
			in.StepS, in.Prepared, in.ModelSequence = 1e-3, math.MaxUint64, 1
			copy(in.Position, a.q)
			for i := range in.Valid {
				in.Valid[i], in.Passes[i] = true, true
			}
			if c.actor {
				in.Model = modelAt(b, a, o.ModelFrames, a.q, a.v)
			}
			b.ReportAllocs()
			for b.Loop() {
				if c.each {
					in.ModelSequence++
				}
				if err := l.Step(in, out); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
