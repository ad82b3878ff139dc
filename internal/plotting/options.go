package plotting

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
)

// Format is that of a picture.
type Format string

// The formats.
const (
	PNG Format = "png"
	SVG Format = "svg"
)

// What can keep a picture from being drawn.
var (
	// ErrOptions is a format or size that cannot be drawn.
	ErrOptions = errors.New("picture")
	// ErrNothing is a recording, or a part of one, without what is to be drawn.
	ErrNothing = errors.New("nothing to draw")
)

// Options say how a picture looks. The zero value is a PNG 24 cm wide at 144 dots an inch.
type Options struct {
	// Format is PNG or SVG; empty means PNG.
	Format Format
	// WidthCM and PanelCM are the width of the picture and the height of each of its panels, in cm; 0 means 24 and 7.
	WidthCM, PanelCM float64
	// DPI is the resolution of a PNG in dots an inch; 0 means 144.
	DPI int
	// From and Until select the messages with log times at or after the one and before the other; 0 for Until means the
	// end.
	From, Until messages.Instant
}

func (o Options) withDefaults() (Options, error) {
	if o.Format == "" {
		o.Format = PNG
	}
	if o.WidthCM == 0 {
		o.WidthCM = 24
	}
	if o.PanelCM == 0 {
		o.PanelCM = 7
	}
	if o.DPI == 0 {
		o.DPI = 144
	}
	switch {
	case o.Format != PNG && o.Format != SVG:
		return o, fmt.Errorf("%w: format %q is unknown; expected png or svg", ErrOptions, o.Format)
	case !(o.WidthCM >= 10 && o.WidthCM <= 100 && o.PanelCM >= 3 && o.PanelCM <= 50):
		return o, fmt.Errorf("%w: panels of %g cm x %g cm; expected 10 to 100 cm x 3 to 50 cm", ErrOptions, o.WidthCM, o.PanelCM)
	case o.DPI < 36 || o.DPI > 600:
		return o, fmt.Errorf("%w: %d dots an inch; expected 36 to 600", ErrOptions, o.DPI)
	}
	return o, nil
}

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
	count := len(all)
	selected := slices.DeleteFunc(all, func(s record.Sample[T]) bool { return !o.has(s.LogTime) })
	if len(selected) == 0 {
		return nil, fmt.Errorf("%w: topic %s has %d messages, and none in the time that is selected", ErrNothing, topic, count)
	}
	slices.SortStableFunc(selected, func(a, b record.Sample[T]) int { return cmp.Compare(a.Stamp.Time, b.Stamp.Time) })
	return selected, nil
}
