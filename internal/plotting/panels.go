package plotting

import (
	"cmp"
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Panel is one diagram of a picture.
type Panel struct {
	// Label is that of the vertical axis, with its unit, as in "velocity (rad/s)".
	Label string
	Lines []Line
	// Limits are values that are marked by a dashed line over all of the time.
	Limits []float64
	// Log is the least value that a logarithmic axis shows, above 0; what is less is drawn there. 0 means a linear axis.
	Log float64
	// Names are written at the values 0, 1 and so on, instead of numbers.
	Names []string
}

// DrawPanels draws diagrams above each other over one axis of time.
func DrawPanels(title string, panels []Panel, options Options) ([]byte, error) {
	options, err := options.withDefaults()
	if err != nil {
		return nil, err
	}
	if len(panels) == 0 {
		return nil, fmt.Errorf("%w: %s has no panel", ErrNothing, title)
	}
	first, last, err := timeRange(title, panels)
	if err != nil {
		return nil, err
	}
	fig := newFigure(title, len(panels), options)
	for i, panel := range panels {
		p := newPlot(panel.Label, first, last)
		if panel.Log > 0 {
			p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, decades{5}
		}
		if len(panel.Names) > 0 {
			p.Y.Tick.Marker = valueNames(panel.Names)
		}
		legend := newLegend()
		for j, line := range panel.Lines {
			c := curve{line: line.thin(fig.columns).atLeast(panel.Log), style: lineStyle(j)}
			p.Add(c)
			name := shorten(line.Name)
			if n := line.gaps(); n > 0 && !line.Breaks {
				name += fmt.Sprintf(" (%d %s)", n, cmp.Or(line.Gap, "not finite"))
			}
			legend.Add(name, c)
		}
		for _, limit := range panel.Limits {
			p.Add(curve{line: Line{Time: []float64{first, last}, Value: []float64{limit, limit}}, style: limitStyle})
		}
		if panel.Log > 0 {
			makeDecades(p, panel.Log)
		} else {
			makeRoom(p)
		}
		fig.set(i, p, legend)
	}
	return fig.bytes()
}

// timeRange is that of all lines.
func timeRange(title string, panels []Panel) (first, last float64, err error) {
	first, last = math.Inf(1), math.Inf(-1)
	for _, panel := range panels {
		for _, line := range panel.Lines {
			if err := checkTimes("line "+line.Name, line.Time, len(line.Value)); err != nil {
				return 0, 0, err
			}
			if n := len(line.Time); n > 0 {
				first, last = min(first, line.Time[0]), max(last, line.Time[n-1])
			}
		}
	}
	if first > last {
		return 0, 0, fmt.Errorf("%w: %s has no values", ErrNothing, title)
	}
	return first, last, nil
}

// checkTimes refuses times that go back or are not finite, and another number of them than of values.
func checkTimes(what string, times []float64, values int) error {
	if len(times) != values {
		return fmt.Errorf("%w: %s has %d times and %d values", ErrOptions, what, len(times), values)
	}
	for i, t := range times {
		if !finite(t) || i > 0 && t < times[i-1] {
			return fmt.Errorf("%w: %s has the time %g s after %g s; expected finite times that do not decrease", ErrOptions, what, t, times[max(0, i-1)])
		}
	}
	return nil
}

// newPlot is an empty diagram with a grid, over the whole range of time.
func newPlot(label string, first, last float64) *plot.Plot {
	p := plot.New()
	p.Y.Label.Text = label
	p.X.Min, p.X.Max = first, last
	if last <= first {
		p.X.Min, p.X.Max = first-0.5, first+0.5
	}
	p.X.Tick.Marker, p.Y.Tick.Marker = ticks{8}, ticks{5}
	g := plotter.NewGrid()
	g.Vertical.Color, g.Horizontal.Color = grid, grid
	p.Add(g)
	return p
}

// makeRoom leaves a little room above and below the values, more where they are all the same, and gives a diagram
// without any values a range.
func makeRoom(p *plot.Plot) {
	switch height := p.Y.Max - p.Y.Min; {
	case !finite(height):
		p.Y.Min, p.Y.Max = -1, 1
	case height <= 1e-12*max(math.Abs(p.Y.Min), math.Abs(p.Y.Max)):
		room := max(1e-3, 0.1*math.Abs(p.Y.Max))
		p.Y.Min, p.Y.Max = p.Y.Min-room, p.Y.Max+room
	default:
		p.Y.Min, p.Y.Max = p.Y.Min-0.04*height, p.Y.Max+0.04*height
	}
}

// valueNames are marks with names at 0, 1 and so on.
func valueNames(names []string) plot.ConstantTicks {
	var marks plot.ConstantTicks
	for i, name := range names {
		marks = append(marks, plot.Tick{Value: float64(i), Label: shorten(name)})
	}
	return marks
}

// makeDecades lets a logarithmic axis begin and end at powers of ten, one apart at least.
func makeDecades(p *plot.Plot, least float64) {
	low, high := max(p.Y.Min, least), p.Y.Max
	if !finite(low) || !finite(high) || high <= 0 {
		low, high = least, 10*least
	}
	p.Y.Min = math.Pow(10, math.Floor(math.Log10(low)))
	p.Y.Max = max(math.Pow(10, math.Ceil(math.Log10(high))), 10*p.Y.Min)
}

// curve draws a line, with gaps where it is not finite. A value alone between two gaps is a dot.
type curve struct {
	line  Line
	style draw.LineStyle
}

// Plot draws the line.
func (c curve) Plot(canvas draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&canvas)
	var run []vg.Point
	stroke := func() {
		if len(run) == 1 {
			canvas.DrawGlyph(draw.GlyphStyle{Color: c.style.Color, Radius: vg.Points(1.2), Shape: draw.CircleGlyph{}}, run[0])
		} else {
			canvas.StrokeLines(c.style, canvas.ClipLinesXY(run)...)
		}
		run = nil
	}
	for i, v := range c.line.Value {
		if !finite(v) {
			stroke()
			continue
		}
		run = append(run, vg.Point{X: x(c.line.Time[i]), Y: y(v)})
	}
	stroke()
}

// DataRange is that of the finite values.
func (c curve) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax, ymin, ymax = math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for i, v := range c.line.Value {
		if finite(v) {
			xmin, xmax = min(xmin, c.line.Time[i]), max(xmax, c.line.Time[i])
			ymin, ymax = min(ymin, v), max(ymax, v)
		}
	}
	return xmin, xmax, ymin, ymax
}

// Thumbnail draws the line's sample in a legend.
func (c curve) Thumbnail(canvas *draw.Canvas) {
	y := canvas.Center().Y
	canvas.StrokeLine2(c.style, canvas.Min.X, y, canvas.Max.X, y)
}
