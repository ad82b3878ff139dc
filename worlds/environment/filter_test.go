package environment_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// wedge stands for every mesh: the convex hull of six points.
func wedge(*worlds.Shape, string) (geometry.Shape, error) {
	return geometry.NewHull([][3]float64{{0, 0, 0}, {0.3, 0, 0}, {0, 0.2, 0}, {0, 0, 0.2}, {0.3, 0, 0.2}, {0.1, 0.2, 0.1}})
}

// drawShape draws a shape of any kind.
func drawShape(r *rand.Rand, size float64) worlds.Shape {
	length := func() float64 { return size * (0.2 + r.Float64()) }
	s := worlds.Shape{Kind: worlds.Box, Size: [3]float64{length(), length(), length()}, Radius: length() / 2, Length: length(),
		Pose: spatial.PoseFromRPY([3]float64{}, [3]float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()})}
	switch r.IntN(5) {
	case 1:
		s.Kind = worlds.Sphere
	case 2:
		s.Kind = worlds.Cylinder
	case 3:
		s.Kind = worlds.Capsule
	case 4:
		return worlds.Shape{Kind: worlds.Mesh, Mesh: "wedge.stl", Scale: [3]float64{1, 1, 1}, Pose: s.Pose}
	}
	if s.Kind != worlds.Box {
		s.Size = [3]float64{}
	} else {
		s.Radius = 0
	}
	if s.Kind == worlds.Box || s.Kind == worlds.Sphere {
		s.Length = 0
	}
	return s
}

// room draws a scene of an arm with a hand, whose base is turned, among bodies of all kinds. With
// held, the hand grabs a body, and another one, which carries a third, is attached to the arm.
func room(t *testing.T, r *rand.Rand, held bool) (*environment.Scene, environment.Handle) {
	t.Helper()
	e := environment.New("room").Edit()
	handle := must[environment.Handle](t)
	base := spatial.PoseFromRPY([3]float64{0.3, -0.2, 0.1}, [3]float64{0.4 * r.NormFloat64(), 0.4 * r.NormFloat64(), r.NormFloat64()})
	robot := handle(e.AddRobot(environment.RobotSpec{Name: "arm", World: arm(t, "arm", 3), Base: base,
		Position: []float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64(), 0.1 * r.Float64(), 0}}))
	add := func(name string, pose spatial.Pose, size float64) environment.Handle {
		var shapes []worlds.Shape
		for range 1 + r.IntN(2) {
			shapes = append(shapes, drawShape(r, size))
		}
		return handle(e.AddBody(environment.BodySpec{Name: name, Pose: pose, Shapes: shapes, Meshes: wedge}))
	}
	for i := range 12 {
		p := [3]float64{1.5 * r.NormFloat64(), 1.5 * r.NormFloat64(), 0.5 * r.NormFloat64()}
		h := add(fmt.Sprint("body", i), spatial.PoseFromRPY(p, [3]float64{0, 0, r.NormFloat64()}), 0.4)
		check(t, e.Allow(environment.Part{Object: h}, environment.Part{Object: robot, Link: "base"}))
		if i%4 == 0 {
			check(t, e.Allow(environment.Part{Object: h}, environment.Part{Object: robot, Link: "link2"}))
		}
	}
	if !held {
		return e.Scene(), robot
	}
	at := func(link string, x, y float64) spatial.Pose {
		frame := must[spatial.Pose](t)(e.Scene().LinkPose(robot, link))
		local := spatial.IdentityPose()
		local.P = [3]float64{x, y, 0}
		return frame.Times(&local)
	}
	can, tool, box := add("can", at("link3", 1.25, 0), 0.2), add("tool", at("link2", 0.5, 0.2), 0.15), add("tip", at("link2", 0.5, 0.5), 0.1)
	check(t, e.Grab(robot, "link3", can, "left", "right"))
	check(t, e.Attach(tool, robot, "link2"))
	check(t, e.Attach(box, tool, ""))
	check(t, e.Allow(environment.Part{Object: tool}, environment.Part{Object: robot, Link: "link2"}))
	check(t, e.Allow(environment.Part{Object: tool}, environment.Part{Object: box}))
	check(t, e.Allow(environment.Part{Object: can}, environment.Part{Object: robot, Link: "link3"}))
	return e.Scene(), robot
}

// wholeTestOnly skips what runs on one goroutine when the test is short: the race detector, which
// the short test is for, slows it down twenty times and sees nothing there.
func wholeTestOnly(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("it runs on one goroutine; the whole test has it")
	}
}

// Configurations go beyond the limits of the joints, where the filter decides nothing.
func TestTheFilterChangesNoAnswer(t *testing.T) {
	wholeTestOnly(t)
	const seed, rooms, each = 5, 40, 250
	var all, free, decided, motions, freeMotions int
	for i := range rooms {
		r := rand.New(rand.NewPCG(seed, uint64(i)))
		scene, robot := room(t, r, i%2 == 0)
		options := environment.SpaceOptions{Margin: []float64{0, 0.02}[i/2%2], Joints: [][]string{{"joint1", "joint2", "joint3", "left_finger"}, {"joint3", "joint1"}}[i/4%2]}
		fast := must[*environment.Space](t)(scene.Space(robot, options))
		options.Exact = true
		slow := must[*environment.Space](t)(scene.Space(robot, options))
		q, last := make([]float64, fast.Dim()), make([]float64, fast.Dim())
		for n := range each {
			copy(last, q)
			for k := range q {
				q[k] = fast.Lower()[k] + (1.1*r.Float64()-0.05)*(fast.Upper()[k]-fast.Lower()[k])
			}
			got := fast.Free(q)
			if want := slow.Free(q); got != want {
				t.Fatalf("seed %d, room %d: at %v the filter says free: %v; the shapes: %v, %q", seed, i, q, got, want, slow.Explain(q))
			}
			if all++; got {
				free++
			}
			if fast.Decides(q) {
				decided++
			}
			if n%5 > 0 {
				continue
			}
			for k := range q { // a motion of middle length
				last[k] = q[k] + 0.2*(last[k]-q[k])
			}
			motions++
			got = fast.FreeEdge(q, last)
			if want := slow.FreeEdge(q, last); got != want {
				t.Fatalf("seed %d, room %d: the motion from %v to %v is free with the filter: %v; without: %v", seed, i, q, last, got, want)
			}
			if got {
				freeMotions++
			}
		}
	}
	if all != 10_000 || free < 1000 || free > 9000 || decided < all/2 || freeMotions == 0 || freeMotions == motions {
		t.Errorf("seed %d: %d configurations, %d free, %d decided by the filter, %d of %d motions free; expected some of each, and more than half decided", seed, all, free, decided, freeMotions, motions)
	}
	t.Logf("%d configurations, %d free, %d decided by the filter; %d of %d motions free", all, free, decided, freeMotions, motions)
}

// A robot of spheres beside boxes leaves nothing to the exact check but contacts within the slack.
func TestTheFilterDecidesAPandaOfSpheres(t *testing.T) {
	description, problems := loadPanda(t)
	w, model := description.world(t)
	const seed = 6
	r := rand.New(rand.NewPCG(seed, 0))
	undecided := 0
	q := make([]float64, 7)
	for i := 0; i < len(problems); i += 50 {
		fast, _ := problems[i].spaces(t, description, w, model)
		for range 100 {
			for k := range q {
				q[k] = fast.Lower()[k] + r.Float64()*(fast.Upper()[k]-fast.Lower()[k])
			}
			if !fast.Decides(q) {
				undecided++
			}
		}
	}
	if undecided > 2 {
		t.Errorf("seed %d: %d of 700 configurations are left to the exact check", seed, undecided)
	}
}

// The balls are compared with their shapes by points: those of a shape are in a ball around it, and
// those of a ball within it are in the shape.
func TestBallsAreAroundAndWithinTheirShapes(t *testing.T) {
	wholeTestOnly(t)
	const seed = 7
	r := rand.New(rand.NewPCG(seed, 0))
	query := geometry.NewQuery()
	point := must[geometry.Shape](t)(geometry.NewSphere(0))
	for range 100 {
		s := drawShape(r, 0.3)
		solid := must[geometry.Shape](t)(environment.FromDescription(&s, wedge))
		around, within := environment.BallsOf(solid)
		inShape := func(p spatial.Vec) float64 {
			x := geometry.Placed{Shape: point, Pose: at(p.X, p.Y, p.Z)}
			y := geometry.Placed{Shape: solid, Pose: spatial.IdentityPose()}
			return query.Distance(&x, &y).Distance
		}
		bounds := solid.Bounds()
		for range 100 {
			var p [3]float64
			for k := range p {
				p[k] = bounds.Min[k] + r.Float64()*(bounds.Max[k]-bounds.Min[k])
			}
			if inShape(spatial.VecOf(p)) > -1e-9 {
				continue
			}
			least := math.Inf(1)
			for _, b := range around {
				least = min(least, spatial.VecOf(p).Sub(spatial.VecOf(b.Centre)).Norm()-b.Radius)
			}
			if least > 1e-9 {
				t.Fatalf("seed %d: the point %v of a %v is %g m outside of the balls", seed, p, s.Kind, least)
			}
		}
		for _, b := range within {
			for range 20 {
				direction := spatial.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Unit()
				if d := inShape(spatial.VecOf(b.Centre).AddScaled(b.Radius, direction)); d > 1e-9 {
					t.Fatalf("seed %d: a ball within a %v sticks out by %g m", seed, s.Kind, d)
				}
			}
		}
	}
}
