package actors

// part is what one thread of a system in real time owns: a domain with its actors, an event-driven
// actor, or a supervisor.
type part struct {
	domain *domain
	cells  []*cell // the actors, in the order of their starts; none of a supervisor
	group  *group
}

// cell returns a cell whose thread owns the part.
func (p *part) cell() *cell {
	if p.group != nil {
		return p.group.cell
	}
	return p.cells[0]
}

// owns reports whether the actor belongs to the part.
func (p *part) owns(c *cell) bool { return p.group == nil && p.cells[0].thread() == c.thread() }

// thread identifies what runs the actor: its domain, or a goroutine of its own.
func (c *cell) thread() any {
	if c.domain != nil {
		return c.domain
	}
	return c
}

// parts lists the parts of the system, supervisors last.
func (s *System) parts() (all []*part) {
next:
	for _, c := range s.cells() {
		for _, p := range all {
			if p.owns(c) {
				p.cells = append(p.cells, c)
				continue next
			}
		}
		all = append(all, &part{domain: c.domain, cells: []*cell{c}})
	}
	for _, g := range s.groups {
		all = append(all, &part{group: g})
	}
	return all
}
