package worlds

import (
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/worlds/kinematics"
)

// NewManipulator returns a manipulator of the world's rigid-body model. The world fills in the
// limits of position, narrowed by joints that mimic those of the manipulator, and the mimic
// relations; limits and followers of the spec are not used. The error names every problem of the
// spec.
func (w *World) NewManipulator(spec kinematics.Spec) (*kinematics.Manipulator, error) {
	model, err := w.Model()
	if err != nil {
		return nil, fmt.Errorf("world %q: %w", w.Name(), err)
	}
	spec.Followers, spec.Lower, spec.Upper = w.reduction.followers, nil, nil
	free, err := kinematics.New(model, spec)
	if err != nil {
		return nil, fmt.Errorf("world %q: %w", w.Name(), err)
	}
	limits := map[int]Limit{} // by places in the position vector
	narrowed := w.reduction.Limits()
	for _, at := range w.slots {
		limits[at.Position] = narrowed[at.Velocity]
	}
	for _, position := range free.Positions() {
		limit := limits[position]
		spec.Lower, spec.Upper = append(spec.Lower, limit.Lower), append(spec.Upper, limit.Upper)
	}
	m, err := kinematics.New(model, spec)
	if err != nil {
		return nil, fmt.Errorf("world %q: %w", w.Name(), err)
	}
	return m, nil
}

// Manipulator returns the manipulator of that name that the description declares. The error lists
// the known names.
func (w *World) Manipulator(name string) (*kinematics.Manipulator, error) {
	declared := w.description.Manipulators
	i := slices.IndexFunc(declared, func(m Manipulator) bool { return m.Name == name })
	if i < 0 {
		known := make([]string, len(declared))
		for k := range declared {
			known[k] = declared[k].Name
		}
		return nil, &UnknownNameError{World: w.Name(), Kind: "manipulator", Name: name, Known: known}
	}
	m := &declared[i]
	return w.NewManipulator(kinematics.Spec{Name: m.Name, Base: m.Base, Tip: m.Tip, Tool: m.Tool})
}
