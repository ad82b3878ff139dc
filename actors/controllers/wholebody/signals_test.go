package wholebody

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/shelltest"
	"github.com/robo-actors/robo-actors/messages"
)

func TestEachWrongSignalIsRefusedByName(t *testing.T) {
	w := shelltest.World(t, armText)
	for name, c := range map[string]struct {
		signals []SignalOptions
		want    []string
	}{
		"two of a name":         {[]SignalOptions{{Name: "grip"}, {Name: "heat"}, {Name: "grip"}}, []string{"signals[2].name", "0 and 2", `"grip"`}},
		"a name of two words":   {[]SignalOptions{{Name: "grip force"}}, []string{"signals[0].name", `"grip force"`, "A-Z"}},
		"limits the other way":  {[]SignalOptions{{Name: "grip", Minimum: 3, Maximum: 1}}, []string{"signals[0].max", `"grip"`, "3 at least and 1 at most"}},
		"a limit of no number":  {[]SignalOptions{{Name: "grip", Maximum: math.NaN()}}, []string{"signals[0]:", "NaN", "finite"}},
		"a limit beyond number": {[]SignalOptions{{Name: "grip", Maximum: math.Inf(1)}}, []string{"signals[0]:", "+Inf", "finite"}},
	} {
		o := steady(armOptions())
		o.Signals = c.signals
		text := refusalOf(w, "all", o)
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the error reads %q, want %q in it", name, text, want)
			}
		}
	}
}

// A signal may have a unit that no quantity of the robot has.
func TestASignalHasAnyUnitAndConditionsNameIt(t *testing.T) {
	o := steady(armOptions())
	o.Signals = []SignalOptions{{Name: "heat", Unit: "K", Maximum: 500}, {Name: "ratio"}}
	to := func(when string) Options {
		o.Behavior.States[0].Transitions = []TransitionOptions{{To: "loose", When: []string{when}}}
		return o
	}
	w := shelltest.World(t, armText)
	for when, want := range map[string]string{"signal heat above 350 K for 20 ms": "", "signal heat above 350": "expected one of K", "signal heat above 350 degC": "expected one of K",
		"signal ratio above 0.5 K": "plain number"} {
		if text := refusalOf(w, "all", to(when)); want == "" && text != "" || !strings.Contains(text, want) {
			t.Errorf("%q: the error reads %q, want %q in it", when, text, want)
		}
	}
	r := running(t, to("signal heat above 350 K for 20 ms"))
	if reply := r.ask(messages.TaskRequest{Verb: messages.TaskSignal, Name: "heat", Numbers: []float64{400}}); reply.Result != messages.TaskSuccess {
		t.Errorf("%+v", reply)
	}
	r.run(50 * time.Millisecond)
	if r.state() != "loose" {
		t.Errorf("the state is %s", r.state())
	}
}

// What is measured wins: a user who sets a signal that a sensor sends would wait for
// nothing.
func TestASignalThatASensorSendsIsNotTheUsers(t *testing.T) {
	o := steady(armOptions())
	o.Signals = []SignalOptions{{Name: "grip"}}
	o.Behavior.States[0].Transitions = []TransitionOptions{{To: "loose", When: []string{"signal grip above 3"}}}
	r := newRig(t, o, rigOptions{fed: true})
	r.start()
	r.run(100 * time.Millisecond)
	reply := r.ask(messages.TaskRequest{Verb: messages.TaskSignal, Name: "grip", Numbers: []float64{5}})
	if reply.Result != messages.TaskNotAllowed || !strings.Contains(reply.Text, "input signals") {
		t.Errorf("%+v", reply)
	}
	if reply := r.ask(messages.TaskRequest{Verb: messages.TaskSignal, Name: "grap", Numbers: []float64{5}}); reply.Result != messages.TaskUnknownSignal {
		t.Errorf("%+v", reply)
	}
}

func TestWithoutSignalsAnUnknownOneIsReported(t *testing.T) {
	r := running(t, steady(armOptions()))
	if reply := r.ask(messages.TaskRequest{Verb: messages.TaskSignal, Name: "grip", Numbers: []float64{5}}); !strings.HasSuffix(reply.Text, "no signal is declared") {
		t.Errorf("%+v", reply)
	}
}

func TestASignalThatItsSensorLeavesOutIsUnknown(t *testing.T) {
	o := steady(armOptions())
	o.Signals = []SignalOptions{{Name: "grip"}, {Name: "push"}}
	o.Behavior.States[0].Transitions = []TransitionOptions{{To: "loose", When: []string{"signal push above -1"}}}
	r := newRig(t, o, rigOptions{fed: true, cut: true})
	r.start()
	r.run(200 * time.Millisecond)
	if r.state() == "loose" || len(r.failures()) > 0 {
		t.Errorf("state %s, failures %v", r.state(), r.failures())
	}
}
