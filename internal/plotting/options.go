package plotting

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
)

// The reasons why a picture cannot be drawn.
var (
	// ErrOptions reports an invalid size, or times and values that do not fit.
	ErrOptions = errors.New("picture")
	// ErrNothing reports a recording, or a part of one, without the requested values.
	ErrNothing = errors.New("nothing to draw")
)

// Options select a part of a recording and the size of its picture. The zero value is the whole
// recording, 24 cm wide.
type Options struct {
	// WidthCM and PanelCM are the width of the picture and the height of each of its panels, in cm;
	// 0 means 24 and 7. All panels are higher where a legend needs more.
	WidthCM, PanelCM float64
	// From and Until select the messages with log times from From up to, but without, Until; 0 for
	// Until means the end.
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

// has reports whether a log time is selected.
func (o Options) has(t messages.Instant) bool {
	return t >= o.From && (o.Until == 0 || t < o.Until)
}

// series returns the selected values of a topic in the order of their stamps.
func series[T any](r *record.Reader, topic string, o Options) ([]record.Sample[T], error) {
	all, err := record.Series[T](r, topic)
	if err != nil {
		return nil, err
	}
	return selectTime(all, topic, o)
}

// selectTime removes the samples outside of the selected time and sorts the others by their stamps.
func selectTime[T any](all []record.Sample[T], topic string, o Options) ([]record.Sample[T], error) {
	selected := slices.DeleteFunc(all, func(s record.Sample[T]) bool { return !o.has(s.LogTime) })
	if len(selected) == 0 {
		return nil, fmt.Errorf("%w: topic %s has no message in the selected time", ErrNothing, topic)
	}
	slices.SortStableFunc(selected, func(a, b record.Sample[T]) int { return cmp.Compare(a.Stamp.Time, b.Stamp.Time) })
	return selected, nil
}
