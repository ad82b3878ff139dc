package plotting

import (
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
	// Unknown marks the times at which the mode is unknown, which leaves a gap; nil means none.
	Unknown []bool
}

// unknown reports whether the mode is unknown at a time.
func (l Lane) unknown(i int) bool { return i < len(l.Unknown) && l.Unknown[i] }

// stretch is a time during which a mode does not change, in s.
type stretch struct {
	from, to float64
	mode     messages.Mode
}

// stretches joins equal modes; the last one ends at end.
func (l Lane) stretches(end float64) (out []stretch) {
	var last *stretch // nil where the mode is unknown
	for i, mode := range l.Mode {
		if last != nil {
			last.to = l.Time[i]
		}
		switch {
		case l.unknown(i):
			last = nil
		case last == nil || last.mode != mode:
			out = append(out, stretch{from: l.Time[i], mode: mode})
			last = &out[len(out)-1]
		}
	}
	if last != nil {
		last.to = max(end, last.from)
	}
	return out
}

// addLanes draws the lanes; the last mode of each lasts until end, in s.
func (o *panel) addLanes(lanes []Lane, end float64) {
	o.plot.Add(bars{lanes, end})
	for _, mode := range presentModes(lanes) {
		o.name(mode.String(), swatch{mode})
	}
}

// presentModes lists the modes that occur, by severity.
func presentModes(lanes []Lane) (modes []messages.Mode) {
	for _, lane := range lanes {
		for i, mode := range lane.Mode {
			if !lane.unknown(i) && !slices.Contains(modes, mode) {
				modes = append(modes, mode)
			}
		}
	}
	slices.Sort(modes)
	return modes
}

// bars draws the lanes from the top down.
type bars struct {
	lanes []Lane
	end   float64 // s
}

// Plot implements plot.Plotter.
func (b bars) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i, lane := range b.lanes {
		row := float64(len(b.lanes) - 1 - i)
		bottom, top := y(row-0.38), y(row+0.38)
		for _, bar := range barsOf(lane.stretches(b.end), x, c.Min.X, c.Max.X) {
			c.FillPolygon(modeColor(bar.mode), []vg.Point{{X: bar.left, Y: bottom}, {X: bar.right, Y: bottom}, {X: bar.right, Y: top}, {X: bar.left, Y: top}})
		}
	}
}

// bar is a mode between two places of the picture.
type bar struct {
	left, right vg.Length
	mode        messages.Mode
}

// narrowest is the least width of a bar.
const narrowest = vg.Length(0.75)

// barsOf returns a bar for each stretch between the places low and high. A narrower stretch fills a
// column of the least width above its neighbours, so that a mode of one cycle is visible; of
// several stretches in one column the most severe mode wins.
func barsOf(stretches []stretch, x func(float64) vg.Length, low, high vg.Length) (all []bar) {
	var narrow []bar
	for _, s := range stretches {
		left, right := x(s.from), x(s.to)
		if right-left >= narrowest {
			all = append(all, bar{left, right, s.mode})
			continue
		}
		left = low + narrowest*vg.Length(math.Floor(float64((left-low)/narrowest)))
		left = max(min(left, high-narrowest), low)
		if n := len(narrow); n > 0 && narrow[n-1].left == left {
			narrow[n-1].mode = max(narrow[n-1].mode, s.mode)
			continue
		}
		narrow = append(narrow, bar{left, left + narrowest, s.mode})
	}
	return append(all, narrow...)
}

// swatch is the sample of a mode in the legend.
type swatch struct{ mode messages.Mode }

// Thumbnail implements plot.Thumbnailer.
func (s swatch) Thumbnail(c *draw.Canvas) {
	c.FillPolygon(modeColor(s.mode), []vg.Point{c.Min, {X: c.Max.X, Y: c.Min.Y}, c.Max, {X: c.Min.X, Y: c.Max.Y}})
}
