package plotting

import (
	"cmp"
	"math"
	"strings"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
)

// taskPanelCM is the default height of a panel of Tasks. leastError is the least error that is
// drawn, in mm or degrees: smaller ones are within the resolution of encoders.
const (
	taskPanelCM = 4.5
	leastError  = 1e-4
)

// Tasks draws the errors of a controller's tasks over time, one panel with a logarithmic axis for
// each unit, and the active state in a last panel. An inactive task has a gap. The recording has
// the names of tasks with their units, as in "reach (m)", and of states; without names tasks have
// indexes and share one panel.
func Tasks(r *record.Reader, topic string, options Options) (*Figure, error) {
	options.PanelCM = cmp.Or(options.PanelCM, taskPanelCM)
	channel, err := r.Channel(topic)
	if err != nil {
		return nil, suggest[messages.TaskStatus](r, err)
	}
	samples, err := series[messages.TaskStatus](r, topic, options)
	if err != nil {
		return nil, suggest[messages.TaskStatus](r, err)
	}
	panels := errorPanels(channel, samples)
	panels = append(panels, Panel{Label: "state", Lines: []Line{statesLine(samples)}, Names: channel.ValueNames("state")})
	return &Figure{Title: "errors of the tasks of " + topic, Panels: panels, Options: options}, nil
}

// errorPanels returns a panel for each unit, in the order of the tasks, without tasks that are
// never active.
func errorPanels(channel *record.Channel, samples []record.Sample[messages.TaskStatus]) (panels []Panel) {
	tasks := 0
	for i := range samples {
		tasks = max(tasks, len(samples[i].Value.Error))
	}
	for k, label := range elementNames(channel, "error", tasks) {
		name, unit := splitUnit(label)
		factor, unit := display(unit)
		line := Line{Name: name, Breaks: true}
		active := false
		for i := range samples {
			e := math.NaN()
			if k < len(samples[i].Value.Error) {
				e = factor * samples[i].Value.Error[k]
			}
			active = active || finite(e)
			line.Time, line.Value = append(line.Time, samples[i].Stamp.Time.Seconds()), append(line.Value, e)
		}
		if active {
			panels = addLine(panels, strings.TrimSpace("error "+inBrackets(unit)), line)
		}
	}
	return panels
}

// splitUnit splits a label such as "reach (m)" into the name and the unit, which may be empty.
func splitUnit(label string) (name, unit string) {
	if at := strings.LastIndex(label, " ("); at > 0 && strings.HasSuffix(label, ")") {
		return label[:at], label[at+2 : len(label)-1]
	}
	return label, ""
}

// addLine adds a line to the panel with a label, or adds that panel.
func addLine(panels []Panel, label string, line Line) []Panel {
	for i := range panels {
		if panels[i].Label == label {
			panels[i].Lines = append(panels[i].Lines, line)
			return panels
		}
	}
	return append(panels, Panel{Label: label, Lines: []Line{line}, Log: leastError})
}

// statesLine returns the number of the active state as steps.
func statesLine(samples []record.Sample[messages.TaskStatus]) Line {
	line := Line{Name: "active state"}
	for i := range samples {
		at, state := samples[i].Stamp.Time.Seconds(), float64(samples[i].Value.State)
		if n := len(line.Value); n > 0 && line.Value[n-1] != state {
			line.Time, line.Value = append(line.Time, at), append(line.Value, line.Value[n-1])
		}
		line.Time, line.Value = append(line.Time, at), append(line.Value, state)
	}
	return line
}
