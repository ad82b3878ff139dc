package plotting

import "fmt"

// Panel is one diagram of a picture.
type Panel struct {
	// Label is that of the vertical axis, with its unit, as in "velocity (rad/s)".
	Label string
	Lines []Line
	// Limits are values that are marked by a dashed line over all of the time.
	Limits []float64
	// Log is the least value that a logarithmic axis shows, from 1e-300 to 1e300; what is less is drawn there. 0 means a
	// linear axis.
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
	times, err := timesOf(title, panels)
	if err != nil {
		return nil, err
	}
	fig := figure{title: title, options: options, time: timeScale(times)}
	for _, panel := range panels {
		fig.diagrams = append(fig.diagrams, panel.diagram(fig.time, widestMarks*options.width()))
	}
	return fig.bytes()
}

// timesOf is the span of all lines.
func timesOf(title string, panels []Panel) (span, error) {
	times := emptySpan()
	for _, panel := range panels {
		if panel.Log != 0 && !(panel.Log >= 1/largest && panel.Log <= largest) {
			return times, fmt.Errorf("%w: panel %s has a logarithmic axis from %g; expected %g to %g", ErrOptions, panel.Label, panel.Log, 1/largest, largest)
		}
		for _, line := range panel.Lines {
			if err := checkTimes("line "+line.Name, line.Time, len(line.Value)); err != nil {
				return times, err
			}
			times = times.with(line.Time...)
		}
	}
	if times.empty() {
		return times, fmt.Errorf("%w: %s has no values", ErrNothing, title)
	}
	return times, nil
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

// diagram is the panel with its curves and its axes. room is that for names at the vertical axis, in px.
func (p Panel) diagram(time scale, room float64) *diagram {
	d := &diagram{label: shorten(p.Label)}
	var c curves
	for i, line := range p.Lines {
		one := curve{line: line.atLeast(p.Log), style: styleOf(i)}
		c = append(c, one)
		d.legend = append(d.legend, entry{name: line.Name, remark: gapsOf(line), sample: one.sample})
	}
	for _, limit := range p.Limits {
		line := Line{Time: []float64{time.low, time.high}, Value: []float64{limit, limit}}
		c = append(c, curve{line: line.atLeast(p.Log), style: limitStyle})
	}
	d.content, d.words = c, d.label+": "+namesOf(d.legend)
	switch {
	case p.Log > 0:
		d.values, d.marks = decadesOf(c.span(), p.Log), decadeMarks
	case len(p.Names) > 0:
		d.values, d.marks = stepped(c.span()), nameMarks(p.Names, room)
		d.least = float64(len(d.marks(d.values, 0))) * legendLine
	default:
		d.values, d.marks = roomy(c.span()), linearMarks
	}
	return d
}

// curves are the lines of a panel; later ones lie over earlier ones.
type curves []curve

// span is that of the finite values.
func (c curves) span() span {
	s := emptySpan()
	for i := range c {
		s = s.with(c[i].line.Value...)
	}
	return s
}

func (c curves) draw(out *canvas, f frame) {
	for i := range c {
		c[i].draw(out, f)
	}
}
