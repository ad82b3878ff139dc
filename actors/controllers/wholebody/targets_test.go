package wholebody

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

// Two tasks of one controller realise two joints, of every pair of types: the tool is where the one
// puts it, and turned as the other one turns it. Then the first one rests, and another task takes
// the second one over.
func TestTwoTasksRealiseTwoJointsOfAnyTypes(t *testing.T) {
	half := 0.2
	type linear struct {
		position []float64
		x, y     float64
	}
	linears := map[string]linear{
		"planar":    {[]float64{0.3, -0.4, 2}, 0.8, -0.4}, // its joint is at x = 0.5 m
		"prismatic": {[]float64{0.5}, 0.2 + 0.6*0.5, 0.8 * 0.5},
		"floating":  {[]float64{0.6, -0.3, 0, 1, 0, 0, 0}, 0.6, -0.3},
	}
	angulars := map[string][]float64{"planar": {7, 8, 2 * half}, "revolute": {2 * half}, "floating": {7, 8, 9, math.Cos(half), 0, 0, math.Sin(half)}}
	for first, want := range linears {
		for second, angle := range angulars {
			other := strings.NewReplacer("name: wish", "name: other", "child: wish", "child: other").Replace(wishes[second])
			text := strings.Replace(strings.Replace(gantryText, "JOINT", wishes[first]+"\n    - "+other, 1), "{name: wish}]", "{name: wish}, {name: other}]", 1)
			o := gantryOptions("position")
			o.TaskSets = append([]TaskSetOptions{{Name: "both", Levels: [][]string{{"position", "orientation"}, {"rest"}}}}, o.TaskSets[1:]...)
			o.Targets = []TargetOptions{{Joint: "other", Task: "orientation"}}
			g := gantryOf(t, text, o)
			turned := &messages.JointCommand{Control: []messages.ControlMode{messages.ControlPosition}, Position: angle, Velocity: make([]float64, g.law.targets[1].slot.VelocityLength)}
			hold := func(n int) {
				for range n {
					g.command(messages.ControlPosition, want.position, nil)
					g.in.Targets[1] = turned
					g.step(1)
				}
			}
			hold(600)
			if x, y, theta := g.at("tool"); math.Hypot(x-want.x, y-want.y) > 1e-3 || math.Abs(theta-2*half) > 1e-3 {
				t.Errorf("%s and %s: the tool is at %g, %g, turned by %g; want %g, %g and %g", first, second, x, y, theta, want.x, want.y, 2*half)
			}
			s := &messages.VirtualState{Position: make([]float64, len(angle)), Velocity: make([]float64, len(turned.Velocity))}
			if !g.law.targetState(1, g.in, s) || g.law.targetState(2, g.in, s) {
				t.Fatal("the controller has not the states of two joints")
			}
			last := len(angle) - 1
			if math.Abs(s.Position[last]-angle[last]) > 1e-3 {
				t.Errorf("%s and %s: the second joint is at %v, commanded to %v", first, second, s.Position, angle)
			}
			if reply := g.law.retarget(&messages.TaskRequest{Task: "pose"}); reply.Result != messages.TaskNotAllowed || !strings.Contains(reply.Text, "the joints wish, other; name one") {
				t.Errorf("without a name the answer is %+v", reply)
			}
			if second == "revolute" {
				continue // a pose moves more than it turns, and is still one of its tasks
			}
			if reply := g.law.retarget(&messages.TaskRequest{Task: "position", Name: "other"}); reply.Result != messages.TaskNotAllowed || !strings.Contains(reply.Text, `realises joint "wish" already`) {
				t.Errorf("a task that is taken is given: %+v", reply)
			}
			if reply := g.law.retarget(&messages.TaskRequest{Task: "second", Name: "other"}); reply.Result != messages.TaskSuccess {
				t.Errorf("a free task is not given: %+v", reply)
			}
			hold(50) // no velocity jumps
		}
	}
}

// The ports of several joints, and what their commands must have.
func TestJointsOfOptionTargetsHavePortsOfTheirOwn(t *testing.T) {
	a := &Actor{Options: gantryOptions("pose")}
	if inputs, outputs := a.OptionPorts(); inputs != nil || outputs != nil {
		t.Errorf("option target alone adds the ports %v and %v", inputs, outputs)
	}
	a.Options.Targets = []TargetOptions{{Joint: "a", Task: "orientation"}, {Joint: "b", Task: "gone"}}
	inputs, outputs := a.OptionPorts()
	if !slices.Equal(inputs, []string{"target_a", "target_b"}) || !slices.Equal(outputs, []string{"state_a", "state_b"}) {
		t.Errorf("the ports are %v and %v", inputs, outputs)
	}
	for port, by := range map[string]string{"target": `task "pose", a frame_pose,`, "target_a": `task "orientation", a frame_orientation,`, "target_b": "", "target_c": ""} {
		if modes, got := a.UsesControlModes(port); got != by || (modes == messages.ControlNone) != (by == "") {
			t.Errorf("%s uses %v by %s", port, modes, got)
		}
	}
	a.Options.Target = TargetOptions{}
	if inputs, _ := a.OptionPorts(); len(inputs) != 2 || a.Options.path(0) != "targets[0]" {
		t.Errorf("without option target the inputs are %v", inputs)
	}
}
