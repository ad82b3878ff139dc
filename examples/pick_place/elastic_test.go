package pickplace

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/actors/planners/bodypath"
	"github.com/robo-actors/robo-actors/actors/planners/elasticplan"
	"github.com/robo-actors/robo-actors/examples/internal/run"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/environment"
)

var balls = flag.Int("balls", 2, "number of runs with a drawn ball")

// flight is a ball that crosses the way of the arm on a straight line.
type flight struct {
	begin     messages.Instant
	from      [3]float64
	direction [3]float64 // of length 1
	length    float64    // m
	speed     float64    // m/s
}

func (f *flight) at(now messages.Instant) (p [3]float64) {
	way := min(max(f.speed*now.Sub(f.begin).Seconds(), 0), f.length)
	for i := range p {
		p[i] = f.from[i] + way*f.direction[i]
	}
	return p
}

// waypoints are those of the ball from the begin of the application on.
func (f *flight) waypoints() (all []bodypath.Waypoint) {
	end := f.begin + messages.Instant(1e9*f.length/f.speed)
	for _, at := range []messages.Instant{max(f.begin, 0), max(end, 1)} {
		p := f.at(at)
		all = append(all, bodypath.Waypoint{Time: time.Duration(at), Position: []messages.Meters{messages.Meters(p[0]), messages.Meters(p[1]), messages.Meters(p[2])}})
	}
	return all
}

// drawFlight draws a ball that comes near a place on the way of the gripper about when the gripper
// does. It stays away from the base of the arm, which cannot give way, and from the ends of the
// way, where it would only make the arm wait.
func drawFlight(seed uint64) flight {
	const swing, reach = 1.0, 0.62 // rad and m, of the gripper about the base
	rng := rand.New(rand.NewPCG(seed, 11))
	for {
		f := flight{speed: 0.1 + 0.2*rng.Float64(), length: 2.4}
		angle, radius := 0.8*(2*rng.Float64()-1), reach+0.15*(2*rng.Float64()-1)
		through := [3]float64{radius * math.Cos(angle), radius * math.Sin(angle), 0.25 + 0.5*rng.Float64()}
		heading := 2 * math.Pi * rng.Float64()
		f.direction = [3]float64{math.Cos(heading), math.Sin(heading), 0}
		for i := range f.from {
			f.from[i] = through[i] - f.length/2*f.direction[i]
		}
		meets := 1.2 + (angle+swing)/0.6 + 2*rng.Float64() - 1 // s
		f.begin = messages.Instant(1e9 * (meets - f.length/2/f.speed))
		if f.clear([3]float64{0, 0, through[2]}, 0.45) && f.clear([3]float64{reach * math.Cos(swing), -reach * math.Sin(swing), 0.5}, 0.35) &&
			f.clear([3]float64{reach * math.Cos(swing), reach * math.Sin(swing), 0.5}, 0.35) {
			return f
		}
	}
}

// clear reports whether the line stays further away from a point than a distance, seen from above.
func (f *flight) clear(point [3]float64, distance float64) bool {
	x, y := point[0]-f.from[0], point[1]-f.from[1]
	along := min(max(x*f.direction[0]+y*f.direction[1], 0), f.length)
	return math.Hypot(x-along*f.direction[0], y-along*f.direction[1]) > distance
}

// swing is a run of elastic.yaml.
type swing struct {
	t       *testing.T
	seed    uint64
	sys     *actors.System
	options elasticplan.Options
	scene   *environment.Scene
	ended   string // event about the end of the first goal
	breaks  int
	nearest float64 // the least clearance from the ball
	touched string  // what came nearer to something else than its bound
	watch   watch

	ball  bodypath.Options
	begin messages.Instant // of the way
	way   [][3]float64     // of the gripper, each 4 ms
}

// watch compares the commanded motion of the joints from tick to tick.
type watch struct {
	velocity, change []float64
	ticks            int
	step             float64 // the greatest change of the acceleration from tick to tick
	slowest          float64 // the least speed of the joints on the middle part of the way, rad/s
}

func newSwing(t *testing.T, seed uint64, change func(*elasticplan.Options, *bodypath.Options)) *swing {
	t.Helper()
	s := &swing{t: t, seed: seed, nearest: math.Inf(1), watch: watch{slowest: math.Inf(1)}}
	config := run.Load(t, "elastic.yaml")
	var ball *bodypath.Options
	var plan *elasticplan.Options
	for i := range config.Worlds[0].Actors {
		switch a := config.Worlds[0].Actors[i].Instance.(type) {
		case *elasticplan.Actor:
			plan = &a.Options
		case *bodypath.Actor:
			ball = &a.Options
		}
	}
	if change != nil {
		change(plan, ball)
	}
	s.options, s.ball = *plan, *ball
	sys, err := app.New(config, actors.WithVirtualTime(), actors.WithSeed(seed), actors.WithEvents(s.event))
	must(t, err)
	s.sys = sys
	must(t, sys.Start(context.Background()))
	t.Cleanup(func() {
		if err := sys.Stop(context.Background()); err != nil {
			t.Error(err)
		}
	})
	run.Tap(t, sys, "arm/plan.posture", func(_ messages.Stamp, c *messages.JointCommand) { s.watch.note(c) })
	run.Tap(t, sys, "arm/plan.reference", func(stamp messages.Stamp, r *messages.BodyReference) {
		if len(s.way) == 0 {
			s.begin = stamp.Time
		}
		s.way = append(s.way, r.Pose.Position)
	})
	return s
}

func (s *swing) event(e messages.Event) {
	switch {
	case e.Source == "arm/plan" && strings.HasPrefix(e.Text, "goal ") && s.ended == "":
		s.ended = e.Text
	case e.Source == "arm/plan" && strings.HasPrefix(e.Text, "the plan is broken"):
		s.breaks++
	case e.Kind == messages.EventFailed || e.Kind == messages.EventHang:
		s.t.Errorf("seed %d: %s", s.seed, e)
	}
}

// tick is the period of arm/plan, s.
const tick = 0.004

func (w *watch) note(c *messages.JointCommand) {
	speed := 0.0
	for j, v := range c.Velocity {
		speed = max(speed, math.Abs(v))
		if w.ticks == 0 {
			w.velocity, w.change = append(w.velocity, v), append(w.change, 0)
			continue
		}
		change := (v - w.velocity[j]) / tick
		if w.ticks > 1 {
			w.step = max(w.step, math.Abs(change-w.change[j]))
		}
		w.velocity[j], w.change[j] = v, change
	}
	if math.Abs(c.Position[0]) < 0.7 {
		w.slowest = min(w.slowest, speed)
	}
	w.ticks++
}

// step lets the application go on, and looks at the scene.
func (s *swing) step() {
	s.t.Helper()
	must(s.t, s.sys.Request("arm/environment", environment.Read{}, func(reply any, err error) {
		must(s.t, err)
		s.scene = reply.(*environment.Scene)
	}))
	must(s.t, s.sys.Advance(look/2))
	arm, err := s.scene.Handle("panda")
	must(s.t, err)
	robot, err := s.scene.Robot(arm)
	must(s.t, err)
	if robot.Stamp == 0 {
		return // the joints are not measured yet
	}
	s.nearest = min(s.nearest, s.clearance(arm, robot.Position, "table").Distance)
	if c := s.clearance(arm, robot.Position, "ball"); c.Distance < float64(s.options.Clearance) {
		s.touched = fmt.Sprintf("%s is %.4f m from %s at %v", c.A, c.Distance, c.B, s.sys.Now())
	}
}

// clearance returns the nearest place of the measured arm and everything but one body. Without the
// table, the arm's own links do not count either.
func (s *swing) clearance(arm environment.Handle, position []float64, without string) environment.Contact {
	edit := s.scene.Edit()
	must(s.t, environment.Allow{First: "panda", Second: without}.Apply(edit))
	if without == "table" {
		must(s.t, environment.Allow{First: "panda", Second: "panda"}.Apply(edit))
	}
	space, err := edit.Scene().Space(arm, environment.SpaceOptions{Group: "arm"})
	must(s.t, err)
	q := make([]float64, space.Dim())
	must(s.t, space.Configuration(q, position))
	return space.Nearest(q)
}

// The ball comes as the seed draws it. The arm keeps its clearances from the ball and from the
// table, and reaches its goal, or reports why it does not. Its acceleration changes within what a
// deformation and the follower may add.
func TestTheArmGoesAroundABallThatCrossesItsWay(t *testing.T) {
	breaks, aside := 0, 0
	for seed := range uint64(*balls) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			f := drawFlight(seed)
			s := newSwing(t, seed, func(plan *elasticplan.Options, ball *bodypath.Options) {
				plan.Goals = plan.Goals[:1]
				ball.Waypoints = f.waypoints()
			})
			for s.ended == "" && s.sys.Now() < messages.Instant(longest) {
				s.step()
			}
			if !strings.Contains(s.ended, "succeeded") {
				t.Errorf("the goal is not reached: %q", s.ended)
			}
			if bound := float64(s.options.Keep[0].Away); s.nearest < bound {
				t.Errorf("the clearance from the ball fell to %.4f m; the bound is %g m", s.nearest, bound)
			}
			if s.touched != "" {
				t.Error(s.touched)
			}
			if s.watch.step > s.jerky() {
				t.Errorf("the acceleration of a joint changes by %g rad/s^2 from tick to tick; expected at most %g", s.watch.step, s.jerky())
			}
			t.Logf("%v: %s; least clearance %.3f m, step of acceleration %.2f rad/s^2, slowest %.2f rad/s", s.sys.Now(), s.ended, s.nearest, s.watch.step, s.watch.slowest)
			breaks += s.breaks
			if s.nearest < float64(s.options.Keep[0].Away+s.options.Influence) {
				aside++
			}
		})
	}
	t.Logf("%d of %d balls pushed the plan, %d plans broke", aside, *balls, breaks)
	if aside < *balls/2 {
		t.Errorf("only %d of %d balls pushed the plan", aside, *balls)
	}
}

// jerky returns the greatest change of a joint's acceleration from tick to tick, rad/s^2: a
// deformation may add the option step, and the follower may go from speeding up to slowing down.
func (s *swing) jerky() float64 {
	const strongest = 20 // rad/s^2, the largest limit of the model
	return s.options.Step + s.options.Speed*strongest
}

// The ball of the application file is passed on the first way without a stop, on one plan.
func TestTheArmPassesTheBallOfTheFileWithoutStopping(t *testing.T) {
	s := newSwing(t, 1, nil)
	for s.ended == "" && s.sys.Now() < messages.Instant(longest) {
		s.step()
	}
	t.Logf("%v: %s; least clearance %.3f m, slowest %.2f rad/s", s.sys.Now(), s.ended, s.nearest, s.watch.slowest)
	if !strings.Contains(s.ended, "succeeded") || s.breaks > 0 || s.watch.slowest < 0.2 {
		t.Errorf("%q, with %d breaks and at least %g rad/s; expected one plan and no stop", s.ended, s.breaks, s.watch.slowest)
	}
	if s.nearest < float64(s.options.Keep[0].Away) || s.nearest > 0.13 || s.touched != "" {
		t.Errorf("the clearance from the ball fell to %g m; expected %v to 0.13 m; %s", s.nearest, s.options.Keep[0].Away, s.touched)
	}
	highest := 0.0
	for _, p := range s.way {
		highest = max(highest, p[2]-s.way[0][2])
	}
	if highest < 0.1 {
		t.Errorf("the gripper rises by %g m only; expected it to pass above the ball", highest)
	}
	if *picture != "" {
		draw(t, *picture, s)
	}
}

func TestTheCheckSaysThatPlansNeedTwoThreadsOfJobs(t *testing.T) {
	notes := func(threads string) (found []string) {
		text, err := os.ReadFile("elastic.yaml")
		if err != nil {
			t.Fatal(err)
		}
		const declared = "  job_threads: 2"
		if strings.Count(string(text), declared) != 1 {
			t.Fatal("elastic.yaml does not declare job_threads once")
		}
		files := changed{os.DirFS("."), []byte(strings.Replace(string(text), declared, "  job_threads: "+threads, 1))}
		registry, err := kinds.Standard()
		if err != nil {
			t.Fatal(err)
		}
		config, err := app.Load(files, "elastic.yaml", registry)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range config.Notes {
			if strings.Contains(n.Problem, "job_threads") {
				found = append(found, n.Problem)
			}
		}
		return found
	}
	if got := notes("2"); len(got) != 0 {
		t.Errorf("with two threads: %v", got)
	}
	if got := notes("1"); len(got) != 1 || !strings.HasSuffix(got[0], "because app.job_threads is 1; expected 2 or more") {
		t.Errorf("with one thread: %v", got)
	}
}

// changed is a folder with another elastic.yaml.
type changed struct {
	fs.FS
	elastic []byte
}

// Open implements fs.FS.
func (c changed) Open(name string) (fs.File, error) {
	if name == "elastic.yaml" {
		return fstest.MapFS{name: {Data: c.elastic}}.Open(name)
	}
	return c.FS.Open(name)
}
