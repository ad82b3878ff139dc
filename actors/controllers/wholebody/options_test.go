package wholebody

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/worlds"
)

func refusalOf(w *worlds.World, group string, o Options) string {
	g, err := w.Group(group)
	if err != nil {
		return err.Error()
	}
	if _, err = New(w, g, time.Millisecond, &o); err != nil {
		return err.Error()
	}
	return ""
}

// Each wrong option is refused by an error that names it, what was expected and what is known.
func TestEachWrongOptionIsRefusedByName(t *testing.T) {
	w := shelltest.World(t, armText)
	for name, c := range map[string]struct {
		spoil func(*Options)
		want  []string
	}{
		"unknown frame": {func(o *Options) { o.Tasks[1].Frame = "hnd" }, []string{`"reach"`, `"hnd"`, "hand"}},
		"unknown joint": {func(o *Options) { o.Tasks[3].Joints, o.Tasks[3].Goal = []string{"elbo"}, GoalOptions{} }, []string{`"arm_posture"`, `"elbo"`, "elbow"}},
		"empty level":   {func(o *Options) { o.TaskSets[1].Levels[2] = nil }, []string{"sets[1].levels[2]", "empty"}},
		"gain below 0":  {func(o *Options) { o.Tasks[1].Gains.Proportional = []float64{-1} }, []string{`"reach"`, "-1"}},
		"NaN goal":      {func(o *Options) { o.Tasks[1].Goal.Position[1] = math.NaN() }, []string{`"reach"`, "NaN"}},
		"two numbers":   {func(o *Options) { o.Tasks[1].Goal.Position = []float64{1, 2} }, []string{"tasks[1].goal.position", "2 numbers", "expected 3"}},
		"unknown axis":  {func(o *Options) { o.Tasks[2].Axes = "q" }, []string{"tasks[2].axes", `"q"`, "rz"}},
		"kind":          {func(o *Options) { o.Tasks[2].Kind = "dance" }, []string{"tasks[2].kind", "dance", "gaze"}},
		"saturation":    {func(o *Options) { o.Tasks[2].Gains.Saturation = "luck" }, []string{"tasks[2].gains.saturation", "luck", "by_norm"}},
		"name twice":    {func(o *Options) { o.Tasks[2].Name = "reach" }, []string{"tasks[2].name", `"reach"`}},
		"name of joint": {func(o *Options) { o.Tasks[2].Name = "elbow" }, []string{"tasks[2].name", "joint"}},
		"unused task": {func(o *Options) {
			o.TaskSets[1].Levels[2] = []string{"calm"}
			o.TaskSets[1].Levels = o.TaskSets[1].Levels[:3]
		}, []string{"tasks[2]", `"turned"`}},
		"unknown task":  {func(o *Options) { o.TaskSets[1].Levels[1][0] = "rech" }, []string{"sets[1].levels[1]", `"rech"`, "reach"}},
		"unknown state": {func(o *Options) { o.Behavior.States[0].Transitions[0].To = "reach_lft" }, []string{"states[0].transitions[0].to", `"reach_lft"`, "reach_left"}},
		"condition":     {func(o *Options) { o.Behavior.States[1].Transitions[0].When[0] = "error of reach below 5 deg" }, []string{"states[1].transitions[0].when[0]", `"deg"`, "mm"}},
		"length of an angle": {func(o *Options) {
			o.Behavior.States[0].Transitions[1].When[0] = "error of arm_posture below 5 mm"
		}, []string{"states[0].transitions[1].when[0]", `"mm" does not do; expected one of rad, mrad, deg`}},
		"angle of a place": {func(o *Options) { o.Behavior.States[1].Transitions[0].When[0] = "angle of reach below 5 deg" }, []string{"states[1].transitions[0].when[0]", "angle", "known: "}},
		"angle of none but a pose": {func(o *Options) {
			o.Tasks[2].Kind, o.Tasks[2].Axes = "frame_pose", ""
			o.Behavior.States[1].Transitions[0].When[0] = "angle of reach below 5 deg"
		}, []string{`nothing named "reach" has the quantity angle; known: turned`}},
		"error of a force that nobody measures": {func(o *Options) {
			o.Tasks[2] = TaskOptions{Name: "turned", Kind: "force", Frame: "hand", Gains: GainOptions{Force: []float64{0}}}
			o.Behavior.States[1].Transitions[0].When[0] = "error of turned below 5 N"
		}, []string{`nothing named "turned" has the quantity error; known: `}},
		"entry":         {func(o *Options) { o.Behavior.States[1].Entry[0].Parameter = "goal.positon" }, []string{"states[1].entry[0]", "goal.positon", "goal.position"}},
		"entry numbers": {func(o *Options) { o.Behavior.States[1].Entry[0].Numbers = []float64{1} }, []string{"states[1].entry[0]", "1 numbers"}},
		"entry of frame": {func(o *Options) {
			o.Behavior.States[1].Entry[0] = SettingOptions{Task: "reach", Parameter: "frame", Text: "lower"}
		}, []string{"states[1].entry[0]", "frame"}},
		"model frames":               {func(o *Options) { *o = fromActor(*o); o.ModelFrames = []string{"lower"} }, []string{`"reach"`, `"hand"`, "model_frames"}},
		"velocity that nothing cuts": {func(o *Options) { o.Tasks[0].Gains.VelocityMax = []float64{1} }, []string{"tasks[0].gains.saturation", "has no effect", "by_norm"}},
		"no sets":                    {func(o *Options) { o.TaskSets, o.Behavior = nil, BehaviorOptions{} }, []string{"sets"}},
	} {
		o := armOptions()
		c.spoil(&o)
		text := refusalOf(w, "all", o)
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the error reads %q, want %q in it", name, text, want)
			}
		}
	}
}

// The paths that errors begin with locate the options in a file.
func TestErrorsBeginWithThePathsOfOptions(t *testing.T) {
	w := shelltest.World(t, armText)
	for name, c := range map[string]struct {
		spoil func(*Options)
		want  string
	}{
		"a state":     {func(o *Options) { o.Behavior.States[0].Transitions[0].To = "reach_lft" }, `behavior.states[0].transitions[0].to: no state is named "reach_lft"; known: `},
		"initial":     {func(o *Options) { o.Behavior.Initial = "nowhere" }, `behavior.initial: no state is named "nowhere"`},
		"a level":     {func(o *Options) { o.TaskSets[1].Levels = append(o.TaskSets[1].Levels, nil) }, "task_sets[1].levels["},
		"a parameter": {func(o *Options) { o.Behavior.States[1].Entry[0].Parameter = "goal.positon" }, `behavior.states[1].entry[0]: task "reach"`},
		"an axis":     {func(o *Options) { o.Tasks[1].Axes = "x,q" }, `tasks[1].axes: unknown axis "q"; `},
		"a goal":      {func(o *Options) { o.Tasks[1].Goal.Position[1] = math.NaN() }, `tasks[1].goal.position: task "reach": `},
		"a gain":      {func(o *Options) { o.Tasks[1].Gains.Proportional = []float64{-1} }, `tasks[1].gains.proportional[0]: task "reach": -1`},
		"an unused task": {func(o *Options) {
			o.TaskSets[1].Levels[2] = []string{"calm"}
			o.TaskSets[1].Levels = o.TaskSets[1].Levels[:3]
		}, `tasks[2]: no task set has task "turned"`},
		"sets alone":    {func(o *Options) { o.Behavior, o.TaskSets[2].Name = BehaviorOptions{}, "hold" }, `task_sets[2].name: `},
		"a preparation": {func(o *Options) { o.PrepareWithin = -1 }, "prepare_within: -1ns is below zero"},
	} {
		o := armOptions()
		c.spoil(&o)
		text := refusalOf(w, "all", o)
		if !strings.HasPrefix(text, c.want) {
			t.Errorf("%s: the error reads %q, want it to begin with %q", name, text, c.want)
		}
		if lines := strings.Split(text, "\n"); len(lines) != len(slices.Compact(slices.Sorted(slices.Values(lines)))) {
			t.Errorf("%s: an error is reported twice:\n%s", name, text)
		}
	}
}

func TestAWorldThatDoesNotFitIsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		from, to string
		want     []string
	}{
		"no effort limit": {"type: revolute, parent: lower, child: wrist, origin: {xyz: [0.3, 0, 0]}, axis: [0, -1, 0], limits: {lower: -2, upper: 2, velocity: 5, effort: 10}", "type: continuous, parent: lower, child: wrist, origin: {xyz: [0.3, 0, 0]}, axis: [0, -1, 0]", []string{`"bend"`, "effort limit", "limits"}},
		"joint left out":  {"all: [turn, shoulder, elbow, bend]", "all: [turn, shoulder, elbow]", []string{`"bend"`, "not in group"}},
	} {
		text := refusalOf(shelltest.World(t, strings.Replace(armText, c.from, c.to, 1)), "all", armOptions())
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the error reads %q, want %q in it", name, text, want)
			}
		}
	}
}

// Without states every task set has one of its own name, to be asked for.
func TestWithoutABehaviorEverySetMayBeAskedFor(t *testing.T) {
	o := armOptions()
	o.Behavior = BehaviorOptions{}
	_, l := newLaw(t, o)
	b := l.whereabouts(l.NewInput())
	if b.State != "hold" || b.Set != "hold" || !slices.Equal(b.States, []string{"hold", "reaching", "free"}) {
		t.Errorf("the machine is at %+v", b)
	}
}
