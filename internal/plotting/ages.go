package plotting

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
)

// Ages draws the ages of all linked inputs over time, as the health of their actors reports them.
// An input without a value has a gap. A second panel has each age as a share of the input's
// max_age: beyond 1 the input is stale.
func Ages(r *record.Reader, options Options) (*Figure, error) {
	topics, err := record.TopicsOf[messages.Health](r)
	if err != nil {
		return nil, err
	}
	var inputs inputAges
	for _, topic := range topics {
		samples, err := series[messages.Health](r, topic, options)
		if err != nil && !errors.Is(err, ErrNothing) {
			return nil, err
		}
		for i := range samples {
			inputs.add(samples[i].Stamp.Time.Seconds(), &samples[i].Value)
		}
	}
	if len(inputs.ages) == 0 {
		return nil, fmt.Errorf("%w: no topic with robo_actors.v1.Health reports an input; topics: %s", ErrNothing, allTopics(r))
	}
	panels := []Panel{{Label: "age (ms)", Lines: inputs.ages.lines()}}
	if len(inputs.shares) > 0 {
		panels = append(panels, Panel{Label: "age / largest age (1)", Lines: inputs.shares.lines(), Limits: []float64{1}})
	}
	return &Figure{Title: "ages of inputs", Panels: panels, Options: options}, nil
}

// inputAges has a line for each input, in the order in which they were first seen.
type inputAges struct{ ages, shares inputLines }

type inputLines []inputLine

type inputLine struct {
	input, from string
	Line
}

func (in *inputAges) add(at float64, h *messages.Health) {
	for _, input := range h.Inputs {
		age, share := math.NaN(), math.NaN()
		if input.Age >= 0 {
			age = float64(input.Age) / float64(time.Millisecond)
			share = float64(input.Age) / float64(input.MaxAge)
		}
		name := h.Actor + "." + input.Port
		in.ages.add(name, input.From, at, age)
		if input.MaxAge > 0 {
			in.shares.add(name, input.From, at, share)
		}
	}
}

// add appends a value to the line of an input, which is made where there is none.
func (in *inputLines) add(input, from string, at, value float64) {
	i := slices.IndexFunc(*in, func(l inputLine) bool { return l.input == input && l.from == from })
	if i < 0 {
		i = len(*in)
		*in = append(*in, inputLine{input: input, from: from, Line: Line{Gap: "without a value"}})
	}
	l := &(*in)[i]
	l.Time, l.Value = append(l.Time, at), append(l.Value, value)
}

// lines names each line after its input, and after its source too where an input has several.
func (in inputLines) lines() (out []Line) {
	sources := map[string]int{}
	for _, l := range in {
		sources[l.input]++
	}
	for _, l := range in {
		l.Name = l.input
		if sources[l.input] > 1 {
			l.Name += " from " + l.from
		}
		out = append(out, l.Line)
	}
	return out
}

func allTopics(r *record.Reader) string {
	text := ""
	for _, c := range r.Channels() {
		if text != "" {
			text += ", "
		}
		text += c.Topic
	}
	if text == "" {
		return "none"
	}
	return text
}
