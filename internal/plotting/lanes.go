package plotting

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
)

// Lane is the mode of one joint or drive over time.
type Lane struct {
	Name string
	// Time is in s and does not decrease; Mode has as many elements, each valid until the next one.
	Time []float64
	Mode []messages.Mode
	// Unknown says at which of these times the mode is not known, which leaves a gap; nil where it always is.
	Unknown []bool
}

// unknown says whether the mode is not known at a time.
func (l Lane) unknown(i int) bool { return i < len(l.Unknown) && l.Unknown[i] }

// stretch is a time during which a mode does not change, in s.
type stretch struct {
	from, to float64
	mode     messages.Mode
}

// stretches joins what is the same; the last one ends at end.
func (l Lane) stretches(end float64) (out []stretch) {
	var last *stretch // nil where the mode is not known
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

// DrawLanes draws modes over time, a lane a joint, from the top down. The height of the picture follows their number.
func DrawLanes(title string, lanes []Lane, options Options) ([]byte, error) {
	options, err := options.withDefaults()
	if err != nil {
		return nil, err
	}
	times := emptySpan()
	for _, lane := range lanes {
		if err := checkTimes("lane "+lane.Name, lane.Time, len(lane.Mode)); err != nil {
			return nil, err
		}
		times = times.with(lane.Time...)
	}
	if times.empty() {
		return nil, fmt.Errorf("%w: %s has no modes", ErrNothing, title)
	}
	b := bars{lanes: lanes, end: times.high}
	d := &diagram{
		values: stepped(span{0, float64(len(lanes) - 1)}), marks: nameMarks(b.names(), widestMarks*options.width()), rows: true,
		least: float64(len(lanes)) * laneHeight, content: b, words: "modes of " + strings.Join(b.names(), ", "),
	}
	for _, mode := range b.present() {
		d.legend = append(d.legend, entry{name: mode.String(), sample: swatch{mode}.sample})
	}
	fig := figure{title: title, options: options, time: timeScale(times), diagrams: []*diagram{d}}
	return fig.bytes()
}

// laneHeight is that of a lane with what is between it and the next one, in px.
const laneHeight = 23

// bars draws the lanes.
type bars struct {
	lanes []Lane
	end   float64 // s
}

// names are those of the lanes from below upwards, as the axis counts them.
func (b bars) names() (names []string) {
	for _, lane := range slices.Backward(b.lanes) {
		names = append(names, lane.Name)
	}
	return names
}

// present lists the modes that occur, by severity.
func (b bars) present() (modes []messages.Mode) {
	for _, lane := range b.lanes {
		for i, mode := range lane.Mode {
			if !lane.unknown(i) && !slices.Contains(modes, mode) {
				modes = append(modes, mode)
			}
		}
	}
	sort.Slice(modes, func(i, j int) bool { return modes[i] < modes[j] })
	return modes
}

// draw fills the bars of each lane.
func (b bars) draw(out *canvas, f frame) {
	out.open("g", `class="lanes" shape-rendering="crispEdges"`)
	for i, lane := range b.lanes {
		row := float64(len(b.lanes) - 1 - i)
		bottom, top := f.y(row-0.38), f.y(row+0.38)
		for _, bar := range barsOf(lane.stretches(b.end), f) {
			out.rectangle(point{bar.left, top}, point{bar.right, bottom}, modeColor(bar.mode))
		}
	}
	out.close("g")
}

// bar is a mode from a place to another, in px.
type bar struct {
	left, right float64
	mode        messages.Mode
}

// barsOf has a bar for each stretch. One that is narrower than a column of the picture fills its column, so that a mode of
// one cycle is seen, and lies over its neighbours; of several in one column it is the most severe mode.
func barsOf(stretches []stretch, f frame) (all []bar) {
	var narrow []bar
	for _, s := range stretches {
		left, right := f.x(s.from), f.x(s.to)
		if right-left >= 1 {
			all = append(all, bar{left, right, s.mode})
			continue
		}
		left = min(math.Floor(left), f.right-1)
		left = max(left, f.left)
		if n := len(narrow); n > 0 && narrow[n-1].left == left {
			narrow[n-1].mode = max(narrow[n-1].mode, s.mode)
			continue
		}
		narrow = append(narrow, bar{left, left + 1, s.mode})
	}
	return append(all, narrow...)
}

// swatch is the sample of a mode in a legend.
type swatch struct{ mode messages.Mode }

func (s swatch) sample(out *canvas, at point) {
	out.rectangle(point{at.x, at.y - 5}, point{at.x + sampleWidth, at.y + 5}, modeColor(s.mode))
}
