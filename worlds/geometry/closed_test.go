package geometry_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// segmentDistance returns the distance of two segments, by golden-section search over both places,
// which needs no more than that the distance is convex.
func segmentDistance(a, b geometry.Placed, lengthA, lengthB float64) float64 {
	golden := func(f func(x float64) float64, low, high float64) float64 {
		const ratio = 0.6180339887498949
		x, y := high-ratio*(high-low), low+ratio*(high-low)
		fx, fy := f(x), f(y)
		for range 90 {
			if fx < fy {
				high, y, fy = y, x, fx
				x = high - ratio*(high-low)
				fx = f(x)
			} else {
				low, x, fx = x, y, fy
				y = low + ratio*(high-low)
				fy = f(y)
			}
		}
		return min(fx, fy, f(low), f(high))
	}
	return golden(func(s float64) float64 {
		p := a.Pose.Apply(spatial.Vec{Z: s})
		return golden(func(t float64) float64 { return p.Sub(b.Pose.Apply(spatial.Vec{Z: t})).Norm() }, -lengthB/2, lengthB/2)
	}, -lengthA/2, lengthA/2)
}

func TestCapsulesAreAsFarApartAsTheirSegments(t *testing.T) {
	r, q := testkit.Random(t), geometry.NewQuery()
	for trial := range 500 {
		ca, cb := convex[1].draw(r).(*geometry.Capsule), convex[1].draw(r).(*geometry.Capsule)
		a, b := geometry.Placed{Shape: ca, Pose: randomPose(r, 0.5)}, geometry.Placed{Shape: cb, Pose: randomPose(r, 0.5)}
		if trial%5 == 0 { // almost parallel
			turn := spatial.RotationFromRPY([3]float64{math.Pow(10, -12*r.Float64()), 0, 1})
			b.Pose.R = a.Pose.R.Times(&turn)
		}
		want := segmentDistance(a, b, ca.Length(), cb.Length()) - ca.Radius() - cb.Radius()
		if got := q.Distance(&a, &b).Distance; math.Abs(got-want) > 1e-9 {
			t.Fatalf("the distance is %.12g m, that of the segments less both radii %.12g m", got, want)
		}
	}
}

// A capsule without a length is a sphere, but has no closed form with other shapes.
func TestClosedFormsOfSpheresAreWhatTheGeneralAlgorithmsFind(t *testing.T) {
	for i := range convex {
		if k := convex[i].kind; k == geometry.KindSphere || k == geometry.KindCapsule || k == geometry.KindHull {
			continue
		}
		t.Run(convex[i].kind.String(), func(t *testing.T) {
			r, q := testkit.Random(t), geometry.NewQuery()
			list := shapes(r, &convex[i], 200)
			for range 10000 {
				radius, pose := size(r), randomPose(r, 0.5)
				ball := geometry.Placed{Shape: must(geometry.NewSphere(radius)), Pose: pose}
				general := geometry.Placed{Shape: must(geometry.NewCapsule(radius, 0)), Pose: pose}
				other := geometry.Placed{Shape: list[r.IntN(len(list))], Pose: randomPose(r, 0.5)}
				w, v := q.Distance(&ball, &other), q.Distance(&general, &other)
				exact := 1e-9
				if w.Distance < 0 {
					exact = 1e-8 // the search of the depth of round shapes converges linearly
				}
				if math.Abs(w.Distance-v.Distance) > exact {
					t.Fatalf("the closed form has %.12g m, the general algorithm %.12g m\n%+v\n%+v", w.Distance, v.Distance, ball.Pose, other)
				}
			}
		})
	}
}

func TestSpheresAreAsFarApartAsTheirCentresLessTheirRadii(t *testing.T) {
	r, q := testkit.Random(t), geometry.NewQuery()
	for range 10000 {
		a, b := must(geometry.NewSphere(size(r))), must(geometry.NewSphere(size(r)))
		pa, pb := geometry.Placed{Shape: a, Pose: randomPose(r, 0.5)}, geometry.Placed{Shape: b, Pose: randomPose(r, 0.5)}
		want := near(pa.Pose.P, pb.Pose.P) - a.Radius() - b.Radius()
		if got := q.Distance(&pa, &pb).Distance; math.Abs(got-want) > 1e-12 {
			t.Fatalf("the distance is %.12g m, want %.12g m", got, want)
		}
		pb.Shape = must(geometry.NewCapsule(b.Radius(), 0.4))
		x := pb.Pose.ApplyInverse(spatial.VecOf(pa.Pose.P))
		want = math.Hypot(across(x), max(0, math.Abs(x.Z)-0.2)) - a.Radius() - b.Radius()
		if got := q.Distance(&pa, &pb).Distance; math.Abs(got-want) > 1e-9 {
			t.Fatalf("a sphere and a capsule are %.12g m apart, want %.12g m", got, want)
		}
	}
}

func BenchmarkMesh(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	q := geometry.NewQuery()
	meshes := [2]geometry.Placed{}
	for i := range meshes {
		points := cloud(r, 500)
		meshes[i] = geometry.Placed{Shape: must(geometry.NewTriangleMesh(meshOf(must(geometry.NewHull(points))))), Pose: randomPose(r, 0.05)}
		meshes[i].Pose.P[0] = 2.2 * float64(i)
	}
	capsule := geometry.Placed{Shape: must(geometry.NewCapsule(0.05, 0.3)), Pose: meshes[0].Pose}
	capsule.Pose.P[0] = 1.2
	b.Logf("%d and %d triangles", meshes[0].Shape.(*geometry.TriangleMesh).Triangles(), meshes[1].Shape.(*geometry.TriangleMesh).Triangles())
	for name, f := range map[string]func(){
		"capsule collides": func() { q.Collides(&meshes[0], &capsule) },
		"capsule distance": func() { q.Distance(&meshes[0], &capsule) },
		"mesh collides":    func() { q.Collides(&meshes[0], &meshes[1]) },
		"mesh distance":    func() { q.Distance(&meshes[0], &meshes[1]) },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f()
			}
		})
	}
}
