package raster

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// rendered decodes what a picture of 40 x 20 px became.
func rendered(t *testing.T, elements string) *image.RGBA {
	t.Helper()
	return decoded(t, []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20" fill="#222222">`+elements+`</svg>`))
}

func decoded(t *testing.T, svg []byte) *image.RGBA {
	t.Helper()
	data, err := PNG(svg)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	plain := image.NewRGBA(picture.Bounds())
	draw.Draw(plain, plain.Bounds(), picture, image.Point{}, draw.Src)
	return plain
}

func rgb(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// counted is how many pixels there are of each colour.
func counted(picture *image.RGBA) map[string]int {
	all := map[[3]byte]int{}
	for i := 0; i < len(picture.Pix); i += 4 {
		all[[3]byte(picture.Pix[i:])]++
	}
	n := map[string]int{}
	for c, count := range all {
		n[rgb(color.RGBA{c[0], c[1], c[2], 255})] = count
	}
	return n
}

// pixels counts those of a colour.
func pixels(picture *image.RGBA, want string) int { return counted(picture)[want] }

// box is the smallest rectangle about all that is not white.
func box(picture *image.RGBA) (r image.Rectangle) {
	for y := range picture.Rect.Dy() {
		for x := range picture.Rect.Dx() {
			if c := picture.RGBAAt(x, y); c.R&c.G&c.B != 255 {
				r = r.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return r
}

func TestPicturesOfThePlotsAreRenderedAtTheirSizeWithAllTheirColours(t *testing.T) {
	names, err := filepath.Glob("../plotting/testdata/*.svg")
	more, err2 := filepath.Glob("../../examples/*/*.svg")
	if names = append(names, more...); len(names) < 5 || errors.Join(err, err2) != nil {
		t.Fatalf("%d pictures: %v", len(names), errors.Join(err, err2))
	}
	if testing.Short() {
		names = names[:3] // with the race detector each of the larger ones takes seconds
	}
	for _, name := range names {
		svg, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var w, h int
		if _, err := fmt.Sscanf(string(svg), `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d"`, &w, &h); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		picture := decoded(t, svg)
		if size := picture.Bounds().Size(); size != image.Pt(int(float64(w)*Scale+0.5), int(float64(h)*Scale+0.5)) {
			t.Errorf("%s of %d x %d px has %v pixels", name, w, h, size)
		}
		found := counted(picture)
		for _, part := range strings.Split(string(svg), `stroke="#`)[1:] {
			if c := "#" + part[:6]; found[c] < 5 {
				t.Errorf("%s: %d pixels of the stroke %s", name, found[c], c)
			}
		}
	}
}

func TestARectangleAndALineFillWholePixels(t *testing.T) {
	picture := rendered(t, `<rect x="4" y="2" width="10" height="4" fill="#ff0000"/><g stroke="#0000ff" stroke-width="1"><line x1="20" y1="2" x2="20" y2="18"/></g>`)
	if n := pixels(picture, "#ff0000"); n != 15*6 {
		t.Errorf("%d pixels of the rectangle; expected 15 x 6", n)
	}
	if n := pixels(picture, "#0000ff"); n != 24 {
		t.Errorf("%d pixels of the line; expected 24", n)
	}
	if rgb(picture.RGBAAt(6, 3)) != "#ff0000" || rgb(picture.RGBAAt(30, 3)) != "#0000ff" {
		t.Errorf("%v and %v at their places", picture.RGBAAt(6, 3), picture.RGBAAt(30, 3))
	}
	if narrow := rendered(t, `<rect x="4" y="2" width="0.1" height="4" fill="#ff0000"/>`); pixels(narrow, "#ff0000") != 6 {
		t.Errorf("%d pixels of a narrow rectangle; expected a column", pixels(narrow, "#ff0000"))
	}
}

func TestStrokesThatCrossOrTurnBackDoNotTakeEachOtherOut(t *testing.T) {
	for name, d := range map[string]string{
		"across, by two strokes": "M2 10 38 10M20 2 20 18",
		"across, by one":         "M2 10 38 10 38 18 20 18 20 2",
		"back":                   "M20 10 38 10 2 10 20 10",
		"the other way round":    "M20 18 20 2 2 2 2 10 38 10",
	} {
		picture := rendered(t, `<path d="`+d+`" fill="none" stroke="#009e73" stroke-width="4"/>`)
		if got := rgb(picture.RGBAAt(30, 15)); got != "#009e73" {
			t.Errorf("%s: %s where it crosses itself", name, got)
		}
	}
}

func TestAPathHasItsWidthAndADotItsRadius(t *testing.T) {
	if got := box(rendered(t, `<path d="M10 10 30 10" fill="none" stroke="#000000" stroke-width="4"/>`)); got != image.Rect(15, 12, 45, 18) {
		t.Errorf("a stroke fills %v", got)
	}
	if got := box(rendered(t, `<circle cx="20" cy="10" r="4" fill="#000000"/>`)); got != image.Rect(24, 9, 36, 21) {
		t.Errorf("a dot fills %v", got)
	}
	if got := box(rendered(t, `<path d="M10 10 10 10" fill="none" stroke="#000000" stroke-width="4"/>`)); got.Empty() {
		t.Error("a stroke without length is not seen")
	}
}

func TestWhatIsOutsideIsCutOff(t *testing.T) {
	picture := rendered(t, `<path d="M-5000 10 5000 10" fill="none" stroke="#ff0000" stroke-width="2"/><circle cx="-90" cy="900" r="3"/><rect x="30" y="-5" width="900" height="8" fill="#0000ff"/>`)
	if n := pixels(picture, "#ff0000"); n < 60 || n > 60*4 {
		t.Errorf("%d pixels of a line from edge to edge", n)
	}
	if n := pixels(picture, "#0000ff"); n != 15*5 {
		t.Errorf("%d pixels of the rectangle; expected 15 x 5", n)
	}
}

func TestWhatIsUnknownIsRefused(t *testing.T) {
	within := func(element string) string { return `<svg width="40" height="20">` + element + `</svg>` }
	for svg, want := range map[string]string{
		"":                                    "it has no <svg>",
		"<svg":                                "EOF",
		`<g/>`:                                "<g>: expected <svg> first",
		`<svg width="0" height="9"/>`:         "it has 0 x 9 px",
		`<svg width="90000" height="90000"/>`: "write it as SVG",
		`<svg width="x" height="9"/>`:         `width: "x"; expected a number`,
		`<svg width="NaN" height="9"/>`:       `width: "NaN"; expected a number`,
		within(`<ellipse/>`):                  "<ellipse>: expected an element of package plotting",
		within(`<rect fill="red"/>`):          `fill: colour "red"; expected #rrggbb`,
		within(`<rect fill=""/>`):             `colour ""`,
		within(`<g stroke-width="-1"/>`):      "stroke-width: -1; expected 0 to 100 px",
		within(`<path d="M1 2 3"/>`):          "<path>: a stroke of 3 numbers",
		within(`<path d="M1 2 3 x"/>`):        `"x"; expected a number`,
		within(`<path d="M1 2 3 4" stroke="#000000" stroke-dasharray="4 0"/>`): `stroke-dasharray: "4 0"; expected lengths`,
		within(`<text transform="scale(2)">a</text>`):                          `transform: "scale(2)"; expected rotate(-90 x y)`,
		within(`<text>a<g/></text>`):                                           "expected nothing but text, got <g>",
	} {
		if _, err := PNG([]byte(svg)); !errors.Is(err, ErrPicture) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v; expected %q", svg, err, want)
		}
	}
}

func FuzzPNG(f *testing.F) {
	for _, name := range []string{"panels.svg", "lanes.svg"} {
		svg, err := os.ReadFile("../plotting/testdata/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(svg)
	}
	f.Add([]byte(`<svg width="40" height="20"><text x="1e5" y="-1e5" transform="rotate(-90 0 0)" font-weight="500">\xff</text></svg>`))
	f.Add([]byte(`<svg width="40" height="20"><path d="M-1e3 -1e5 1e3 90" stroke="#000000" stroke-width="100" stroke-dasharray="40 0.5"/></svg>`))
	f.Fuzz(func(t *testing.T, svg []byte) {
		data, err := PNG(svg)
		if err != nil {
			if !errors.Is(err, ErrPicture) {
				t.Fatal(err)
			}
			return
		}
		if _, err := png.DecodeConfig(bytes.NewReader(data)); err != nil {
			t.Fatal(err)
		}
	})
}
