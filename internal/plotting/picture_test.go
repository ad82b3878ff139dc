package plotting

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/plot/plotter"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
)

// words returns every text of a figure, a line each.
func words(f *Figure) string {
	var b strings.Builder
	fmt.Fprintln(&b, f.Title)
	for _, p := range f.Panels {
		if p.Label != "" {
			fmt.Fprintln(&b, p.Label)
		}
		for _, l := range p.Lines {
			fmt.Fprintln(&b, l.Name+gapsOf(l))
		}
		for _, l := range p.Lanes {
			fmt.Fprintln(&b, l.Name)
		}
		for _, n := range p.Names {
			fmt.Fprintln(&b, n)
		}
	}
	return b.String()
}

// size reads the width and the height of an SVG picture in points.
func size(t *testing.T, data []byte) (width, height float64) {
	t.Helper()
	var svg struct {
		Width  string `xml:"width,attr"`
		Height string `xml:"height,attr"`
	}
	if err := xml.Unmarshal(data, &svg); err != nil {
		t.Fatal(err)
	}
	for text, to := range map[string]*float64{svg.Width: &width, svg.Height: &height} {
		points, err := strconv.ParseFloat(strings.TrimSuffix(text, "pt"), 64)
		if err != nil {
			t.Fatal(err)
		}
		*to = points
	}
	return width, height
}

func TestEveryPictureHasTheRequestedSize(t *testing.T) {
	for name, f := range figures(t, Options{WidthCM: 20, PanelCM: 6}) {
		data, err := f.SVG()
		if err != nil {
			t.Fatal(err)
		}
		const cm = 72 / 2.54
		width, height := size(t, data)
		rest := height - float64(len(f.Panels))*6*cm // margins, title, axis of time
		if math.Abs(width-20*cm) > 0.1 || rest < 30 || rest > 120 {
			t.Errorf("%s has %g x %g points; expected %g and %d panels of %g", name, width, height, 20*cm, len(f.Panels), 6*cm)
		}
		picture, err := f.PNG()
		if err != nil {
			t.Fatal(err)
		}
		config, err := png.DecodeConfig(bytes.NewReader(picture))
		if err != nil || math.Abs(float64(config.Width)-2*width) > 2 || math.Abs(float64(config.Height)-2*height) > 2 {
			t.Errorf("%s as PNG: %dx%d, %v; expected twice %gx%g", name, config.Width, config.Height, err, width, height)
		}
	}
}

func TestTheSameRecordingGivesTheSameBytes(t *testing.T) {
	a, b := figures(t, small), figures(t, small)
	for name := range a {
		one, err := a[name].SVG()
		if err != nil {
			t.Fatal(err)
		}
		two, err := b[name].SVG()
		if err != nil || !bytes.Equal(one, two) {
			t.Errorf("%s differs the second time, %v", name, err)
		}
	}
}

func TestPicturesSayWhatTheyShow(t *testing.T) {
	want := map[string][]string{
		"joints":   {"position (rad or m)", "velocity (rad/s or m/s)", "effort (N m or N)", "shoulder_pan", "camera_pan", "elbow (99 not finite)"},
		"tracking": {"position error (mm)", "orientation error (deg)", "distance", "/arm/hand/state against /arm/hand/reference: RMS 1.5 mm, 0.286 deg; max 1.5 mm, 0.286 deg"},
		"ages":     {"age (ms)", "age / largest age (1)", "arm/controller.state", "arm/controller.operator (80 without a value)"},
		"values":   {"/arm/snapshot, /arm/hand/state", "effort[elbow]", "effort[elbow] (99 not finite)", "pose.position.x"},
		"modes":    {"modes of /arm/snapshot", "wrist_2"},
	}
	for name, f := range figures(t, Options{}) {
		for _, label := range want[name] {
			if !strings.Contains(words(f), label+"\n") {
				t.Errorf("%s does not say %q:\n%s", name, label, words(f))
			}
		}
		data, err := f.SVG()
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(data, []byte(timeLabel)) || bytes.Count(data, []byte(timeLabel)) != 1 {
			t.Errorf("%s names its axis of time %d times; expected once", name, bytes.Count(data, []byte(timeLabel)))
		}
	}
	lanes, err := figures(t, Options{})["modes"].SVG()
	if err != nil {
		t.Fatal(err)
	}
	for _, mode := range []string{"run", "ramp_hold", "limited", "damp", "brake", "off"} {
		if !bytes.Contains(lanes, []byte(">"+mode+"<")) {
			t.Errorf("the legend of modes does not have %s", mode)
		}
	}
}

func TestALongTitleIsBrokenIntoLinesThatFit(t *testing.T) {
	const room = 200
	style := titleStyle()
	lines := wrap(strings.Repeat("a state against its reference ", 10), style, room)
	if len(lines) < 3 {
		t.Fatalf("%d lines", len(lines))
	}
	for _, line := range lines {
		if style.Width(line) > room {
			t.Errorf("%q has %v points; the room has %d", line, style.Width(line), room)
		}
	}
	if got := strings.Join(lines, " "); got != strings.TrimSpace(strings.Repeat("a state against its reference ", 10)) {
		t.Errorf("the lines are %q", got)
	}
}

func TestALineHasAGapWhereValuesAreMissing(t *testing.T) {
	nan := math.NaN()
	line := Line{Time: []float64{0, 1, 2, 3, 4, 5, 6}, Value: []float64{1, 2, nan, 4, nan, 6, 7}}
	var got []string
	for _, shape := range shapesOf(line, lineStyle(0)) {
		switch s := shape.(type) {
		case *plotter.Line:
			got = append(got, fmt.Sprintf("line %v", s.XYs))
		case *plotter.Scatter:
			got = append(got, fmt.Sprintf("dot %v", s.XYs))
		}
	}
	if want := "line [{0 1} {1 2}] dot [{3 4}] line [{5 6} {6 7}]"; strings.Join(got, " ") != want {
		t.Errorf("%s; expected %s", strings.Join(got, " "), want)
	}
}

func TestLongNamesAreShortenedInTheirMiddle(t *testing.T) {
	for name, want := range map[string]string{
		"elbow":                  "elbow",
		strings.Repeat("ab", 30): "abababababa…" + strings.Repeat("ab", 11),
		"a\x1b[2J\n":             `a\x1b[2J\n`,
	} {
		if got := printable(name); got != want {
			t.Errorf("%q is %q; expected %q", name, got, want)
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
		draw func() (*Figure, error)
		want error
		text string
	}{
		"no such topic": {func() (*Figure, error) { return Joints(r, "/arm", nil, Options{}) }, record.ErrTopic, "topics: /arm/snapshot, /arm/hand/reference"},
		"no joints": {func() (*Figure, error) { return Joints(r, "/arm/hand/state", nil, Options{}) }, ErrNothing,
			"carries robo_actors.v1.BodyState, not the values of joints; topics with joints: /arm/snapshot"},
		"no joints at all": {func() (*Figure, error) { return Joints(other, "/pose", nil, Options{}) }, ErrNothing, "topics with joints: none"},
		"no state": {func() (*Figure, error) { return Tracking(r, "/nothing", "/arm/hand/reference", Options{}) }, record.ErrTopic,
			"topics of the required type: /arm/hand/state"},
		"state and reference swapped": {func() (*Figure, error) { return Tracking(r, "/arm/hand/reference", "/arm/hand/state", Options{}) }, record.ErrSchema,
			"topics of the required type: /arm/hand/state"},
		"no reference": {func() (*Figure, error) { return Tracking(r, "/arm/hand/state", "/nothing", Options{}) }, record.ErrTopic,
			"topics of the required type: /arm/hand/reference"},
		"no health":        {func() (*Figure, error) { return Ages(other, Options{}) }, ErrNothing, "topics: /pose"},
		"no modes":         {func() (*Figure, error) { return Modes(other, nil, nil, Options{}) }, ErrNothing, "topics: /pose"},
		"a topic, no mode": {func() (*Figure, error) { return Modes(other, []string{"/pose"}, nil, Options{}) }, ErrNothing, "which has no modes"},
		"no such column": {func() (*Figure, error) { return Values(r, []Value{{"/arm/snapshot", "pitch"}}, Options{}) }, record.ErrColumn,
			`topic /arm/snapshot has no column "pitch"; columns: `},
		"no values then": {func() (*Figure, error) {
			return Values(r, []Value{{"/arm/snapshot", "effort[elbow]"}}, Options{From: 1 << 60})
		}, ErrNothing, "has no message in the selected time"},
		"nothing then": {func() (*Figure, error) { return Joints(r, "/arm/snapshot", nil, Options{From: 1 << 60}) }, ErrNothing, "has no message in the selected time"},
	} {
		if _, err := test.draw(); !errors.Is(err, test.want) || !strings.Contains(err.Error(), test.text) {
			t.Errorf("%s: %v; expected %v with %q", name, err, test.want, test.text)
		}
	}
}

func TestAnInvalidFigureIsRefused(t *testing.T) {
	one := []Panel{{Lines: []Line{{Time: []float64{0, 1}, Value: []float64{0, 1}}}}}
	for name, test := range map[string]struct {
		figure Figure
		want   error
		text   string
	}{
		"width":       {Figure{Panels: one, Options: Options{WidthCM: 1e9}}, ErrOptions, "expected 10 to 100 cm"},
		"height":      {Figure{Panels: one, Options: Options{PanelCM: math.NaN()}}, ErrOptions, "3 to 50 cm"},
		"no panels":   {Figure{Title: "t"}, ErrNothing, "t has no values"},
		"no values":   {Figure{Title: "t", Panels: []Panel{{Lines: []Line{{}}}}}, ErrNothing, "t has no values"},
		"uneven line": {Figure{Panels: []Panel{{Lines: []Line{{Name: "l", Time: []float64{1}}}}}}, ErrOptions, "line l has 1 times and 0 values"},
		"uneven lane": {Figure{Panels: []Panel{{Lanes: []Lane{{Name: "l", Time: []float64{1}}}}}}, ErrOptions, "lane l has 1 times and 0 values"},
		"an infinite logarithmic axis": {Figure{Panels: []Panel{{Label: "e", Log: math.Inf(1), Lines: one[0].Lines}}}, ErrOptions,
			"panel e has a logarithmic axis from +Inf; expected 1e-300 to 1e+300"},
		"times that go back": {Figure{Panels: []Panel{{Lines: []Line{{Time: []float64{1, 0}, Value: []float64{0, 0}}}}}}, ErrOptions, "the time 0 s after 1 s"},
	} {
		for _, draw := range []func(*Figure) ([]byte, error){(*Figure).SVG, (*Figure).PNG} {
			if _, err := draw(&test.figure); !errors.Is(err, test.want) || !strings.Contains(err.Error(), test.text) {
				t.Errorf("%s: %v; expected %v with %q", name, err, test.want, test.text)
			}
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
			f := Figure{Title: long, Panels: []Panel{{Label: "y", Lines: lines}}, Options: o}
			data, err := f.SVG()
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if size(t, data); bytes.Contains(data, []byte("NaN")) || bytes.Contains(data, []byte("Inf")) {
				t.Errorf("%s: a coordinate is not a number", name)
			}
		}
	}
}
