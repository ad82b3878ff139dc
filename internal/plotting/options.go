package plotting

import (
	"errors"
	"fmt"
	"math"
	"sort"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
)

// What can keep a picture from being drawn.
var (
	// ErrOptions is a size, or a series of times and values, that cannot be drawn.
	ErrOptions = errors.New("picture")
	// ErrNothing is a recording, or a part of one, without what is to be drawn.
	ErrNothing = errors.New("nothing to draw")
)

// Options say how large a picture is and what of a recording it shows. The zero value is all of it, 24 cm wide.
type Options struct {
	// WidthCM and PanelCM are the width of the picture and the height of each of its panels, in cm; 0 means 24 and 7. A
	// panel is higher where its legend or its label need more. Programs that show SVG take a cm as 37.8 px (96 an inch).
	WidthCM, PanelCM float64
	// From and Until select the messages with log times at or after the one and before the other; 0 for Until means the
	// end.
	From, Until messages.Instant
}

func (o Options) withDefaults() (Options, error) {
	if o.WidthCM == 0 {
		o.WidthCM = 24
	}
	if o.PanelCM == 0 {
		o.PanelCM = 7
	}
	if !(o.WidthCM >= 10 && o.WidthCM <= 100 && o.PanelCM >= 3 && o.PanelCM <= 50) {
		return o, fmt.Errorf("%w: panels of %g cm x %g cm; expected 10 to 100 cm x 3 to 50 cm", ErrOptions, o.WidthCM, o.PanelCM)
	}
	return o, nil
}

// width is that of the picture in px.
func (o Options) width() float64 { return math.Round(o.WidthCM * pxPerCM) }

// has says whether a message of that log time is selected.
func (o Options) has(t messages.Instant) bool {
	return t >= o.From && (o.Until == 0 || t < o.Until)
}

// series returns the selected values of a topic in the order of their stamps.
func series[T any](r *record.Reader, topic string, o Options) ([]record.Sample[T], error) {
	all, err := record.Series[T](r, topic)
	if err != nil {
		return nil, err
	}
	var order []stamped
	for i := range all {
		if o.has(all[i].LogTime) {
			order = append(order, stamped{all[i].Stamp.Time, i})
		}
	}
	if len(order) == 0 {
		return nil, fmt.Errorf("%w: topic %s has %d messages, and none in the time that is selected", ErrNothing, topic, len(all))
	}
	sortStamped(order)
	selected := make([]record.Sample[T], len(order))
	for i, s := range order {
		selected[i] = all[s.place]
	}
	return selected, nil
}

// stamped is the place of a value in a list, and its stamp: they are sorted instead of the values, so that sorting is
// compiled for one type and not for each type of value.
type stamped struct {
	time  messages.Instant
	place int
}

// sortStamped sorts by stamps; values of one stamp stay in their order.
func sortStamped(order []stamped) {
	sort.Slice(order, func(i, j int) bool {
		a, b := order[i], order[j]
		return a.time < b.time || a.time == b.time && a.place < b.place
	})
}
