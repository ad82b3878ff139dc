package plotting

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
)

// Joints draws the positions, velocities and efforts of a topic with joint states, joint commands,
// drive states, drive commands, snapshots or virtual states over the times of their stamps. Each
// unit has a panel of its own: degrees, mm and so on. Quantities without values, and those that are
// never commanded, have no panel. Names, if not nil, selects joints.
func Joints(r *record.Reader, topic string, names []string, options Options) (*Figure, error) {
	channel, err := r.Channel(topic)
	if err != nil {
		return nil, err
	}
	read, ok := jointReaders[channel.Schema.Name]
	if !ok {
		return nil, fmt.Errorf("%w: topic %s carries %s, not the values of joints; topics with joints: %s", ErrNothing, topic, channel.Schema.Name, JointTopics(r))
	}
	moments, err := read(r, topic, options)
	if err != nil {
		return nil, err
	}
	var panels []Panel
	for i := range quantities {
		more, err := jointPanels(channel, moments, i, names)
		if err != nil {
			return nil, err
		}
		panels = append(panels, more...)
	}
	return &Figure{Title: topic, Panels: panels, Options: options}, nil
}

// jointPanels returns the panels of one quantity, one for each unit.
func jointPanels(channel *record.Channel, moments []moment, quantity int, names []string) (panels []Panel, err error) {
	q := quantities[quantity]
	lines := jointLines(channel, q.field, moments, quantity)
	units := channel.ElementUnits(q.field, len(lines))
	for i := range lines {
		unit := q.unit
		if units != nil {
			unit = units[i]
		}
		factor, unit := display(unit)
		for k := range lines[i].Value {
			lines[i].Value[k] *= factor
		}
		label := q.field + " " + inBrackets(unit)
		at := slices.IndexFunc(panels, func(p Panel) bool { return p.Label == label })
		if at < 0 {
			at, panels = len(panels), append(panels, Panel{Label: label})
		}
		panels[at].Lines = append(panels[at].Lines, lines[i])
	}
	if names == nil {
		return panels, nil
	}
	if _, err := selectNamed(lines, func(l Line) string { return l.Name }, names); err != nil {
		return nil, err
	}
	for i := range panels {
		panels[i].Lines = slices.DeleteFunc(panels[i].Lines, func(l Line) bool { return !slices.Contains(names, l.Name) })
	}
	return slices.DeleteFunc(panels, func(p Panel) bool { return len(p.Lines) == 0 }), nil
}

// selectNamed returns the elements with the given names in the order of all; nil selects all.
func selectNamed[T any](all []T, name func(T) string, names []string) ([]T, error) {
	if names == nil || len(all) == 0 {
		return all, nil
	}
	known := make([]string, len(all))
	for i := range all {
		known[i] = name(all[i])
	}
	for _, n := range names {
		if !slices.Contains(known, n) {
			return nil, fmt.Errorf("%w: unknown joint %q; expected one of %s", ErrNothing, n, strings.Join(known, ", "))
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(t T) bool { return !slices.Contains(names, name(t)) }), nil
}

// quantities are the lists of a moment in order, with their units where the recording has none.
var quantities = [3]struct{ field, unit string }{
	{"position", "rad or m"}, {"velocity", "rad/s or m/s"}, {"effort", "N m or N"},
}

// moment holds the values of a message at one time.
type moment struct {
	time   float64 // s
	values [3][]float64
}

type jointReader func(r *record.Reader, topic string, o Options) ([]moment, error)

// jointReaders has the message types with joints, by their names.
var jointReaders = map[string]jointReader{
	"robo_actors.v1.JointState": moments(func(v *messages.JointState) [3][]float64 { return [3][]float64{v.Position, v.Velocity, v.Effort} }),
	"robo_actors.v1.JointCommand": commands(func(v *messages.JointCommand) ([]messages.ControlMode, [3][]float64) {
		return v.Control, [3][]float64{v.Position, v.Velocity, v.Effort}
	}),
	"robo_actors.v1.DriveState": moments(func(v *messages.DriveState) [3][]float64 { return [3][]float64{v.Position, v.Velocity, v.Effort} }),
	"robo_actors.v1.DriveCommand": commands(func(v *messages.DriveCommand) ([]messages.ControlMode, [3][]float64) {
		return v.Control, [3][]float64{v.Position, v.Velocity, v.Effort}
	}),
	"robo_actors.v1.Snapshot":     moments(func(v *messages.Snapshot) [3][]float64 { return [3][]float64{v.Position, v.Velocity, v.Effort} }),
	"robo_actors.v1.VirtualState": moments(func(v *messages.VirtualState) [3][]float64 { return [3][]float64{v.Position, v.Velocity} }),
}

func moments[T any](of func(*T) [3][]float64) jointReader {
	return func(r *record.Reader, topic string, o Options) ([]moment, error) {
		samples, err := series[T](r, topic, o)
		if err != nil {
			return nil, err
		}
		out := make([]moment, 0, len(samples))
		for i := range samples {
			out = append(out, moment{samples[i].Stamp.Time.Seconds(), of(&samples[i].Value)})
		}
		return out, nil
	}
}

// commands leaves out the quantities that no joint is ever commanded: their values have no meaning.
func commands[T any](of func(*T) ([]messages.ControlMode, [3][]float64)) jointReader {
	return func(r *record.Reader, topic string, o Options) ([]moment, error) {
		var ever messages.ControlMode
		known := false
		all, err := moments(func(v *T) [3][]float64 {
			control, values := of(v)
			for _, c := range control {
				ever, known = ever|c, true
			}
			return values
		})(r, topic, o)
		for i, q := range messages.ControlQuantities() {
			for k := range all {
				if known && !ever.Has(q) {
					all[k].values[i] = nil
				}
			}
		}
		return all, err
	}
}

// JointTopics lists the topics that Joints can draw, or returns "none".
func JointTopics(r *record.Reader) string {
	var topics []string
	for _, c := range r.Channels() {
		if _, ok := jointReaders[c.Schema.Name]; ok {
			topics = append(topics, c.Topic)
		}
	}
	if len(topics) == 0 {
		return "none"
	}
	return strings.Join(topics, ", ")
}

// jointLines returns a line for each element of one quantity. A message with fewer elements leaves
// a gap.
func jointLines(channel *record.Channel, field string, moments []moment, quantity int) []Line {
	elements := 0
	for _, m := range moments {
		elements = max(elements, len(m.values[quantity]))
	}
	names := elementNames(channel, field, elements)
	lines := make([]Line, elements)
	for i := range lines {
		lines[i].Name = names[i]
		for _, m := range moments {
			value := math.NaN()
			if i < len(m.values[quantity]) {
				value = m.values[quantity][i]
			}
			lines[i].Time, lines[i].Value = append(lines[i].Time, m.time), append(lines[i].Value, value)
		}
	}
	return lines
}

// elementNames returns the names of the elements of a list, or their indexes from 0.
func elementNames(channel *record.Channel, field string, elements int) []string {
	if names := channel.ElementNames(field, elements); names != nil {
		return names
	}
	names := make([]string, elements)
	for i := range names {
		names[i] = "[" + strconv.Itoa(i) + "]"
	}
	return names
}
