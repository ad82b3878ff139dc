package wholebody

import "github.com/robo-actors/robo-actors/actors/controllers/internal/taskspace"

// TaskLabels names the tasks in their order with the units of their errors and speeds, as in "reach
// (m)" and "reach (m/s)". A kind that is not known has no unit.
func (o *Options) TaskLabels() (errors, speeds []string) {
	for _, t := range o.Tasks {
		kind, err := taskspace.ParseKind(t.Kind)
		if err != nil {
			errors, speeds = append(errors, t.Name), append(speeds, t.Name)
			continue
		}
		errors, speeds = append(errors, t.Name+" ("+errorUnit(kind)+")"), append(speeds, t.Name+" ("+speedUnit(kind)+")")
	}
	return errors, speeds
}

// StateNames names the states of the behaviour in the order in which TaskStatus.State numbers them.
func (o *Options) StateNames() (names []string) {
	for _, s := range o.definition().States {
		names = append(names, s.Name)
	}
	return names
}
