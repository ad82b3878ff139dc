package plotting

import (
	"fmt"
	"image/color"
	"math"
	"testing"

	"gonum.org/v1/plot/vg"

	"github.com/robo-actors/robo-actors/messages"
)

func TestLanesShowEachModeWhereItWas(t *testing.T) {
	lane := Lane{Name: "j", Time: []float64{0, 1, 2, 3, 4}, Mode: []messages.Mode{messages.ModeOff, messages.ModeRun, messages.ModeRun, messages.ModeRampHold, messages.ModeRampHold}}
	blink := Lane{Name: "blink", Time: []float64{0, 2, 2.0001, 4}, Mode: []messages.Mode{messages.ModeRun, messages.ModeBrake, messages.ModeRun, messages.ModeRun}}
	x := func(s float64) vg.Length { return 10 + vg.Length(100*s) }
	for i, want := range [][]stretch{
		{{0, 1, messages.ModeOff}, {1, 3, messages.ModeRun}, {3, 4, messages.ModeRampHold}},
		{{0, 2, messages.ModeRun}, {2.0001, 4, messages.ModeRun}, {2, 2, messages.ModeBrake}}, // a tenth of a millisecond is visible, above the others
	} {
		got := barsOf([]Lane{lane, blink}[i].stretches(4), x, 10, 410)
		if len(got) != len(want) {
			t.Fatalf("lane %d has the bars %v; expected %v", i, got, want)
		}
		for k, w := range want {
			slack := 0.02
			if w.from == w.to {
				slack = 0.75 // a column
			}
			if got[k].mode != w.mode || math.Abs(float64(got[k].left-x(w.from))) > slack || math.Abs(float64(got[k].right-x(w.to))) > slack {
				t.Errorf("lane %d has the bar %v; expected %s from %v to %v", i, got[k], w.mode, x(w.from), x(w.to))
			}
		}
	}
}

func TestOfManyModesInOneColumnTheMostSevereIsSeen(t *testing.T) {
	x := func(s float64) vg.Length { return 10.5 + narrowest*vg.Length(s) } // a column per second
	const left, right = vg.Length(10.5), 10.5 + 100*narrowest
	lane := Lane{}
	for i := range 10_000 {
		mode := messages.ModeRun
		if i%2 == 1 {
			mode = messages.ModeLimited
		}
		if i == 5001 {
			mode = messages.ModeOff
		}
		lane.Time, lane.Mode = append(lane.Time, float64(i)/100), append(lane.Mode, mode)
	}
	got := barsOf(lane.stretches(100), x, left, right)
	if len(got) < 100 || len(got) > 101 {
		t.Fatalf("%d bars; expected one a column", len(got))
	}
	off := 0
	for i, b := range got {
		if b.left < left || b.right > right+1e-9 || i > 0 && b.left > got[i-1].right+1e-9 {
			t.Errorf("bar %v after %v", b, got[max(0, i-1)])
		}
		switch {
		case b.mode == messages.ModeOff:
			off++
			if at := x(50.01); at < b.left || at > b.right {
				t.Errorf("the mode at %v is drawn at %v", at, b)
			}
		case b.mode != messages.ModeLimited:
			t.Errorf("bar %v; expected the more severe mode of its column", b)
		}
	}
	if off != 1 {
		t.Errorf("%d bars with the mode that was on once", off)
	}
}

func TestModesDifferInColour(t *testing.T) {
	seen := map[color.RGBA]messages.Mode{}
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

func TestAModeThatIsNotKnownIsAGap(t *testing.T) {
	lane := Lane{Time: []float64{0, 1, 2, 3, 4}, Mode: []messages.Mode{4, 0, 0, 0, 2}, Unknown: []bool{true, false, true, false, true}}
	want := []stretch{{1, 2, 0}, {3, 4, 0}}
	if got := lane.stretches(5); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v; expected %v", got, want)
	}
	if got := presentModes([]Lane{lane}); fmt.Sprint(got) != fmt.Sprint([]messages.Mode{0}) {
		t.Errorf("the legend has %v; expected the modes that are drawn", got)
	}
}
