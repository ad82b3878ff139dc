package actors

import (
	"fmt"
	"strings"
)

// roster lists what an application consists of. A change replaces the roster of a running system as
// a whole, so that any goroutine may read it.
type roster struct {
	cells  []*cell // in the order of their starts
	byName map[string]*cell
	links  []*link
}

// with returns a roster that has more actors and links, and lacks some of the old ones.
func (r *roster) with(cells []*cell, links []*link, lacks func(*cell) bool, cut func(*link) bool) *roster {
	next := &roster{byName: make(map[string]*cell, len(r.cells)+len(cells))}
	for _, c := range r.cells {
		if !lacks(c) {
			next.cells = append(next.cells, c)
		}
	}
	for _, l := range r.links {
		if !cut(l) {
			next.links = append(next.links, l)
		}
	}
	next.cells = append(next.cells, cells...)
	next.links = append(next.links, links...)
	for _, c := range next.cells {
		next.byName[c.spec.Name] = c
	}
	return next
}

func (s *System) cells() []*cell { return s.roster.Load().cells }
func (s *System) links() []*link { return s.roster.Load().links }

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
