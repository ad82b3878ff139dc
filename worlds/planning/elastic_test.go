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

var elasticOptions = planning.ElasticOptions{Spacing: 0.05, Speed: 0.6, Step: 6}

const boundOfTests = 0.05

// beside is the field of an obstacle.
func beside(c planning.Clearance) []planning.Field {
	return []planning.Field{{Clearance: c, Bound: boundOfTests, Reserve: 0.07, Influence: 0.3}}
}

func newElastic(t *testing.T, path planning.Path, velocity []float64) *planning.Elastic {
	t.Helper()
	e, err := planning.NewElastic(path, velocity, elasticOptions)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// limitsOfTests bound the way along a plan.
func limitsOfTests(n int) planning.Limits {
	return planning.Limits{Velocity: slices.Repeat([]float64{0.4}, n), Acceleration: slices.Repeat([]float64{2}, n)}
}

func newRide(t *testing.T, path planning.Path, velocity []float64) *planning.Ride {
	t.Helper()
	r, err := planning.NewRide(path, velocity, elasticOptions, limitsOfTests(len(path[0])))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func next(t *testing.T, r *planning.Ride, fields []planning.Field, period float64) *planning.Ride {
	t.Helper()
	n, err := r.Next(fields, period)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func stateOf(r *planning.Ride, after float64) (q, v, a []float64) {
	n := len(r.Plan.Goal())
	q, v, a = make([]float64, n), make([]float64, n), make([]float64, n)
	r.State(after, q, v, a)
	return q, v, a
}

// course is a ride beside a moving ball, at steps of 10 ms.
type course struct {
	t      *testing.T
	seed   uint64
	ball   *movingBall
	ride   *planning.Ride
	goal   []float64
	breaks int
	worst  float64 // the least clearance
	aside  float64 // the largest distance from the straight line
}

const tickOfRide = 0.01

// tick moves the ball, deforms the plan and checks that position and velocity are continuous, and
// that the deformation adds at most the permitted step of acceleration.
func (r *course) tick() {
	for j, v := range r.ball.velocity {
		r.ball.center[j] += v * tickOfRide
	}
	moved := next(r.t, r.ride, beside(r.ball), tickOfRide)
	checkSeam(r.t, r.seed, r.ride, moved, tickOfRide)
	q, v, _ := stateOf(moved, 0)
	r.ride = moved
	r.worst = min(r.worst, r.ball.Clearance(q, nil))
	r.aside = max(r.aside, math.Abs(q[1]))
	if moved.Plan.Broken() != "" {
		r.replan(q, v)
	}
}

// checkSeam compares two periods of a ride where they meet.
func checkSeam(t *testing.T, seed uint64, before, after *planning.Ride, period float64) {
	t.Helper()
	same := *after
	same.Motion.Push = before.Motion.Push // what the follower itself changes is no deformation
	q0, v0, a0 := stateOf(before, period)
	q1, v1, a1 := stateOf(&same, 0)
	for j := range q0 {
		if math.Abs(q0[j]-q1[j]) > 1e-9 || math.Abs(v0[j]-v1[j]) > 1e-9 || math.Abs(a0[j]-a1[j]) > elasticOptions.Step*(1+1e-9) {
			t.Fatalf("seed %d: a deformation changes %v, %v, %v to %v, %v, %v", seed, q0, v0, a0, q1, v1, a1)
		}
	}
}

// replan makes a new plan from where the follower is.
func (r *course) replan(q, v []float64) {
	n := r.ball.Dim()
	space := newPlane(slices.Repeat([]float64{-4}, n), slices.Repeat([]float64{4}, n), []disc{{slices.Clone(r.ball.center), r.ball.radius + boundOfTests + 0.02}}, nil)
	p := &planning.Problem{Start: q, Goals: [][]float64{r.goal}, Spaces: []planning.Space{space}, Seed: r.seed}
	found := plan(r.t, newPlanner(r.t, "birrt", planning.Options{Range: 0.3}), p)
	if found.Status != planning.Solved {
		return // the ball covers the goal, for example: the next tick asks again
	}
	p.Path = found.Path
	short := plan(r.t, newPlanner(r.t, "shortcut", planning.Options{}), p)
	r.ride = newRide(r.t, short.Path, v)
	r.breaks++
}

func TestElasticPlansAvoidAMovingObstacleAndReachTheGoal(t *testing.T) {
	breaks, aside, seeds := 0, 0, 100
	if testing.Short() {
		seeds = 10 // it takes long under the race detector; the whole test has them all
	}
	for seed := range uint64(seeds) {
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
		r := &course{t: t, seed: seed, ball: ball, ride: newRide(t, planning.Path{start, goal}, nil), goal: goal, worst: math.Inf(1)}
		ticks := 0
		for ; !r.ride.Arrived() && ticks < 6000; ticks++ {
			r.tick()
		}
		if q, _, _ := stateOf(r.ride, 0); ticks == 6000 || planning.Distance(q, goal) > 1e-6 || !slices.Equal(r.ride.Plan.Goal(), goal) {
			t.Errorf("seed %d: at %v after %g s, %d breaks, %q", seed, q, float64(ticks)*tickOfRide, r.breaks, r.ride.Plan.Broken())
		}
		if r.worst < boundOfTests {
			t.Errorf("seed %d: the clearance fell to %g m; the bound is %g m", seed, r.worst, boundOfTests)
		}
		breaks += r.breaks
		if r.aside > 0.02 {
			aside++
		}
	}
	t.Logf("%d of %d plans gave way, %d broke and were replaced", aside, seeds, breaks)
	if aside < seeds/5 {
		t.Errorf("only %d of %d plans gave way", aside, seeds)
	}
}

func TestAnElasticPlanBreaksWhereNothingLeadsAround(t *testing.T) {
	r := newRide(t, planning.Path{{0, 0}, {2, 0}}, nil)
	wall := &movingBall{center: []float64{2, 0}, velocity: []float64{0, 0}, radius: 0.5} // on the goal
	for range 600 {
		r = next(t, r, beside(wall), tickOfRide)
	}
	q, _, _ := stateOf(r, 0)
	if r.Plan.Broken() == "" || wall.Clearance(q, nil) < boundOfTests || !slices.Equal(r.Plan.Goal(), []float64{2, 0}) {
		t.Errorf("broken %q, at %v, goal %v", r.Plan.Broken(), q, r.Plan.Goal())
	}
}

// Fields push by themselves: a wall that is always near does not hide a ball that comes.
func TestANearFieldHidesNoOther(t *testing.T) {
	wall := &movingBall{center: []float64{1, 100.1}, velocity: []float64{0, 0}, radius: 100}
	ball := &movingBall{center: []float64{1, -0.3}, velocity: []float64{0, 0}, radius: 0.12}
	fields := []planning.Field{{Clearance: wall, Bound: 0.01, Influence: 0.12}, {Clearance: ball, Bound: 0.05, Influence: 0.3}}
	r := newRide(t, planning.Path{{0, 0}, {2, 0}}, nil)
	for range 300 {
		r = next(t, r, fields, tickOfRide)
	}
	middle, v, a := make([]float64, 2), make([]float64, 2), make([]float64, 2)
	r.Plan.State(planning.Motion{At: r.Plan.End() / 2}, 0, middle, v, a)
	if wall.Clearance(middle, nil) > 0.08 || ball.Clearance(middle, nil) < wall.Clearance(middle, nil) {
		t.Errorf("the plan passes at %v; expected it nearer to the wall than before, and further from the ball than from the wall", middle)
	}
}

// The way along a plan keeps the limits of velocity and acceleration, corners included, and uses
// them where it is straight.
func TestRidesKeepTheLimits(t *testing.T) {
	wholeTestOnly(t)
	for seed := range uint64(4) {
		random := rand.New(rand.NewPCG(seed, 2))
		path := planning.Path{{0, 0, 0}}
		for range 4 {
			path = append(path, []float64{2 * random.Float64(), 2 * random.Float64(), 2 * random.Float64()})
		}
		limits := planning.Limits{Velocity: []float64{0.3, 0.6, 1}, Acceleration: []float64{1, 3, 2}}
		r, err := planning.NewRide(path, nil, elasticOptions, limits)
		if err != nil {
			t.Fatal(err)
		}
		used, ticks := 0.0, 0
		for ; !r.Arrived() && ticks < 10000; ticks++ {
			r = next(t, r, nil, tickOfRide)
			for _, after := range []float64{0, tickOfRide / 2, tickOfRide} {
				_, v, a := stateOf(r, after)
				for j := range v {
					used = max(used, math.Abs(v[j])/limits.Velocity[j])
					if math.Abs(v[j]) > limits.Velocity[j]+elasticOptions.Speed || math.Abs(a[j]) > limits.Acceleration[j]+2*elasticOptions.Step {
						t.Fatalf("seed %d: velocity %v and acceleration %v beyond the limits %+v", seed, v, a, limits)
					}
				}
			}
		}
		if ticks == 10000 || used < 0.8 {
			t.Errorf("seed %d: after %d periods the velocities were up to %.2f of their limits", seed, ticks, used)
		}
	}
}

// Without a look at the obstacles a ride is continuous, its nodes come to rest, and the follower
// does not go further than where the plan was free.
func TestARideThatNobodyDeformsComesToRestWhereItWasFree(t *testing.T) {
	ball := &movingBall{center: []float64{1.5, 0.02}, velocity: []float64{0, 0}, radius: 0.3}
	r := newRide(t, planning.Path{{0, 0}, {2, 0}}, nil)
	for range 20 {
		r = next(t, r, beside(ball), tickOfRide)
	}
	free := r.Plan.Free()
	if free >= r.Plan.End() {
		t.Fatalf("the plan is free until %g of %g already", free, r.Plan.End())
	}
	for range 1000 {
		coasting := r.Coast(tickOfRide)
		checkSeam(t, 0, r, coasting, tickOfRide)
		r = coasting
	}
	_, v, a := stateOf(r, 0)
	if r.Motion.At > free+0.01 || r.Motion.At < free-0.1 || planning.Distance(v, []float64{0, 0}) > 1e-6 || planning.Distance(a, []float64{0, 0}) > 1e-3 {
		t.Errorf("at %g of %g with the velocity %v and acceleration %v", r.Motion.At, free, v, a)
	}
}

func TestObstaclesDoNotPushAPlanBeyondItsLimits(t *testing.T) {
	o := elasticOptions
	o.Lower, o.Upper = []float64{-1, -0.05}, []float64{3, 0.1}
	r, err := planning.NewRide(planning.Path{{0, 0}, {2, 0}}, nil, o, limitsOfTests(2))
	if err != nil {
		t.Fatal(err)
	}
	ball := &movingBall{center: []float64{1, -0.1}, velocity: []float64{0, 0}, radius: 0.2}
	q, v, a := make([]float64, 2), make([]float64, 2), make([]float64, 2)
	highest := 0.0
	for range 300 {
		r = next(t, r, beside(ball), tickOfRide)
		for k := 0.0; k < r.Plan.End(); k += 0.5 {
			r.Plan.State(planning.Motion{At: k}, 0, q, v, a)
			highest = max(highest, q[1])
			if q[1] > o.Upper[1]+1e-3 || q[1] < o.Lower[1]-1e-3 {
				t.Fatalf("at %v; the limits are %v and %v", q, o.Lower, o.Upper)
			}
		}
	}
	if highest < 0.08 {
		t.Errorf("the ball pushed the plan up to %g only", highest)
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
		deformed, err := e.Deform(beside(ball), 0, tickOfRide)
		if err != nil {
			t.Fatal(err)
		}
		e = deformed
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
		"the spacing":              func(o *planning.ElasticOptions) { o.Spacing = 0 },
		"the speed":                func(o *planning.ElasticOptions) { o.Speed = math.Inf(1) },
		"the step":                 func(o *planning.ElasticOptions) { o.Step = math.NaN() },
		"the list of upper limits": func(o *planning.ElasticOptions) { o.Upper = []float64{1} },
		"the stretch":              func(o *planning.ElasticOptions) { o.Stretch = 0.5 },
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
	if _, err := planning.NewRide(path, nil, elasticOptions, planning.Limits{Velocity: []float64{1, 1}, Acceleration: []float64{1}}); err == nil {
		t.Error("limits of a wrong length are no error")
	}
	ball := &movingBall{center: []float64{5, 5}, radius: 1}
	for want, fields := range map[string][]planning.Field{
		"field of 1":      beside(&movingBall{center: []float64{0}}),
		"the influence 0": {{Clearance: ball}},
		"no clearance":    {{Influence: 1}},
	} {
		if _, err := newElastic(t, path, nil).Deform(fields, 0, 0.01); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v; expected %q", err, want)
		}
	}
	if _, err := newElastic(t, path, nil).Deform(beside(ball), 0, 0); err == nil {
		t.Error("a period of 0 is no error")
	}
}
