package draw

import (
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// No point of a shape is lower than it is said to reach, and one is nearly as low.
func TestAShapeReachesAsFarDownAsItsLowestPoint(t *testing.T) {
	r := testkit.Random(t)
	size := [3]float64{0.4, 0.2, 0.6}
	inside := map[worlds.ShapeKind]func(p spatial.Vec) spatial.Vec{ // moves a point of a cube of length 2 into the shape
		worlds.Box: func(p spatial.Vec) spatial.Vec {
			return spatial.Vec{X: p.X * size[0] / 2, Y: p.Y * size[1] / 2, Z: p.Z * size[2] / 2}
		},
		worlds.Sphere: func(p spatial.Vec) spatial.Vec { return p.Unit().Scale(0.1) },
		worlds.Cylinder: func(p spatial.Vec) spatial.Vec {
			across := math.Hypot(p.X, p.Y)
			return spatial.Vec{X: 0.1 * p.X / across, Y: 0.1 * p.Y / across, Z: 0.25 * math.Copysign(1, p.Z)}
		},
		worlds.Capsule: func(p spatial.Vec) spatial.Vec {
			return p.Unit().Scale(0.1).Add(spatial.Vec{Z: 0.25 * math.Copysign(1, p.Z)})
		},
	}
	for kind, move := range inside {
		for range 20 {
			s := worlds.Shape{Kind: kind, Size: size, Radius: 0.1, Length: 0.5}
			turn := spatial.Quat{W: r.NormFloat64(), X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Unit().Rotation()
			lowest := 0.0
			for range 20000 {
				p := spatial.Vec{X: 2*r.Float64() - 1, Y: 2*r.Float64() - 1, Z: 2*r.Float64() - 1}
				if kind == worlds.Box { // its corners
					p = spatial.Vec{X: math.Copysign(1, p.X), Y: math.Copysign(1, p.Y), Z: math.Copysign(1, p.Z)}
				}
				lowest = min(lowest, turn.Apply(move(p)).Z)
			}
			if down := reachDown(&s, turn); -lowest > down+1e-12 || -lowest < down-2e-3 {
				t.Errorf("a %v reaches %g m down; a point of it is %g m down", kind, down, -lowest)
			}
		}
	}
}
