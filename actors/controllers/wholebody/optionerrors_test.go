package wholebody

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/messages"
)

// Errors carry the place and the names as fields, so a joint may have any name that looks like a
// path or a field.
func TestErrorsAboutAJointNamedStartCarryItsNameAsData(t *testing.T) {
	text := strings.ReplaceAll(baseText, "name: two", "name: Start")
	w := shelltest.World(t, strings.Replace(text, "all: [planar, one, two]", "all: [planar, one, Start]", 1))
	group, err := w.Group("all")
	if err != nil {
		t.Fatal(err)
	}
	options := func() Options {
		o := velocityOptions()
		o.Tasks[1].Joints = []string{"one", "Start"}
		return o
	}
	for name, c := range map[string]struct {
		spoil func(*Options)
		want  messages.OptionError
		text  string
	}{
		"a goal beyond its limits": {func(o *Options) { o.Tasks[1].Goal.Joints[1] = 9 },
			messages.OptionError{Path: "tasks[1].goal.joints[1]", Joint: "Start", Expected: "-2.5 to 2.5"}, "the goal 9 is beyond the joint's limits"},
		"a name that is not quite its own": {func(o *Options) { o.Tasks[1].Joints[1] = "Strat" },
			messages.OptionError{Path: "tasks[1].joints[1]", Unknown: "Strat", Known: []string{"planar", "one", "Start"}}, `task "folded": unknown joint "Strat"`},
		"a task with its name": {func(o *Options) { o.Tasks[1].Name = "Start" },
			messages.OptionError{Path: "tasks[1].name"}, `"Start" is a joint too, and conditions could not distinguish them; give the task another name`},
		"a condition about it": {func(o *Options) {
			o.Behavior.States = []StateOptions{{Name: "only", TaskSet: "carry", ByRequest: true, Transitions: []TransitionOptions{{To: "Start", After: time.Second}}}}
		}, messages.OptionError{Path: "behavior.states[0].transitions[0].to", Unknown: "Start", Known: []string{"only"}}, `no state is named "Start"`},
	} {
		o := options()
		c.spoil(&o)
		_, err := New(w, group, 10*time.Millisecond, &o)
		var got *messages.OptionError
		if len(messages.Each(err)) == 0 || !errors.As(messages.Each(err)[0], &got) {
			t.Errorf("%s: got %v; expected an OptionError", name, err)
			continue
		}
		if got.Path != c.want.Path || got.Joint != c.want.Joint || got.Expected != c.want.Expected || got.Unknown != c.want.Unknown || !slices.Equal(got.Known, c.want.Known) || got.Err.Error() != c.text {
			t.Errorf("%s: got %+v with the problem %q; expected %+v with %q", name, *got, got.Err, c.want, c.text)
		}
	}
}
