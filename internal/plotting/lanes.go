package plotting

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/robo-actors/robo-actors/messages"
)

// Lane is the mode of one joint or drive over time.
type Lane struct {
	Name string
	// Time is in s and does not decrease; Mode has as many elements, each valid until the next one.
	Time []float64
	Mode []messages.Mode
}

// stretch is a time during which a mode does not change, in s.
type stretch struct {
	from, to float64
	mode     messages.Mode
}

// stretches joins what is the same; the last one ends at end.
func (l Lane) stretches(end float64) (out []stretch) {
	for i, mode := range l.Mode {
		if n := len(out); n > 0 {
			out[n-1].to = l.Time[i]
			if out[n-1].mode == mode {
				continue
			}
		}
		out = append(out, stretch{from: l.Time[i], mode: mode})
	}
	if n := len(out); n > 0 {
		out[n-1].to = max(end, out[n-1].from)
	}
	return out
}

// DrawLanes draws modes over time, a lane a joint, from the top down. The height of the picture follows their number.
func DrawLanes(title string, lanes []Lane, options Options) ([]byte, error) {
	options, err := options.withDefaults()
	if err != nil {
		return nil, err
	}
	first, last := math.Inf(1), math.Inf(-1)
	for _, lane := range lanes {
		if err := checkTimes("lane "+lane.Name, lane.Time, len(lane.Mode)); err != nil {
			return nil, err
		}
		if n := len(lane.Time); n > 0 {
			first, last = min(first, lane.Time[0]), max(last, lane.Time[n-1])
		}
	}
	if first > last {
		return nil, fmt.Errorf("%w: %s has no modes", ErrNothing, title)
	}
	options.PanelCM = max(options.PanelCM, 2.5+0.6*float64(len(lanes)))
	fig := newFigure(title, 1, options)
	p := newPlot("", first, last)
	b := bars{lanes: lanes, end: last}
	p.Add(b)
	p.Y.Min, p.Y.Max = -0.6, float64(len(lanes))-0.4
	p.Y.Tick.Marker, p.Y.Tick.Length = laneNames(lanes), 0
	legend := newLegend()
	for _, mode := range b.present() {
		legend.Add(mode.String(), swatch{mode})
	}
	fig.set(0, p, legend)
	return fig.bytes()
}

// laneNames labels each lane; the first one is at the top.
func laneNames(lanes []Lane) plot.ConstantTicks {
	var ticks plot.ConstantTicks
	for i, lane := range lanes {
		ticks = append(ticks, plot.Tick{Value: float64(len(lanes) - 1 - i), Label: shorten(lane.Name)})
	}
	return ticks
}

// bars draws the lanes.
type bars struct {
	lanes []Lane
	end   float64 // s
}

// present lists the modes that occur, by severity.
func (b bars) present() (modes []messages.Mode) {
	for _, lane := range b.lanes {
		for _, mode := range lane.Mode {
			if !slices.Contains(modes, mode) {
				modes = append(modes, mode)
			}
		}
	}
	slices.Sort(modes)
	return modes
}

// narrowest is how wide a stretch is drawn at least, so that a mode of one cycle is seen.
const narrowest = vg.Length(0.8)

// Plot draws a bar for each stretch. Those that are too narrow come last, over their neighbours.
func (b bars) Plot(canvas draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&canvas)
	for i, lane := range b.lanes {
		row := float64(len(b.lanes) - 1 - i)
		bottom, top := y(row-0.38), y(row+0.38)
		bar := func(s stretch, left, right vg.Length) {
			canvas.FillPolygon(modeColor(s.mode), canvas.ClipPolygonXY([]vg.Point{{X: left, Y: bottom}, {X: right, Y: bottom}, {X: right, Y: top}, {X: left, Y: top}}))
		}
		all := lane.stretches(b.end)
		for _, s := range all {
			bar(s, x(s.from), x(s.to))
		}
		for _, s := range all {
			if left, right := x(s.from), x(s.to); right-left < narrowest {
				bar(s, left, left+narrowest)
			}
		}
	}
}

// swatch is the sample of a mode in a legend.
type swatch struct{ mode messages.Mode }

// Thumbnail fills the sample.
func (s swatch) Thumbnail(canvas *draw.Canvas) {
	canvas.FillPolygon(modeColor(s.mode), []vg.Point{
		canvas.Min, {X: canvas.Max.X, Y: canvas.Min.Y}, canvas.Max, {X: canvas.Min.X, Y: canvas.Max.Y},
	})
}
