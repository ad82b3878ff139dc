package plotting

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
)

func decode(t *testing.T, data []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// pixels counts those of a colour in a part of a picture, given in shares of its size from the top left.
func pixels(img image.Image, c color.Color, left, top, right, bottom float64) (count int) {
	b := img.Bounds()
	w, h := float64(b.Dx()), float64(b.Dy())
	wr, wg, wb, _ := c.RGBA()
	for y := int(top * h); y < int(bottom*h); y++ {
		for x := int(left * w); x < int(right*w); x++ {
			if r, g, b, _ := img.At(x, y).RGBA(); r == wr && g == wg && b == wb {
				count++
			}
		}
	}
	return count
}

func TestEveryPictureIsAPNGOfTheSizeThatWasAskedFor(t *testing.T) {
	for name, data := range pictures(t, Options{WidthCM: 12, PanelCM: 4, DPI: 60}) {
		size := decode(t, data).Bounds().Size()
		panels := map[string]float64{"joints": 3, "tracking": 2, "ages": 2, "modes": 1}[name]
		wantX := 12 / 2.54 * 60
		wantY := panels*4/2.54*60 + 44.0/72*60
		if name == "modes" { // eight lanes need more than was asked for
			wantY = (2.5+0.6*8)/2.54*60 + 44.0/72*60
		}
		if math.Abs(float64(size.X)-wantX) > 1.5 || math.Abs(float64(size.Y)-wantY) > 1.5 {
			t.Errorf("%s has %v pixels; expected %.0f x %.0f", name, size, wantX, wantY)
		}
	}
}

func TestTheSameRecordingGivesTheSameBytes(t *testing.T) {
	for _, format := range []Format{PNG, SVG} {
		small := Options{Format: format, WidthCM: 10, PanelCM: 3, DPI: 50}
		a, b := pictures(t, small), pictures(t, small)
		for name := range a {
			if !bytes.Equal(a[name], b[name]) {
				t.Errorf("%s as %s differs the second time", name, format)
			}
		}
	}
}

func TestEverySVGIsWellFormedAndSaysWhatItShows(t *testing.T) {
	want := map[string][]string{
		"joints":   {"position (rad or m)", "velocity (rad/s or m/s)", "effort (N m or N)", "time since the start (s)", "shoulder_pan", "camera_pan", "elbow (99 not finite)"},
		"tracking": {"position error (m)", "orientation error (rad)", "distance", "RMS 0.0015 m, 0.005 rad; max 0.0015 m, 0.005 rad"},
		"ages":     {"age (ms)", "age / largest age (1)", "arm/controller.state", "arm/controller.operator (80 without a value)"},
		"modes":    {"modes of /arm/snapshot", "run", "ramp_hold", "limited", "damp", "brake", "off", "wrist_2"},
	}
	for name, data := range pictures(t, Options{Format: SVG}) {
		var text strings.Builder
		for d := xml.NewDecoder(bytes.NewReader(data)); ; {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if chars, ok := token.(xml.CharData); ok {
				text.Write(chars)
				text.WriteByte('\n')
			}
		}
		for _, label := range want[name] {
			if !strings.Contains(text.String(), label) {
				t.Errorf("%s does not say %q", name, label)
			}
		}
	}
}

func TestALineIsDrawnInItsColourWithItsGap(t *testing.T) {
	line := Line{Name: "x"}
	for i := range 101 {
		v := 1.0
		if i > 40 && i < 60 {
			v = math.NaN()
		}
		line.Time, line.Value = append(line.Time, float64(i)), append(line.Value, v)
	}
	data, err := DrawPanels("gap", []Panel{{Label: "y (m)", Lines: []Line{line}}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	img := decode(t, data)
	// The diagram is about the left four fifths of the picture; the gap is in its middle.
	if n := pixels(img, blue, 0.15, 0.2, 0.3, 0.8); n < 100 {
		t.Errorf("%d blue pixels on the left; expected a line", n)
	}
	if n := pixels(img, blue, 0.40, 0.2, 0.43, 0.8); n != 0 {
		t.Errorf("%d blue pixels in the gap; expected none", n)
	}
	if n := pixels(img, blue, 0.6, 0.2, 0.75, 0.8); n < 100 {
		t.Errorf("%d blue pixels on the right; expected a line", n)
	}
}

func TestASampleBetweenTwoGapsIsADot(t *testing.T) {
	nan := math.NaN()
	data, err := DrawPanels("dot", []Panel{{Lines: []Line{{Name: "x", Time: []float64{0, 1, 2}, Value: []float64{nan, 5, nan}}}}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n := pixels(decode(t, data), blue, 0.2, 0.2, 0.7, 0.8); n < 4 || n > 40 {
		t.Errorf("%d blue pixels; expected those of a dot", n)
	}
}

func TestLanesShowEachModeWhereItWas(t *testing.T) {
	lane := Lane{Name: "j", Time: []float64{0, 1, 2, 3, 4}, Mode: []messages.Mode{messages.ModeOff, messages.ModeRun, messages.ModeRun, messages.ModeRampHold, messages.ModeRampHold}}
	blink := Lane{Name: "blink", Time: []float64{0, 2, 2.0001, 4}, Mode: []messages.Mode{messages.ModeRun, messages.ModeBrake, messages.ModeRun, messages.ModeRun}}
	data, err := DrawLanes("lanes", []Lane{lane, blink}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	img := decode(t, data)
	for _, test := range []struct {
		name                     string
		mode                     messages.Mode
		left, top, right, bottom float64
		seen                     bool
	}{
		{"off at first", messages.ModeOff, 0.07, 0.2, 0.2, 0.45, true},
		{"off later", messages.ModeOff, 0.3, 0.2, 0.8, 0.45, false},
		{"run in the middle", messages.ModeRun, 0.35, 0.2, 0.6, 0.45, true},
		{"hold at the end", messages.ModeRampHold, 0.72, 0.2, 0.8, 0.45, true},
		{"hold in the middle", messages.ModeRampHold, 0.2, 0.2, 0.6, 0.45, false},
		{"a brake of a tenth of a millisecond", messages.ModeBrake, 0.3, 0.45, 0.6, 0.8, true},
	} {
		if n := pixels(img, modeColor(test.mode), test.left, test.top, test.right, test.bottom); (n > 10) != test.seen {
			t.Errorf("%s: %d pixels; expected some: %v", test.name, n, test.seen)
		}
	}
}

func TestModesAreToldApartByColour(t *testing.T) {
	seen := map[color.Color]messages.Mode{}
	for _, m := range append(messages.Modes(), 99) {
		if other, ok := seen[modeColor(m)]; ok {
			t.Errorf("%s has the colour of %s", m, other)
		}
		seen[modeColor(m)] = m
	}
	styles := map[string]bool{}
	for i := range len(palette) * len(dashes) {
		styles[fmt.Sprint(lineStyle(i))] = true
	}
	if len(styles) != len(palette)*len(dashes) {
		t.Errorf("%d styles of lines; expected %d", len(styles), len(palette)*len(dashes))
	}
}

func TestStretchesJoinWhatIsTheSame(t *testing.T) {
	lane := Lane{Time: []float64{0, 1, 2, 3}, Mode: []messages.Mode{1, 1, 2, 1}}
	got := lane.stretches(7)
	want := []stretch{{0, 2, 1}, {2, 3, 2}, {3, 7, 1}}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v; expected %v", got, want)
	}
	if got := (Lane{}).stretches(1); got != nil {
		t.Errorf("an empty lane has %v", got)
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
		"format":           {func() ([]byte, error) { return Joints(r, "/arm/snapshot", Options{Format: "gif"}) }, ErrOptions, "expected png or svg"},
		"width":            {func() ([]byte, error) { return Modes(r, nil, Options{WidthCM: 1e9}) }, ErrOptions, "expected 10 to 100 cm"},
		"height":           {func() ([]byte, error) { return Ages(r, Options{PanelCM: math.NaN()}) }, ErrOptions, "3 to 50 cm"},
		"resolution":       {func() ([]byte, error) { return Tracking(r, "a", "b", Options{DPI: 5}) }, ErrOptions, "expected 36 to 600"},
		"no panels":        {func() ([]byte, error) { return DrawPanels("t", nil, Options{}) }, ErrNothing, "t has no panel"},
		"no values":        {func() ([]byte, error) { return DrawPanels("t", []Panel{{Lines: []Line{{}}}}, Options{}) }, ErrNothing, "t has no values"},
		"no lanes":         {func() ([]byte, error) { return DrawLanes("t", nil, Options{}) }, ErrNothing, "t has no modes"},
		"uneven line": {func() ([]byte, error) {
			return DrawPanels("t", []Panel{{Lines: []Line{{Name: "l", Time: []float64{1}}}}}, Options{})
		}, ErrOptions, "line l has 1 times and 0 values"},
		"uneven lane": {func() ([]byte, error) { return DrawLanes("t", []Lane{{Name: "l", Time: []float64{1}}}, Options{}) }, ErrOptions, "lane l has 1 times and 0 values"},
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
		"one value":           {{Name: "a", Time: []float64{3}, Value: []float64{2}}},
		"all the same":        {{Name: "a", Time: []float64{0, 1, 2}, Value: []float64{5, 5, 5}}},
		"zeros":               {{Name: "a", Time: []float64{0, 1}, Value: []float64{0, 0}}},
		"nothing finite":      {{Name: "a", Time: []float64{0, 1}, Value: []float64{nan, inf}}},
		"huge and tiny":       {{Name: "a", Time: []float64{0, 1}, Value: []float64{1e300, -1e300}}, {Name: "b", Time: []float64{0}, Value: []float64{1e-300}}},
		"beyond all numbers":  {{Name: "a", Time: []float64{0, 1}, Value: []float64{math.MaxFloat64, -math.MaxFloat64}}},
		"an empty line":       {{Name: "a", Time: []float64{0, 1}, Value: []float64{0, 1}}, {Name: "b"}},
		"many long names":     many,
		"control characters":  {{Name: "a\x1b[2J\n<b>&", Time: []float64{0, 1}, Value: []float64{0, 1}}},
		"times near together": {{Name: "a", Time: []float64{1e9, 1e9 + 1e-6}, Value: []float64{0, 1}}},
	} {
		for _, format := range []Format{PNG, SVG} {
			if data, err := DrawPanels(long, []Panel{{Label: "y", Lines: lines}}, Options{Format: format, DPI: 40}); err != nil || len(data) == 0 {
				t.Errorf("%s as %s: %v", name, format, err)
			}
		}
	}
}

func TestNamesAreCutInTheirMiddle(t *testing.T) {
	if got := shortenTo("world/some/long/path.port", 12); got != "worl…th.port" || len([]rune(got)) != 12 {
		t.Errorf("%q; expected worl…th.port", got)
	}
	if got := shortenTo("short", 12); got != "short" {
		t.Errorf("%q; expected it as it is", got)
	}
	if got := shortenTo("a\x1bb", 12); got != `a\x1bb` {
		t.Errorf("%q; expected the escape character to be seen", got)
	}
}
