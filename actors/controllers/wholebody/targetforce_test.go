package wholebody

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

func (g *gantry) commandEffort(mode messages.ControlMode, position, effort []float64) {
	g.command(mode, position, nil)
	g.in.Targets[0].Effort = append([]float64(nil), effort...)
}

// The commanded effort of the joint becomes the force of the tool on the wall. Without a command
// the tool exerts no force.
func TestACommandedEffortIsAForce(t *testing.T) {
	for joint, effort := range map[string][]float64{"planar": {20, 0, 0}, "prismatic": {12.5 / 0.6}} {
		want := 20.0
		if joint == "prismatic" {
			want = 12.5
		}
		o := heavyOptions("press")
		o.Tasks[5].Axes = "x"
		g := newHeavy(t, wishes[joint], o)
		x, _, _ := g.at("tool")
		g.wall = x + 0.01
		g.step(20)
		g.commandEffort(messages.ControlEffort, nil, effort)
		g.step(900)
		x, _, _ = g.at("tool")
		allNear(t, joint+": the force on the wall", 0.05, []float64{wallStiffness * (x - g.wall)}, want)
		g.in.Targets[0] = nil
		g.step(900)
		x, _, _ = g.at("tool")
		allNear(t, joint+": the force on the wall without a command", 0.05, []float64{wallStiffness * max(0, x-g.wall)}, 0)
	}
}

// Position and effort of one command are the two halves of a hybrid goal. A half that no command
// has stays what the application declares.
func TestACommandIsAPlaceAndAForce(t *testing.T) {
	o := heavyOptions("wipe")
	g := newHeavy(t, wishes["planar"], o)
	x, _, _ := g.at("tool")
	g.wall = x + 0.01
	g.step(20)
	for k := range 1200 {
		g.commandEffort(messages.ControlPosition|messages.ControlEffort, []float64{0, 0.3 * math.Min(1, float64(k)/300), 0.1}, []float64{15, 0, 0})
		g.step(1)
	}
	x, y, theta := g.at("tool")
	allNear(t, "force", 0.1, []float64{wallStiffness * (x - g.wall)}, 15)
	allNear(t, "place and angle", 1e-3, []float64{y, theta}, 0.3, 0.1)
	g.in.Targets[0] = nil
	g.step(900)
	x, y, theta = g.at("tool")
	allNear(t, "force without a command", 0.05, []float64{wallStiffness * max(0, x-g.wall)}, 0)
	allNear(t, "place and angle without a command", 1e-3, []float64{y, theta}, 0.3, 0.1)

	o.Tasks[6].Goal = GoalOptions{Position: []float64{0, 0.2, 0}, Orientation: []float64{1, 0, 0, 0}, Wrench: []float64{8, 0, 0, 0, 0, 0}}
	for what, c := range map[string]struct {
		mode           messages.ControlMode
		force, y       float64
		claimed, other string
	}{
		"effort only":   {messages.ControlEffort, 15, 0.2, "wrench", "position"},
		"position only": {messages.ControlPosition, 8, 0.3, "position", "wrench"},
	} {
		g := newHeavy(t, wishes["planar"], o)
		x, _, _ := g.at("tool")
		g.wall = x + 0.01
		g.step(20)
		g.commandEffort(c.mode, []float64{0, 0.3, 0}, []float64{15, 0, 0})
		g.step(900)
		x, y, _ := g.at("tool")
		allNear(t, what+": force", 0.05, []float64{wallStiffness * (x - g.wall)}, c.force)
		allNear(t, what+": place", 1e-3, []float64{y}, c.y)
		for part, allowed := range map[string]bool{c.claimed: false, c.other: true} {
			numbers := make([]float64, 3)
			if part == "wrench" {
				numbers = make([]float64, 6)
			}
			request := sendGoal("wipe", goalOf(part, numbers...))
			if reply := g.law.Goal(&request, g.in); (reply.Result == messages.TaskSuccess) != allowed {
				t.Errorf("%s: a goal of the %s is answered %s: %s", what, part, reply.Result, reply.Text)
			}
		}
	}
}

// A turned task takes forces in its own axes, and its pose stays that of the body.
func TestTheAxesOfATaskTurnForcesAndNoPoses(t *testing.T) {
	o := heavyOptions("press")
	quarter := []float64{math.Sqrt(0.5), 0, 0, math.Sqrt(0.5)} // the task's -y is along x of the world
	o.Tasks[5].Axes, o.Tasks[5].Rotation = "y", quarter
	g := newHeavy(t, wishes["planar"], o)
	x, _, _ := g.at("tool")
	g.wall = x + 0.01
	g.step(20)
	g.commandEffort(messages.ControlEffort, nil, []float64{20, 0, 0})
	g.step(900)
	x, _, _ = g.at("tool")
	allNear(t, "the force on the wall", 0.05, []float64{wallStiffness * (x - g.wall)}, 20)

	o = heavyOptions("pose")
	o.Tasks[0].Rotation = quarter
	g = newHeavy(t, wishes["planar"], o)
	g.step(20)
	g.command(messages.ControlPosition, []float64{0.3, 0.4, 0.5}, nil)
	g.step(600)
	allNear(t, "the state", 1e-3, g.state().Position, 0.3, 0.4, 0.5)
}

// Efforts of a floating and of a revolute joint, without a sensor: the arm is given the load that
// the wrench does by the motion of the hand, by differences of its place, more than without a
// command.
func TestACommandedEffortLoadsTheJointsAsTheWrenchDoes(t *testing.T) {
	const massive = "    - {name: wish, inertial: {mass: 0.001, inertia: {ixx: 1e-5, iyy: 1e-5, izz: 1e-5}}}\n"
	for joint, c := range map[string]struct {
		effort, wrench []float64
		inHand         bool // the wrench is in the axes of the hand, those of the child
	}{
		"floating": {[]float64{3, -2, 4, 0.5, 0.7, -0.3}, []float64{3, -2, 4, 0.5, 0.7, -0.3}, true},
		"revolute": {[]float64{0.8}, []float64{0, 0, 0, 0, 0, 0.8}, false},
	} {
		text := strings.Replace(armText, "    - {name: hand}\n", "    - {name: hand}\n"+massive, 1)
		w := shelltest.World(t, strings.Replace(text, "  joint_groups:", "    - "+wishes[joint]+"\n  joint_groups:", 1))
		group, err := w.Group("all")
		if err != nil {
			t.Fatal(err)
		}
		o := DefaultOptions()
		o.JointGroup, o.Target = "all", TargetOptions{Joint: "wish", Task: "push"}
		o.Tasks = []TaskOptions{{Name: "push", Kind: "force", Frame: "hand", Gains: GainOptions{Force: []float64{0}}}, {Name: "calm", Kind: "posture", Gains: GainOptions{Proportional: []float64{0}}}}
		o.TaskSets = []TaskSetOptions{{Name: "push", Levels: [][]string{{"push"}, {"calm"}}}}
		l, err := New(w, group, time.Millisecond, &o)
		if err != nil {
			t.Fatal(err)
		}
		in, out := l.NewInput(), l.NewOutput()
		if err := w.Neutral(in.Position); err != nil {
			t.Fatal(err)
		}
		copy(in.Position, armStart)
		in.StepS = 1e-3
		for i := range in.Valid {
			in.Valid[i], in.Passes[i] = true, true
		}
		load := func() []float64 {
			for range 300 {
				if err := l.Step(in, out); err != nil {
					t.Fatal(err)
				}
				copy(in.Effort, out.Effort)
			}
			return append([]float64(nil), out.Effort[:4]...)
		}
		rest := load()
		in.Targets[0] = &messages.JointCommand{Control: []messages.ControlMode{byEffort}, Position: make([]float64, l.targets[0].slot.PositionLength), Velocity: make([]float64, len(c.effort)), Effort: c.effort}
		loaded := load()
		m, err := w.Model()
		if err != nil {
			t.Fatal(err)
		}
		hand, err := m.BodyIndex("hand")
		if err != nil {
			t.Fatal(err)
		}
		space, q := m.NewWorkspace(), append([]float64(nil), in.Position...)
		pose := func() spatial.Pose {
			if err := space.SetPosition(q); err != nil {
				t.Fatal(err)
			}
			return space.Pose(hand)
		}
		force, moment := spatial.VecAt(c.wrench[:3]), spatial.VecAt(c.wrench[3:])
		if r := pose().R; c.inHand {
			force, moment = r.Apply(force), r.Apply(moment)
		}
		for i := range 4 {
			const h = 1e-6
			q[i] += h
			up := pose()
			q[i] -= 2 * h
			down := pose()
			q[i] += h
			way := spatial.VecOf(up.P).Sub(spatial.VecOf(down.P))
			want := rest[i] + (way.Dot(force)+up.R.LogFrom(&down.R).Dot(moment))/(2*h)
			allNear(t, fmt.Sprintf("%s: the effort of axis %d", joint, i), 1e-5, loaded[i:], want)
		}
		in.Targets[0] = nil
		allNear(t, joint+": the efforts without a command", 1e-9, load(), rest...)
	}
}
