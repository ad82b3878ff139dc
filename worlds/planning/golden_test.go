package planning_test

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/planning"
	"github.com/robo-actors/robo-actors/worlds/planning/spheres"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// golden is the folder of the Panda problems of MotionBenchMaker.
var golden = filepath.Join("..", "..", "..", "shared", "golden", "planning")

// pandaRobot is the robot of the problems: spheres by link, and joints.
type pandaRobot struct {
	Spheres map[string][]struct {
		Center [3]float64
		Radius float64
	}
	Joints  []pandaJoint
	Allowed [][2]string `json:"allowed_pairs"`
}

type pandaJoint struct {
	Name, Type, Parent, Child string
	XYZ, RPY, Axis            [3]float64
	Limit                     struct{ Lower, Upper float64 }
}

// pandaProblem is one problem.
type pandaProblem struct {
	Set         string
	Index       int
	Start, Goal []float64
	Obstacles   []pandaObstacle
}

type pandaObstacle struct {
	ID, Type       string
	Position, Size [3]float64
	Rotation       spatial.Rotation `json:"rotation_row_major"`
	Height, Radius float64
}

type panda struct {
	robot    pandaRobot
	model    *spheres.Model
	problems []pandaProblem
}

var readPanda = sync.OnceValues(func() (*panda, error) {
	p := &panda{}
	text, err := os.ReadFile(filepath.Join(golden, "panda_spheres.json"))
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &p.robot); err != nil {
		return nil, err
	}
	file, err := os.Open(filepath.Join(golden, "panda.json.gz"))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		return nil, err
	}
	all := struct{ Problems *[]pandaProblem }{&p.problems}
	if err := json.NewDecoder(unzipped).Decode(&all); err != nil {
		return nil, err
	}
	p.model, err = spheres.NewModel(p.robot.links(), p.robot.Allowed)
	return p, err
})

// loadPanda returns the problems, or skips a test where they are not at hand.
func loadPanda(t testing.TB) *panda {
	t.Helper()
	p, err := readPanda()
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the golden planning problems are not beside the repository")
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func (r *pandaRobot) links() []spheres.Link {
	links := []spheres.Link{{Name: r.Joints[0].Parent, Parent: -1, Origin: spatial.IdentityPose()}}
	index := map[string]int{r.Joints[0].Parent: 0}
	for _, j := range r.Joints {
		l := spheres.Link{Name: j.Child, Parent: index[j.Parent], Origin: spatial.PoseFromRPY(j.XYZ, j.RPY), Axis: j.Axis, Lower: j.Limit.Lower, Upper: j.Limit.Upper}
		if j.Type == "revolute" {
			l.Motion = spheres.Revolute
		}
		index[j.Child] = len(links)
		links = append(links, l)
	}
	for i := range links {
		for _, s := range r.Spheres[links[i].Name] {
			links[i].Spheres = append(links[i].Spheres, spheres.Sphere{Center: s.Center, Radius: s.Radius})
		}
	}
	return links
}

func (p *pandaProblem) obstacles() (all []spheres.Obstacle) {
	for _, o := range p.Obstacles {
		pose := spatial.Pose{R: o.Rotation, P: o.Position}
		switch o.Type {
		case "box":
			all = append(all, spheres.Box(o.ID, pose, o.Size))
		case "cylinder":
			all = append(all, spheres.Cylinder(o.ID, pose, o.Radius, o.Height))
		case "sphere":
			all = append(all, spheres.Ball(o.ID, o.Position, o.Radius))
		}
	}
	return all
}

// scene returns the scene of a problem with motions checked at 1/64 rad.
func (p *panda) scene(t testing.TB, i int) *spheres.Scene {
	t.Helper()
	s, err := p.model.NewScene(p.problems[i].obstacles(), 1.0/64)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// problem returns problem i for a number of workers.
func (p *panda) problem(s *spheres.Scene, i, workers int, seed uint64) *planning.Problem {
	problem := &planning.Problem{Start: p.problems[i].Start, Goals: [][]float64{p.problems[i].Goal}, Seed: seed, MaxIterations: 100_000}
	for range workers {
		problem.Spaces = append(problem.Spaces, s.NewChecker())
	}
	return problem
}

// literal checks configurations by the plain reading of the files: every link's transform as a 4x4
// matrix, every sphere against every obstacle, every sphere against every sphere of other links.
type literal struct {
	robot   *pandaRobot
	problem *pandaProblem
	origins []matrix // joint -> its pose in the frame of its parent
	pairs   [][2]int // spheres that must not touch
}

func newLiteral(r *pandaRobot, p *pandaProblem) *literal {
	l := &literal{robot: r, problem: p}
	for _, j := range r.Joints {
		move := turnAbout(2, 0)
		move[0][3], move[1][3], move[2][3] = j.XYZ[0], j.XYZ[1], j.XYZ[2]
		l.origins = append(l.origins, move.times(turnAbout(2, j.RPY[2])).times(turnAbout(1, j.RPY[1])).times(turnAbout(0, j.RPY[0])))
	}
	may := map[[2]string]bool{}
	for _, pair := range r.Allowed {
		may[pair], may[[2]string{pair[1], pair[0]}] = true, true
	}
	all := l.place(make([]float64, 7))
	for i, s := range all {
		for k, other := range all[:i] {
			if other.link != s.link && !may[[2]string{other.link, s.link}] {
				l.pairs = append(l.pairs, [2]int{i, k})
			}
		}
	}
	return l
}

type matrix [4][4]float64

func (a matrix) times(b matrix) (c matrix) {
	for i := range 4 {
		for j := range 4 {
			for k := range 4 {
				c[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return c
}

func turnAbout(axis int, angle float64) matrix {
	m := matrix{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}
	i, j := (axis+1)%3, (axis+2)%3
	s, c := math.Sin(angle), math.Cos(angle)
	m[i][i], m[i][j], m[j][i], m[j][j] = c, -s, s, c
	return m
}

type placedSphere struct {
	link   string
	center [3]float64
	radius float64
}

// place returns all spheres in the world.
func (l *literal) place(q []float64) (all []placedSphere) {
	poses := map[string]matrix{l.robot.Joints[0].Parent: turnAbout(2, 0)}
	order := []string{l.robot.Joints[0].Parent}
	next := 0
	for i, j := range l.robot.Joints {
		pose := poses[j.Parent].times(l.origins[i])
		if j.Type == "revolute" { // all axes are z
			pose = pose.times(turnAbout(2, q[next]))
			next++
		}
		poses[j.Child] = pose
		order = append(order, j.Child)
	}
	for _, link := range order {
		m := poses[link]
		for _, s := range l.robot.Spheres[link] {
			p := placedSphere{link: link, radius: s.Radius}
			for i := range 3 {
				p.center[i] = m[i][0]*s.Center[0] + m[i][1]*s.Center[1] + m[i][2]*s.Center[2] + m[i][3]
			}
			all = append(all, p)
		}
	}
	return all
}

// depth returns how deep the worst sphere is in what it touches, m; negative for a distance.
func (l *literal) depth(q []float64) float64 {
	all := l.place(q)
	worst := math.Inf(-1)
	for _, s := range all {
		for i := range l.problem.Obstacles {
			worst = max(worst, s.radius-l.problem.Obstacles[i].distance(s.center))
		}
	}
	for _, pair := range l.pairs {
		a, b := &all[pair[0]], &all[pair[1]]
		worst = max(worst, a.radius+b.radius-norm(a.center[0]-b.center[0], a.center[1]-b.center[1], a.center[2]-b.center[2]))
	}
	return worst
}

func norm(x, y, z float64) float64 { return math.Sqrt(x*x + y*y + z*z) }

// distance returns the distance of a point from an obstacle, 0 inside of it.
func (o *pandaObstacle) distance(p [3]float64) float64 {
	var local [3]float64
	for k := range 3 { // into the frame of the obstacle
		for i := range 3 {
			local[k] += o.Rotation[3*i+k] * (p[i] - o.Position[i])
		}
	}
	switch o.Type {
	case "sphere":
		return max(0, norm(local[0], local[1], local[2])-o.Radius)
	case "cylinder":
		return norm(max(0, norm(local[0], local[1], 0)-o.Radius), max(0, math.Abs(local[2])-o.Height/2), 0)
	}
	return norm(max(0, math.Abs(local[0])-o.Size[0]/2), max(0, math.Abs(local[1])-o.Size[1]/2), max(0, math.Abs(local[2])-o.Size[2]/2))
}

// checkPath reports where a path touches something, at points at most 1/64 rad apart.
func (l *literal) checkPath(t *testing.T, path planning.Path) {
	t.Helper()
	for i, b := range path {
		a := path[max(i-1, 0)]
		n := max(1, int(math.Ceil(planning.Distance(a, b)*64)))
		q := make([]float64, len(b))
		for k := range n + 1 {
			for j := range q {
				q[j] = a[j] + (b[j]-a[j])*float64(k)/float64(n)
			}
			if d := l.depth(q); d > 1e-9 {
				t.Errorf("%s %d: the path is %g m deep in an obstacle between configurations %d and %d", l.problem.Set, l.problem.Index, d, i-1, i)
				return
			}
		}
	}
}

func setName(s string) string { return strings.TrimSuffix(s, "_panda") }
