package plotting

import (
	"encoding/xml"
	"math"
	"strconv"
	"strings"
	"testing"
)

// element is one of a picture, as any reader of XML sees it.
type element struct {
	XMLName    xml.Name
	Attributes []xml.Attr `xml:",any,attr"`
	Text       string     `xml:",chardata"`
	Children   []element  `xml:",any"`
}

// read parses a picture, and refuses what is not well formed or has no namespace of SVG.
func read(t testing.TB, data []byte) *element {
	t.Helper()
	var root element
	if err := xml.Unmarshal(data, &root); err != nil {
		t.Fatal(err)
	}
	if root.XMLName.Local != "svg" || root.XMLName.Space != "http://www.w3.org/2000/svg" {
		t.Fatalf("the root is %v", root.XMLName)
	}
	return &root
}

// drawn reads the picture of panels.
func drawn(t testing.TB, panels []Panel, o Options) *element {
	t.Helper()
	data, err := DrawPanels("title", panels, o)
	if err != nil {
		t.Fatal(err)
	}
	return read(t, data)
}

// all lists the elements below this one, in the order of the file, for which the function is true.
func (e *element) all(is func(*element) bool) (found []*element) {
	for i := range e.Children {
		if is(&e.Children[i]) {
			found = append(found, &e.Children[i])
		}
		found = append(found, e.Children[i].all(is)...)
	}
	return found
}

func (e *element) named(name string) []*element {
	return e.all(func(e *element) bool { return e.XMLName.Local == name })
}

func (e *element) class(class string) []*element {
	return e.all(func(e *element) bool { return e.attribute("class") == class })
}

func (e *element) attribute(name string) string {
	for _, a := range e.Attributes {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// number is the value of an attribute, or not a number.
func (e *element) number(name string) float64 {
	v, err := strconv.ParseFloat(e.attribute(name), 64)
	if err != nil {
		return math.NaN()
	}
	return v
}

// words are all texts, a line each.
func (e *element) words() string {
	var out strings.Builder
	for _, text := range e.all(func(e *element) bool { return strings.TrimSpace(e.Text) != "" }) {
		out.WriteString(text.Text + "\n")
	}
	return out.String()
}

// strokes reads the attribute d of a path: M and a list of points, once or several times.
func (e *element) strokes(t testing.TB) (strokes [][]point) {
	t.Helper()
	for i, part := range strings.Split(e.attribute("d"), "M") {
		if i == 0 {
			if part != "" {
				t.Fatalf("the path begins with %q", part)
			}
			continue
		}
		numbers := strings.Fields(part)
		if len(numbers) < 4 || len(numbers)%2 != 0 {
			t.Fatalf("a stroke has %d numbers", len(numbers))
		}
		var stroke []point
		for k := 0; k < len(numbers); k += 2 {
			x, errX := strconv.ParseFloat(numbers[k], 64)
			y, errY := strconv.ParseFloat(numbers[k+1], 64)
			if errX != nil || errY != nil {
				t.Fatalf("the point %s %s", numbers[k], numbers[k+1])
			}
			stroke = append(stroke, point{x, y})
		}
		strokes = append(strokes, stroke)
	}
	return strokes
}

// ruler reads values off an axis by the labels of its first and last mark, as a person does.
type ruler struct{ value, at, perUnit float64 }

func (r ruler) place(value float64) float64 { return r.at + (value-r.value)*r.perUnit }

// rulers are those of the i-th diagram; the values of a logarithmic axis are those of their logarithm.
func rulers(t testing.TB, picture *element, i int, logarithmic bool) (time, values ruler) {
	t.Helper()
	diagrams := picture.class("diagram")
	// A label's base line is 0.35 of the height of its letters, of 12 px, below its mark.
	return rulerOf(t, diagrams[len(diagrams)-1].class("times"), "x", 0, false), rulerOf(t, diagrams[i].class("values"), "y", 0.35*12, logarithmic)
}

func rulerOf(t testing.TB, group []*element, coordinate string, below float64, logarithmic bool) ruler {
	t.Helper()
	labels := group[0].named("text")
	if len(labels) < 2 {
		t.Fatalf("an axis has %d labels; expected two at least", len(labels))
	}
	read := func(e *element) (value, at float64) {
		value, err := strconv.ParseFloat(e.Text, 64)
		if err != nil {
			t.Fatal(err)
		}
		if logarithmic {
			value = math.Log10(value)
		}
		return value, e.number(coordinate) - below
	}
	a, atA := read(labels[0])
	b, atB := read(labels[len(labels)-1])
	return ruler{a, atA, (atB - atA) / (b - a)}
}

// farFrom is the distance of a point from the nearest place of strokes.
func farFrom(strokes [][]point, p point) float64 {
	nearest := math.Inf(1)
	for _, stroke := range strokes {
		for i := 1; i < len(stroke); i++ {
			a, b := stroke[i-1], stroke[i]
			steps := 1 + math.Ceil(20*math.Hypot(a.x-b.x, a.y-b.y))
			for k := 0.0; k <= steps; k++ { // a route of its own: the piece of the line is walked, a twentieth of a px a step
				share := k / steps
				nearest = min(nearest, math.Hypot(a.x+share*(b.x-a.x)-p.x, a.y+share*(b.y-a.y)-p.y))
			}
		}
	}
	return nearest
}
