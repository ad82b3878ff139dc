package wholebody

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// excludeAxes marks the axes of the option unmoved. Only virtual joints have such axes: a driven
// joint that does not move belongs in no joint group.
func (a *axes) excludeAxes(names []string) error {
	a.unmoved = make([]bool, a.n)
	var known []string
	for i, virtual := range a.virtual {
		if virtual {
			known = append(known, a.names[i])
			a.unmoved[i] = slices.Contains(names, a.names[i])
		}
	}
	var errs []error
	for i, name := range names {
		if !slices.Contains(known, name) {
			errs = append(errs, &messages.OptionError{
				Path: fmt.Sprintf("unmoved[%d]", i), Unknown: name, Known: known,
				Err: fmt.Errorf("%q is not an axis of a virtual joint", name),
			})
		}
	}
	return errors.Join(errs...)
}

// excludeTarget marks the axes of the joint that tasks of this controller realise.
func (a *axes) excludeTarget(w *worlds.World, joint string) {
	j, err := w.JointIndex(joint)
	if err != nil {
		return
	}
	slot := w.Slot(j)
	for i := range slot.VelocityLength {
		a.unmoved[slot.Velocity+i] = true
	}
}

// ExcludesAxis reports whether the option unmoved names an axis of a joint.
func (a *Actor) ExcludesAxis(joint string) bool {
	return slices.ContainsFunc(a.Unmoved, func(axis string) bool {
		return axis == joint || strings.HasPrefix(axis, joint+"/")
	})
}

// SendsControlMode returns velocity for virtual joints. For driven ones it returns effort or
// velocity: what option output says, or what all of them take.
func (a *Actor) SendsControlMode(w *worlds.World, to worlds.JointRole) messages.ControlMode {
	if to == worlds.Virtual {
		return messages.ControlVelocity
	}
	switch velocities, err := outputOf(w, a.Output); {
	case err != nil:
		return messages.ControlNone // reported by Configure
	case velocities:
		return messages.ControlVelocity
	}
	return messages.ControlEffort
}
