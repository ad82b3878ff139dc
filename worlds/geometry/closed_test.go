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

// closedSegmentDistance returns the distance of two segments along z: that between their lines if
// its points are on both segments, or else the least of an end from the other segment.
func closedSegmentDistance(a, b geometry.Placed, lengthA, lengthB float64) float64 {
	da, db := a.Pose.R.Axis(2), b.Pose.R.Axis(2)
	between := spatial.VecOf(b.Pose.P).Sub(spatial.VecOf(a.Pose.P))
	least := math.Inf(1)
	end := func(from, to geometry.Placed, length, other float64) {
		for _, z := range []float64{-length / 2, length / 2} {
			x := to.Pose.ApplyInverse(from.Pose.Apply(spatial.Vec{Z: z}))
			least = min(least, math.Hypot(across(x), max(0, math.Abs(x.Z)-other/2)))
		}
	}
	end(a, b, lengthA, lengthB)
	end(b, a, lengthB, lengthA)
	cosine := da.Dot(db)
	if sine2 := 1 - cosine*cosine; sine2 > 0 {
		u, v := between.Dot(da), between.Dot(db)
		s, t := (u-cosine*v)/sine2, (cosine*u-v)/sine2
		if math.Abs(s) <= lengthA/2 && math.Abs(t) <= lengthB/2 {
			least = min(least, between.AddScaled(t, db).AddScaled(-s, da).Norm())
		}
	}
	return least
}

func TestCapsulesAreAsFarApartAsTheirSegments(t *testing.T) {
	r, q := testkit.Random(t), geometry.NewQuery()
	for trial := range 10000 {
		ca, cb := convex[1].draw(r).(*geometry.Capsule), convex[1].draw(r).(*geometry.Capsule)
		a, b := geometry.Placed{Shape: ca, Pose: randomPose(r, 0.5)}, geometry.Placed{Shape: cb, Pose: randomPose(r, 0.5)}
		if trial%5 == 0 { // almost parallel
			turn := spatial.RotationFromRPY([3]float64{math.Pow(10, -12*r.Float64()), 0, 1})
			b.Pose.R = a.Pose.R.Times(&turn)
		}
		want := closedSegmentDistance(a, b, ca.Length(), cb.Length()) - ca.Radius() - cb.Radius()
		if trial < 200 {
			if searched := segmentDistance(a, b, ca.Length(), cb.Length()) - ca.Radius() - cb.Radius(); math.Abs(searched-want) > 1e-9 {
				t.Fatalf("the segments are %.12g m apart less both radii, by a search %.12g m", want, searched)
			}
		}
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

// surfaceDistance returns how far a point is from the surface of a shape, m, negative within it.
func surfaceDistance(s geometry.Shape, x spatial.Vec) float64 {
	corner := func(u, v float64) float64 { // of a box or a cylinder, beyond its faces by u and v
		return math.Hypot(max(u, 0), max(v, 0)) + min(max(u, v), 0)
	}
	switch s := s.(type) {
	case *geometry.Box:
		h := s.Size()
		u, v, w := math.Abs(x.X)-h[0]/2, math.Abs(x.Y)-h[1]/2, math.Abs(x.Z)-h[2]/2
		return math.Hypot(math.Hypot(max(u, 0), max(v, 0)), max(w, 0)) + min(max(u, v, w), 0)
	case *geometry.Cylinder:
		return corner(across(x)-s.Radius(), math.Abs(x.Z)-s.Length()/2)
	case *geometry.Cone:
		edge := spatial.Vec{X: s.Radius(), Z: -s.Length() / 2}
		slant := spatial.Vec{Z: s.Length() / 2}.Sub(edge)
		p := spatial.Vec{X: across(x), Z: x.Z}
		along := min(max(p.Sub(edge).Dot(slant)/slant.Dot(slant), 0), 1)
		least := p.Sub(edge.AddScaled(along, slant)).Norm()
		least = min(least, math.Hypot(max(p.X-s.Radius(), 0), p.Z+s.Length()/2))
		if p.Z > edge.Z && (p.X-s.Radius())*slant.Z-(p.Z-edge.Z)*slant.X < 0 {
			return -least
		}
		return least
	}
	return math.NaN()
}

func TestASphereIsAsFarAsItsCentreFromASurfaceLessItsRadius(t *testing.T) {
	for i := range convex {
		if kind := convex[i].kind; kind != geometry.KindBox && kind != geometry.KindCylinder && kind != geometry.KindCone {
			continue
		}
		t.Run(convex[i].kind.String(), func(t *testing.T) {
			r, q := testkit.Random(t), geometry.NewQuery()
			list := shapes(r, &convex[i], 200)
			within := 0
			for trial := range 10000 {
				radius := size(r)
				ball := geometry.Placed{Shape: must(geometry.NewSphere(radius)), Pose: randomPose(r, 0.3)}
				other := geometry.Placed{Shape: list[r.IntN(len(list))], Pose: randomPose(r, 0.3)}
				if trial%3 == 0 { // near the middle of the other shape
					ball.Pose.P = other.Pose.Apply(randomVec(r).Scale(0.03)).Array()
				}
				from := surfaceDistance(other.Shape, other.Pose.ApplyInverse(spatial.VecOf(ball.Pose.P)))
				if from < 0 {
					within++
				}
				if got := q.Distance(&ball, &other).Distance; math.Abs(got-(from-radius)) > 1e-9 {
					t.Fatalf("the distance is %.12g m, that of the centre less the radius %.12g m\n%+v\n%+v", got, from-radius, ball, other)
				}
			}
			if within < 100 {
				t.Errorf("only %d of the centres are within the other shape", within)
			}
		})
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
