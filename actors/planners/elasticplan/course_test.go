package elasticplan

import (
	"errors"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/actors/planners/motion"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/planning"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

var seeds = flag.Int("seeds", 3, "number of arms with a drawn ball")

// panda is the arm of the example, with seven joints.
func panda(t *testing.T) *worlds.World {
	t.Helper()
	text, err := os.ReadFile("../../../examples/pick_place/models/panda.urdf.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return shelltest.World(t, string(text))
}

func pandaOptions() Options {
	o := DefaultOptions()
	o.Environment, o.Planner, o.Robot, o.JointGroup, o.Tool = "robot/environment", "robot/planner", "panda", "arm", "gripper"
	o.Keep = []motion.Keep{{Object: "ball", Away: 0.04}}
	return o
}

// cell is a scene with the arm on a table and a ball.
func cell(t *testing.T, world *worlds.World, ball [3]float64) *environment.Scene {
	t.Helper()
	e := environment.New("cell").Edit()
	_, err := e.AddRobot(environment.RobotSpec{Name: "panda", World: world})
	add := func(name string, shape worlds.Shape, at [3]float64) {
		shape.Pose = spatial.IdentityPose()
		_, wrong := e.AddBody(environment.BodySpec{Name: name, Pose: spatial.PoseFromRPY(at, [3]float64{}), Shapes: []worlds.Shape{shape}})
		err = errors.Join(err, wrong)
	}
	add("table", worlds.Shape{Kind: worlds.Box, Size: [3]float64{0.8, 1.6, 0.04}}, [3]float64{0.55, 0, -0.02})
	add("ball", worlds.Shape{Kind: worlds.Sphere, Radius: 0.1}, ball)
	if err != nil {
		t.Fatal(err)
	}
	return e.Scene()
}

// moved is the scene with the ball elsewhere.
func moved(t *testing.T, scene *environment.Scene, ball [3]float64) *environment.Scene {
	t.Helper()
	e := scene.Edit()
	h, err := e.Handle("ball")
	if err == nil {
		err = e.SetPose(h, spatial.PoseFromRPY(ball, [3]float64{}))
	}
	if err != nil {
		t.Fatal(err)
	}
	return e.Scene()
}

func mustCourse(t *testing.T, o Options, world *worlds.World) *course {
	t.Helper()
	c, err := newCourse(o, world)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// drawBall returns where a ball is at a time, s, that comes near the gripper's way about when the
// gripper does. It begins away from the arm, and stays away from its base, which cannot give way.
func drawBall(rng *rand.Rand) func(time float64) [3]float64 {
	for {
		angle, heading, speed := 0.6*(2*rng.Float64()-1), 2*math.Pi*rng.Float64(), 0.1+0.2*rng.Float64()
		through, meets := [3]float64{0.62 * math.Cos(angle), 0.62 * math.Sin(angle), 0.3 + 0.4*rng.Float64()}, 1+(angle+1)/0.6+rng.Float64()
		ball := func(time float64) (p [3]float64) {
			p = through
			p[0] += speed * (time - meets) * math.Cos(heading)
			p[1] += speed * (time - meets) * math.Sin(heading)
			return p
		}
		clear := true
		for time := 0.0; time < 8; time += 0.1 {
			p := ball(time)
			clear = clear && math.Hypot(p[0], p[1]) > 0.45
		}
		for time := 2.5; time < 8; time += 0.1 { // at the goal, where the arm would not give way
			p := ball(time)
			clear = clear && math.Hypot(p[0]-0.33, p[1]-0.52) > 0.4
		}
		if b := ball(0); clear && math.Hypot(b[0]-0.33, b[1]+0.52) > 0.4 {
			return ball
		}
	}
}

// A ball passes the way of an arm with seven joints. Positions and velocities are continuous, no
// deformation adds a step of acceleration beyond the option step, and the clearance from the ball
// stays above its bound, although each period knows only where the ball was a period ago.
func TestDeformationsOfAnArmsPlanAreContinuousAndKeepTheClearance(t *testing.T) {
	world := panda(t)
	o := pandaOptions()
	period, dim := o.Period.Seconds(), 7
	pushed, broke := 0, 0
	for seed := range uint64(*seeds) {
		rng := rand.New(rand.NewPCG(seed, 3))
		c := mustCourse(t, o, world)
		ride, err := c.ride(planning.Path{{-1, 0.2, 0, -1.9, 0, 2.1, 0.785}, {1, 0.2, 0, -1.9, 0, 2.1, 0.785}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		ball := drawBall(rng)
		seen, now := cell(t, world, ball(0)), cell(t, world, ball(0))
		q := [2][]float64{make([]float64, dim), make([]float64, dim)}
		v, a := [2][]float64{make([]float64, dim), make([]float64, dim)}, [2][]float64{make([]float64, dim), make([]float64, dim)}
		least := math.Inf(1)
		for k := 0; !ride.Arrived() && ride.Plan.Broken() == "" && k < 1000; k++ {
			next, err := c.deformed(ride, seen)
			if err != nil {
				t.Fatal(err)
			}
			same := *next
			same.Motion.Push = ride.Motion.Push // what the follower changes is no deformation
			ride.State(period, q[0], v[0], a[0])
			same.State(0, q[1], v[1], a[1])
			for j := range dim {
				if math.Abs(q[1][j]-q[0][j]) > 1e-9 || math.Abs(v[1][j]-v[0][j]) > 1e-9 || math.Abs(a[1][j]-a[0][j]) > o.Step*(1+1e-9) {
					t.Fatalf("seed %d: joint %d goes from %g, %g, %g to %g, %g, %g", seed, j, q[0][j], v[0][j], a[0][j], q[1][j], v[1][j], a[1][j])
				}
			}
			ride, seen, now = next, now, moved(t, now, ball(period*float64(k+1)))
			fields, err := c.fields(now)
			if err != nil {
				t.Fatal(err)
			}
			for i, bound := range []float64{float64(o.Clearance), float64(o.Keep[0].Away)} {
				if d := fields[i].Clearance.Clearance(q[1], nil); d < bound {
					t.Fatalf("seed %d: after %.2f s the clearance is %g m; the bound is %g m", seed, period*float64(k), d, bound)
				}
			}
			least = min(least, fields[1].Clearance.Clearance(q[1], nil))
		}
		switch {
		case ride.Plan.Broken() != "":
			broke++
		case !ride.Arrived():
			t.Errorf("seed %d: the arm is at %.2f of its way after 20 s, and no break is reported", seed, ride.Progress())
		}
		if least < float64(o.Keep[0].Away+o.Influence) {
			pushed++
		}
	}
	t.Logf("%d of %d balls pushed the plan, %d plans broke", pushed, *seeds, broke)
	if pushed < *seeds/2 {
		t.Errorf("only %d of %d balls pushed the plan", pushed, *seeds)
	}
}

// What the arm holds moves along: it is part of the arm for the ball, and no obstacle for the arm.
func TestWhatTheArmHoldsKeepsItsClearanceToo(t *testing.T) {
	world := panda(t)
	scene := cell(t, world, [3]float64{0.5, 1, 0.5})
	e := scene.Edit()
	robot, err := e.Handle("panda")
	if err != nil {
		t.Fatal(err)
	}
	position := make([]float64, world.NumPositions())
	q := []float64{0, 0.2, 0, -1.9, 0, 2.1, 0.785}
	c := mustCourse(t, pandaOptions(), world)
	for i, slot := range c.places {
		position[slot.Position] = q[i]
	}
	pose := spatial.PoseFromRPY([3]float64{0.6, 0.6, 0.5}, [3]float64{})
	rod, err := e.AddBody(environment.BodySpec{Name: "rod", Pose: pose, Shapes: []worlds.Shape{{Kind: worlds.Box, Size: [3]float64{0.02, 0.6, 0.02}, Pose: spatial.IdentityPose()}}})
	if err = errors.Join(err, e.SetPosition(robot, position)); err != nil {
		t.Fatal(err)
	}
	free, err := c.fields(e.Scene())
	if err != nil {
		t.Fatal(err)
	}
	before := free[1].Clearance.Clearance(q, nil)
	if err := e.Grab(robot, "hand", rod); err != nil {
		t.Fatal(err)
	}
	held, err := c.fields(e.Scene())
	if err != nil {
		t.Fatal(err)
	}
	if after := held[1].Clearance.Clearance(q, nil); after > before-0.2 || len(held) != 2 {
		t.Errorf("the clearance from the ball is %g m with the rod, %g m without", after, before)
	}
}

func TestARequestAsksForMoreClearanceThanTheBounds(t *testing.T) {
	c := mustCourse(t, pandaOptions(), panda(t))
	from := make([]float64, 7)
	q := c.request(from, []motion.Goal{{Positions: from}}, 0.4)
	from[0] = 1
	if q.From[0] != 0 || math.Abs(q.Clearance-0.022) > 1e-12 || len(q.Keep) != 1 || math.Abs(float64(q.Keep[0].Away)-0.08) > 1e-12 || c.options.Keep[0].Away != 0.04 {
		t.Errorf("the request is %+v", q)
	}
}

func TestOptionsThatDoNotFitTheArmAreNamed(t *testing.T) {
	world := panda(t)
	for want, change := range map[string]func(*Options){
		"joint_group":        func(o *Options) { o.JointGroup = "arms" },
		"tool":               func(o *Options) { o.Tool = "hook" },
		"goals[0].positions": func(o *Options) { o.Goals = []Goal{{Positions: []float64{1}}} },
		"keep[1].object":     func(o *Options) { o.Keep = slices.Repeat(o.Keep, 2) },
	} {
		o := pandaOptions()
		change(&o)
		_, err := newCourse(o, world)
		var option *messages.OptionError
		if !errors.As(err, &option) || option.Path != want {
			t.Errorf("the error is %v; expected one about option %s", err, want)
		}
	}
	o := pandaOptions()
	o.Keep[0].Object = "balloon"
	if _, err := mustCourse(t, o, world).fields(cell(t, world, [3]float64{1, 1, 1})); err == nil || !strings.Contains(err.Error(), "balloon") {
		t.Errorf("the error is %v; expected one that names the body", err)
	}
}

// The reference is the motion of the tool: its twist and acceleration are the derivatives of its
// pose and twist.
func TestTheReferenceIsConsistent(t *testing.T) {
	world := panda(t)
	c := mustCourse(t, pandaOptions(), world)
	ride, err := c.ride(planning.Path{{-1, 0.2, 0, -1.9, 0, 2.1, 0.785}, {1, 0.4, 0.3, -1.5, 0, 2, 0.785}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for range 60 {
		if ride, err = ride.Next(nil, 0.02); err != nil {
			t.Fatal(err)
		}
	}
	s := &messages.Snapshot{Position: make([]float64, world.NumPositions())}
	const h = 1e-4
	var at [3]messages.BodyReference
	for k := range at {
		c.sample(ride, 0.01+h*float64(k-1))
		if err := c.reference(&at[k], s); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 3 {
		v := (at[2].Pose.Position[i] - at[0].Pose.Position[i]) / (2 * h)
		a := (at[2].Twist.Linear[i] - at[0].Twist.Linear[i]) / (2 * h)
		w := (at[2].Twist.Angular[i] - at[0].Twist.Angular[i]) / (2 * h)
		if math.Abs(v-at[1].Twist.Linear[i]) > 1e-5 || math.Abs(a-at[1].Acceleration[i]) > 1e-3 || math.Abs(w-at[1].Acceleration[3+i]) > 1e-3 {
			t.Errorf("axis %d: %+v; differences give %g, %g, %g", i, at[1], v, a, w)
		}
	}
	if math.Abs(at[1].Twist.Linear[1]) < 0.05 {
		t.Errorf("the tool moves with %v m/s only", at[1].Twist.Linear)
	}
}
