package environment_test

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/planning"
	"github.com/robo-actors/robo-actors/worlds/planning/spheres"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// golden is the folder of the Panda problems of MotionBenchMaker.
var golden = filepath.Join("..", "..", "..", "shared", "golden", "planning")

// pandaRobot is a robot of spheres.
type pandaRobot struct {
	Spheres map[string][]struct {
		Center [3]float64
		Radius float64
	}
	Joints []struct {
		Name, Type, Parent, Child string
		XYZ, RPY, Axis            [3]float64
		Limit                     struct{ Lower, Upper float64 }
	}
	Allowed [][2]string `json:"allowed_pairs"`
}

// pandaProblem is a start and a goal among obstacles.
type pandaProblem struct {
	Set         string
	Index       int
	Start, Goal []float64
	Obstacles   []struct {
		ID, Type       string
		Position, Size [3]float64
		Rotation       spatial.Rotation `json:"rotation_row_major"`
		Height, Radius float64
	}
}

// loadPanda reads the robot and its problems, or skips a test where they are not at hand.
func loadPanda(t testing.TB) (*pandaRobot, []pandaProblem) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(golden, "panda_spheres.json"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the golden planning problems are not beside the repository")
	}
	check(t, err)
	var robot pandaRobot
	check(t, json.Unmarshal(text, &robot))
	file, err := os.Open(filepath.Join(golden, "panda.json.gz"))
	check(t, err)
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	check(t, err)
	var all struct{ Problems []pandaProblem }
	check(t, json.NewDecoder(unzipped).Decode(&all))
	return &robot, all.Problems
}

// world returns the robot as a world, and as the spheres of package spheres.
func (r *pandaRobot) world(t testing.TB) (*worlds.World, *spheres.Model) {
	t.Helper()
	root := r.Joints[0].Parent
	d := &worlds.Description{Name: "panda", Links: []worlds.Link{{Name: root}}}
	links := []spheres.Link{{Name: root, Parent: -1, Origin: spatial.IdentityPose()}}
	index := map[string]int{root: 0}
	for _, j := range r.Joints {
		origin := spatial.PoseFromRPY(j.XYZ, j.RPY)
		link := spheres.Link{Name: j.Child, Parent: index[j.Parent], Origin: origin, Axis: j.Axis, Lower: j.Limit.Lower, Upper: j.Limit.Upper}
		joint := worlds.Joint{Name: j.Name, Parent: j.Parent, Child: j.Child, Origin: origin, Axis: j.Axis, Type: worlds.Fixed}
		if j.Type == "revolute" {
			link.Motion, joint.Type = spheres.Revolute, worlds.Revolute
			joint.Limits = []worlds.Limit{{Lower: j.Limit.Lower, Upper: j.Limit.Upper, Velocity: 1, Effort: 1}}
		}
		index[j.Child] = len(links)
		links, d.Links, d.Joints = append(links, link), append(d.Links, worlds.Link{Name: j.Child}), append(d.Joints, joint)
	}
	for i := range links {
		for _, s := range r.Spheres[links[i].Name] {
			links[i].Spheres = append(links[i].Spheres, spheres.Sphere{Center: s.Center, Radius: s.Radius})
			d.Links[i].Collisions = append(d.Links[i].Collisions, worlds.Shape{Kind: worlds.Sphere, Radius: s.Radius, Pose: at(s.Center[0], s.Center[1], s.Center[2])})
		}
	}
	return build(t, d), must[*spheres.Model](t)(spheres.NewModel(links, r.Allowed))
}

// spaces returns the space of a problem, and the checker of package spheres.
func (p *pandaProblem) spaces(t testing.TB, r *pandaRobot, w *worlds.World, model *spheres.Model) (*environment.Space, planning.Space) {
	t.Helper()
	var obstacles []spheres.Obstacle
	for _, o := range p.Obstacles {
		pose := spatial.Pose{R: o.Rotation, P: o.Position}
		switch o.Type {
		case "box":
			obstacles = append(obstacles, spheres.Box(o.ID, pose, o.Size))
		case "cylinder":
			obstacles = append(obstacles, spheres.Cylinder(o.ID, pose, o.Radius, o.Height))
		case "sphere":
			obstacles = append(obstacles, spheres.Ball(o.ID, o.Position, o.Radius))
		}
	}
	s := must[*spheres.Scene](t)(model.NewScene(obstacles, 1.0/64))
	return p.space(t, r, w, environment.SpaceOptions{}), s.NewChecker()
}

// space returns the space of a problem.
func (p *pandaProblem) space(t testing.TB, r *pandaRobot, w *worlds.World, options environment.SpaceOptions) *environment.Space {
	t.Helper()
	scene, h := p.scene(t, r, w)
	return must[*environment.Space](t)(scene.Space(h, options))
}

// scene returns the scene of a problem, and its robot.
func (p *pandaProblem) scene(t testing.TB, r *pandaRobot, w *worlds.World) (*environment.Scene, environment.Handle) {
	t.Helper()
	e := environment.New(p.Set).Edit()
	robot := must[environment.Handle](t)(e.AddRobot(environment.RobotSpec{Name: "panda", World: w, Allowed: r.Allowed}))
	for i, o := range p.Obstacles {
		pose := spatial.Pose{R: o.Rotation, P: o.Position}
		shape := worlds.Shape{Size: o.Size, Radius: o.Radius, Length: o.Height}
		switch o.Type {
		case "box":
			shape.Kind = worlds.Box
		case "cylinder":
			shape.Kind = worlds.Cylinder
		case "sphere":
			shape.Kind = worlds.Sphere
		}
		must[environment.Handle](t)(e.AddBody(environment.BodySpec{Name: fmt.Sprint("body", i), Pose: pose, Shapes: []worlds.Shape{shape}}))
	}
	return e.Scene(), robot
}

// Package spheres has another kinematics, other distances and another order of checks.
func TestASpaceOfAPandaAgreesWithTheCheckerOfSpheres(t *testing.T) {
	wholeTestOnly(t)
	robot, problems := loadPanda(t)
	w, model := robot.world(t)
	const seed = 4
	r := rand.New(rand.NewPCG(seed, 0))
	free, differ, all := 0, 0, 0
	q := make([]float64, 7)
	for i := 0; i < len(problems); i += 3 {
		p := &problems[i]
		space, other := p.spaces(t, robot, w, model)
		if !space.Free(p.Start) || !space.Free(p.Goal) {
			t.Errorf("%s %d: the start: %q, the goal: %q", p.Set, p.Index, space.Explain(p.Start), space.Explain(p.Goal))
		}
		for range 20 {
			for k := range q {
				q[k] = space.Lower()[k] + r.Float64()*(space.Upper()[k]-space.Lower()[k])
			}
			all++
			got := space.Free(q)
			if got {
				free++
			}
			if got != other.Free(q) {
				differ++
			}
		}
	}
	// The checker of spheres rounds to 32 bits and encloses obstacles by a little more.
	if differ > all/500 || free == 0 || free == all {
		t.Errorf("seed %d: %d of %d answers differ; %d are free", seed, differ, all, free)
	}
	t.Logf("%d of %d configurations are free, %d answers differ", free, all, differ)
}

func TestBirrtSolvesPandaProblemsInScenes(t *testing.T) {
	robot, problems := loadPanda(t)
	w, model := robot.world(t)
	planner := must[planning.Planner](t)(planning.New("birrt", planning.Options{}))
	for i := 0; i < len(problems); i += 70 {
		p := &problems[i]
		space, other := p.spaces(t, robot, w, model)
		result, err := planner.Plan(&planning.Problem{Start: p.Start, Goals: [][]float64{p.Goal}, Seed: 1, Spaces: []planning.Space{space}})
		check(t, err)
		if result.Status != planning.Solved {
			t.Errorf("%s %d: %v, %s", p.Set, p.Index, result.Status, result.Detail)
			continue
		}
		for k := 1; k < len(result.Path); k++ {
			if !other.FreeEdge(result.Path[k-1], result.Path[k]) && !space.FreeEdge(result.Path[k-1], result.Path[k]) {
				t.Errorf("%s %d: edge %d of the path is not free", p.Set, p.Index, k)
			}
		}
	}
}

// BenchmarkFreePanda checks random configurations of the Panda of 59 spheres among the obstacles of
// a problem, with and without the filter:
//
//	go test -run '^$' -bench FreePanda ./worlds/environment
func BenchmarkFreePanda(b *testing.B) {
	robot, problems := loadPanda(b)
	w, _ := robot.world(b)
	for name, exact := range map[string]bool{"filter": false, "exact": true} {
		b.Run(name, func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 0))
			space := problems[0].space(b, robot, w, environment.SpaceOptions{Exact: exact})
			var all [256][]float64
			for i := range all {
				for k, low := range space.Lower() {
					all[i] = append(all[i], low+r.Float64()*(space.Upper()[k]-low))
				}
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				space.Free(all[i%len(all)])
			}
		})
	}
}

// BenchmarkSpace makes the space of a Panda in a scene.
func BenchmarkSpace(b *testing.B) {
	robot, problems := loadPanda(b)
	w, _ := robot.world(b)
	scene, h := problems[0].scene(b, robot, w)
	for name, exact := range map[string]bool{"filter": false, "exact": true} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				must[*environment.Space](b)(scene.Space(h, environment.SpaceOptions{Exact: exact}))
			}
		})
	}
}
