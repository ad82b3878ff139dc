package plotting

import "math"

// diagram is one of a picture: what is drawn, and what its axis and its legend need.
type diagram struct {
	label  string // of the vertical axis; may be empty
	values scale
	marks  marker
	// rows says that each mark has a row of its own: marks have no ticks, and no grid.
	rows    bool
	least   float64 // px of height that the content needs
	content content
	words   string // that describe the content
	legend  []entry
}

// content draws what a diagram shows.
type content interface{ draw(out *canvas, f frame) }

// frame is the place of a diagram, in px, with its axes. left is less than right and top less than bottom.
type frame struct {
	left, top, right, bottom float64
	time, values             scale
}

func (f frame) x(time float64) float64 { return f.left + f.time.share(time)*(f.right-f.left) }

func (f frame) y(value float64) float64 { return f.bottom - f.values.share(value)*(f.bottom-f.top) }

// columns is how many values can be told apart along the axis of time.
func (f frame) columns() int { return max(1, int(math.Ceil(f.right-f.left))) }

// height is what the diagram needs, in px: no name of a legend, no mark and no label is ever outside.
func (d *diagram) height(asked float64) float64 {
	return max(asked, d.least, float64(len(d.legend))*legendLine, widthOf(d.label, labelSize))
}

// Distances of marks with labels that are asked for, in px; they become larger ones, since steps are round numbers.
const (
	valueMarkDistance = 26
	timeMarkDistance  = 48
)

// valueMarks marks the vertical axis.
func (d *diagram) valueMarks(height float64) []mark {
	f := frame{bottom: height, values: d.values}
	return spaced(d.values, d.marks, max(1, int(height/valueMarkDistance)), func(a, b mark) bool {
		return math.Abs(f.y(a.value)-f.y(b.value)) < markSize*1.2
	})
}

// timeMarks marks the axis of time, with a blank of two letters at least between any two labels. A label that the picture
// has no room for, at one of its sides, is left out.
func timeMarks(f frame, width float64) []mark {
	half := func(m mark) float64 { return widthOf(m.label, markSize) / 2 }
	marks := spaced(f.time, linearMarks, max(1, int((f.right-f.left)/timeMarkDistance)), func(a, b mark) bool {
		return math.Abs(f.x(a.value)-f.x(b.value)) < half(a)+half(b)+markSize
	})
	for i, m := range marks {
		if at := f.x(m.value); at < half(m) || at > width-half(m) {
			marks[i].label = ""
		}
	}
	return marks
}

// draw puts the diagram, its axes and its grid into its frame.
func (d *diagram) draw(out *canvas, f frame, times []mark, last bool) {
	values := d.valueMarks(f.bottom - f.top)
	out.open("g", `class="grid" stroke="`+string(pale)+`" stroke-width="1" shape-rendering="crispEdges"`)
	for _, m := range times {
		if m.label != "" {
			out.line(point{f.x(m.value), f.top}, point{f.x(m.value), f.bottom})
		}
	}
	for _, m := range values {
		if m.label != "" && !d.rows {
			out.line(point{f.left, f.y(m.value)}, point{f.right, f.y(m.value)})
		}
	}
	out.close("g")
	d.content.draw(out, f)
	out.open("g", `class="axes" stroke="`+string(dark)+`" stroke-width="1" shape-rendering="crispEdges"`)
	out.line(point{f.left, f.top}, point{f.left, f.bottom})
	out.line(point{f.left, f.bottom}, point{f.right, f.bottom})
	for _, m := range times {
		out.line(point{f.x(m.value), f.bottom}, point{f.x(m.value), f.bottom + tickLength(m)})
	}
	for _, m := range values {
		if !d.rows {
			out.line(point{f.left - tickLength(m), f.y(m.value)}, point{f.left, f.y(m.value)})
		}
	}
	out.close("g")
	d.writeMarks(out, f, values)
	if last {
		writeTimes(out, f, times)
	}
}

// longTick is the length of the tick of a mark with a label, in px.
const longTick = 6

func tickLength(m mark) float64 {
	if m.label == "" {
		return longTick / 2
	}
	return longTick
}

// middle moves a text's base line so that the middle of its letters is where it would be, as a share of their height.
const middle = 0.35

// writeMarks writes the labels of the vertical axis, to the left of its ticks.
func (d *diagram) writeMarks(out *canvas, f frame, marks []mark) {
	out.open("g", `class="values" text-anchor="end"`)
	for _, m := range marks {
		if m.label != "" {
			out.text(point{f.left - longTick - 4, f.y(m.value) + middle*markSize}, "", m.label)
		}
	}
	out.close("g")
}

// writeTimes writes the labels of the axis of time, below its ticks.
func writeTimes(out *canvas, f frame, marks []mark) {
	out.open("g", `class="times" text-anchor="middle"`)
	for _, m := range marks {
		if m.label != "" {
			out.text(point{f.x(m.value), f.bottom + longTick + 1.1*markSize}, "", m.label)
		}
	}
	out.close("g")
}
