package plotting

import (
	"cmp"
	"math"
	"strings"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
)

// taskPanelCM is the height of a panel of Tasks where none is given: there are several, with few lines each. leastError is
// the least error that is shown: less is the last digits of encoders.
const (
	taskPanelCM = 4
	leastError  = 1e-6
)

// Tasks draws the errors of a controller's tasks over time, one panel for each unit with a logarithmic axis, and in a last
// panel the active state. The error of a task that is not active is a gap. Names of tasks with their units, as in "reach (m)",
// come from the recording, and so do those of states; without them tasks have indexes and share one panel.
func Tasks(r *record.Reader, topic string, options Options) ([]byte, error) {
	options.PanelCM = cmp.Or(options.PanelCM, taskPanelCM)
	options, err := options.withDefaults()
	if err != nil {
		return nil, err
	}
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
	return DrawPanels("errors of the tasks of "+topic, panels, options)
}

// errorPanels has a panel for each unit, in the order of the tasks. Tasks that are never active are left out.
func errorPanels(channel *record.Channel, samples []record.Sample[messages.TaskStatus]) (panels []Panel) {
	tasks := 0
	for i := range samples {
		tasks = max(tasks, len(samples[i].Value.Error))
	}
	for k, label := range elementNames(channel, "error", tasks) {
		name, unit := splitUnit(label)
		line := Line{Name: name, Breaks: true}
		active := false
		for i := range samples {
			e := math.NaN()
			if k < len(samples[i].Value.Error) {
				e = samples[i].Value.Error[k]
			}
			active = active || finite(e)
			line.Time, line.Value = append(line.Time, samples[i].Stamp.Time.Seconds()), append(line.Value, e)
		}
		if active {
			panels = addLine(panels, "error"+unit, line)
		}
	}
	return panels
}

// splitUnit takes the unit off a label such as "reach (m)". The unit keeps its blank and its brackets.
func splitUnit(label string) (name, unit string) {
	if at := strings.LastIndex(label, " ("); at > 0 && strings.HasSuffix(label, ")") {
		return label[:at], label[at:]
	}
	return label, ""
}

// addLine adds a line to the panel of its label, which is made where there is none.
func addLine(panels []Panel, label string, line Line) []Panel {
	for i := range panels {
		if panels[i].Label == label {
			panels[i].Lines = append(panels[i].Lines, line)
			return panels
		}
	}
	return append(panels, Panel{Label: label, Lines: []Line{line}, Log: leastError})
}

// statesLine has the number of the active state, as steps.
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
