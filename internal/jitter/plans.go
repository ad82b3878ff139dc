package jitter

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/planning"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// PlanningPair is one slice with planning jobs and one without.
type PlanningPair struct {
	Beside
	// Plans counts the searches that ended during the slice, Found those with a path.
	Plans, Found int
}

// PlanningResult compares the lateness of ticks with planning jobs and without.
type PlanningResult struct {
	Machine Machine
	Options Options `json:"-"`
	Threads int
	Pairs   []PlanningPair
	BesideMedians
}

// MeasurePlanning runs pairs of slices, one in which an actor plans motions of an arm of seven
// joints among shelves without a break, in jobs at low priority, and one without it. Threads is the
// number of jobs at a time.
func MeasurePlanning(ctx context.Context, o Options, threads int) (PlanningResult, error) {
	o = o.withDefaults()
	threads = max(threads, 1)
	r := PlanningResult{Options: o, Threads: threads}
	scene, err := shelves()
	if err != nil {
		return r, err
	}
	for i := range o.Pairs {
		p := &planner{scene: scene, threads: threads}
		both, m, err := measureBeside(ctx, o, p, i)
		if err != nil {
			return r, fmt.Errorf("pair %d of %d: %w", i+1, o.Pairs, err)
		}
		pair := PlanningPair{both, p.plans, p.found}
		r.Machine, r.Pairs = m, append(r.Pairs, pair)
		o.Progress(fmt.Sprintf("pair %d of %d\n  with planning %s  busy %.0f %%, %d searches\n  without       %s  busy %.0f %%", i+1, o.Pairs,
			pair.With, 100*pair.WithLoad.Busy, pair.Plans, pair.Without, 100*pair.WithoutLoad.Busy))
	}
	r.BesideMedians = compare(r.Pairs, func(p PlanningPair) *Beside { return &p.Beside })
	return r, nil
}

// String prints the result as a few lines.
func (r PlanningResult) String() string {
	plans, found := 0, 0
	for _, p := range r.Pairs {
		plans, found = plans+p.Plans, found+p.Found
	}
	return fmt.Sprintf("planning: %d actors at %v in one domain, with jobs that plan on %d threads (%d searches, %d with a path) and without, %d pairs of %v\n%s",
		r.Options.Actors, r.Options.Period, r.Threads, plans, found, len(r.Pairs), r.Options.Slice, r.lines(r.Machine, "planning"))
}

// planner is the company of a slice, and its actor: it starts a search whenever one has ended.
type planner struct {
	scene        *environment.Scene
	threads      int
	next         uint64 // seed
	plans, found int
}

func (p *planner) extend(app *actors.Application) {
	app.Actors = append(app.Actors, actors.Spec{Name: "bench/planner", New: func() any { return p }})
}

func (p *planner) options() []actors.Option {
	return []actors.Option{actors.WithJobThreads(p.threads)}
}

func (p *planner) join(context.Context, *actors.System) error { return nil }
func (p *planner) leave() error                               { return nil }

// Start starts the first searches.
func (p *planner) Start(c *actors.Context) error {
	for range p.threads {
		if err := p.search(c); err != nil {
			return err
		}
	}
	return nil
}

// Receive counts a search that has ended and starts another one.
func (p *planner) Receive(c *actors.Context, message any) error {
	end, is := message.(actors.JobEnded)
	if !is {
		return nil
	}
	if end.Err != nil {
		return end.Err
	}
	p.plans++
	if end.Result == planning.Solved {
		p.found++
	}
	return p.search(c)
}

// search starts a job.
func (p *planner) search(c *actors.Context) error {
	p.next++
	seed, scene := p.next, p.scene
	_, err := c.StartJob(actors.JobSpec{Name: "plan", Deadline: time.Minute, Quiet: true, Run: func(*actors.JobContext) (any, error) {
		return plan(scene, seed)
	}})
	return err
}

// plan searches a path between two free configurations that a seed draws.
func plan(scene *environment.Scene, seed uint64) (planning.Status, error) {
	h, err := scene.Handle(armName)
	if err != nil {
		return 0, err
	}
	space, err := scene.Space(h, environment.SpaceOptions{})
	if err != nil {
		return 0, err
	}
	draw := rand.New(rand.NewPCG(seed, 0))
	free := func() []float64 {
		q := make([]float64, space.Dim())
		for {
			for i := range q {
				q[i] = space.Lower()[i] + draw.Float64()*(space.Upper()[i]-space.Lower()[i])
			}
			if space.Free(q) {
				return q
			}
		}
	}
	search, err := planning.New("birrt", planning.Options{})
	if err != nil {
		return 0, err
	}
	r, err := search.Plan(&planning.Problem{Start: free(), Goals: [][]float64{free()}, Spaces: []planning.Space{space}, Seed: seed})
	return r.Status, err
}

// armName is the robot of the scene.
const armName = "arm"

// shelves returns a scene with an arm of seven joints that stands between shelves.
func shelves() (*environment.Scene, error) {
	unit := rigidbody.Inertia{Mass: 1, Ixx: 0.01, Iyy: 0.01, Izz: 0.01}
	d := &worlds.Description{Name: armName, Links: []worlds.Link{{Name: "base"}}}
	for i := range 7 {
		axis, parent := [3]float64{0, 0, 1}, d.Links[i].Name
		if i%2 == 1 {
			axis = [3]float64{0, 1, 0}
		}
		shape := worlds.Shape{Kind: worlds.Capsule, Radius: 0.05, Length: 0.08, Pose: raised(0.08)}
		link := worlds.Link{Name: fmt.Sprintf("link_%d", i+1), Inertia: unit, Collisions: []worlds.Shape{shape}}
		d.Links = append(d.Links, link)
		d.Joints = append(d.Joints, worlds.Joint{Name: fmt.Sprintf("joint_%d", i+1), Type: worlds.Revolute, Parent: parent, Child: link.Name, Axis: axis, Origin: raised(0.16),
			Limits: []worlds.Limit{{Lower: -2.6, Upper: 2.6, Velocity: 2, Acceleration: 10, Jerk: 100, Effort: 50}}})
	}
	world, err := worlds.Build(d)
	if err != nil {
		return nil, err
	}
	edit := environment.New("bench").Edit()
	if _, err := edit.AddRobot(environment.RobotSpec{Name: armName, World: world}); err != nil {
		return nil, err
	}
	for i, x := range []float64{0.55, -0.55} {
		for k := range 3 {
			board := environment.BodySpec{Name: fmt.Sprintf("board_%d_%d", i, k), Pose: raised(0.3 + 0.35*float64(k)),
				Shapes: []worlds.Shape{{Kind: worlds.Box, Size: [3]float64{0.4, 1, 0.02}, Pose: spatial.IdentityPose()}}}
			board.Pose.P[0] = x
			if _, err := edit.AddBody(board); err != nil {
				return nil, err
			}
		}
	}
	return edit.Scene(), nil
}

// raised returns the pose at a height.
func raised(z float64) spatial.Pose {
	pose := spatial.IdentityPose()
	pose.P[2] = z
	return pose
}
