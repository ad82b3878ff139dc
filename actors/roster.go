package actors

import (
	"fmt"
	"slices"
	"strings"
)

// roster lists what an application consists of. A change replaces the roster of a running system as
// a whole, so that any goroutine may read it.
type roster struct {
	cells  []*cell // in the order of their starts
	byName map[string]*cell
	joints []joint
}

// joint is a link with the two ports that it joins.
type joint struct {
	link *link
	out  *outlet
	in   *inlet
}

// without returns a copy of the roster that lacks some actors and links.
func (r *roster) without(cells []*cell, joints []joint) *roster {
	next := &roster{byName: make(map[string]*cell, len(r.cells))}
	for _, c := range r.cells {
		if !slices.Contains(cells, c) {
			next.cells = append(next.cells, c)
			next.byName[c.spec.Name] = c
		}
	}
	for _, j := range r.joints {
		if !slices.Contains(joints, j) {
			next.joints = append(next.joints, j)
		}
	}
	return next
}

// with returns a copy of the roster that has more actors and links.
func (r *roster) with(cells []*cell, joints []joint) *roster {
	next := r.without(nil, nil)
	next.cells = append(next.cells, cells...)
	next.joints = append(next.joints, joints...)
	for _, c := range cells {
		next.byName[c.spec.Name] = c
	}
	return next
}

func (s *System) cells() []*cell { return s.roster.Load().cells }

// links returns every link, in the order of the application.
func (s *System) links() []*link {
	joints := s.roster.Load().joints
	all := make([]*link, len(joints))
	for i, j := range joints {
		all[i] = j.link
	}
	return all
}

// named returns the actor of that name, nil without one.
func (s *System) named(name string) *cell { return s.roster.Load().byName[name] }

func (s *System) cellAt(name string) (*cell, error) { return s.roster.Load().cellAt(name) }

func (r *roster) cellAt(name string) (*cell, error) {
	if c, ok := r.byName[name]; ok {
		return c, nil
	}
	return nil, r.unknownActor(name)
}

func (r *roster) unknownActor(name string) error {
	names := make([]string, len(r.cells))
	for i, c := range r.cells {
		names[i] = c.spec.Name
	}
	return unknown("actor", name, names)
}

func (r *roster) outputAt(port string) (*outlet, error) {
	c, name, err := r.portOwner(port)
	if err != nil {
		return nil, err
	}
	if out, ok := c.output(name); ok {
		return out, nil
	}
	var names []string
	for _, out := range c.outputs {
		names = append(names, c.spec.Name+"."+out.name)
	}
	return nil, unknown("output", port, names)
}

func (r *roster) inputAt(port string) (*inlet, error) {
	c, name, err := r.portOwner(port)
	if err != nil {
		return nil, err
	}
	if in, ok := c.input(name); ok {
		return in, nil
	}
	var names []string
	for _, in := range c.inputs {
		names = append(names, c.spec.Name+"."+in.name)
	}
	return nil, unknown("input", port, names)
}

func (r *roster) portOwner(port string) (*cell, string, error) {
	dot := strings.LastIndexByte(port, '.')
	if dot <= 0 || dot == len(port)-1 {
		return nil, "", fmt.Errorf("port %q must be written \"world/actor.port\"", port)
	}
	c, err := r.cellAt(port[:dot])
	return c, port[dot+1:], err
}
