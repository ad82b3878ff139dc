package actors

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sort"
	"strings"

	"github.com/robo-actors/robo-actors/actors/internal/random"
	"github.com/robo-actors/robo-actors/internal/protoactor"
	"github.com/robo-actors/robo-actors/internal/usercode"
	"github.com/robo-actors/robo-actors/messages"
)

// assembly collects and checks the parts of an application: all of them for New, the new ones for a
// Change. A running system does not see them before they are complete.
type assembly struct {
	sys      *System
	next     *roster      // the application with the new parts
	declared []DomainSpec // that actors may name
	domains  []*domain
	groups   []*group // parents first
	cells    []*cell
	joints   []joint
	linked   map[*inlet]string // inputs with a link, and where it comes from
	owners   map[any]string    // of the actors' structs
	ctx      context.Context   // ends the work before the next actor
	errs     []error
}

// assemble begins an assembly that adds to an application.
func (s *System) assemble(to *roster) *assembly {
	a := &assembly{sys: s, ctx: context.Background(), declared: s.app.Domains, next: to, linked: map[*inlet]string{}, owners: map[any]string{}}
	for _, j := range to.joints {
		a.linked[j.in] = j.link.from
	}
	return a
}

func (a *assembly) add(err error) {
	if err != nil {
		a.errs = append(a.errs, err)
	}
}

// complete makes actors and links. It returns all errors at once.
func (a *assembly) complete(actors []Spec, links []Link, resources map[string][]any) error {
	for i := range actors {
		a.add(a.addActor(actors[i], resources[actors[i].Name]))
	}
	if len(a.errs) > 0 {
		return errors.Join(a.errs...)
	}
	for _, c := range a.cells {
		if err := a.ctx.Err(); err != nil {
			return err
		}
		a.add(a.makeActor(c))
	}
	if len(a.errs) > 0 {
		return errors.Join(a.errs...)
	}
	failed := map[string]bool{} // inputs whose links were rejected: one error is enough
	for _, l := range links {
		if err := a.join(l); err != nil {
			failed[l.To] = true
			a.add(&LinkError{From: l.From, To: l.To, Err: err})
		}
	}
	for _, c := range a.cells {
		a.add(a.finish(c, failed))
	}
	return errors.Join(a.errs...)
}

// addGroups makes supervisors below known ones.
func (a *assembly) addGroups(groups []Group) error {
	declared := map[string]Group{}
	for _, g := range groups {
		if _, twice := declared[g.Name]; twice || g.Name == "" || a.sys.groupNames[g.Name] != nil {
			return fmt.Errorf("supervisor %q is declared twice or has no name", g.Name)
		}
		declared[g.Name] = g
	}
	for _, g := range groups {
		if err := a.addDeclared(declared, g.Name, nil); err != nil {
			return err
		}
	}
	return nil
}

func (a *assembly) addDeclared(declared map[string]Group, name string, path []string) error {
	if a.group(name) != nil {
		return nil
	}
	if slices.Contains(path, name) {
		return fmt.Errorf("supervisors %s are each other's parents", strings.Join(append(path, name), " -> "))
	}
	g, ok := declared[name]
	if !ok {
		return fmt.Errorf("supervisor %q is the parent of %q but is not declared; known: %s", name, path[len(path)-1], strings.Join(slices.Sorted(maps.Keys(declared)), ", "))
	}
	if err := a.addDeclared(declared, g.Parent, append(path, name)); err != nil {
		return err
	}
	a.addGroup(name, a.group(g.Parent), g.Policy)
	return nil
}

func (a *assembly) addGroup(name string, parent *group, policy Policy) *group {
	if policy == nil {
		policy = defaultPolicy()
	}
	s := a.sys
	g := &group{name: name, parent: parent, policy: policy, random: random.Stream(s.seed, "supervisor/"+name), began: make(chan struct{}), ended: make(chan struct{})}
	g.cell = &cell{sys: s, group: g, node: &protoactor.Node{}, spec: Spec{Name: "supervisor/" + g.display()}}
	g.cell.mailbox = newMailbox(g.cell, g, 1)
	a.groups = append(a.groups, g)
	return g
}

// group returns a supervisor by its name, nil without one.
func (a *assembly) group(name string) *group {
	for _, g := range a.groups {
		if g.name == name {
			return g
		}
	}
	return a.sys.groupNames[name]
}

// knownGroups lists the names of the supervisors.
func (a *assembly) knownGroups() string {
	names := slices.Collect(maps.Keys(a.sys.groupNames))
	for _, g := range a.groups {
		names = append(names, g.name)
	}
	names = slices.DeleteFunc(names, func(name string) bool { return name == "" })
	slices.Sort(names)
	return cmp.Or(strings.Join(slices.Compact(names), ", "), "none")
}

// addActor places a new actor below its supervisor and in its domain.
func (a *assembly) addActor(spec Spec, resources []any) error {
	if err := validName(spec.Name); err != nil {
		return err
	}
	if a.next.byName[spec.Name] != nil {
		return fmt.Errorf("two actors are named %s", spec.Name)
	}
	if err := spec.check(); err != nil {
		return fmt.Errorf("%s %w", spec.Name, err)
	}
	if spec.World == "" {
		spec.World, _, _ = strings.Cut(spec.Name, "/")
	}
	s := a.sys
	c := &cell{sys: s, spec: spec, resources: resources, node: &protoactor.Node{}, limit: spec.stepLimit(), index: s.made, place: s.placeOf(spec.World),
		started: make(chan struct{}), ended: make(chan struct{})}
	s.made++
	c.mailbox = newMailbox(c, c, spec.Queue)
	c.grid.next = messages.Instant(spec.Offset)
	if c.group = a.group(spec.Group); spec.Group != "" && c.group == nil {
		return fmt.Errorf("%s names the supervisor %q, which is not declared; known: %s", spec.Name, spec.Group, a.knownGroups())
	}
	if spec.Group == "" {
		if c.group = a.group(spec.World); c.group == nil {
			c.group = a.addGroup(spec.World, a.group(""), nil)
		}
	}
	if spec.Period > 0 {
		if err := a.enterDomain(c); err != nil {
			return err
		}
	}
	a.cells = append(a.cells, c)
	a.next.cells = append(a.next.cells, c)
	a.next.byName[spec.Name] = c
	return nil
}

// enterDomain gives an actor its domain, which its first member makes.
func (a *assembly) enterDomain(c *cell) error {
	name := cmp.Or(c.spec.Domain, DefaultDomain)
	named := func(d *domain) bool { return d.spec.Name == name }
	for _, all := range [][]*domain{a.sys.domains, a.domains} {
		if i := slices.IndexFunc(all, named); i >= 0 {
			c.domain = all[i]
			return nil
		}
	}
	d := &domain{spec: DomainSpec{Name: name}}
	i := slices.IndexFunc(a.declared, func(spec DomainSpec) bool { return spec.Name == name })
	switch {
	case i >= 0:
		d.spec = a.declared[i]
	case name != DefaultDomain:
		var known []string
		for _, spec := range a.declared {
			known = append(known, spec.Name)
		}
		return fmt.Errorf("%s: %w", c.spec.Name, unknown("domain", name, append(known, DefaultDomain)))
	}
	c.domain = d
	a.domains = append(a.domains, d)
	return nil
}

// makeActor makes the first incarnation of an actor, which has its ports.
func (a *assembly) makeActor(c *cell) error {
	var made any
	err := usercode.CallWithin(c.spec.startLimit(), func() (err error) {
		made, err = c.make(1)
		return err
	})
	if err == nil {
		c.probe = made
	} else if errors.Is(err, usercode.ErrBlocks) || errors.Is(err, usercode.ErrGoexit) {
		return errorOf(c.spec.Name, fmt.Errorf("%s could not be made: New or Configure: %w", c.spec.Name, err))
	}
	if stack := usercode.StackOf(err); stack != "" {
		err = fmt.Errorf("%s could not be made: %w\n%s", c.spec.Name, err, stack)
	}
	return errors.Join(errorOf(c.spec.Name, err), a.shared(c))
}

// shared returns an error if the New of an actor returned the struct of another actor: both would
// hold the ports of the latter. Structs without fields may share an address.
func (a *assembly) shared(c *cell) error {
	if c.probe == nil || reflect.TypeOf(c.probe).Elem().Size() == 0 {
		return nil
	}
	if first, is := a.owners[c.probe]; is {
		return fmt.Errorf("%s and %s share one struct: New must return a new one at every call, as in return &%s{}", first, c.spec.Name, reflect.TypeOf(c.probe).Elem().Name())
	}
	a.owners[c.probe] = c.spec.Name
	return nil
}

func (a *assembly) join(l Link) error {
	out, err := a.next.outputAt(l.From)
	if err != nil {
		return err
	}
	in, err := a.next.inputAt(l.To)
	if err != nil {
		return err
	}
	if l.MaxAge < 0 {
		return fmt.Errorf("max_age %v is negative; expected a positive duration, or none", l.MaxAge)
	}
	if period := out.owner.spec.Period; l.MaxAge > 0 && l.MaxAge < period {
		return fmt.Errorf("max_age %v is below one period of the source, %v: every value would be stale", l.MaxAge, period)
	}
	if from, is := a.linked[in]; is {
		return fmt.Errorf("the input already has a link from %s; every input has one writer", from)
	}
	lk, err := out.linkTo(in, l)
	if err != nil {
		return err
	}
	a.linked[in] = l.From
	j := joint{lk, out, in}
	a.joints = append(a.joints, j)
	a.next.joints = append(a.next.joints, j)
	return nil
}

// finish checks the inputs without links, allocates the buffers of the outputs, and checks whom an
// actor watches.
func (a *assembly) finish(c *cell, failed map[string]bool) error {
	var errs []error
	for _, in := range c.inputs {
		if _, linked := a.linked[in]; !linked && !failed[in.path] {
			errs = append(errs, in.checkUnlinked())
		}
	}
	for _, out := range c.outputs {
		errs = append(errs, errorOf(c.spec.Name, out.ready()))
	}
	for _, name := range c.spec.Watch {
		if _, err := a.next.cellAt(name); err != nil {
			errs = append(errs, fmt.Errorf("%s watches %w", c.spec.Name, err))
		}
	}
	return errors.Join(errs...)
}

func unknown(what, name string, known []string) error {
	sort.Strings(known)
	return &messages.OptionError{Err: fmt.Errorf("%s %q is unknown", what, name), Unknown: name, Known: known}
}
