package behavior

import (
	"fmt"
	"math"
	"strings"
)

// missing reports what else the transitions of the active states that wait for an event wait for.
func (m *Machine) missing(s *Status, event int, in *Input) string {
	var all []string
	for i := s.State; i >= 0; i = m.states[i].parent {
		for k := range m.states[i].own {
			if t := &m.states[i].own[k]; t.event == event {
				all = append(all, strings.Join(m.wants(s, i, t, in), " and "))
			}
		}
	}
	return strings.Join(all, ", or for ")
}

// wants reports what a transition of state i waits for beside its event.
func (m *Machine) wants(s *Status, i int, t *transition, in *Input) (all []string) {
	if since := in.Now - s.Entered[m.states[i].depth]; since < t.after {
		all = append(all, fmt.Sprintf("state %q to be active for %v (%v so far)", m.StateName(i), t.after, since))
	}
	for _, c := range t.when {
		condition := &m.conditions[c]
		value := "not known"
		if condition.Term < len(in.Values) && !math.IsNaN(in.Values[condition.Term]) {
			value = strings.TrimSpace(fmt.Sprintf("%.6g %s", in.Values[condition.Term], m.terms[condition.Term].Unit))
		}
		switch {
		case s.Since[c] == Never:
			all = append(all, fmt.Sprintf("%q (%s)", condition.Text, value))
		case in.Now-s.Since[c] < condition.For:
			all = append(all, fmt.Sprintf("%q (held for %v)", condition.Text, in.Now-s.Since[c]))
		}
	}
	return all
}
