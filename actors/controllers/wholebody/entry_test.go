package wholebody

import (
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/messages"
)

// A user may set a parameter to what a later state's entry does not go with. The state is entered
// all the same, with what the user set, and an event reports what was left out: it is no reason to
// stop the robot.
func TestAnEntryThatAUsersParameterForbidsIsReportedAndLeftOut(t *testing.T) {
	o := steady(armOptions())
	o.Tasks[1].Gains = GainOptions{VelocityMax: []float64{0.5}, Saturation: "per_component"}
	o.Behavior.States[1].Entry = append(o.Behavior.States[1].Entry, SettingOptions{Task: "reach", Parameter: "gains.saturation", Text: "by_norm"},
		SettingOptions{Task: "reach", Parameter: "gains.derivative", Numbers: []float64{25}})
	r := running(t, o)
	if reply := r.ask(messages.TaskRequest{Verb: messages.TaskSet, Task: "reach", Parameter: "gains.proportional", Numbers: []float64{100, 50, 100}}); reply.Result != messages.TaskSuccess {
		t.Fatalf("%+v", reply)
	}
	reply := r.ask(messages.TaskRequest{Verb: messages.TaskState, Name: "reach_left"})
	r.run(300 * time.Millisecond)
	if f := r.failures(); len(f) > 0 || reply.Result != messages.TaskSuccess || r.state() != "reach_left" {
		t.Fatalf("the request is answered %+v; the controller failed: %q; the state is %q", reply, f, r.state())
	}
	told := ""
	for _, e := range r.events {
		if e.Kind == messages.EventNote && strings.Contains(e.Text, "by_norm") {
			told = e.Text
		}
	}
	for _, want := range []string{`state "reach_left"`, "behavior.states[1].entry[1]", "gains.saturation", "reach", "equal gains"} {
		if !strings.Contains(told, want) {
			t.Errorf("the event reads %q, want %q in it", told, want)
		}
	}
	show := func(parameter string) messages.ParameterInfo {
		return r.ask(messages.TaskRequest{Verb: messages.TaskShow, Task: "reach", Parameter: parameter}).Parameters[0]
	}
	if got := show("gains.saturation"); got.Text != "per_component" {
		t.Errorf("the saturation is %s", got.Text)
	}
	if got := show("gains.derivative"); got.Numbers[0] != 25 {
		t.Errorf("the entry after the one that was left out was not made: the derivative gain is %v", got.Numbers)
	}
}

// The settings of a state are made one after the other, after those of the states around it: each
// is checked where it will be made.
func TestSettingsOfAnEntryAreCheckedInTheirOrder(t *testing.T) {
	w := shelltest.World(t, armText)
	off := SettingOptions{Task: "reach", Parameter: "gains.saturation", Text: "off"}
	norm := SettingOptions{Task: "reach", Parameter: "gains.saturation", Text: "by_norm"}
	uneven := SettingOptions{Task: "reach", Parameter: "gains.proportional", Numbers: []float64{100, 50, 100}}
	for name, c := range map[string]struct {
		saturation    string
		around, entry []SettingOptions
		want          string // what the error begins with; nothing: none
	}{
		"each goes with those before it":     {"by_norm", nil, []SettingOptions{off, uneven}, ""},
		"it goes with the state around it":   {"by_norm", []SettingOptions{off}, []SettingOptions{uneven}, ""},
		"it does not go with what is there":  {"by_norm", nil, []SettingOptions{uneven}, "behavior.states[1].entry[0]: "},
		"it does not go with the one before": {"per_component", nil, []SettingOptions{uneven, norm}, "behavior.states[1].entry[1]: "},
		"it does not go with the state around it": {"per_component", []SettingOptions{norm}, []SettingOptions{uneven},
			"behavior.states[1].entry[0]: "},
	} {
		o := armOptions()
		o.Tasks[1].Gains = GainOptions{VelocityMax: []float64{0.5}, Saturation: c.saturation}
		o.Behavior.States[1].Entry = c.entry
		o.Behavior.States[1].Parent = "around"
		o.Behavior.States = append(o.Behavior.States, StateOptions{Name: "around", Initial: "reach_left", Entry: c.around})
		for _, initial := range []string{"hold", "around"} {
			o.Behavior.Initial = initial
			text := refusalOf(w, "all", o)
			if c.want == "" && text != "" || !strings.HasPrefix(text, c.want) || strings.Contains(text, "\n") {
				t.Errorf("%s, where the machine begins in %q: the error reads %q, want it to begin with %q", name, initial, text, c.want)
			}
			if strings.Contains(text, "taskspace") || strings.Contains(text, "left out") {
				t.Errorf("%s: the error reads %q, want words of the application", name, text)
			}
		}
	}
}
