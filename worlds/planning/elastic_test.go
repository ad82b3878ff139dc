package planning_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/planning"
)

// movingBall is an obstacle that moves with a velocity.
type movingBall struct {
	center, velocity []float64
	radius           float64
}

func (b *movingBall) Dim() int { return len(b.center) }

func (b *movingBall) Clearance(q, gradient []float64) float64 {
	d := planning.Distance(q, b.center)
	for j := range gradient {
		gradient[j] = (q[j] - b.center[j]) / max(d, 1e-12)
	}
	return d - b.radius
}

var elasticOptions = planning.ElasticOptions{Spacing: 0.05, Bound: 0.05, Influence: 0.3, Speed: 0.6, Step: 6}

func newElastic(t *testing.T, path planning.Path, velocity []float64) *planning.Elastic {
	t.Helper()
	e, err := planning.NewElastic(path, velocity, elasticOptions)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// ride is a follower on an elastic plan beside a moving ball, at steps of 10 ms.
type ride struct {
	t      *testing.T
	seed   uint64
	ball   *movingBall
	plan   *planning.Elastic
	motion planning.Motion
	goal   []float64
	breaks int
	worst  float64 // the least clearance
	aside  float64 // the largest distance from the straight line
}

const tickOfRide = 0.01

func (r *ride) state(e *planning.Elastic, m planning.Motion, after float64) (q, v, a []float64) {
	n := r.ball.Dim()
	q, v, a = make([]float64, n), make([]float64, n), make([]float64, n)
	e.State(m, after, q, v, a)
	return q, v, a
}

// tick moves the ball, deforms the plan and checks that position and velocity are continuous, and
// that the deformation adds at most the permitted step of acceleration.
func (r *ride) tick() {
	for j, v := range r.ball.velocity {
		r.ball.center[j] += v * tickOfRide
	}
	next, err := r.plan.Deform(r.ball, r.motion.At, tickOfRide)
	if err != nil {
		r.t.Fatal(err)
	}
	until := next.FreeUntil(r.ball, r.motion.At)
	moved := r.motion.Follow(until, 8, 20, tickOfRide)
	same := moved
	same.Push = r.motion.Push
	q0, v0, a0 := r.state(r.plan, same, tickOfRide)
	q1, v1, a1 := r.state(next, same, 0)
	for j := range q0 {
		if math.Abs(q0[j]-q1[j]) > 1e-9 || math.Abs(v0[j]-v1[j]) > 1e-9 || math.Abs(a0[j]-a1[j]) > elasticOptions.Step*(1+1e-9) {
			r.t.Fatalf("seed %d: a deformation changes %v, %v, %v to %v, %v, %v", r.seed, q0, v0, a0, q1, v1, a1)
		}
	}
	r.plan, r.motion = next, moved
	r.worst = min(r.worst, r.ball.Clearance(q1, make([]float64, len(q1))))
	r.aside = max(r.aside, math.Abs(q1[1]))
	if next.Broken() != "" {
		r.replan(q1, v1)
	}
}

// replan makes a new plan from where the follower is.
func (r *ride) replan(q, v []float64) {
	n := r.ball.Dim()
	space := newPlane(slices.Repeat([]float64{-4}, n), slices.Repeat([]float64{4}, n), []disc{{slices.Clone(r.ball.center), r.ball.radius + elasticOptions.Bound + 0.02}}, nil)
	p := &planning.Problem{Start: q, Goals: [][]float64{r.goal}, Spaces: []planning.Space{space}, Seed: r.seed}
	found := plan(r.t, newPlanner(r.t, "birrt", planning.Options{Range: 0.3}), p)
	if found.Status != planning.Solved {
		return // the ball covers the goal, for example: the next tick asks again
	}
	p.Path = found.Path
	short := plan(r.t, newPlanner(r.t, "shortcut", planning.Options{}), p)
	r.plan, r.motion = newElastic(r.t, short.Path, v), planning.Motion{}
	r.breaks++
}

func TestElasticPlansAvoidAMovingObstacleAndReachTheGoal(t *testing.T) {
	breaks, aside := 0, 0
	for seed := range uint64(100) {
		random := rand.New(rand.NewPCG(seed, 1))
		dim := 2 + int(seed%2)
		start, goal := make([]float64, dim), make([]float64, dim)
		goal[0] = 2
		ball := &movingBall{center: make([]float64, dim), velocity: make([]float64, dim), radius: 0.1 + 0.1*random.Float64()}
		// The ball comes from the side and crosses the line near the follower.
		speed := 0.15 + 0.15*random.Float64()
		angle := math.Pi/2 + 0.8*(2*random.Float64()-1)
		ball.velocity[0], ball.velocity[1] = speed*math.Cos(angle), -speed*math.Sin(angle)
		arrives := -0.5/ball.velocity[1] + random.Float64()
		for j := range ball.center {
			ball.center[j] = -ball.velocity[j] * arrives
		}
		ball.center[0] += 0.4*arrives + 0.8*(random.Float64()-0.5)
		r := &ride{t: t, seed: seed, ball: ball, plan: newElastic(t, planning.Path{start, goal}, nil), goal: goal, worst: math.Inf(1)}
		ticks := 0
		for ; r.motion.At < r.plan.End()-1e-3 && ticks < 6000; ticks++ {
			r.tick()
		}
		if q, _, _ := r.state(r.plan, r.motion, 0); ticks == 6000 || planning.Distance(q, goal) > 1e-3 || !slices.Equal(r.plan.Goal(), goal) {
			t.Errorf("seed %d: at %v after %g s, %d breaks, %q", seed, q, float64(ticks)*tickOfRide, r.breaks, r.plan.Broken())
		}
		if r.worst < elasticOptions.Bound {
			t.Errorf("seed %d: the clearance fell to %g m; the bound is %g m", seed, r.worst, elasticOptions.Bound)
		}
		breaks += r.breaks
		if r.aside > 0.02 {
			aside++
		}
	}
	t.Logf("%d of 100 plans gave way, %d broke and were replaced", aside, breaks)
	if aside < 20 {
		t.Errorf("only %d of 100 plans gave way", aside)
	}
}

func TestAnElasticPlanBreaksWhereNothingLeadsAround(t *testing.T) {
	e := newElastic(t, planning.Path{{0, 0}, {2, 0}}, nil)
	wall := &movingBall{center: []float64{2, 0}, velocity: []float64{0, 0}, radius: 0.5} // on the goal
	m := planning.Motion{}
	for range 300 {
		next, err := e.Deform(wall, m.At, tickOfRide)
		if err != nil {
			t.Fatal(err)
		}
		e = next
		m = m.Follow(e.FreeUntil(wall, m.At), 8, 20, tickOfRide)
	}
	q, v, a := make([]float64, 2), make([]float64, 2), make([]float64, 2)
	e.State(m, 0, q, v, a)
	if e.Broken() == "" || wall.Clearance(q, make([]float64, 2)) < elasticOptions.Bound || !slices.Equal(e.Goal(), []float64{2, 0}) {
		t.Errorf("broken %q, at %v, goal %v", e.Broken(), q, e.Goal())
	}
}

func TestAnElasticPlanBeginsAndEndsWhereItsPathDoes(t *testing.T) {
	for _, path := range []planning.Path{{{0, 1}, {2, 0}}, {{0, 1}}, {{0, 1}, {0, 1}}, {{0, 0}, {1, 0}, {1, 1}}} {
		e := newElastic(t, path, []float64{0.1, -0.2})
		q, v, a := make([]float64, 2), make([]float64, 2), make([]float64, 2)
		for at, want := range map[float64][]float64{-1: path[0], 0: path[0], e.End(): path[len(path)-1], e.End() + 5: path[len(path)-1]} {
			if e.State(planning.Motion{At: at}, 0, q, v, a); planning.Distance(q, want) > 1e-12 {
				t.Errorf("%v at %g: %v; expected %v", path, at, q, want)
			}
		}
		if e.State(planning.Motion{}, 0, q, v, a); len(path) > 1 && planning.Distance(v, []float64{0.1, -0.2}) > 1e-12 {
			t.Errorf("the plan begins with the velocity %v", v)
		}
	}
}

// The velocity and acceleration of a state are the derivatives of its position by time.
func TestStatesOfElasticPlansAreConsistent(t *testing.T) {
	ball := &movingBall{center: []float64{1, 0.1}, velocity: []float64{0, 0}, radius: 0.1}
	e := newElastic(t, planning.Path{{0, 0}, {2, 0}}, nil)
	for range 30 {
		next, err := e.Deform(ball, 0, tickOfRide)
		if err != nil {
			t.Fatal(err)
		}
		e = next
	}
	const h = 1e-4
	at := func(time float64) (q, v, a []float64) {
		q, v, a = make([]float64, 2), make([]float64, 2), make([]float64, 2)
		m := planning.Motion{At: 20.3 + time*(3+time*2/2), Rate: 3 + 2*time, Push: 2}
		e.State(m, time, q, v, a)
		return q, v, a
	}
	before, vBefore, _ := at(0.004 - h)
	_, v, a := at(0.004)
	after, vAfter, _ := at(0.004 + h)
	for j := range v {
		if d := (after[j] - before[j]) / (2 * h); math.Abs(d-v[j]) > 1e-5 {
			t.Errorf("velocity %g; differences give %g", v[j], d)
		}
		if d := (vAfter[j] - vBefore[j]) / (2 * h); math.Abs(d-a[j]) > 1e-4 {
			t.Errorf("acceleration %g; differences give %g", a[j], d)
		}
	}
}

func TestMisuseOfElasticPlansIsAnError(t *testing.T) {
	path := planning.Path{{0, 0}, {1, 0}}
	for want, change := range map[string]func(o *planning.ElasticOptions){
		"the spacing":   func(o *planning.ElasticOptions) { o.Spacing = 0 },
		"the speed":     func(o *planning.ElasticOptions) { o.Speed = math.Inf(1) },
		"the step":      func(o *planning.ElasticOptions) { o.Step = math.NaN() },
		"the influence": func(o *planning.ElasticOptions) { o.Influence = o.Bound },
		"the stretch":   func(o *planning.ElasticOptions) { o.Stretch = 0.5 },
	} {
		o := elasticOptions
		change(&o)
		if _, err := planning.NewElastic(path, nil, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v; expected %q", err, want)
		}
	}
	if _, err := planning.NewElastic(nil, nil, elasticOptions); err == nil {
		t.Error("no path is no error")
	}
	if _, err := planning.NewElastic(path, []float64{1}, elasticOptions); err == nil {
		t.Error("a velocity of a wrong length is no error")
	}
	if _, err := newElastic(t, path, nil).Deform(&movingBall{center: []float64{0}}, 0, 0.01); err == nil {
		t.Error("another number of degrees of freedom is no error")
	}
}
