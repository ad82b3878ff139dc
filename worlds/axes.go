package worlds

import (
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/messages"
)

// Axis is a joint of one degree of freedom.
type Axis struct {
	Name               string
	Joint              int // in the world
	Position, Velocity int // places in the vectors of the world
}

// Axis returns the joint of one degree of freedom that an option names. An error is an
// *[messages.OptionError] at the option: the joint is unknown or of another type.
func (w *World) Axis(option, name string) (Axis, error) {
	j, err := w.JointIndex(name)
	if err != nil {
		return Axis{}, messages.InOption(option, err)
	}
	at := w.slots[j]
	if at.PositionLength != 1 || at.VelocityLength != 1 {
		return Axis{}, &messages.OptionError{Path: option, Err: fmt.Errorf("joint %q is %s", name, at.Type), Expected: "a joint of one degree of freedom"}
	}
	return Axis{Name: name, Joint: j, Position: at.Position, Velocity: at.Velocity}, nil
}

// Axes is Axis for an option that lists joints, each once.
func (w *World) Axes(option string, names []string) ([]Axis, error) {
	axes := make([]Axis, len(names))
	for i, name := range names {
		entry := fmt.Sprintf("%s[%d]", option, i)
		axis, err := w.Axis(entry, name)
		if err != nil {
			return nil, err
		}
		if slices.Contains(names[:i], name) {
			return nil, &messages.OptionError{Path: entry, Err: fmt.Errorf("joint %q is listed twice", name), Expected: "every joint once"}
		}
		axes[i] = axis
	}
	return axes, nil
}
