package plotting

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
)

// taskRun is a recording of four tasks for 2 s: the third is active in the second state only, the
// fourth never is.
func taskRun(t testing.TB, metadata ...record.Entry) *record.Reader {
	t.Helper()
	w := newRecorder(t)
	for tick := range 200 {
		status := messages.TaskStatus{Error: []float64{math.Exp(-float64(tick) / 20), 0, math.NaN(), math.NaN()}}
		if tick >= 100 {
			status.State, status.Error[2] = 1, 1e-3
		}
		write(w, "arm/controller.status", time.Duration(tick)*10*time.Millisecond, status, metadata...)
	}
	return w.open()
}

var taskNames = record.FieldNames("error", []string{"reach (m)", "turned (rad)", "second (m)", "never (N)"})

func TestTasksHaveAPanelForEachUnit(t *testing.T) {
	r := taskRun(t, taskNames, record.ValueNames("state", []string{"first_one", "second_one"}))
	f, err := Tasks(r, "arm/controller.status", small)
	if err != nil {
		t.Fatal(err)
	}
	text := words(f)
	for _, label := range []string{"error (mm)", "error (deg)", "state", "reach", "turned", "second", "first_one", "second_one"} {
		if !strings.Contains(text, label+"\n") {
			t.Errorf("the picture does not say %q", label)
		}
	}
	if strings.Contains(text, "never") || strings.Contains(text, "error (N)") {
		t.Error("a task that is never active is drawn")
	}
	channel, err := r.Channel("arm/controller.status")
	if err != nil {
		t.Fatal(err)
	}
	samples, err := series[messages.TaskStatus](r, channel.Topic, small)
	if err != nil {
		t.Fatal(err)
	}
	panels := errorPanels(channel, samples)
	if len(panels) != 2 || len(panels[0].Lines) != 2 || panels[0].Lines[1].gaps() != 100 || panels[0].Lines[0].Value[40] != 1000*math.Exp(-2) {
		t.Errorf("panels %+v", panels)
	}
}

func TestTasksWithoutNamesHaveIndexesInOnePanel(t *testing.T) {
	f, err := Tasks(taskRun(t), "arm/controller.status", small)
	if err != nil {
		t.Fatal(err)
	}
	for _, label := range []string{"error", "[0]", "[1]", "[2]"} {
		if !strings.Contains(words(f), "\n"+label+"\n") {
			t.Errorf("the picture does not say %q", label)
		}
	}
}

func TestTheNumberOfTheStateIsDrawnAsSteps(t *testing.T) {
	samples, err := series[messages.TaskStatus](taskRun(t), "arm/controller.status", Options{})
	if err != nil {
		t.Fatal(err)
	}
	l := statesLine(samples)
	if len(l.Time) != 201 || l.Time[99] != 0.99 || l.Time[100] != 1 || l.Time[101] != 1 || l.Value[100] != 0 || l.Value[101] != 1 {
		t.Errorf("around the step the times are %v and the states %v", l.Time[98:103], l.Value[98:103])
	}
}

func TestTopicsWithoutTasksAreRefusedWithThoseThatHaveSome(t *testing.T) {
	w := newRecorder(t)
	write(w, "pose", 0, messages.Pose{})
	write(w, "status", 0, messages.TaskStatus{Error: []float64{1}})
	r := w.open()
	for topic, want := range map[string]error{"pose": record.ErrSchema, "nothing": record.ErrTopic} {
		if _, err := Tasks(r, topic, small); !errors.Is(err, want) || !strings.Contains(err.Error(), "topics of the required type: status") {
			t.Errorf("%s: %v", topic, err)
		}
	}
}

func TestUnitsAreTakenOffLabels(t *testing.T) {
	for label, want := range map[string][2]string{"reach (m)": {"reach", "m"}, "a (b) (rad|m)": {"a (b)", "rad|m"}, "[3]": {"[3]", ""}, " (m)": {" (m)", ""}} {
		if name, unit := splitUnit(label); name != want[0] || unit != want[1] {
			t.Errorf("%q is %q with unit %q", label, name, unit)
		}
	}
}

func TestALogarithmicPanelShowsZeroAtItsLeastValue(t *testing.T) {
	line := Line{Name: "l", Time: []float64{0, 1, 2}, Value: []float64{0, math.NaN(), 5}}
	raised := line.atLeast(1e-3)
	if raised.Value[0] != 1e-3 || !math.IsNaN(raised.Value[1]) || raised.Value[2] != 5 || line.Value[0] != 0 {
		t.Errorf("raised to %v, from %v", raised.Value, line.Value)
	}
	for _, values := range [][]float64{{0, 0, 0}, {math.NaN(), math.NaN(), math.NaN()}, {math.Inf(1), 0, 1}, {1e-30, 1e300, 2}} {
		f := Figure{Title: "t", Panels: []Panel{{Lines: []Line{{Time: line.Time, Value: values}}, Log: 1e-3}}, Options: small}
		if _, err := f.SVG(); err != nil {
			t.Errorf("%v: %v", values, err)
		}
	}
}
