package plotting

import (
	"cmp"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// columns is the number of distinguishable values along the axis of time.
const columns = 800

// panel is a panel as gonum/plot draws it, with its legend outside of the axes.
type panel struct {
	plot   *plot.Plot
	legend plot.Legend
	names  []string // of the legend
	rows   int      // names at the vertical axis, each of which needs a line
}

// newPanel builds a panel over the times from first to last, in s. Only the lowest panel has labels
// at its axis of time.
func newPanel(p *Panel, first, last float64, lowest bool) *panel {
	out := &panel{plot: plot.New(), legend: plot.NewLegend()}
	out.legend.Top, out.legend.Left = true, true
	out.legend.TextStyle = sans(markSize)
	out.legend.Padding = vg.Millimeter
	out.axes(p, first, last, lowest)
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = pale, pale
	if len(p.Lanes) > 0 {
		grid.Horizontal.Width = 0
	}
	out.plot.Add(grid)
	for i, line := range p.Lines {
		out.add(line.atLeast(p.Log), lineStyle(i))
	}
	for _, limit := range p.Limits {
		for _, shape := range shapesOf(Line{Time: []float64{first, last}, Value: []float64{limit, limit}}, limitStyle()) {
			out.plot.Add(shape)
		}
	}
	if len(p.Lanes) > 0 {
		out.addLanes(p.Lanes, last)
	}
	low, high := valueRange(p)
	if first > 0 && first < 0.02*last {
		first = 0 // a run whose first value comes late
	}
	out.plot.X.Min, out.plot.X.Max = first, max(last, first+1e-9*max(1, math.Abs(first)))
	out.plot.Y.Min, out.plot.Y.Max = low, high
	return out
}

// axes sets fonts, labels and ticks.
func (o *panel) axes(p *Panel, first, last float64, lowest bool) {
	x, y := &o.plot.X, &o.plot.Y
	for _, axis := range []*plot.Axis{x, y} {
		axis.Label.TextStyle.Font, axis.Label.TextStyle.Color = sans(labelSize).Font, dark
		axis.Tick.Label.Font, axis.Tick.Label.Color = sans(markSize).Font, dark
		axis.LineStyle.Color, axis.Tick.LineStyle.Color = dark, dark
		axis.Padding = 0
		axis.Tick.Marker = roundTicks{}
	}
	y.Label.Text = printable(p.Label)
	if lowest {
		x.Label.Text = timeLabel
	} else {
		x.Tick.Marker = withoutLabels{x.Tick.Marker}
	}
	switch {
	case len(p.Lanes) > 0:
		names := make([]string, len(p.Lanes))
		for i, lane := range p.Lanes { // the axis counts from below, lanes from the top
			names[len(p.Lanes)-1-i] = lane.Name
		}
		o.nameTicks(names)
		y.Tick.Length = 0
	case len(p.Names) > 0:
		o.nameTicks(p.Names)
	case p.Log > 0:
		y.Scale, y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	}
}

const timeLabel = "time since the start (s)"

// nameTicks writes names at 0, 1 and so on of the vertical axis.
func (o *panel) nameTicks(names []string) {
	ticks := make(plot.ConstantTicks, len(names))
	for i, name := range names {
		ticks[i] = plot.Tick{Value: float64(i), Label: printable(name)}
	}
	o.plot.Y.Tick.Marker = ticks
	o.rows = len(names)
}

// withoutLabels keeps the ticks of an axis and leaves out their labels. A blank keeps a tick long.
type withoutLabels struct{ plot.Ticker }

// Ticks implements plot.Ticker.
func (w withoutLabels) Ticks(low, high float64) []plot.Tick {
	ticks := w.Ticker.Ticks(low, high)
	for i := range ticks {
		if ticks[i].Label != "" {
			ticks[i].Label = " "
		}
	}
	return ticks
}

// add draws a line, with a break at each gap, and its name in the legend.
func (o *panel) add(line Line, style draw.LineStyle) {
	for _, shape := range shapesOf(line.thin(columns), style) {
		o.plot.Add(shape)
	}
	o.name(printable(line.Name)+gapsOf(line), &plotter.Line{LineStyle: style})
}

// name adds an entry to the legend.
func (o *panel) name(name string, sample plot.Thumbnailer) {
	o.names = append(o.names, name)
	o.legend.Add(name, sample)
}

// legendWidth is the width of the legend.
func (o *panel) legendWidth() (width vg.Length) {
	for _, name := range o.names {
		width = max(width, o.legend.ThumbnailWidth+o.legend.TextStyle.Width(" "+name)+markSize/2)
	}
	return width
}

// leastHeight is the height below which names at the axis or in the legend overlap.
func (o *panel) leastHeight() vg.Length {
	return max(vg.Length(o.rows)*laneHeight, vg.Length(len(o.names))*(markSize+vg.Millimeter+1)) + 2*labelSize
}

// shapesOf returns a line between each two gaps, and a dot for a value between two gaps.
func shapesOf(line Line, style draw.LineStyle) (shapes []plot.Plotter) {
	var run plotter.XYs
	end := func() {
		switch len(run) {
		case 0:
		case 1:
			shapes = append(shapes, &plotter.Scatter{XYs: run,
				GlyphStyle: draw.GlyphStyle{Color: style.Color, Radius: 1.2 * style.Width, Shape: draw.CircleGlyph{}}})
		default:
			shapes = append(shapes, &plotter.Line{XYs: run, LineStyle: style})
		}
		run = nil
	}
	for i, v := range line.Value {
		if !finite(v) {
			end()
			continue
		}
		run = append(run, plotter.XY{X: line.Time[i], Y: v})
	}
	end()
	return shapes
}

// valueRange returns the range of the vertical axis.
func valueRange(p *Panel) (low, high float64) {
	if n := max(len(p.Lanes), len(p.Names)); n > 0 {
		return -0.5, float64(n) - 0.5
	}
	low, high = math.Inf(1), math.Inf(-1)
	see := func(v float64) {
		if finite(v) {
			low, high = min(low, v), max(high, v)
		}
	}
	for _, line := range p.Lines {
		for _, v := range line.Value {
			see(v)
		}
	}
	for _, limit := range p.Limits {
		see(limit)
	}
	if low > high {
		low, high = 0, 0
	}
	if p.Log > 0 {
		low, high = math.Max(low, p.Log), math.Max(high, p.Log)
		low, high = math.Floor(math.Log10(low)), math.Ceil(math.Log10(high))
		return math.Pow(10, low), math.Pow(10, max(high, low+1))
	}
	room := 0.05 * (high - low)
	if room == 0 {
		room = cmp.Or(0.1*math.Abs(high), 1)
	}
	return low - room, high + room
}

// longest is the largest number of characters of a name.
const longest = 34

// printable returns a name without control characters. It shortens a long name in its middle, since
// both ends of a path matter.
func printable(name string) string { return shortened(name, longest) }

func shortened(name string, characters int) string {
	quoted := strconv.Quote(name)
	runes := []rune(quoted[1 : len(quoted)-1])
	if len(runes) <= characters {
		return string(runes)
	}
	head := characters / 3
	return string(runes[:head]) + "…" + string(runes[len(runes)-(characters-head-1):])
}
