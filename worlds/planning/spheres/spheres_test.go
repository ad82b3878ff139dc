package spheres_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/planning"
	"github.com/robo-actors/robo-actors/worlds/planning/spheres"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

var _ planning.Space = (*spheres.Checker)(nil)
var _ planning.Explainer = (*spheres.Checker)(nil)

func vector(r *rand.Rand, scale float64) [3]float64 {
	return [3]float64{scale * r.NormFloat64(), scale * r.NormFloat64(), scale * r.NormFloat64()}
}

func pose(r *rand.Rand, scale float64) spatial.Pose {
	return spatial.PoseFromRPY(vector(r, scale), vector(r, 1))
}

// robot draws a tree of links with joints of all kinds.
func robot(r *rand.Rand) (links []spheres.Link, allowed [][2]string) {
	for i := range 3 + r.IntN(8) {
		l := spheres.Link{Name: fmt.Sprint("link", i), Parent: r.IntN(i+1) - 1, Origin: pose(r, 0.3), Axis: vector(r, 1), Lower: -2, Upper: 2}
		l.Motion = spheres.Motion(r.IntN(3))
		if i == 1 {
			l.Motion = spheres.Revolute
		}
		if l.Motion == spheres.Prismatic {
			l.Lower, l.Upper = -0.3, 0.5
		}
		if r.IntN(4) == 0 {
			l.Axis = [3]float64{0, 0, 1}
		}
		for range r.IntN(4) {
			l.Spheres = append(l.Spheres, spheres.Sphere{Center: vector(r, 0.2), Radius: 0.02 + 0.06*r.Float64()})
		}
		for k := range i {
			if r.IntN(2) == 0 {
				allowed = append(allowed, [2]string{l.Name, fmt.Sprint("link", k)})
			}
		}
		links = append(links, l)
	}
	return links, allowed
}

// obstacle is an obstacle with a distance function written for one point at a time.
type obstacle struct {
	kind   int
	pose   spatial.Pose
	size   [3]float64
	radius float64
}

func obstacles(r *rand.Rand) (all []obstacle, given []spheres.Obstacle) {
	for i := range 1 + r.IntN(6) {
		o := obstacle{kind: i % 3, pose: pose(r, 0.6), size: [3]float64{0.05 + r.Float64()*0.4, 0.05 + r.Float64()*0.4, 0.05 + r.Float64()*0.4}, radius: 0.05 + 0.2*r.Float64()}
		all = append(all, o)
		given = append(given, [...]spheres.Obstacle{
			spheres.Box(fmt.Sprint("obstacle", i), o.pose, o.size), spheres.Cylinder(fmt.Sprint("obstacle", i), o.pose, o.radius, o.size[2]),
			spheres.Ball(fmt.Sprint("obstacle", i), o.pose.P, o.radius)}[o.kind])
	}
	return all, given
}

func (o *obstacle) distance(p spatial.Vec) float64 {
	l := o.pose.ApplyInverse(p)
	beyond := func(v, half float64) float64 { return math.Max(math.Abs(v)-half, 0) }
	switch o.kind {
	case 0:
		return spatial.Vec{X: beyond(l.X, o.size[0]/2), Y: beyond(l.Y, o.size[1]/2), Z: beyond(l.Z, o.size[2]/2)}.Norm()
	case 1:
		return math.Hypot(math.Max(math.Hypot(l.X, l.Y)-o.radius, 0), beyond(l.Z, o.size[2]/2))
	}
	return math.Max(l.Norm()-o.radius, 0)
}

// slow is the plain reading of a model: each link's pose, each sphere against each obstacle and
// each other sphere.
type slow struct {
	links     []spheres.Link
	may       map[[2]string]bool
	obstacles []obstacle
	moving    bool // links that are fixed to the world may touch obstacles
}

// depth returns how deep the worst sphere is in what it touches, m; negative for a distance.
func (s *slow) depth(q []float64) float64 {
	poses := make([]spatial.Pose, len(s.links))
	moved := make([]int, len(s.links)) // the last link above, or the link itself, whose joint moves
	next := 0
	worst := math.Inf(-1)
	for i, l := range s.links {
		poses[i], moved[i] = l.Origin, -1
		if l.Parent >= 0 {
			poses[i], moved[i] = poses[l.Parent].Times(&l.Origin), moved[l.Parent]
		}
		axis := spatial.VecOf(l.Axis).Unit()
		switch l.Motion {
		case spheres.Revolute:
			turn := spatial.Pose{R: spatial.Exp(axis.Scale(q[next])).Rotation()}
			poses[i] = poses[i].Times(&turn)
		case spheres.Prismatic:
			slide := spatial.Pose{R: spatial.IdentityRotation(), P: axis.Scale(q[next]).Array()}
			poses[i] = poses[i].Times(&slide)
		}
		if l.Motion != spheres.Fixed {
			moved[i] = i
			next++
		}
		for _, a := range l.Spheres {
			p := poses[i].Apply(spatial.VecOf(a.Center))
			for k := range s.obstacles {
				if s.moving && moved[i] < 0 {
					continue
				}
				worst = math.Max(worst, a.Radius-s.obstacles[k].distance(p))
			}
			for k, other := range s.links[:i] {
				if moved[k] == moved[i] || s.may[[2]string{l.Name, other.Name}] {
					continue
				}
				for _, b := range other.Spheres {
					worst = math.Max(worst, a.Radius+b.Radius-p.Sub(poses[k].Apply(spatial.VecOf(b.Center))).Norm())
				}
			}
		}
	}
	return worst
}

// draw returns a random robot among random obstacles, and the slow checker of both.
func draw(t *testing.T, r *rand.Rand) (*spheres.Checker, *slow) {
	t.Helper()
	links, allowed := robot(r)
	m, err := spheres.NewModel(links, allowed)
	if err != nil {
		t.Fatal(err)
	}
	all, given := obstacles(r)
	scene, err := m.NewScene(given, 0.05)
	if err != nil {
		t.Fatal(err)
	}
	s := &slow{links: links, may: map[[2]string]bool{}, obstacles: all}
	for _, p := range allowed {
		s.may[p] = true
	}
	return scene.NewChecker(), s
}

func configuration(r *rand.Rand, c *spheres.Checker) []float64 {
	q := make([]float64, c.Dim())
	for j := range q {
		q[j] = c.Lower()[j] + r.Float64()*(c.Upper()[j]-c.Lower()[j])
	}
	return q
}

func TestRandomRobotsAreFreeWhereThePlainReadingSaysSo(t *testing.T) {
	const seed = 21
	r := rand.New(rand.NewPCG(seed, 0))
	found := map[bool]int{}
	for n := range 300 {
		fast, s := draw(t, r)
		for range 20 {
			q := configuration(r, fast)
			depth := s.depth(q)
			if math.Abs(depth) < 1e-9 {
				continue
			}
			free := fast.Free(q)
			if found[free]++; free != (depth < 0) || free != (fast.Explain(q) == "") {
				t.Fatalf("seed %d, robot %d: free is %v at a depth of %g m, %q", seed, n, free, depth, fast.Explain(q))
			}
		}
	}
	if found[true] < 300 || found[false] < 300 {
		t.Errorf("free and not: %v; the robots are too much alike", found)
	}
}

// A margin frees points without a look at them; a check of each point must not disagree.
func TestMarginsSkipOnlyFreePoints(t *testing.T) {
	const seed = 22
	r := rand.New(rand.NewPCG(seed, 0))
	found := map[bool]int{}
	for n := range 300 {
		fast, _ := draw(t, r)
		each := planning.Edges{Step: 0.05, Free: fast.Free}
		for range 10 {
			a, b := configuration(r, fast), configuration(r, fast)
			if !fast.Free(a) {
				continue
			}
			if n%2 == 0 { // short motions are mostly free
				for j := range b {
					b[j] = a[j] + 0.2*(b[j]-a[j])
				}
			}
			got, want := fast.FreeEdge(a, b), each.FreeEdge(a, b)
			if found[got]++; got != want {
				t.Fatalf("seed %d, robot %d: the motion is free: %v; point by point: %v", seed, n, got, want)
			}
			if back := fast.Free(b) && fast.FreeEdge(b, a); back != got {
				t.Fatalf("seed %d, robot %d: the motion is free: %v, and backwards: %v", seed, n, got, back)
			}
		}
	}
	if found[true] < 100 || found[false] < 100 {
		t.Errorf("free and not: %v", found)
	}
}

func TestChecksDoNotAllocate(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 0))
	fast, _ := draw(t, r)
	a, b := configuration(r, fast), configuration(r, fast)
	fast.FreeEdge(a, b)
	if n := testing.AllocsPerRun(100, func() {
		fast.Free(a)
		fast.FreeEdge(a, b)
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

// oneArm is a link that turns about z, and a base that does not move.
func oneArm() []spheres.Link {
	identity := spatial.IdentityPose()
	return []spheres.Link{
		{Name: "base", Parent: -1, Origin: identity, Spheres: []spheres.Sphere{{Radius: 0.1}}},
		{Name: "arm", Parent: 0, Origin: identity, Motion: spheres.Revolute, Axis: [3]float64{0, 0, 1}, Lower: -3, Upper: 3, Spheres: []spheres.Sphere{{Center: [3]float64{1, 0, 0}, Radius: 0.1}}},
	}
}

func TestReasonsNameWhatTouches(t *testing.T) {
	for want, obstacle := range map[string]spheres.Obstacle{
		`link "arm" touches obstacle "post"`:                          spheres.Ball("post", [3]float64{0, 1, 0}, 0.1),
		`link "base", which does not move, touches obstacle "ground"`: spheres.Box("ground", spatial.IdentityPose(), [3]float64{1, 1, 0.1}),
		"": spheres.Ball("far", [3]float64{0, -1, 0}, 0.1),
	} {
		m, err := spheres.NewModel(oneArm(), nil)
		if err != nil {
			t.Fatal(err)
		}
		s, err := m.NewScene([]spheres.Obstacle{obstacle}, 0.01)
		if err != nil {
			t.Fatal(err)
		}
		c := s.NewChecker()
		q := []float64{math.Pi / 2}
		if got := c.Explain(q); got != want || c.Free(q) != (want == "") {
			t.Errorf("%q; expected %q", got, want)
		}
		planner, err := planning.New("birrt", planning.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := planner.Plan(&planning.Problem{Start: q, Goals: [][]float64{{0}}, Spaces: []planning.Space{c}})
		if err != nil || r.Detail != want || (r.Status == planning.StartInCollision) != (want != "") {
			t.Errorf("%v, %v, %q; expected %q", err, r.Status, r.Detail, want)
		}
	}
}

func TestConfigurationsThatAreNotFiniteAreNotFree(t *testing.T) {
	m, err := spheres.NewModel(oneArm(), nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := m.NewScene(nil, 0.01)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if s.NewChecker().Free([]float64{v}) {
			t.Errorf("%g is free", v)
		}
	}
}

func TestMisuseIsAnError(t *testing.T) {
	for want, change := range map[string]func(l []spheres.Link){
		"used twice":             func(l []spheres.Link) { l[1].Name = "base" },
		"the parent is link 1":   func(l []spheres.Link) { l[1].Parent = 1 },
		"the origin is not":      func(l []spheres.Link) { l[1].Origin = spatial.Pose{} },
		"the motion is 7":        func(l []spheres.Link) { l[1].Motion = 7 },
		"the axis is [0 0 0]":    func(l []spheres.Link) { l[1].Axis = [3]float64{} },
		"the limits are 4 .. 3":  func(l []spheres.Link) { l[1].Lower = 4 },
		"no link moves":          func(l []spheres.Link) { l[1].Motion = spheres.Fixed },
		"sphere 0 has the":       func(l []spheres.Link) { l[0].Spheres[0].Radius = math.NaN() },
		"names an unknown link":  func(l []spheres.Link) { l[0].Name = "foot" },
		"the limits are NaN ..":  func(l []spheres.Link) { l[1].Lower = math.NaN() },
		"and the radius 0; expe": func(l []spheres.Link) { l[1].Spheres[0].Radius = 0 },
	} {
		links := oneArm()
		change(links)
		if _, err := spheres.NewModel(links, [][2]string{{"base", "base"}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v; expected %q", err, want)
		}
	}
	if _, err := spheres.NewModel(nil, nil); err == nil {
		t.Error("no link is no error")
	}
	m, err := spheres.NewModel(oneArm(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.NewScene(nil, 0); err == nil || !strings.Contains(err.Error(), "the step is 0") {
		t.Error(err)
	}
	if _, err := m.NewScene([]spheres.Obstacle{spheres.Ball("dot", [3]float64{}, -1)}, 1); err == nil || !strings.Contains(err.Error(), `"dot"`) {
		t.Error(err)
	}
}
