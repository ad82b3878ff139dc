package constrained

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/geometry/mesh"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// everyKind returns a shape of every kind, of about 0.2 m.
func everyKind(t testing.TB) []geometry.Shape {
	t.Helper()
	var all []geometry.Shape
	keep := func(s geometry.Shape, err error) {
		must(t, err)
		all = append(all, s)
	}
	sphere, err := geometry.NewSphere(0.1)
	keep(sphere, err)
	capsule, err := geometry.NewCapsule(0.05, 0.2)
	keep(capsule, err)
	box, err := geometry.NewBox([3]float64{0.1, 0.2, 0.3})
	keep(box, err)
	cylinder, err := geometry.NewCylinder(0.1, 0.2)
	keep(cylinder, err)
	cone, err := geometry.NewCone(0.1, 0.2)
	keep(cone, err)
	corners := [][3]float64{{0.1, 0, -0.1}, {-0.1, 0.1, -0.1}, {-0.1, -0.1, -0.1}, {0, 0, 0.1}, {0.1, 0.1, 0}}
	hull, err := geometry.NewHull(corners)
	keep(hull, err)
	surface, err := geometry.NewTriangleMesh(mesh.Mesh{Vertices: corners, Triangles: [][3]int32{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}, {0, 4, 1}}})
	keep(surface, err)
	return append(all, geometry.NewPlane())
}

// withDistance returns a bench of the seven-axis arm, at velocity level, whose only constraint is
// the distance of a shape on its tip from a shape in the world.
func withDistance(t testing.TB, a, b Shape) *bench {
	r := arm(t, false)
	c := r.config()
	c.Limits = Limits{}
	c.Collisions = []Collision{{Name: "pair", A: a, B: b, Rate: 3, Margin: 0.01}}
	return newBench(t, r, c, NewVelocityLaw, r.elbow(), reach(r, [3]float64{})...)
}

// The row and the bound of a distance against central differences of the distance itself, at random
// positions of shapes of every two kinds. Where the distance has a kink, because the nearest point
// leaps to another corner, any slope between those of both sides is right.
func TestTheRowOfADistanceIsItsGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(seed, 7))
	const h = 1e-6
	smooth := 0
	for _, on := range everyKind(t) {
		for _, off := range everyKind(t) {
			if on.Kind() == geometry.KindPlane && off.Kind() == geometry.KindPlane {
				continue
			}
			body := arm(t, false).tip
			pose := func(reach float64) spatial.Pose {
				var at, turn [3]float64
				for i := range at {
					at[i], turn[i] = reach*(2*rng.Float64()-1), 3*rng.NormFloat64()
				}
				return spatial.PoseFromRPY(at, turn)
			}
			b := withDistance(t, Shape{Body: body, Shape: on, Pose: pose(0.05)}, Shape{Shape: off, Pose: pose(0.7)})
			k, query := &b.law.collisions[0], geometry.NewQuery()
			distance := func(q []float64) float64 {
				must(t, b.w.SetState(q, b.v))
				k.a.place(b.w)
				return query.Distance(&k.a.placed, &k.b.placed).Distance
			}
			for range 6 {
				for i := range b.q {
					b.q[i] += 0.3 * rng.NormFloat64()
				}
				here := distance(b.q)
				if here < 1e-3 && (on.Kind() == geometry.KindTriangleMesh || off.Kind() == geometry.KindTriangleMesh) {
					continue // which of its triangles overlaps most has kinks everywhere
				}
				b.in = Input{Workspace: b.w, Position: b.q, Velocity: b.v}
				must(t, b.law.fillBarriers(&b.in))
				row := b.law.constraints.Row(k.row)
				for i := range b.q {
					q := append([]float64(nil), b.q...)
					q[i] += h
					after := (distance(q) - here) / h
					q[i] -= 2 * h
					before := (here - distance(q)) / h
					if math.Abs(after-before) < 1e-4 {
						smooth++
					}
					if low, high := min(before, after), max(before, after); !(row[i] > low-1e-4 && row[i] < high+1e-4) {
						t.Fatalf("a %s and a %s at %g m: the distance changes by %g and %g m/rad with joint %d, the row says %g (seed %d)", on.Kind(), off.Kind(), here, before, after, i, row[i], seed)
					}
				}
			}
		}
	}
	if smooth < 1500 {
		t.Errorf("only %d slopes were those of smooth places", smooth)
	}
}

func TestDistancesOfEveryKindAllocateNothing(t *testing.T) {
	for _, on := range everyKind(t) {
		for _, off := range everyKind(t) {
			pose := spatial.IdentityPose()
			b := withDistance(t, Shape{Body: arm(t, false).tip, Shape: on, Pose: pose}, Shape{Shape: off, Pose: pose})
			if n := testing.AllocsPerRun(5, func() {
				if err := b.law.fillBarriers(&Input{Workspace: b.w, Position: b.q, Velocity: b.v}); err != nil {
					t.Fatal(err)
				}
			}); n != 0 {
				t.Errorf("the distance of a %s and a %s allocates %v times", on.Kind(), off.Kind(), n)
			}
		}
	}
}

// A hand with a shape of each kind, which keeps its orientation, is driven at a box and comes to
// rest at the margin.
func TestEveryShapeStopsBeforeAnother(t *testing.T) {
	for name, level := range map[string]func(Config) (*Law, error){"torque level": NewTorqueLaw, "velocity level": NewVelocityLaw} {
		for _, on := range everyKind(t) {
			if on.Kind() == geometry.KindPlane {
				continue
			}
			r := arm(t, false)
			begin := newBench(t, r, r.config(), NewTorqueLaw, r.elbow(), reach(r, [3]float64{})...)
			hand := begin.w.Pose(mustBody(t, r, r.tip))
			box, err := geometry.NewBox([3]float64{0.6, 0.6, 0.1})
			must(t, err)
			place := spatial.IdentityPose()
			place.P = add(hand.P, [3]float64{0, 0, 0.4})
			world := spatial.IdentityPose()
			upright := hand.InverseTimes(&world)
			upright.P = [3]float64{}
			c := r.config()
			c.Collisions = []Collision{{Name: "lid", A: Shape{Body: r.tip, Shape: on, Pose: upright}, B: Shape{Shape: box, Pose: place}, Margin: 0.02, Rate: 4}}
			hold := taskspace.Task{Name: "level", Kind: taskspace.FrameOrientation, Frame: r.tip, Goal: taskspace.Goal{Measured: true}}
			tasks := reach(r, add(hand.P, [3]float64{0, 0, 0.35}))
			tasks[0].Level, tasks[1].Level = 1, 2
			b := newBench(t, r, c, level, r.elbow(), append(tasks, hold)...)
			k, query, least, last := &b.law.collisions[0], geometry.NewQuery(), math.Inf(1), 0.0
			for range 2000 {
				if err := b.tick(t); err != nil {
					t.Fatalf("%s, %s: %v", name, on.Kind(), err)
				}
				b.move(t)
				must(t, b.w.SetState(b.q, b.v))
				k.a.place(b.w)
				last = query.Distance(&k.a.placed, &k.b.placed).Distance
				least = min(least, last)
			}
			if least < 0.02-1e-3 || last > 0.03 {
				t.Errorf("%s: the %s came as near as %g m and ended at %g m, want 0.02 m", name, on.Kind(), least, last)
			}
		}
	}
}
