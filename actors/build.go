package actors

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sort"
	"strings"

	"github.com/robo-actors/robo-actors/actors/internal/queue"
	"github.com/robo-actors/robo-actors/actors/internal/random"
	"github.com/robo-actors/robo-actors/internal/protoactor"
	"github.com/robo-actors/robo-actors/internal/usercode"
	"github.com/robo-actors/robo-actors/messages"
)

// build makes groups, domains and actors, binds ports and joins links, and collects every error.
func (s *System) build() error {
	var errs []error
	add := func(err error) {
		if err != nil {
			errs = append(errs, err)
		}
	}
	add(s.buildGroups())
	add(s.checkDomains())
	for i := range s.app.Actors {
		add(s.buildCell(s.app.Actors[i]))
	}
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	s.rank()
	owners := map[any]string{}
	for _, c := range s.cells {
		err := usercode.Call(func() (err error) {
			c.probe, err = c.make(1)
			return err
		})
		if stack := usercode.StackOf(err); stack != "" {
			err = fmt.Errorf("%s could not be made: %w\n%s", c.spec.Name, err, stack)
		}
		add(err)
		add(shared(c, owners))
	}
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	failed := map[string]bool{} // inputs whose links were rejected: one error is enough
	for _, l := range s.app.Links {
		if err := s.join(l); err != nil {
			failed[l.To] = true
			add(&LinkError{From: l.From, To: l.To, Err: err})
		}
	}
	for _, c := range s.cells {
		add(s.finish(c, failed))
	}
	return errors.Join(errs...)
}

// shared returns an error if the New of an actor returned the struct of another actor: both would
// hold the ports of the latter. Structs without fields may share an address.
func shared(c *cell, owners map[any]string) error {
	if c.probe == nil || reflect.TypeOf(c.probe).Elem().Size() == 0 {
		return nil
	}
	if first, is := owners[c.probe]; is {
		return fmt.Errorf("%s and %s share one struct: New must return a new one at every call, as in return &%s{}", first, c.spec.Name, reflect.TypeOf(c.probe).Elem().Name())
	}
	owners[c.probe] = c.spec.Name
	return nil
}

func (s *System) buildGroups() error {
	s.addGroup("", nil, s.app.Policy)
	declared := map[string]Group{}
	for _, g := range s.app.Groups {
		if _, twice := declared[g.Name]; twice || g.Name == "" {
			return fmt.Errorf("supervisor %q is declared twice or has no name", g.Name)
		}
		declared[g.Name] = g
	}
	for _, g := range s.app.Groups {
		if err := s.buildGroup(declared, g.Name, nil); err != nil {
			return err
		}
	}
	return nil
}

func (s *System) buildGroup(declared map[string]Group, name string, path []string) error {
	if s.groupNamed(name) != nil {
		return nil
	}
	if slices.Contains(path, name) {
		return fmt.Errorf("supervisors %s are each other's parents", strings.Join(append(path, name), " -> "))
	}
	g, ok := declared[name]
	if !ok {
		return fmt.Errorf("supervisor %q is the parent of %q but is not declared; known: %s", name, path[len(path)-1], strings.Join(slices.Sorted(maps.Keys(declared)), ", "))
	}
	if err := s.buildGroup(declared, g.Parent, append(path, name)); err != nil {
		return err
	}
	s.addGroup(name, s.groupNamed(g.Parent), g.Policy)
	return nil
}

func (s *System) addGroup(name string, parent *group, policy Policy) *group {
	if policy == nil {
		policy = defaultPolicy()
	}
	g := &group{name: name, parent: parent, policy: policy, random: random.Stream(s.seed, "supervisor/"+name), began: make(chan struct{})}
	g.cell = &cell{sys: s, group: g, node: &protoactor.Node{}, spec: Spec{Name: "supervisor/" + g.display()}}
	g.cell.mailbox = newMailbox(g.cell, g, 1)
	if parent != nil {
		parent.groups = append(parent.groups, g)
	}
	s.groups = append(s.groups, g)
	s.groupNames[name] = g
	return g
}

// knownGroups lists the names of the supervisors.
func (s *System) knownGroups() string {
	var names []string
	for name := range s.groupNames {
		if name != "" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return cmp.Or(strings.Join(names, ", "), "none")
}

func (s *System) groupNamed(name string) *group {
	return s.groupNames[name]
}

func (s *System) buildCell(spec Spec) error {
	if err := validName(spec.Name); err != nil {
		return err
	}
	if s.byName[spec.Name] != nil {
		return fmt.Errorf("two actors are named %s", spec.Name)
	}
	if err := spec.check(); err != nil {
		return fmt.Errorf("%s %w", spec.Name, err)
	}
	if spec.World == "" {
		spec.World, _, _ = strings.Cut(spec.Name, "/")
	}
	c := &cell{sys: s, spec: spec, node: &protoactor.Node{}, limit: spec.stepLimit(), index: len(s.cells), started: make(chan struct{}), ended: make(chan struct{})}
	c.mailbox = newMailbox(c, c, spec.Queue)
	c.grid.next = messages.Instant(spec.Offset)
	if c.group = s.groupNamed(spec.Group); spec.Group != "" && c.group == nil {
		return fmt.Errorf("%s names the supervisor %q, which is not declared; known: %s", spec.Name, spec.Group, s.knownGroups())
	}
	if spec.Group == "" {
		if c.group = s.groupNamed(spec.World); c.group == nil {
			c.group = s.addGroup(spec.World, s.groups[0], nil)
		}
	}
	c.group.children = append(c.group.children, c)
	if spec.Period > 0 {
		if err := s.enterDomain(c); err != nil {
			return err
		}
	}
	s.cells = append(s.cells, c)
	s.byName[spec.Name] = c
	return nil
}

func (s *System) checkDomains() error {
	var errs []error
	declared := map[string]bool{}
	for _, d := range s.app.Domains {
		switch {
		case d.Name == "":
			errs = append(errs, errors.New("a domain has no name"))
		case declared[d.Name]:
			errs = append(errs, fmt.Errorf("domain %s is declared twice", d.Name))
		case d.Priority < 0 || d.Priority > 99:
			errs = append(errs, fmt.Errorf("domain %s has priority %d; expected 1 to 99 for SCHED_FIFO, or 0 for the default policy", d.Name, d.Priority))
		}
		declared[d.Name] = true
	}
	return errors.Join(errs...)
}

func (s *System) enterDomain(c *cell) error {
	name := c.spec.Domain
	if name == "" {
		name = DefaultDomain
	}
	for _, d := range s.domains {
		if d.spec.Name == name {
			c.domain, d.members = d, append(d.members, c)
			return nil
		}
	}
	d := &domain{spec: DomainSpec{Name: name}, members: []*cell{c}}
	i := slices.IndexFunc(s.app.Domains, func(spec DomainSpec) bool { return spec.Name == name })
	switch {
	case i >= 0:
		d.spec = s.app.Domains[i]
	case name != DefaultDomain:
		var known []string
		for _, spec := range s.app.Domains {
			known = append(known, spec.Name)
		}
		return fmt.Errorf("%s: %w", c.spec.Name, unknown("domain", name, append(known, DefaultDomain)))
	}
	c.domain = d
	s.domains = append(s.domains, d)
	return nil
}

// rank orders the actors by world, phase and name, for releases at one instant with one deadline,
// and the members of each domain by their first releases.
func (s *System) rank() {
	worlds := map[string]int{}
	place := func(world string) {
		if _, placed := worlds[world]; !placed {
			worlds[world] = len(worlds)
		}
	}
	for _, world := range s.app.Worlds {
		place(world)
	}
	for _, c := range s.cells {
		place(c.spec.World)
	}
	ordered := slices.Clone(s.cells)
	slices.SortStableFunc(ordered, func(a, b *cell) int {
		return cmp.Or(
			cmp.Compare(worlds[a.spec.World], worlds[b.spec.World]),
			cmp.Compare(a.spec.Phase, b.spec.Phase),
			cmp.Compare(a.spec.Name, b.spec.Name))
	})
	for i, c := range ordered {
		c.rank = i
	}
	for _, d := range s.domains {
		d.arrange()
	}
}

func (s *System) join(l Link) error {
	out, err := s.outputAt(l.From)
	if err != nil {
		return err
	}
	in, err := s.inputAt(l.To)
	if err != nil {
		return err
	}
	if l.MaxAge < 0 {
		return fmt.Errorf("max_age %v is negative; expected a positive duration, or none", l.MaxAge)
	}
	if period := out.owner.spec.Period; l.MaxAge > 0 && l.MaxAge < period {
		return fmt.Errorf("max_age %v is below one period of the source, %v: every value would be stale", l.MaxAge, period)
	}
	lk, err := out.join(in, l)
	if err != nil {
		return err
	}
	s.links = append(s.links, lk)
	return nil
}

// finish checks the inputs without links, allocates the buffers of the outputs, and joins recorders
// and watchers.
func (s *System) finish(c *cell, failed map[string]bool) error {
	var errs []error
	for _, in := range c.inputs {
		if err := in.checkLinked(); err != nil && !failed[in.path] {
			errs = append(errs, err)
		}
	}
	for _, out := range c.outputs {
		if err := out.ready(); err != nil {
			errs = append(errs, err)
			continue
		}
		s.recordOutput(out)
	}
	for _, name := range c.spec.Watch {
		watched, err := s.cellAt(name)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s watches %w", c.spec.Name, err))
			continue
		}
		watched.watchers = append(watched.watchers, c)
	}
	if len(c.spec.Watch) > 0 {
		c.mailbox.lifeEvents = queue.New(lifeEventsKept)
	}
	return errors.Join(errs...)
}

// lifeEventsKept is how many events of watched actors wait beside a full queue; further ones are
// lost and counted.
const lifeEventsKept = 256

// recordBuffer is how many values of an output wait for a recorder in real time: half a second at 1
// kHz.
const recordBuffer = 512

func (s *System) recordOutput(out *outlet) {
	buffer := recordBuffer
	if s.virtual != nil {
		buffer = 0
	}
	for _, r := range s.recorders {
		if t := out.record(r, buffer); t != nil {
			s.taps = append(s.taps, t)
		}
	}
}

func (s *System) cellAt(name string) (*cell, error) {
	if c, ok := s.byName[name]; ok {
		return c, nil
	}
	return nil, s.unknownActor(name)
}

func (s *System) unknownActor(name string) error {
	names := make([]string, len(s.cells))
	for i, c := range s.cells {
		names[i] = c.spec.Name
	}
	return unknown("actor", name, names)
}

func (s *System) outputAt(port string) (*outlet, error) {
	c, name, err := s.portOwner(port)
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

func (s *System) inputAt(port string) (*inlet, error) {
	c, name, err := s.portOwner(port)
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

func (s *System) portOwner(port string) (*cell, string, error) {
	dot := strings.LastIndexByte(port, '.')
	if dot <= 0 || dot == len(port)-1 {
		return nil, "", fmt.Errorf("port %q must be written \"world/actor.port\"", port)
	}
	c, err := s.cellAt(port[:dot])
	return c, port[dot+1:], err
}

func unknown(what, name string, known []string) error {
	sort.Strings(known)
	return &messages.OptionError{Err: fmt.Errorf("%s %q is unknown", what, name), Unknown: name, Known: known}
}
