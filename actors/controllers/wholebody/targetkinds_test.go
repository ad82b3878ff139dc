package wholebody

import (
	"maps"
	"math"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"
	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/messages"
)

// A gantry with masses, and beside it a table on a rail.
const heavyText = `
robot:
  name: gantry
  links:
    - {name: room}
    - {name: bridge, inertial: {mass: 2, inertia: {ixx: 0.1, iyy: 0.1, izz: 0.1}}}
    - {name: cart, inertial: {mass: 1, inertia: {ixx: 0.1, iyy: 0.1, izz: 0.1}}}
    - {name: mast, inertial: {mass: 3, origin: {xyz: [0.1, 0, 0]}, inertia: {ixx: 0.2, iyy: 0.2, izz: 0.2}}}
    - {name: tool}
    - {name: table, inertial: {mass: 4, inertia: {ixx: 0.1, iyy: 0.1, izz: 0.1}}}
    - {name: wish}
  joints:
    - {name: along, type: prismatic, parent: room, child: bridge, axis: [1, 0, 0], limits: {lower: -5, upper: 5, velocity: 2, acceleration: 8, effort: 50}}
    - {name: across, type: prismatic, parent: bridge, child: cart, axis: [0, 1, 0], limits: {lower: -5, upper: 5, velocity: 2, acceleration: 8, effort: 50}}
    - {name: turn, type: revolute, parent: cart, child: mast, axis: [0, 0, 1], limits: {lower: -3, upper: 3, velocity: 3, acceleration: 12, effort: 50}}
    - {name: grasp, type: fixed, parent: mast, child: tool, origin: {xyz: [0.2, 0, 0]}}
    - {name: rail, type: prismatic, parent: room, child: table, axis: [0, 1, 0], limits: {lower: -5, upper: 5, velocity: 2, acceleration: 8, effort: 50}}
    - JOINT
  joint_groups: {all: [along, across, turn, rail]}
`

func heavyOptions(task string) Options {
	o := DefaultOptions()
	o.JointGroup, o.Law, o.Output, o.ForceSensors = "all", "constrained", "velocity", []string{"tool"}
	gains := GainOptions{Proportional: []float64{16}, Derivative: []float64{4}}
	press := GainOptions{Force: []float64{0.02}, Derivative: []float64{4}}
	hold := press
	hold.Proportional = gains.Proportional
	o.Tasks = []TaskOptions{
		{Name: "pose", Kind: "frame_pose", Frame: "tool", Axes: "x,y,rz", Gains: gains},
		{Name: "weight", Kind: "centre_of_mass", Axes: "x,y", Gains: gains},
		{Name: "sight", Kind: "gaze", Frame: "tool", Goal: GoalOptions{Position: []float64{2, 0, 0}}, Gains: gains},
		{Name: "beside", Kind: "relative_pose", Frame: "tool", Base: "table", Axes: "x,y,rz", Gains: gains},
		{Name: "swing", Kind: "momentum", Axes: "x,y,rz", Gains: GainOptions{Derivative: []float64{10}}},
		{Name: "press", Kind: "force", Frame: "tool", Axes: "x,y", Gains: press},
		{Name: "wipe", Kind: "hybrid", Frame: "tool", Axes: "x,y,rz", ForceAxes: "x", Gains: hold},
		{Name: "limits", Kind: "joint_limits", Gains: gains},
		{Name: "table", Kind: "posture", Joints: []string{"rail"}, Gains: gains},
		{Name: "rest", Kind: "posture", Gains: GainOptions{Proportional: []float64{0}, Derivative: []float64{4}}},
	}
	names := make([]string, len(o.Tasks))
	for i := range names {
		names[i] = o.Tasks[i].Name
	}
	o.TaskSets = []TaskSetOptions{{Name: "first", Levels: [][]string{{"table"}, {task}, {"rest"}}}, {Name: "others", Levels: [][]string{names}}}
	o.Target = TargetOptions{Joint: "wish", Task: task}
	return o
}

// onTable are joints of the table.
var onTable = map[string]string{
	"planar": strings.Replace(wishes["planar"], "parent: room", "parent: table", 1),
}

func newHeavy(t *testing.T, joint string, o Options) *gantry {
	t.Helper()
	return gantryOf(t, strings.Replace(heavyText, "JOINT", joint, 1), o)
}

func allNear(t *testing.T, what string, tolerance float64, got []float64, want ...float64) {
	t.Helper()
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= tolerance) {
			t.Errorf("%s: %.5f, want %.5f within %g", what, got, want, tolerance)
			return
		}
	}
}

// weight is the centre of mass, from masses and places of the bodies.
func (g *gantry) weight() (x, y float64) {
	along, across, theta, rail := g.joint("along"), g.joint("across"), g.joint("turn"), g.joint("rail")
	return (2*along + along + 3*(along+0.1*math.Cos(theta)) + 4*0) / 10, (across + 3*(across+0.1*math.Sin(theta)) + 4*rail) / 10
}

func (g *gantry) joint(name string) float64 { return g.in.Position[g.axis(name)] }
func (g *gantry) rate(name string) float64  { return g.in.Velocity[g.axis(name)] }

// axis is the place of a joint of one degree of freedom, before the planar one, in both layouts.
func (g *gantry) axis(name string) int {
	g.t.Helper()
	j, err := g.w.JointIndex(name)
	if err != nil {
		g.t.Fatal(err)
	}
	if s := g.w.Slot(j); s.Position == s.Velocity {
		return s.Position
	}
	g.t.Fatalf("joint %q comes after a floating one", name)
	return 0
}

func TestACommandMovesTheCentreOfMass(t *testing.T) {
	for joint, c := range map[string]struct{ position, velocity, place, moves []float64 }{
		"planar":    {[]float64{0.3, 0.4, 0.5}, []float64{0.2, -0.1, 0}, []float64{0.8, 0.4}, []float64{0.2, -0.1}},
		"prismatic": {[]float64{0.5}, []float64{-0.2}, []float64{0.5, 0.4}, []float64{-0.12, -0.16}},
	} {
		g := newHeavy(t, wishes[joint], heavyOptions("weight"))
		g.step(20)
		g.command(messages.ControlPosition, c.position, nil)
		g.step(600)
		x, y := g.weight()
		allNear(t, joint+": the centre of mass", 1e-3, []float64{x, y}, c.place...)
		allNear(t, joint+": the state", 1e-3, g.state().Position, c.position[:min(2, len(c.position))]...)
		g.command(messages.ControlVelocity, nil, c.velocity)
		g.step(100)
		x0, y0 := g.weight()
		g.step(10)
		x, y = g.weight()
		allNear(t, joint+": the velocity of the centre of mass", 5e-3, []float64{(x - x0) / 0.1, (y - y0) / 0.1}, c.moves...)
		allNear(t, joint+": the state", 5e-3, g.state().Velocity, c.velocity...)
		g.in.Targets[0] = nil
		g.step(300)
		x0, y0 = g.weight()
		g.step(100)
		x, y = g.weight()
		allNear(t, joint+": the centre of mass without a command", 1e-4, []float64{x, y}, x0, y0)
	}
}

// The axis of the tool points at the place where the joint puts its child, also while that moves.
func TestACommandMovesTheGoalOfAGaze(t *testing.T) {
	g := newHeavy(t, wishes["planar"], heavyOptions("sight"))
	missed := func(x, y float64) float64 { // the angle to a place, from the tool
		tx, ty, theta := g.at("tool")
		return math.Remainder(math.Atan2(y-ty, x-tx)-theta, 2*math.Pi)
	}
	g.step(20)
	g.command(messages.ControlPosition, []float64{1.5, 1, 0}, nil)
	g.step(600)
	allNear(t, "the angle to the place", 1e-3, []float64{missed(2, 1)}, 0)
	allNear(t, "the state", 1e-3, g.state().Position, 1.5, 1)
	y := 1.0
	for range 300 {
		y -= 0.005
		g.command(messages.ControlPosition|messages.ControlVelocity, []float64{1.5, y, 0}, []float64{0, -0.5, 0})
		g.step(1)
	}
	allNear(t, "the angle to a place that moves", 5e-3, []float64{missed(2, y)}, 0)
	allNear(t, "the velocity of the place", 0.02, g.state().Velocity, 0, -0.5)
	g.command(messages.ControlVelocity, nil, []float64{0.3, 0.4, 0})
	g.step(200) // two seconds, 0.6 m and 0.8 m, less what the change of the velocity takes
	allNear(t, "the angle to a place of which only the velocity is known", 0.05, []float64{missed(2.6, y+0.8)}, 0)
	allNear(t, "the state of a place of which only the velocity is known", 0.1, g.state().Position, 2.1, y+0.8)
	g.in.Targets[0] = nil
	g.step(200)
	_, _, before := g.at("tool")
	g.step(100)
	_, _, theta := g.at("tool")
	allNear(t, "the gaze without a command", 1e-4, []float64{theta}, before)
}

// The tool keeps the pose that the joint has on the table, while the table moves.
func TestACommandIsAPoseRelativeToAnotherBody(t *testing.T) {
	g := newHeavy(t, onTable["planar"], heavyOptions("beside"))
	g.step(20)
	g.command(messages.ControlPosition, []float64{0.3, 0.4, 0.5}, nil)
	g.step(400)
	x, y, theta := g.at("tool")
	allNear(t, "the tool", 1e-3, []float64{x, y, theta}, 0.8, 0.4, 0.5)
	request := sendGoal("table", goalOf("rail", 0.7))
	if reply := g.law.Goal(&request, g.in); reply.Result != messages.TaskSuccess {
		t.Fatal(reply.Text)
	}
	g.step(600)
	x, y, theta = g.at("tool")
	allNear(t, "the tool beside a table that moved", 1e-3, []float64{x, y, theta}, 0.8, 0.4+0.7, 0.5)
	allNear(t, "the state", 1e-3, g.state().Position, 0.3, 0.4, 0.5)
	g.command(messages.ControlVelocity, nil, []float64{0.2, -0.1, 0.3})
	g.step(100)
	allNear(t, "the velocity of the state", 5e-3, g.state().Velocity, 0.2, -0.1, 0.3)
	g.in.Targets[0] = nil
	g.step(300)
	before := g.state().Position
	g.step(100)
	allNear(t, "the state without a command", 1e-4, g.state().Position, before...)
}

// A velocity is that of a rigid body with the mass and inertia of the robot: the momentum is
// computed here from the bodies.
func TestACommandedVelocityIsAMomentum(t *testing.T) {
	o := heavyOptions("swing")
	o.SingularSpeedRatio = 1e6 // a small turn of the mast is most of the angular momentum
	g := newHeavy(t, wishes["planar"], o)
	g.step(20)
	v := []float64{0.06, -0.04, 0.03}
	g.command(messages.ControlVelocity, nil, v)
	g.step(100)
	type point struct{ m, x, y, vx, vy, spin float64 }
	theta, w := g.joint("turn"), g.rate("turn")
	vx, vy := g.rate("along"), g.rate("across")
	c, s := 0.1*math.Cos(theta), 0.1*math.Sin(theta)
	bodies := []point{{2, g.joint("along"), 0, vx, 0, 0}, {1, g.joint("along"), g.joint("across"), vx, vy, 0},
		{3, g.joint("along") + c, g.joint("across") + s, vx - s*w, vy + c*w, 0.2 * w}, {4, 0, g.joint("rail"), 0, g.rate("rail"), 0}}
	x, y := g.weight()
	inertia, spin := 0.1+0.1+0.2+0.1, 0.0
	px, py := 0.0, 0.0
	for _, b := range bodies {
		px, py, spin = px+b.m*b.vx, py+b.m*b.vy, spin+b.spin+b.m*((b.x-x)*b.vy-(b.y-y)*b.vx)
		inertia += b.m * ((b.x-x)*(b.x-x) + (b.y-y)*(b.y-y))
	}
	state := g.state()
	sin, cos := math.Sincos(state.Position[2]) // velocities of a planar joint are in the axes of its child
	allNear(t, "the momentum over mass and inertia", 2e-3, []float64{px / 10, py / 10, spin / inertia}, cos*v[0]-sin*v[1], sin*v[0]+cos*v[1], v[2])
	allNear(t, "the state", 2e-3, state.Velocity, v...)
	allNear(t, "the position of the state", 3e-3, state.Position, x-0.5, y) // of the step before
	g.in.Targets[0] = nil
	g.step(200)
	allNear(t, "velocities without a command", 1e-3, g.in.Velocity, make([]float64, 4)...)
}

// The joint passes from task to task of every kind while its commands go on. gantry.step checks
// that no velocity jumps.
func TestEveryKindTakesTheJointOverWithoutAJump(t *testing.T) {
	o := heavyOptions("pose")
	o.TaskSets = nil
	tasks := []string{"pose", "weight", "sight", "beside", "swing", "press", "wipe", "pose"}
	for _, task := range tasks[1:] {
		o.TaskSets = append(o.TaskSets, TaskSetOptions{Name: "with_" + task, Levels: [][]string{{"table"}, {task}, {"rest"}}})
	}
	o.TaskSets = append(o.TaskSets, TaskSetOptions{Name: "limits", Levels: [][]string{{"limits"}}})
	g := newHeavy(t, wishes["planar"], o)
	all := messages.ControlPosition | messages.ControlVelocity | messages.ControlEffort
	k := 0
	step := func(n int) {
		for range n {
			k++
			s, c := math.Sincos(0.01 * float64(k))
			g.command(all, []float64{0.5 + 0.3*s, 0.3 * c, 0.2 * s}, []float64{0.3 * c, -0.3 * s, 0.2 * c})
			g.in.Targets[0].Effort = []float64{10 * c, 10 * s, 0}
			g.step(1)
		}
	}
	step(100)
	for _, task := range tasks {
		if reply, _ := g.law.Answer(&messages.TaskRequest{Verb: messages.TaskTarget, Task: task}, g.in); reply.Result != messages.TaskSuccess {
			t.Fatal(reply.Text)
		}
		step(50) // the set in force does not have it
		if _, pending := g.law.Answer(&messages.TaskRequest{Verb: messages.TaskState, Name: "with_" + task}, g.in); pending == 0 {
			t.Fatalf("set with_%s is not entered", task)
		}
		step(100)
		g.in.Targets[0] = nil
		g.step(60)
		step(60)
		if !g.law.targets[0].moving {
			t.Errorf("%s: the commands move nothing", task)
		}
	}
}

// Wrong kinds, and kinds that nothing of a command, or of a joint, means anything for.
func TestATargetThatMeansNothingIsRejected(t *testing.T) {
	wishes := maps.Clone(wishes)
	wishes["heavy"] = strings.Replace(wishes["planar"], "child: wish", "child: block", 1)
	for want, c := range map[string]struct{ joint, task string }{
		`the child of joint "wish" has a mass, which would count as the robot's; give it none, or less than 0.001 of the robot's`:                                                                  {"heavy", "swing"},
		`task "limits" is a joint_limits, which has no goal; expected one of frame_position, frame_orientation, frame_pose, relative_pose, centre_of_mass, gaze, momentum, force, hybrid, posture`: {"planar", "limits"},
		`task "weight" is a centre_of_mass, and joint "wish" is revolute: it moves nothing that the task controls`:                                                                                 {"revolute", "weight"},
		`task "sight" is a gaze, and joint "wish" is revolute`:                                                                                                                                     {"revolute", "sight"},
	} {
		o := heavyOptions(c.task)
		text := strings.Replace(heavyText, "JOINT", wishes[c.joint], 1)
		if c.joint == "heavy" {
			text = strings.Replace(text, "{name: wish}\n", "{name: block, inertial: {mass: 1, inertia: {ixx: 1, iyy: 1, izz: 1}}}\n", 1)
		}
		w := shelltest.World(t, text)
		group, err := w.Group("all")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := New(w, group, 10e6, &o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; want %q", err, want)
		}
	}
	g := newHeavy(t, wishes["planar"], heavyOptions("weight"))
	g.command(messages.ControlPosition, []float64{0, 0, 0}, nil)
	g.step(10)
	reply, _ := g.law.Answer(&messages.TaskRequest{Verb: messages.TaskTarget, Task: "press"}, g.in)
	if want := `joint "wish" is commanded in position, and task "press" is a force, which needs effort`; reply.Text != want {
		t.Errorf("%+v; want %q", reply, want)
	}
	reply, _ = g.law.Answer(&messages.TaskRequest{Verb: messages.TaskTarget, Task: "swing"}, g.in)
	if want := `task "swing" is a momentum, which needs velocity`; !strings.HasSuffix(reply.Text, want) {
		t.Errorf("%+v; want %q", reply, want)
	}
	g.command(messages.ControlEffort, nil, nil)
	if err := g.law.Step(g.in, g.out); err == nil || !strings.Contains(err.Error(), `task "weight" is a centre_of_mass, which needs position or velocity`) {
		t.Errorf("the error is %v", err)
	}
}

// The numbers of a posture of all joints are those of the others, also where the realised joint
// comes first.
func TestAPostureOfAllJointsLeavesTheRealisedJointOut(t *testing.T) {
	text := strings.Replace(heavyText, "    - JOINT\n", "", 1)
	text = strings.Replace(text, "  joints:\n", "  joints:\n    - "+wishes["prismatic"]+"\n", 1)
	o := heavyOptions("weight")
	o.Tasks[9].Goal.Joints = []float64{0.1, 0.2, 3.5, 0}
	w := shelltest.World(t, text)
	group, err := w.Group("all")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := New(w, group, 10e6, &o); err == nil || !strings.Contains(err.Error(), "tasks[9].goal.joints[2]") || !strings.Contains(err.Error(), "turn") {
		t.Errorf("the error is %v; want one of joint turn", err)
	}
	units := (&Actor{Options: o}).Units(w)
	if units["tasks[9].goal.joints[1]"] != "m" || units["tasks[9].goal.joints[2]"] != "rad" || units["tasks[9].goal.joints[4]"] != "" {
		t.Errorf("the units are %v", units)
	}
	o.Tasks[9].Goal.Joints[2], o.Tasks[9].Gains.Proportional = 0.3, []float64{4}
	o.TaskSets[0].Levels = [][]string{{"rest"}}
	g := gantryOf(t, text, o)
	g.step(600)
	allNear(t, "the joints", 1e-3, []float64{g.joint("along"), g.joint("across"), g.joint("turn"), g.joint("rail")}, o.Tasks[9].Goal.Joints...)
}

func TestTheControllerNamesTheModesThatItsTargetNeeds(t *testing.T) {
	for task, want := range map[string]messages.ControlMode{"pose": inMotion, "swing": messages.ControlVelocity, "press": byEffort, "wipe": inMotion | byEffort, "limits": messages.ControlNone} {
		a := &Actor{Options: heavyOptions(task)}
		if modes, _ := a.UsesControlModes("target"); modes != want {
			t.Errorf("%s: %s, want %s", task, modes, want)
		}
		if modes, _ := a.UsesControlModes("posture"); modes != messages.ControlNone {
			t.Errorf("%s: port posture needs %s", task, modes)
		}
	}
	for _, r := range realisations {
		if _, err := taskspace.ParseKind(r.kind.String()); err != nil {
			t.Error(err)
		}
	}
}

func TestATickThatACommandMovesDoesNotAllocate(t *testing.T) {
	for _, task := range []string{"pose", "weight", "sight", "beside", "swing", "press", "wipe"} {
		g := newHeavy(t, wishes["planar"], heavyOptions(task))
		g.command(inMotion|byEffort, []float64{0.3, 0.2, 0.1}, []float64{0.1, 0, 0})
		g.in.Wrenches = make([]float64, wrenchNumbers)
		step := func() {
			if err := g.law.Step(g.in, g.out); err != nil {
				t.Fatal(err)
			}
		}
		for range 20 {
			step()
		}
		if n := testing.AllocsPerRun(20, step); n > 0 && !raceEnabled {
			t.Errorf("%s: a tick allocates %g times", task, n)
		}
	}
}
