package contact

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/geometry"
)

func dot(a, b Vec) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func minus(a, b Vec) Vec { return Vec{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

func randomVec(r *rand.Rand, size float64) Vec {
	return Vec{size * r.NormFloat64(), size * r.NormFloat64(), size * r.NormFloat64()}
}

func TestClippedImpulsesLieInTheConeAndKeepTheirDirection(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for trial := range 5000 {
		c, y := Cone{Friction: math.Exp(random.NormFloat64())}, randomVec(random, 1)
		x := c.Clip(y)
		size := math.Hypot(x[1], x[2])
		switch {
		case y[0] <= 0:
			if x != (Vec{}) {
				t.Fatalf("trial %d: %v pulls, and becomes %v", trial, y, x)
			}
		case math.Hypot(y[1], y[2]) <= c.Friction*y[0]:
			if x != y {
				t.Fatalf("trial %d: %v lies in %+v, and becomes %v", trial, y, c, x)
			}
		default:
			if x[0] != y[0] || math.Abs(size-c.Friction*x[0]) > 1e-14*size || math.Abs(x[1]*y[2]-x[2]*y[1]) > 1e-14 || x[1]*y[1]+x[2]*y[2] < 0 {
				t.Fatalf("trial %d: %v becomes %v in %+v", trial, y, x, c)
			}
			if m := c.Margin(x); math.Abs(m) > 1e-14 {
				t.Fatalf("trial %d: the margin of %v on the surface of %+v is %g", trial, x, c, m)
			}
		}
	}
	if m := (Cone{Friction: 0.5}).Margin(Vec{2, 0.3, 0.4}); math.Abs(m-0.5) > 1e-15 {
		t.Errorf("the margin is %g, want 0.5", m)
	}
	if m := (Cone{Friction: 0.5}).Margin(Vec{}); m != 0 {
		t.Errorf("no impulse has the margin %g", m)
	}
}

func TestDragHoldsUpToItsBound(t *testing.T) {
	if x, slips := Drag([2]float64{3, -4}, 5); slips || x != ([2]float64{3, -4}) {
		t.Errorf("drag of 5 at its bound: %v, slips %t", x, slips)
	}
	if x, slips := Drag([2]float64{3, -4}, 2.5); !slips || math.Abs(x[0]-1.5) > 1e-15 || math.Abs(x[1]+2) > 1e-15 {
		t.Errorf("drag beyond its bound: %v, slips %t", x, slips)
	}
	if x, slips := Drag([2]float64{}, 0); slips || x != ([2]float64{}) {
		t.Errorf("no drag: %v, slips %t", x, slips)
	}
}

func box(t testing.TB, half Vec) *Surface {
	t.Helper()
	shape, err := geometry.NewBox([3]float64{2 * half[0], 2 * half[1], 2 * half[2]})
	if err != nil {
		t.Fatal(err)
	}
	return NewSurface(shape)
}

func ball(t testing.TB, radius float64) *geometry.Sphere {
	t.Helper()
	shape, err := geometry.NewSphere(radius)
	if err != nil {
		t.Fatal(err)
	}
	return shape
}

// The gap of a box against the least distance to many points of its surface.
func TestTheGapOfABoxIsTheDistanceToItsSurface(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 1))
	half := Vec{0.3, 0.2, 0.1}
	b := box(t, half)
	for trial := range 400 {
		centre := randomVec(random, 0.3)
		near := b.Gap(ball(t, 0.05), centre)
		least := math.Inf(1)
		const n = 40
		for axis := range 3 {
			for _, side := range []float64{-1, 1} {
				u, v := (axis+1)%3, (axis+2)%3
				for i := range n + 1 {
					for k := range n + 1 {
						var p Vec
						p[axis] = side * half[axis]
						p[u] = half[u] * (2*float64(i)/n - 1)
						p[v] = half[v] * (2*float64(k)/n - 1)
						d := minus(centre, p)
						least = min(least, math.Sqrt(dot(d, d)))
					}
				}
			}
		}
		inside := math.Abs(centre[0]) < half[0] && math.Abs(centre[1]) < half[1] && math.Abs(centre[2]) < half[2]
		want := least
		if inside {
			want = -least
		}
		if math.Abs(near.Gap+0.05-want) > 0.012 { // half a diagonal of the grid
			t.Fatalf("trial %d: %v is %g from the box, the grid says %g", trial, centre, near.Gap+0.05, want)
		}
		if math.Abs(dot(near.Normal, near.Normal)-1) > 1e-14 {
			t.Fatalf("trial %d: normal %v has no unit length", trial, near.Normal)
		}
		// Along the normal, and back by the gap, lies the surface.
		var foot Vec
		for i := range foot {
			foot[i] = centre[i] - (near.Gap+0.05)*near.Normal[i]
		}
		if at := b.Gap(ball(t, 0), foot); math.Abs(at.Gap) > 1e-14 {
			t.Fatalf("trial %d: the foot %v of %v is %g from the surface", trial, foot, centre, at.Gap)
		}
	}
}

func TestASphereInTheMiddleOfABoxHasOneWayOut(t *testing.T) {
	near := box(t, Vec{1, 1, 2}).Gap(ball(t, 0.5), Vec{})
	if near.Gap != -1.5 || near.Normal != (Vec{1, 0, 0}) {
		t.Errorf("the way out is %+v", near)
	}
	near = box(t, Vec{1, 1, 2}).Gap(ball(t, 0), Vec{0, -1e-200, 0.5})
	if near.Gap != -1 || near.Normal != (Vec{1, 0, 0}) {
		t.Errorf("the way out is %+v", near)
	}
	// A distance whose square is zero.
	near = box(t, Vec{1, 1, 1}).Gap(ball(t, 0), Vec{0, 0, math.Nextafter(1, 2)})
	if !(near.Gap >= 0 && near.Gap < 1e-15) || near.Normal != (Vec{0, 0, 1}) {
		t.Errorf("a breath above the face: %+v", near)
	}
}

func TestAPlaneIsBelowItsOrigin(t *testing.T) {
	near := NewSurface(geometry.NewPlane()).Gap(ball(t, 0.2), Vec{3, -4, 0.7})
	if math.Abs(near.Gap-0.5) > 1e-15 || near.Normal != (Vec{0, 0, 1}) {
		t.Errorf("got %+v", near)
	}
}

func TestTangentsFormARightHandedTriadWithEveryNormal(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 1))
	check := func(n Vec) {
		a, b := Tangents(n)
		cross := Vec{n[1]*a[2] - n[2]*a[1], n[2]*a[0] - n[0]*a[2], n[0]*a[1] - n[1]*a[0]}
		d := minus(cross, b)
		if math.Abs(dot(a, a)-1) > 1e-14 || math.Abs(dot(b, b)-1) > 1e-14 || math.Abs(dot(a, n)) > 1e-14 || dot(d, d) > 1e-27 {
			t.Fatalf("normal %v has the tangents %v and %v", n, a, b)
		}
	}
	for range 2000 {
		n := randomVec(random, 1)
		length := math.Sqrt(dot(n, n))
		check(Vec{n[0] / length, n[1] / length, n[2] / length})
	}
	for axis := range 3 {
		for _, side := range []float64{1, -1} {
			var n Vec
			n[axis] = side
			check(n)
		}
	}
}

func TestRegionsHaveNames(t *testing.T) {
	if Apart.String() != "apart" || Sticks.String() != "sticks" || Slips.String() != "slips" || Region(9).String() != "unknown" {
		t.Error("a region lost its name")
	}
}

// A sphere that flies past a box on a straight way keeps in front of the plane that it may meet,
// one that will touch the box does not, and the box is always behind.
func TestThePlaneAheadOfASphereStopsItOnlyWhereItWouldTouchTheBox(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 1))
	half := Vec{0.3, 0.2, 0.1}
	b := box(t, half)
	met, passed := 0, 0
	for trial := range 10000 {
		centre, way, radius := randomVec(random, 0.4), randomVec(random, 0.3), 0.05*float64(trial%2)
		round := ball(t, radius)
		begin := b.Gap(round, centre)
		ahead := b.Ahead(round, centre, way)
		if begin.Gap <= 0 || dot(begin.Normal, way) >= 0 {
			if ahead != begin {
				t.Fatalf("trial %d: %v leaves by %v from %+v, and ahead is %+v", trial, centre, way, begin, ahead)
			}
			continue
		}
		for i := range 8 {
			corner := half
			for axis := range 3 {
				if i>>axis&1 == 1 {
					corner[axis] = -corner[axis]
				}
			}
			if over := dot(ahead.Normal, minus(corner, centre)) + ahead.Gap + radius; over > 1e-9 {
				t.Fatalf("trial %d: the corner %v lies by %g before the plane ahead", trial, corner, over)
			}
		}
		least := begin.Gap // of some places: that of the way is less by half of what lies between two
		graze := math.Sqrt(dot(way, way)) / 1000
		for k := range 501 {
			least = min(least, b.at(float64(k)/500, round, centre, way).Gap)
		}
		switch left := ahead.Gap + dot(ahead.Normal, way); {
		case least > graze && left < 0:
			t.Fatalf("trial %d: %v passes by %v at %g m, but the plane ahead stops it %g m early", trial, centre, way, least, -left)
		case least < -1e-6 && left > 0:
			t.Fatalf("trial %d: %v enters by %v to %g m, and the plane ahead lets it", trial, centre, way, -least)
		case least > graze:
			passed++
		default:
			met++
		}
	}
	if met < 500 || passed < 1000 {
		t.Errorf("%d spheres met the box and %d passed", met, passed)
	}
	if near := NewSurface(geometry.NewPlane()).Ahead(ball(t, 0.25), Vec{0, 0, 1}, Vec{0, 0, -3}); near != (Near{Gap: 0.75, Normal: Vec{0, 0, 1}}) {
		t.Errorf("ahead of a plane there is %+v", near)
	}
}
