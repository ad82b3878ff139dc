package plotting

import (
	"fmt"
	"math"
	"strings"
)

// Distances in px.
const (
	pxPerCM = 96 / 2.54
	margin  = 12 // around everything
	space   = 16 // between diagrams, and between them and their legends
)

// footer is the height of the labels and the name of the axis of time.
const footer = longTick + 1.4*markSize + lineSpacing*labelSize

// Shares of the picture's width that marks and legends have at the most, so that the diagrams keep some of it.
const (
	widestMarks  = 0.3
	widestLegend = 0.4
)

// figure is a column of diagrams over one axis of time, with a title above and a legend beside each.
type figure struct {
	title    string
	options  Options
	time     scale
	diagrams []*diagram
}

// layout is where everything is, in px.
type layout struct {
	title         []string // lines
	width, height float64
	legendLeft    float64
	legendRoom    float64
	frames        []frame
	times         []mark
}

// layout makes room for the texts, and gives the diagrams what is left of the width.
func (f *figure) layout() layout {
	l := layout{width: f.options.width()}
	l.title = wrap(shortenTo(f.title, 4*longest), titleSize, l.width-2*margin)
	asked := f.options.PanelCM*pxPerCM - space
	var marks, legend, label float64
	heights := make([]float64, len(f.diagrams))
	for i, d := range f.diagrams {
		heights[i] = d.height(asked)
		for _, m := range d.valueMarks(heights[i]) {
			marks = max(marks, widthOf(m.label, markSize))
		}
		legend = max(legend, legendWidth(d.legend, widestLegend*l.width))
		if d.label != "" {
			label = lineSpacing * labelSize
		}
	}
	left := margin + label + marks + longTick + 4
	l.legendRoom = legend
	l.legendLeft = l.width - margin - legend
	top := margin + float64(len(l.title))*titleSize*lineSpacing + 0.75*space
	for i, d := range f.diagrams {
		l.frames = append(l.frames, frame{left: left, top: top, right: l.legendLeft - space, bottom: top + heights[i], time: f.time, values: d.values})
		top += heights[i] + space
	}
	l.height = math.Ceil(top - space + footer + margin)
	l.times = timeMarks(l.frames[0], l.width)
	return l
}

// bytes draws the picture.
func (f *figure) bytes() ([]byte, error) {
	l := f.layout()
	var out canvas
	size := out.number(l.width) + `" height="` + out.number(l.height)
	out.open("svg", `xmlns="http://www.w3.org/2000/svg" width="`+size+`" viewBox="0 0 `+out.number(l.width)+" "+out.number(l.height)+
		`" role="img" font-family="sans-serif" font-size="`+out.number(markSize)+`" fill="#222222"`)
	out.words("title", shortenTo(f.title, 4*longest))
	out.words("desc", f.says())
	out.rectangle(point{}, point{l.width, l.height}, white)
	for i, line := range l.title {
		at := point{margin, margin + titleSize + float64(i)*titleSize*lineSpacing}
		out.text(at, ` class="title" font-size="`+out.number(titleSize)+`" font-weight="500"`, line)
	}
	for i, d := range f.diagrams {
		here := l.frames[i]
		out.open("g", `class="diagram"`)
		d.draw(&out, here, l.times, i == len(f.diagrams)-1)
		f.writeLabel(&out, d.label, here)
		drawLegend(&out, d.legend, point{l.legendLeft, here.top}, l.legendRoom)
		out.close("g")
	}
	lowest := l.frames[len(l.frames)-1]
	at := point{(lowest.left + lowest.right) / 2, l.height - margin - 0.3*labelSize}
	out.text(at, ` class="label" text-anchor="middle" font-size="`+out.number(labelSize)+`"`, timeLabel)
	out.close("svg")
	if out.bad != nil {
		return nil, fmt.Errorf("draw %s: %w", f.title, out.bad)
	}
	return out.out.Bytes(), nil
}

const timeLabel = "time since the start (s)"

// writeLabel names the vertical axis, from below upwards at the left edge of the picture.
func (f *figure) writeLabel(out *canvas, label string, at frame) {
	if label == "" {
		return
	}
	x, y := margin+labelSize*0.8, (at.top+at.bottom)/2
	turn := fmt.Sprintf(` class="label" text-anchor="middle" font-size="%s" transform="rotate(-90 %s %s)"`, out.number(labelSize), out.number(x), out.number(y))
	out.text(point{x, y}, turn, label)
}

// says describes the picture in words.
func (f *figure) says() string {
	var parts []string
	for _, d := range f.diagrams {
		parts = append(parts, d.words)
	}
	return fmt.Sprintf("%s, from %.6g s to %.6g s: %s", timeLabel, f.time.low, f.time.high, strings.Join(parts, "; "))
}
