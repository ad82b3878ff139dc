package actors

import (
	"fmt"
	"maps"
	"slices"
)

// Orphans describes what the system holds for actors and links that it does not have any more:
// members of supervisors and domains, ends of links, watchers, recordings, faults, threads. A
// change leaves none behind. Tests call it between two changes; in virtual time only the goroutine
// that advances the system may call it.
func (s *System) Orphans() (found []string) {
	o := &orphans{roster: s.roster.Load()}
	for _, c := range o.roster.cells {
		o.links(c)
		for _, w := range c.watchers.Load() {
			o.owned(w, "watcher of "+c.spec.Name)
		}
		o.expect(slices.Contains(c.group.children.Load(), c), "%s is unknown to its supervisor", c.spec.Name)
	}
	for _, g := range s.groups {
		o.expect(!g.added || len(g.children.Load())+len(g.groups.Load()) > 0, "supervisor %s has no actor", g.display())
		for _, c := range g.children.Load() {
			o.owned(c, "actor of supervisor "+g.display())
		}
	}
	o.expect(len(s.groupNames) == len(s.groups), "%d supervisors have %d names", len(s.groups), len(s.groupNames))
	for _, d := range s.domains {
		o.expect(!d.added || len(d.members.Load()) > 0, "domain %s has no actor", d.spec.Name)
		for _, c := range d.members.Load() {
			o.owned(c, "actor of domain "+d.spec.Name)
		}
	}
	for _, t := range s.taps.Load() {
		o.owned(t.outlet.owner, "recorded output "+t.outlet.path)
	}
	for _, world := range slices.Sorted(maps.Keys(s.places)) {
		here := func(c *cell) bool { return c.spec.World == world }
		o.expect(slices.Contains(s.app.Worlds, world) || slices.ContainsFunc(o.roster.cells, here), "world %s has no actor", world)
	}
	o.faults(s)
	o.threads(s)
	return o.found
}

// orphans collects descriptions.
type orphans struct {
	roster *roster
	found  []string
}

func (o *orphans) expect(holds bool, format string, arguments ...any) {
	if !holds {
		o.found = append(o.found, fmt.Sprintf(format, arguments...))
	}
}

// owned expects that the system has an actor.
func (o *orphans) owned(c *cell, what string) {
	o.expect(o.roster.byName[c.spec.Name] == c, "%s: %s is gone", what, c.spec.Name)
}

// links expects that both ends of the links of an actor know each other.
func (o *orphans) links(c *cell) {
	known := func(l *link) bool {
		return slices.ContainsFunc(o.roster.joints, func(j joint) bool { return j.link == l })
	}
	for _, out := range c.outputs {
		for _, l := range out.sinks.Load() {
			o.expect(known(l), "output %s: its link %s is gone", out.path, l.name())
		}
	}
	for _, in := range c.inputs {
		if l := in.link.Load(); l != nil {
			o.expect(known(l), "input %s: its link %s is gone", in.path, l.name())
		}
	}
}

// faults expects that injected faults have a target.
func (o *orphans) faults(s *System) {
	targets := map[string]bool{}
	for _, c := range o.roster.cells {
		targets[c.spec.Name] = true
	}
	for _, j := range o.roster.joints {
		targets[j.link.name()] = true
	}
	for _, site := range s.faultSitesNow() {
		for _, target := range site.FaultTargets() {
			targets[target] = true
		}
	}
	s.injected.Lock()
	defer s.injected.Unlock()
	for _, f := range s.injected.active {
		known := targets[f.target] || f.target == string(SeamProcess) || f.over != nil && f.over()
		o.expect(known, "fault %q: %s is gone", f.text, f.target)
	}
}

// threads expects that every thread of real time has an actor.
func (o *orphans) threads(s *System) {
	r, real := s.clock.(*realClock)
	if !real {
		return
	}
	o.expect(len(r.threads.Load()) == len(s.domains), "%d domains have %d threads", len(s.domains), len(r.threads.Load()))
	for _, w := range r.workers.Load() {
		c := w.mailbox.cell
		group := slices.ContainsFunc(s.groups, func(g *group) bool { return g.cell == c })
		o.expect(group || o.roster.byName[c.spec.Name] == c, "a goroutine of %s, which is gone", c.spec.Name)
	}
}
