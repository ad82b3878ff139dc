package wholebody

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// A gantry that carries a tool and, beside it, a second one. JOINT is the virtual joint that it
// realises.
const gantryText = `
robot:
  name: gantry
  links: [{name: room}, {name: bridge}, {name: cart}, {name: mast}, {name: tool}, {name: second}, {name: wish}]
  joints:
    - {name: along, type: prismatic, parent: room, child: bridge, axis: [1, 0, 0], limits: {lower: -5, upper: 5, velocity: 2, acceleration: 8, effort: 50}}
    - {name: across, type: prismatic, parent: bridge, child: cart, axis: [0, 1, 0], limits: {lower: -5, upper: 5, velocity: 2, acceleration: 8, effort: 50}}
    - {name: turn, type: revolute, parent: cart, child: mast, axis: [0, 0, 1], limits: {lower: -3, upper: 3, velocity: 3, acceleration: 12, effort: 50}}
    - {name: grasp, type: fixed, parent: mast, child: tool, origin: {xyz: [0.2, 0, 0]}}
    - {name: beside, type: fixed, parent: mast, child: second, origin: {xyz: [0.2, 0.3, 0]}}
    - JOINT
  joint_groups: {all: [along, across, turn]}
`

var wishes = map[string]string{
	"planar":    "{name: wish, type: planar, parent: room, child: wish, axis: [0, 0, 1], origin: {xyz: [0.5, 0, 0]}, role: virtual, limits: [{velocity: 1, acceleration: 4}, {velocity: 1, acceleration: 4}, {velocity: 2, acceleration: 8}]}",
	"prismatic": "{name: wish, type: prismatic, parent: room, child: wish, axis: [0.6, 0.8, 0], origin: {xyz: [0.2, 0, 0]}, role: virtual, limits: {lower: -3, upper: 3, velocity: 1, acceleration: 4, effort: 10}}",
	"revolute":  "{name: wish, type: revolute, parent: room, child: wish, axis: [0, 0, 1], origin: {xyz: [0.2, 0, 0]}, role: virtual, limits: {lower: -3, upper: 3, velocity: 2, acceleration: 8, effort: 10}}",
	"floating":  "{name: wish, type: floating, parent: room, child: wish, role: virtual, limits: [{velocity: 1, acceleration: 4}, {velocity: 1, acceleration: 4}, {velocity: 1, acceleration: 4}, {velocity: 2, acceleration: 8}, {velocity: 2, acceleration: 8}, {velocity: 2, acceleration: 8}]}",
}

func gantryOptions(task string) Options {
	o := DefaultOptions()
	o.JointGroup, o.Law, o.Output = "all", "constrained", "velocity"
	gains := GainOptions{Proportional: []float64{16}, Derivative: []float64{4}}
	o.Tasks = []TaskOptions{
		{Name: "pose", Kind: "frame_pose", Frame: "tool", Gains: gains},
		{Name: "position", Kind: "frame_position", Frame: "tool", Gains: gains},
		{Name: "orientation", Kind: "frame_orientation", Frame: "tool", Gains: gains},
		{Name: "posture", Kind: "posture", Joints: []string{"along"}, Gains: gains},
		{Name: "second", Kind: "frame_pose", Frame: "second", Gains: gains},
		{Name: "rest", Kind: "posture", Gains: GainOptions{Proportional: []float64{0}, Derivative: []float64{4}}},
	}
	o.TaskSets = []TaskSetOptions{{Name: task, Levels: [][]string{{task}, {"rest"}}}, {Name: "others", Levels: [][]string{{"pose", "position", "orientation", "posture"}}},
		{Name: "swapped", Levels: [][]string{{"second"}, {"rest"}}}}
	o.Target = TargetOptions{Joint: "wish", Task: task}
	return o
}

const wallStiffness = 2000 // N/m

// gantry follows its velocities at once.
type gantry struct {
	t    *testing.T
	w    *worlds.World
	m    *rigidbody.Model
	law  *Law
	in   *Input
	out  *Output
	slot worlds.Slot
	last []float64
	// wall is where a stiff surface across x begins, m. The sensor of the tool measures it.
	wall float64
}

func newGantry(t *testing.T, joint string, o Options) *gantry {
	t.Helper()
	return gantryOf(t, strings.Replace(gantryText, "JOINT", wishes[joint], 1), o)
}

func gantryOf(t *testing.T, text string, o Options) *gantry {
	t.Helper()
	g := &gantry{t: t, w: shelltest.World(t, text), wall: math.Inf(1)}
	group, err := g.w.Group("all")
	if err != nil {
		t.Fatal(err)
	}
	if g.law, err = New(g.w, group, 10*time.Millisecond, &o); err != nil {
		t.Fatal(err)
	}
	if g.m, err = g.w.Model(); err != nil {
		t.Fatal(err)
	}
	g.in, g.out, g.slot, g.last = g.law.NewInput(), g.law.NewOutput(), g.law.targets[0].slot, make([]float64, g.m.NV())
	if err := g.w.Neutral(g.in.Position); err != nil {
		t.Fatal(err)
	}
	g.in.StepS = 0.01
	for i := range g.in.Valid {
		g.in.Valid[i], g.in.Passes[i] = true, true
	}
	return g
}

// step moves the gantry, and checks that no velocity jumps.
func (g *gantry) step(n int) {
	g.t.Helper()
	for range n {
		g.in.Wrenches = nil
		if len(g.law.options.ForceSensors) > 0 {
			x, _, theta := g.at("tool")
			f := -wallStiffness * max(0, x-g.wall) // of the wall on the tool, in the axes of the tool
			g.in.Wrenches = []float64{f * math.Cos(theta), -f * math.Sin(theta), 0, 0, 0, 0}
		}
		if err := g.law.Step(g.in, g.out); err != nil {
			g.t.Fatal(err)
		}
		for i, v := range g.out.Velocity {
			if v != 0 && g.law.unmoved[i] {
				g.t.Fatalf("axis %d of the virtual joint is commanded %g", i, v)
			}
			if step := math.Abs(v - g.last[i]); step > 1.05*g.law.bounds[i].Acceleration*0.01 {
				g.t.Fatalf("the velocity of axis %d jumps from %g to %g", i, g.last[i], v)
			}
			if g.last[i] = v; !g.law.unmoved[i] {
				g.in.Velocity[i] = v
			}
		}
		if err := g.m.Integrate(g.in.Position, g.in.Position, g.in.Velocity, 0.01); err != nil {
			g.t.Fatal(err)
		}
	}
}

func (g *gantry) command(mode messages.ControlMode, position, velocity []float64) {
	c := &messages.JointCommand{Control: []messages.ControlMode{mode}, Position: make([]float64, g.slot.PositionLength), Velocity: make([]float64, g.slot.VelocityLength)}
	copy(c.Position, position)
	copy(c.Velocity, velocity)
	g.in.Targets[0] = c
}

// at returns the pose of a body.
func (g *gantry) at(body string) (x, y, theta float64) {
	g.t.Helper()
	w := g.m.NewWorkspace()
	if err := w.SetState(g.in.Position, g.in.Velocity); err != nil {
		g.t.Fatal(err)
	}
	b, err := g.m.BodyIndex(body)
	if err != nil {
		g.t.Fatal(err)
	}
	p := w.Pose(b)
	return p.P[0], p.P[1], p.R.Log().Z
}

func (g *gantry) state() *messages.VirtualState {
	g.t.Helper()
	s := &messages.VirtualState{Position: make([]float64, g.slot.PositionLength), Velocity: make([]float64, g.slot.VelocityLength)}
	if !g.law.targetState(0, g.in, s) {
		g.t.Fatal("the state of the joint is unknown")
	}
	return s
}

// Positions of every type of joint, realised by every kind of task: the body is where the joint
// would put it, computed here by hand, and the state is the command.
func TestACommandBecomesTheGoalOfATask(t *testing.T) {
	const free = math.Pi * 10 // not looked at
	for _, c := range []struct {
		joint, task string
		command     []float64
		x, y, theta float64
		measured    int // how many numbers of the state are those of the command
	}{
		{"planar", "pose", []float64{0.3, 0.4, 0.5}, 0.8, 0.4, 0.5, 3},
		{"planar", "position", []float64{0.3, 0.4, 0}, 0.8, 0.4, free, 2},
		{"planar", "orientation", []float64{0, 0, 0.7}, free, free, 0.7, 0},
		{"prismatic", "pose", []float64{0.5}, 0.5, 0.4, 0, 1},
		{"prismatic", "position", []float64{0.5}, 0.5, 0.4, free, 1},
		{"prismatic", "posture", []float64{0.5}, free, free, free, 1},
		{"revolute", "pose", []float64{0.9}, 0.2, 0, 0.9, 1},
		{"revolute", "orientation", []float64{-0.9}, free, free, -0.9, 1},
		{"revolute", "posture", []float64{0.9}, free, free, free, 1},
		{"floating", "pose", []float64{0.6, -0.3, 0, math.Cos(0.2), 0, 0, math.Sin(0.2)}, 0.6, -0.3, 0.4, 7},
		{"floating", "position", []float64{0.6, -0.3, 0, 1, 0, 0, 0}, 0.6, -0.3, free, 3},
	} {
		t.Run(fmt.Sprint(c.joint, " ", c.task), func(t *testing.T) {
			g := newGantry(t, c.joint, gantryOptions(c.task))
			g.step(20)
			g.command(messages.ControlPosition, c.command, nil)
			g.step(600)
			x, y, theta := g.at("tool")
			for i, got := range []float64{x, y, theta} {
				if want := []float64{c.x, c.y, c.theta}[i]; want != free && math.Abs(got-want) > 1e-3 {
					t.Errorf("the tool is at %g, %g, %g; want %g, %g, %g", x, y, theta, c.x, c.y, c.theta)
				}
			}
			if c.task == "posture" && math.Abs(g.in.Position[0]-c.command[0]) > 1e-3 {
				t.Errorf("the joint is at %g, want %g", g.in.Position[0], c.command[0])
			}
			s := g.state()
			for i := range c.measured {
				if math.Abs(s.Position[i]-c.command[i]) > 1e-3 {
					t.Errorf("the state is %v, the command was %v", s.Position, c.command)
				}
			}
		})
	}
}

// Velocities move the task on from where it is, and their end brings it to rest.
func TestACommandedVelocityMovesTheTaskAndRestsWhenStale(t *testing.T) {
	for joint, v := range map[string][]float64{"planar": {0.3, -0.2, 0.4}, "prismatic": {0.5}, "revolute": {0.6}} {
		g := newGantry(t, joint, gantryOptions("pose"))
		g.step(20)
		g.command(messages.ControlVelocity, nil, v)
		g.step(100)
		s := g.state()
		for i := range v {
			if math.Abs(s.Velocity[i]-v[i]) > 0.02 {
				t.Errorf("%s: the joint moves at %v, commanded %v", joint, s.Velocity, v)
			}
		}
		g.in.Targets[0] = nil
		g.step(200)
		at := append([]float64(nil), g.in.Position...)
		g.step(100)
		for i := range at {
			if math.Abs(at[i]-g.in.Position[i]) > 1e-4 {
				t.Errorf("%s: without a command axis %d still moves", joint, i)
			}
		}
	}
}

func TestAnotherTaskRealisesTheJointWithoutAJump(t *testing.T) {
	g := newGantry(t, "planar", gantryOptions("pose"))
	g.step(20)
	where := func(k int) []float64 { return []float64{0.2 + 0.2*math.Sin(0.02*float64(k)), 0.3, 0.1} }
	for k := range 300 {
		g.command(messages.ControlPosition, where(k), nil)
		g.step(1)
	}
	request := func(task string) messages.TaskReply {
		reply, _ := g.law.Answer(&messages.TaskRequest{Verb: messages.TaskTarget, Task: task}, g.in)
		return reply
	}
	if reply := request("second"); reply.Result != messages.TaskSuccess || reply.Text != `task "second" realises joint "wish"` {
		t.Fatalf("%+v", reply)
	}
	for range 200 { // the active set has not the task: the other one holds its place
		g.command(messages.ControlPosition, where(300), nil)
		g.step(1)
	}
	if _, pending := g.law.Answer(&messages.TaskRequest{Verb: messages.TaskState, Name: "swapped"}, g.in); pending == 0 {
		t.Fatal("the set is not changed")
	}
	for range 1200 {
		g.command(messages.ControlPosition, where(300), nil)
		g.step(1)
	}
	if x, y, theta := g.at("second"); math.Abs(x-0.5-where(300)[0]) > 1e-3 || math.Abs(y-0.3) > 1e-3 || math.Abs(theta-0.1) > 1e-3 {
		t.Errorf("the second tool is at %g, %g, %g", x, y, theta)
	}
	for task, want := range map[string]string{"orientatio": "known tasks are pose", "posture": "have not as many positions"} {
		if reply := request(task); reply.Result == messages.TaskSuccess || !strings.Contains(reply.Text, want) {
			t.Errorf("%s: %+v", task, reply)
		}
	}
	goal := sendGoal("second", goalOf("position", 0, 0, 0))
	if reply := g.law.Goal(&goal, g.in); reply.Result != messages.TaskNotAllowed || !strings.Contains(reply.Text, "comes over input target") {
		t.Errorf("%+v", reply)
	}
}

func TestAStoppedJointIsInTheModeOfTheState(t *testing.T) {
	g := newGantry(t, "planar", gantryOptions("pose"))
	g.step(5)
	g.in.Mode[1], g.in.Passes[1] = messages.ModeRampHold, false
	if s := g.state(); s.Mode != messages.ModeRampHold {
		t.Errorf("the mode is %s", s.Mode)
	}
	g.in.Valid[0] = false
	if g.law.targetState(0, g.in, &messages.VirtualState{}) {
		t.Error("with a joint of unknown state the state is known")
	}
}

func TestAWrongTargetIsRefused(t *testing.T) {
	for want, change := range map[string]func(*Options){
		"target.joint":                    func(o *Options) { o.Target.Joint = "whish" },
		`target.task: unknown task "pos"`: func(o *Options) { o.Target.Task = "pos" },
		`joint "along" is in group "all"`: func(o *Options) { o.Target.Joint = "along" },
		`task "pose" has a motion`: func(o *Options) {
			o.Tasks[0].Motion = MotionOptions{Velocity: []float64{1}, Acceleration: []float64{1}}
		},
		"and no joint is named":        func(o *Options) { o.Target.Joint = "" },
		`task "rest" have not as many`: func(o *Options) { o.Target.Task = "rest" },
	} {
		joint := "planar"
		if strings.Contains(want, "rest") {
			joint = "prismatic"
		}
		o := gantryOptions("pose")
		change(&o)
		w := shelltest.World(t, strings.Replace(gantryText, "JOINT", wishes[joint], 1))
		group, err := w.Group("all")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := New(w, group, 10*time.Millisecond, &o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; want %q", err, want)
		}
	}
}
