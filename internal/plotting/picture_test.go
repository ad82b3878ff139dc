package plotting

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
)

func TestEveryPictureHasTheSizeThatWasAskedFor(t *testing.T) {
	for name, data := range pictures(t, Options{WidthCM: 20, PanelCM: 6}) {
		picture := read(t, data)
		panels := map[string]float64{"joints": 3, "tracking": 2, "ages": 2, "modes": 1}[name]
		width, height := picture.number("width"), picture.number("height")
		// Above and below are the margins, a title of one or two lines, and the axis of time.
		if other := height - panels*6/2.54*96; width != math.Round(20/2.54*96) || other < 50 || other > 120 {
			t.Errorf("%s has %g x %g px; expected %.0f x %.0f and up to 120 for the title and the axis of time", name, width, height, 20/2.54*96, panels*6/2.54*96)
		}
		if got, want := picture.attribute("viewBox"), fmt.Sprintf("0 0 %g %g", width, height); got != want {
			t.Errorf("%s shows %q; expected %q", name, got, want)
		}
	}
}

func TestTheSameRecordingGivesTheSameBytes(t *testing.T) {
	a, b := pictures(t, small), pictures(t, small)
	for name := range a {
		if !bytes.Equal(a[name], b[name]) {
			t.Errorf("%s differs the second time", name)
		}
	}
}

func TestEverySVGIsWellFormedAndSaysWhatItShows(t *testing.T) {
	want := map[string][]string{
		"joints":   {"position (rad or m)", "velocity (rad/s or m/s)", "effort (N m or N)", "time since the start (s)", "shoulder_pan", "camera_pan", "elbow (99 not finite)"},
		"tracking": {"position error (m)", "orientation error (rad)", "distance", "/arm/hand/state against /arm/hand/reference: RMS 0.0015 m, 0.005 rad; max 0.0015 m, 0.005 rad"},
		"ages":     {"age (ms)", "age / largest age (1)", "arm/controller.state", "arm/controller.operator (80 without a value)"},
		"modes":    {"modes of /arm/snapshot", "run", "ramp_hold", "limited", "damp", "brake", "off", "wrist_2"},
	}
	for name, data := range pictures(t, Options{}) {
		picture := read(t, data)
		text := picture.words()
		for _, label := range want[name] {
			if !strings.Contains(text, label+"\n") {
				t.Errorf("%s does not say %q", name, label)
			}
		}
		// The first two elements are what is read aloud.
		if picture.Children[0].XMLName.Local != "title" || picture.Children[1].XMLName.Local != "desc" || picture.attribute("role") != "img" {
			t.Errorf("%s begins with %s and %s", name, picture.Children[0].XMLName.Local, picture.Children[1].XMLName.Local)
		}
		if said := picture.Children[1].Text; !strings.Contains(said, "time since the start (s), from 0 s to ") {
			t.Errorf("%s is described as %q", name, said)
		}
	}
}

func TestInputsAreNamedAsShortAsTheyCanBe(t *testing.T) {
	var ages inputAges
	for _, input := range []messages.InputHealth{{Port: "a", From: "x"}, {Port: "b", From: "x"}, {Port: "b", From: "y"}} {
		ages.add(0, &messages.Health{Actor: "w/c", Inputs: []messages.InputHealth{input}})
	}
	var names []string
	for _, l := range ages.ages.lines() {
		names = append(names, l.Name)
	}
	if got, want := strings.Join(names, ", "), "w/c.a, w/c.b from x, w/c.b from y"; got != want {
		t.Errorf("lines %q; expected %q", got, want)
	}
}

func TestWhatCannotBeDrawnIsSaidWithWhatCould(t *testing.T) {
	r := run(t)
	empty := newRecorder(t)
	write(empty, "/pose", time.Second, messages.Pose{})
	other := empty.open()
	for name, test := range map[string]struct {
		draw func() ([]byte, error)
		want error
		text string
	}{
		"no such topic": {func() ([]byte, error) { return Joints(r, "/arm", Options{}) }, record.ErrTopic, "topics: /arm/snapshot, /arm/hand/reference"},
		"no joints": {func() ([]byte, error) { return Joints(r, "/arm/hand/state", Options{}) }, ErrNothing,
			"carries robo_actors.v1.BodyState, not the values of joints; topics with joints: /arm/snapshot"},
		"no joints at all": {func() ([]byte, error) { return Joints(other, "/pose", Options{}) }, ErrNothing, "topics with joints: none"},
		"no state": {func() ([]byte, error) { return Tracking(r, "/nothing", "/arm/hand/reference", Options{}) }, record.ErrTopic,
			"topics of the type that is needed: /arm/hand/state"},
		"state and reference swapped": {func() ([]byte, error) { return Tracking(r, "/arm/hand/reference", "/arm/hand/state", Options{}) }, record.ErrSchema,
			"topics of the type that is needed: /arm/hand/state"},
		"no reference": {func() ([]byte, error) { return Tracking(r, "/arm/hand/state", "/nothing", Options{}) }, record.ErrTopic,
			"topics of the type that is needed: /arm/hand/reference"},
		"no health":        {func() ([]byte, error) { return Ages(other, Options{}) }, ErrNothing, "topics: /pose"},
		"no modes":         {func() ([]byte, error) { return Modes(other, nil, Options{}) }, ErrNothing, "topics: /pose"},
		"a topic, no mode": {func() ([]byte, error) { return Modes(other, []string{"/pose"}, Options{}) }, ErrNothing, "which has no modes"},
		"nothing then":     {func() ([]byte, error) { return Joints(r, "/arm/snapshot", Options{From: 1 << 60}) }, ErrNothing, "has 2000 messages, and none in the time"},
		"width":            {func() ([]byte, error) { return Modes(r, nil, Options{WidthCM: 1e9}) }, ErrOptions, "expected 10 to 100 cm"},
		"height":           {func() ([]byte, error) { return Ages(r, Options{PanelCM: math.NaN()}) }, ErrOptions, "3 to 50 cm"},
		"no panels":        {func() ([]byte, error) { return DrawPanels("t", nil, Options{}) }, ErrNothing, "t has no panel"},
		"no values":        {func() ([]byte, error) { return DrawPanels("t", []Panel{{Lines: []Line{{}}}}, Options{}) }, ErrNothing, "t has no values"},
		"no lanes":         {func() ([]byte, error) { return DrawLanes("t", nil, Options{}) }, ErrNothing, "t has no modes"},
		"uneven line": {func() ([]byte, error) {
			return DrawPanels("t", []Panel{{Lines: []Line{{Name: "l", Time: []float64{1}}}}}, Options{})
		}, ErrOptions, "line l has 1 times and 0 values"},
		"uneven lane": {func() ([]byte, error) { return DrawLanes("t", []Lane{{Name: "l", Time: []float64{1}}}, Options{}) }, ErrOptions, "lane l has 1 times and 0 values"},
		"a logarithm of nothing": {func() ([]byte, error) {
			return DrawPanels("t", []Panel{{Label: "e", Log: math.Inf(1), Lines: []Line{{Time: []float64{1}, Value: []float64{0}}}}}, Options{})
		}, ErrOptions, "panel e has a logarithmic axis from +Inf; expected 1e-300 to 1e+300"},
		"times that go back": {func() ([]byte, error) {
			return DrawPanels("t", []Panel{{Lines: []Line{{Time: []float64{1, 0}, Value: []float64{0, 0}}}}}, Options{})
		}, ErrOptions, "the time 0 s after 1 s"},
	} {
		if _, err := test.draw(); !errors.Is(err, test.want) || !strings.Contains(err.Error(), test.text) {
			t.Errorf("%s: %v; expected %v with %q", name, err, test.want, test.text)
		}
	}
}

func TestStatesOutsideOfTheReferenceAreSaidToBe(t *testing.T) {
	r := newRecorder(t)
	write(r, "/ref", 0, messages.BodyReference{})
	write(r, "/ref", time.Second, messages.BodyReference{})
	write(r, "/state", 2*time.Second, messages.BodyState{})
	if _, err := Tracking(r.open(), "/state", "/ref", Options{}); !errors.Is(err, ErrNothing) || !strings.Contains(err.Error(), "/state (2.000000s to 2.000000s) lies within the references of /ref (0.000000s to 1.000000s)") {
		t.Errorf("error %v; expected both ranges of time", err)
	}
}

func TestOddValuesAreDrawnWithoutFuss(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	long := strings.Repeat("long/", 40)
	var many []Line
	for i := range 60 {
		many = append(many, Line{Name: fmt.Sprint("line ", i, long), Time: []float64{0, 1}, Value: []float64{0, float64(i)}})
	}
	for name, lines := range map[string][]Line{
		"one value":            {{Name: "a", Time: []float64{3}, Value: []float64{2}}},
		"all the same":         {{Name: "a", Time: []float64{0, 1, 2}, Value: []float64{5, 5, 5}}},
		"zeros":                {{Name: "a", Time: []float64{0, 1}, Value: []float64{0, 0}}},
		"nothing finite":       {{Name: "a", Time: []float64{0, 1}, Value: []float64{nan, inf}}},
		"huge and tiny":        {{Name: "a", Time: []float64{0, 1}, Value: []float64{1e300, -1e300}}, {Name: "b", Time: []float64{0}, Value: []float64{1e-300}}},
		"beyond all numbers":   {{Name: "a", Time: []float64{0, 1}, Value: []float64{math.MaxFloat64, -math.MaxFloat64}}},
		"beyond what is drawn": {{Name: "a", Time: []float64{0, 1}, Value: []float64{9e307, -9e307}}},
		"an empty line":        {{Name: "a", Time: []float64{0, 1}, Value: []float64{0, 1}}, {Name: "b"}},
		"many long names":      many,
		"control characters":   {{Name: "a\x1b[2J\n<b>&", Time: []float64{0, 1}, Value: []float64{0, 1}}},
		"times near together":  {{Name: "a", Time: []float64{1e9, 1e9 + 1e-6}, Value: []float64{0, 1}}},
	} {
		for _, o := range []Options{{}, small} {
			data, err := DrawPanels(long, []Panel{{Label: "y", Lines: lines}}, o)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			expectInside(t, name, read(t, data))
		}
	}
}
