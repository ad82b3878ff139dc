package plotting

import (
	"fmt"
	"math"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

// barsIn lists the bars of each lane, from the top down, by their places in px.
func barsIn(t *testing.T, picture *element, lanes int) [][]bar {
	t.Helper()
	out := make([][]bar, 0, lanes)
	top := math.Inf(-1)
	for _, e := range picture.class("lanes")[0].named("rect") {
		if y := e.number("y"); y != top {
			out, top = append(out, nil), y
		}
		mode := messages.Mode(0)
		for _, m := range messages.Modes() {
			if string(modeColor(m)) == e.attribute("fill") {
				mode = m
			}
		}
		left := e.number("x")
		out[len(out)-1] = append(out[len(out)-1], bar{left, left + e.number("width"), mode})
	}
	if len(out) != lanes {
		t.Fatalf("%d lanes; expected %d", len(out), lanes)
	}
	return out
}

func TestLanesShowEachModeWhereItWas(t *testing.T) {
	lane := Lane{Name: "j", Time: []float64{0, 1, 2, 3, 4}, Mode: []messages.Mode{messages.ModeOff, messages.ModeRun, messages.ModeRun, messages.ModeRampHold, messages.ModeRampHold}}
	blink := Lane{Name: "blink", Time: []float64{0, 2, 2.0001, 4}, Mode: []messages.Mode{messages.ModeRun, messages.ModeBrake, messages.ModeRun, messages.ModeRun}}
	data, err := DrawLanes("lanes", []Lane{lane, blink}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	picture := read(t, data)
	expectInside(t, "lanes", picture)
	time := rulerOf(t, picture.class("times"), "x", 0, false)
	for i, want := range [][]stretch{
		{{0, 1, messages.ModeOff}, {1, 3, messages.ModeRun}, {3, 4, messages.ModeRampHold}},
		{{0, 2, messages.ModeRun}, {2.0001, 4, messages.ModeRun}, {2, 2, messages.ModeBrake}}, // a tenth of a millisecond is seen, over the others
	} {
		got := barsIn(t, picture, 2)[i]
		if len(got) != len(want) {
			t.Fatalf("lane %d has the bars %v; expected %v", i, got, want)
		}
		for k, w := range want {
			slack := 0.03
			if w.from == w.to {
				slack = 1 // a column
			}
			if got[k].mode != w.mode || math.Abs(got[k].left-time.place(w.from)) > slack || math.Abs(got[k].right-time.place(w.to)) > slack {
				t.Errorf("lane %d has the bar %v; expected %s from %g to %g px", i, got[k], w.mode, time.place(w.from), time.place(w.to))
			}
		}
	}
	labels := picture.class("values")[0].named("text")
	if len(labels) != 2 || labels[1].Text != "j" || labels[0].Text != "blink" || !(labels[1].number("y") < labels[0].number("y")) {
		t.Error("the first lane is not the upper one")
	}
}

func TestOfManyModesInOneColumnTheMostSevereIsSeen(t *testing.T) {
	f := frame{left: 10.5, right: 110.5, bottom: 10, time: scale{low: 0, high: 100}} // 1 px a second
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
	got := barsOf(lane.stretches(100), f)
	if len(got) < 100 || len(got) > 101 {
		t.Fatalf("%d bars; expected one a column", len(got))
	}
	off := 0
	for i, b := range got {
		if b.left < f.left || b.right > f.right || i > 0 && b.left > got[i-1].right {
			t.Errorf("bar %v after %v", b, got[max(0, i-1)])
		}
		switch {
		case b.mode == messages.ModeOff:
			off++
			if at := f.x(50.01); at < b.left || at > b.right {
				t.Errorf("the mode at %g px is drawn at %v", at, b)
			}
		case b.mode != messages.ModeLimited:
			t.Errorf("bar %v; expected the more severe mode of its column", b)
		}
	}
	if off != 1 {
		t.Errorf("%d bars with the mode that was on once", off)
	}
}

func TestModesAreToldApartByColour(t *testing.T) {
	seen := map[color]messages.Mode{}
	for _, m := range append(messages.Modes(), 99) {
		if other, ok := seen[modeColor(m)]; ok {
			t.Errorf("%s has the colour of %s", m, other)
		}
		seen[modeColor(m)] = m
	}
	styles := map[string]bool{}
	for i := range len(palette) * len(dashes) {
		styles[fmt.Sprint(styleOf(i))] = true
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
	if got := (bars{lanes: []Lane{lane}}).present(); fmt.Sprint(got) != fmt.Sprint([]messages.Mode{0}) {
		t.Errorf("the legend has %v; expected the modes that are drawn", got)
	}
}
