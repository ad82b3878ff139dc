package actors

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/robo-actors/robo-actors/internal/usercode"
)

// changePlan is a checked change. Nothing was changed yet.
type changePlan struct {
	*assembly
	before  *roster
	removed []*cell // in the order of their starts
	cut     []joint // links that are removed
}

// prepared returns the change that Prepare returns, or the change itself.
func (c Change) prepared() (result Change, err error) {
	if c.Prepare == nil {
		return c, nil
	}
	if len(c.Remove)+len(c.Unlink)+len(c.Actors)+len(c.Links)+len(c.Groups)+len(c.Domains)+len(c.ActorResources)+len(c.FaultSites) > 0 {
		return Change{}, errors.New("the change has parts beside Prepare; expected one of them")
	}
	err = usercode.Call(func() error { result, err = c.Prepare(); return err })
	if err == nil && result.Prepare != nil {
		err = errors.New("the change that Prepare returned has a Prepare of its own; expected the parts")
	}
	return result, err
}

// planChange checks a change and makes its actors. It returns all errors at once.
func (s *System) planChange(ctx context.Context, c Change) (*changePlan, error) {
	c, err := c.prepared()
	if err != nil {
		return nil, err
	}
	p := &changePlan{before: s.roster.Load()}
	var errs []error
	for i, name := range c.Remove {
		removed, err := p.before.cellAt(name)
		if err == nil && slices.Contains(c.Remove[:i], name) {
			err = fmt.Errorf("actor %s is removed twice", name)
		}
		errs = append(errs, err)
		p.removed = append(p.removed, removed)
	}
	for i := range c.Actors {
		if slices.Contains(c.Remove, c.Actors[i].Name) {
			errs = append(errs, fmt.Errorf("actor %s is removed and added by one change; remove it by a change of its own first", c.Actors[i].Name))
		}
	}
	var unlinked []*inlet
	for _, port := range c.Unlink {
		in, err := p.before.inputAt(port)
		if err == nil && in.link.Load() == nil {
			err = fmt.Errorf("input %s has no link", port)
		}
		errs = append(errs, err)
		unlinked = append(unlinked, in)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	slices.SortStableFunc(p.removed, func(a, b *cell) int { return a.index - b.index })
	for _, j := range p.before.joints {
		if slices.Contains(unlinked, j.in) || slices.Contains(p.removed, j.in.owner) || slices.Contains(p.removed, j.out.owner) {
			p.cut = append(p.cut, j)
		}
	}
	p.assembly = s.assemble(p.before.without(p.removed, p.cut))
	p.ctx = ctx
	if err := p.build(c); err != nil {
		return nil, err
	}
	return p, nil
}

// build makes the new parts.
func (p *changePlan) build(c Change) error {
	s := p.sys
	if len(c.Remove)+len(c.Unlink)+len(c.Actors)+len(c.Links) == 0 {
		return errors.New("the change is empty; expected an actor or a link to add or to remove")
	}
	if more := len(p.next.cells) + len(c.Actors) - s.built; len(c.Actors) > 0 && more > s.room {
		return fmt.Errorf("no room for %d more actors: changes may add %d actors to this application, and %d are there; remove some first, or build the system with more room (actors.WithRoom, or app.room in its file)", len(c.Actors), s.room, more-len(c.Actors))
	}
	p.declared = append(slices.Clone(s.app.Domains), c.Domains...)
	p.add(checkDomains(p.declared))
	p.add(p.addGroups(c.Groups))
	if err := p.complete(c.Actors, c.Links, c.ActorResources); err != nil {
		return err
	}
	p.addSites(c.FaultSites)
	for _, cell := range p.cells {
		if g := cell.group; g.cell.mailbox.detached.Load() {
			p.add(fmt.Errorf("%s: its supervisor %q has stopped", cell.spec.Name, g.display()))
		}
	}
	for _, j := range p.cut {
		if _, linked := p.linked[j.in]; !linked && !slices.Contains(p.removed, j.in.owner) && !j.in.optional {
			p.add(fmt.Errorf("input %s needs its link from %s, which the change removes; link another output to it in the same change, or remove %s too", j.in.path, j.link.from, j.in.owner.spec.Name))
		}
	}
	return errors.Join(p.errs...)
}

// addSites gives new actors their sites of faults.
func (p *changePlan) addSites(sites map[string][]FaultSite) {
	for _, path := range slices.Sorted(maps.Keys(sites)) {
		i := slices.IndexFunc(p.cells, func(c *cell) bool { return c.spec.Name == path })
		if i < 0 {
			p.add(fmt.Errorf("sites of faults belong to %s, which the change does not add", path))
			continue
		}
		p.cells[i].sites = sites[path]
	}
}

// union is the roster while the change is made: the parts of before, and the new ones.
func (p *changePlan) union() *roster { return p.before.with(p.cells, p.joints) }

// isNew reports whether the change adds an actor.
func (p *changePlan) isNew(c *cell) bool { return slices.Contains(p.cells, c) }
