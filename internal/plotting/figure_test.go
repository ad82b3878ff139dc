package plotting

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// box is what something covers, in px. Of texts it is an estimate, rather too wide.
type box struct {
	left, top, right, bottom float64
	what                     string
}

func (b box) overlaps(o box) bool {
	return b.left < o.right && o.left < b.right && b.top < o.bottom && o.top < b.bottom
}

func (b box) inside(o box) bool {
	return b.left >= o.left && b.right <= o.right && b.top >= o.top && b.bottom <= o.bottom
}

// textBoxes are those of all texts below an element, which inherit its anchor and the height of its letters.
func textBoxes(e *element, anchor string, size float64) (out []box) {
	for i := range e.Children {
		c, anchor, size := &e.Children[i], anchor, size
		if a := c.attribute("text-anchor"); a != "" {
			anchor = a
		}
		if s := c.number("font-size"); s > 0 {
			size = s
		}
		if c.XMLName.Local == "text" {
			out = append(out, textBox(c, anchor, size))
		}
		out = append(out, textBoxes(c, anchor, size)...)
	}
	return out
}

func textBox(e *element, anchor string, size float64) box {
	x, y, width := e.number("x"), e.number("y"), widthOf(e.Text, size)
	left := map[string]float64{"": 0, "middle": -width / 2, "end": -width}[anchor]
	above, below := 0.75*size, 0.2*size // of capitals, and of letters that go below the base line
	if e.attribute("transform") != "" { // turned by a quarter to the left
		return box{x - above, y + left, x + below, y + left + width, e.Text}
	}
	return box{x + left, y - above, x + left + width, y + below, e.Text}
}

// shapeBoxes are those of all lines, dots and bars below elements.
func shapeBoxes(t testing.TB, elements ...*element) (out []box) {
	for _, group := range elements {
		for _, e := range append(group.all(func(*element) bool { return true }), group) {
			switch e.XMLName.Local {
			case "line":
				x1, y1, x2, y2 := e.number("x1"), e.number("y1"), e.number("x2"), e.number("y2")
				out = append(out, box{min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2), "line"})
			case "rect":
				x, y := e.number("x"), e.number("y")
				out = append(out, box{x, y, x + e.number("width"), y + e.number("height"), "bar"})
			case "circle":
				out = append(out, box{e.number("cx"), e.number("cy"), e.number("cx"), e.number("cy"), "dot"})
			case "path":
				for _, stroke := range e.strokes(t) {
					for _, p := range stroke {
						out = append(out, box{p.x, p.y, p.x, p.y, "point of a path"})
					}
				}
			}
		}
	}
	return out
}

// expectInside checks what holds for every picture: that all of it is inside, that no two texts overlap, that data are
// inside of the axes of their diagram, and that neither texts nor legends cover any.
func expectInside(t testing.TB, name string, picture *element) {
	t.Helper()
	canvas := box{0, 0, picture.number("width"), picture.number("height"), "picture"}
	texts := textBoxes(picture, "", picture.number("font-size"))
	for _, b := range append(shapeBoxes(t, picture), texts...) {
		if !b.inside(canvas) {
			t.Errorf("%s: %+v is not inside of %+v", name, b, canvas)
		}
	}
	for i, a := range texts {
		for _, b := range texts[:i] {
			if a.overlaps(b) {
				t.Errorf("%s: %+v and %+v overlap", name, a, b)
			}
		}
	}
	for _, d := range picture.class("diagram") {
		axes := shapeBoxes(t, d.class("axes")[0])
		// The first axis is the vertical one, the second that of time. Paths are rounded to a tenth of a px.
		area := box{axes[0].left - 0.06, axes[0].top - 0.06, axes[1].right + 0.06, axes[0].bottom + 0.06, "diagram"}
		data := shapeBoxes(t, append(append(d.class("line"), d.class("lanes")...), d.named("circle")...)...)
		for _, b := range data {
			if !b.inside(area) {
				t.Errorf("%s: %+v is outside of %+v", name, b, area)
			}
		}
		for _, b := range append(texts, shapeBoxes(t, d.class("legend")...)...) {
			if b.overlaps(area) {
				t.Errorf("%s: %+v covers %+v", name, b, area)
			}
		}
	}
}

func TestEverythingOfTheRunIsInsideOfItsPicture(t *testing.T) {
	for name, data := range pictures(t, Options{}) {
		expectInside(t, name, read(t, data))
	}
	for name, data := range pictures(t, small) {
		expectInside(t, name+", small", read(t, data))
	}
}

// randomPanel has lines of any number, length, names and magnitude.
func randomPanel(r *rand.Rand, start, step float64) Panel {
	text := func(most int) string { return strings.Repeat("Wimq/. ", 1+most/7)[:1+r.IntN(most)] }
	p := Panel{Label: text(40)}
	scale := math.Pow(10, float64(r.IntN(24)-12))
	offset := scale * math.Pow(10, float64(r.IntN(10)-5)) * r.NormFloat64()
	switch r.IntN(4) {
	case 0:
		p.Log = math.Pow(10, float64(-r.IntN(12)))
	case 1:
		scale, offset = 1, 0
		for range 1 + r.IntN(12) {
			p.Names = append(p.Names, text(50))
		}
	}
	for range 1 + r.IntN(14) {
		line := Line{Name: text(60)}
		for i := range 1 + r.IntN(50) {
			v := offset + scale*r.NormFloat64()
			if r.IntN(15) == 0 {
				v = math.NaN()
			}
			line.Time, line.Value = append(line.Time, start+float64(i)*step), append(line.Value, v)
		}
		p.Lines = append(p.Lines, line)
	}
	return p
}

func TestNoTextCoversAnother(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 40))
		start, step := math.Pow(10, float64(r.IntN(10)))*r.Float64(), math.Pow(10, float64(r.IntN(8)-6))
		var panels []Panel
		for range 1 + r.IntN(4) {
			panels = append(panels, randomPanel(r, start, step))
		}
		o := Options{WidthCM: 10 + 30*r.Float64(), PanelCM: 3 + 10*r.Float64()}
		expectInside(t, fmt.Sprintf("seed %d", seed), drawn(t, panels, o))
	}
}

func TestAPanelGrowsWithItsLegendAndOnlyThen(t *testing.T) {
	height := func(lines int) float64 {
		p := Panel{Label: "y"}
		for i := range lines {
			p.Lines = append(p.Lines, Line{Name: fmt.Sprint(i), Time: []float64{0, 1}, Value: []float64{0, 1}})
		}
		return drawn(t, []Panel{p}, Options{PanelCM: 5}).number("height")
	}
	one, eight, sixty := height(1), height(8), height(60)
	if one != eight || sixty-one < 60*markSize*1.2-5/2.54*96 {
		t.Errorf("%g px for one line, %g for eight and %g for sixty; expected letters of %d px to have room", one, eight, sixty, markSize)
	}
}

func TestEveryNameOfAValueHasRoom(t *testing.T) {
	p := Panel{Lines: []Line{{Name: "state", Time: []float64{0, 1}, Value: []float64{0, 19}}}}
	for i := range 25 {
		p.Names = append(p.Names, fmt.Sprint("state ", i))
	}
	picture := drawn(t, []Panel{p}, small)
	expectInside(t, "states", picture)
	var got []string
	for _, text := range picture.class("values")[0].named("text") {
		got = append(got, text.Text)
	}
	if want := p.Names[:20]; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the axis has the names %q; expected those from 0 to 19", got)
	}
}

func TestATimeOnTheAxisIsRoundWhereThatCostsLittle(t *testing.T) {
	for _, test := range []struct{ low, high, wantLow, wantHigh float64 }{
		{0.001, 9.999, 0, 10}, {0, 10, 0, 10}, {0.4, 10, 0.4, 10}, {2, 4, 2, 4}, {-0.013, 3.98, -0.02, 3.98}, {1e9, 1e9 + 1e-6, 1e9, 1e9 + 1e-6},
	} {
		got := timeScale(span{test.low, test.high})
		if math.Abs(got.low-test.wantLow) > 1e-9 || math.Abs(got.high-test.wantHigh) > 1e-9 {
			t.Errorf("%g to %g is shown from %g to %g; expected %g to %g", test.low, test.high, got.low, got.high, test.wantLow, test.wantHigh)
		}
	}
	r := rand.New(rand.NewPCG(6, 6))
	for range 10_000 {
		low := r.NormFloat64() * math.Pow(10, float64(r.IntN(12)))
		s := span{low, low + math.Pow(10, float64(r.IntN(20)-10))*r.Float64()}
		got := timeScale(s)
		if !(got.low < got.high && got.low <= s.low && got.high >= s.high) || s.high > s.low && got.high-got.low > 1.0102*(s.high-s.low) {
			t.Fatalf("%+v is shown as %+v", s, got)
		}
	}
}
