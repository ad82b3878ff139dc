package plotting

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
)

// Joints draws the positions, velocities and efforts of a topic with joint states, joint commands, drive states, drive
// commands, snapshots or virtual states, over the times of their stamps. A quantity of which every value is missing has
// no panel, nor one that no joint is ever commanded.
func Joints(r *record.Reader, topic string, options Options) ([]byte, error) {
	options, err := options.withDefaults()
	if err != nil {
		return nil, err
	}
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
	for i, quantity := range quantities {
		if p := (Panel{Label: quantity.label, Lines: jointLines(channel, quantity.field, moments, i)}); len(p.Lines) > 0 {
			panels = append(panels, p)
		}
	}
	return DrawPanels(topic, panels, options)
}

// quantities are the lists of a moment, in order.
var quantities = [3]struct{ field, label string }{
	{"position", "position (rad or m)"}, {"velocity", "velocity (rad/s or m/s)"}, {"effort", "effort (N m or N)"},
}

// moment is what a message says of its joints at one time.
type moment struct {
	time   float64 // s
	values [3][]float64
}

type jointReader func(r *record.Reader, topic string, o Options) ([]moment, error)

// jointReaders has the types that can be drawn, by the name of their message.
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

// commands leaves out the quantities that no joint is ever commanded: what stands in their place, zeros mostly, means nothing.
func commands[T any](of func(*T) ([]messages.ControlMode, [3][]float64)) jointReader {
	return func(r *record.Reader, topic string, o Options) ([]moment, error) {
		var ever messages.ControlMode
		told := false
		all, err := moments(func(v *T) [3][]float64 {
			control, values := of(v)
			for _, c := range control {
				ever, told = ever|c, true
			}
			return values
		})(r, topic, o)
		for i, q := range [...]messages.ControlMode{messages.ControlPosition, messages.ControlVelocity, messages.ControlEffort} {
			for k := range all {
				if told && !ever.Has(q) {
					all[k].values[i] = nil
				}
			}
		}
		return all, err
	}
}

// JointTopics lists the topics that Joints can draw, "none" where there is none.
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

// jointLines gives a line for each element of one quantity. A message with fewer elements leaves a gap.
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
