package app

import (
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// actorRoles are the roles of kinds under the key processors, with their default phases.
var actorRoles = []struct {
	role  actors.Role
	phase actors.Phase
}{
	{actors.RoleObserver, actors.Perception},
	{actors.RoleModel, actors.Planning},
	{actors.RolePlanner, actors.Planning},
	{actors.RoleController, actors.Control},
}

// takenName returns which actor of its own a world has by a name, empty where it has none.
func takenName(name string) string {
	switch {
	case name == PerceptionActor || name == GateActor:
		return "the " + name + " of every world"
	case strings.HasPrefix(name, CouplingActor+"_"):
		return "the receiving ends of couplings"
	}
	return ""
}

// actors reads the section processors of a world.
func (l *loader) actors(f fields, w *World) {
	sections := l.attached[w.Name]
	if section, found := f.get("processors"); found {
		sections = append([]cursor{section}, sections...)
	}
	known := map[string]bool{}
	for _, section := range sections {
		for _, n := range section.named("actor", checkActorName) {
			if by := takenName(n.name); by != "" {
				n.refuseName("the name "+source.Quote(n.name)+" is used by "+by, "another name", "")
			}
			if known[n.name] {
				n.refuseName("world "+source.Quote(w.Name)+" has an actor "+source.Quote(n.name), "another name", "")
				continue
			}
			known[n.name] = true
			l.actor(n, w)
		}
	}
}

func (l *loader) actor(n named, w *World) {
	before := l.list.Len()
	f := n.fields(keyNames(actorKeys)...)
	p := Actor{Name: n.name, Path: w.Name + "/" + n.name, Domain: l.domain(f, w.Domain), At: n.keyAt()}
	var roles []actors.Role
	for _, r := range actorRoles {
		roles = append(roles, r.role)
	}
	options, ok := l.options(f, roles...)
	if !ok {
		l.broken[p.Path] = true
		return
	}
	p.Options = options.Options
	p.Period, _ = f.periodOr(w.Period)
	for _, r := range actorRoles {
		if r.role == p.Kind.Role {
			p.Phase = r.phase
		}
	}
	if phase, found := f.get("phase"); found {
		if word, ok := phase.word("perception", "planning", "control", "actuation"); ok {
			p.Phase, _ = actors.ParsePhase(word)
		}
	}
	p.Execution = l.execution(f)
	l.inputs(f, &p, w.Name)
	options.references(w.Model)
	l.optionFiles(&options, w, f.cursor)
	if w.Model != nil && p.Kind.Role == actors.RoleController {
		p.Group = options.group(w.Model)
	}
	l.sound[p.Path] = l.list.Len() == before && w.Period > 0
	w.Actors = append(w.Actors, p)
}

// optionFiles reads the files that the options of an actor name. Errors about a file that no option
// of the file names are reported at owner.
func (l *loader) optionFiles(options *readOptions, w *World, owner cursor) {
	user, is := options.Instance.(worlds.FileUser)
	if !is {
		return
	}
	const expected = "a file in the folder of the application file or below"
	for _, x := range user.UsesFiles(w.Model) {
		c, found := options.at[x.Option]
		if !found {
			c = owner
		}
		var name, problem, advice string
		if x.Paths == nil {
			name, problem, advice = resolve(l.name, x.Name)
		} else {
			name = l.files.first(x.Paths)
		}
		if problem != "" {
			c.refuse(source.Quote(x.Name)+": "+problem, advice, "")
			continue
		}
		opened, err := l.files.open(name)
		if err != nil {
			c.refuse(source.Quote(x.Name)+": "+err.Error(), expected, l.nearFile(name))
			continue
		}
		user.SetFile(x.Name, opened.data)
	}
}

// readOptions are the options of one actor, drive or plant, with the cursors of those that the file
// gives.
type readOptions struct {
	Options
	optionSet
}

// options reads the keys type and options. The kind has one of the given roles.
func (l *loader) options(f fields, roles ...actors.Role) (readOptions, bool) {
	typed, found := f.need("type", l.kindsOf(roles))
	if !found {
		return readOptions{}, false
	}
	kind, ok := l.kind(typed, roles)
	if !ok {
		return readOptions{}, false
	}
	c, found := f.get("options")
	set := decodeOptions(kind, c, found, f.cursor)
	o := Options{Kind: kind, Instance: set.instance, TypeAt: typed.at(), OptionAt: map[string]source.Position{}}
	for path, c := range set.at {
		o.OptionAt[path] = c.at()
	}
	return readOptions{o, set}, true
}

// kind returns the kind that a type names.
func (l *loader) kind(c cursor, roles []actors.Role) (*actors.Kind, bool) {
	name, ok := c.str(l.kindsOf(roles))
	if !ok {
		return nil, false
	}
	var known []string
	var other actors.Role // of a kind of that name that is not valid here
	for _, k := range l.registry.Kinds() {
		switch {
		case !slices.Contains(roles, k.Role):
			if k.Name == name {
				other = k.Role
			}
		case k.Name == name:
			return k, true
		default:
			known = append(known, k.Name)
		}
	}
	for _, role := range roles {
		if present := l.registry.RenamedTo(role, name); present != "" {
			c.refuse("the type "+source.Quote(name)+" is now called "+source.Quote(present), "type: "+present, "")
			return nil, false
		}
	}
	if other != "" {
		c.refuse("the type "+source.Quote(name)+" is a "+string(other)+", which is not valid here", l.kindsOf(roles), "")
	} else {
		c.refuseName("type of "+rolesText(roles), name, known)
	}
	return nil, false
}

// kindsOf describes the kinds of some roles.
func (l *loader) kindsOf(roles []actors.Role) string {
	var known []string
	for _, k := range l.registry.Kinds() {
		if slices.Contains(roles, k.Role) {
			known = append(known, k.Name)
		}
	}
	return "a type of " + rolesText(roles) + ": " + source.Listed(known, 40)
}

func rolesText(roles []actors.Role) string {
	if len(roles) == 1 {
		return string(roles[0])
	}
	return "actor"
}

// execution reads the modelled duration of ticks: a time, or a base with a jitter.
func (l *loader) execution(f fields) (e actors.Execution) {
	c, found := f.get("execution")
	if !found {
		return e
	}
	if len(c.Entries) == 0 {
		e.Base, _ = c.duration(0)
		return e
	}
	x := c.fields(keyNames(executionKeys)...)
	if base, found := x.get("base"); found {
		e.Base, _ = base.duration(0)
	}
	if jitter, found := x.get("jitter"); found {
		e.Jitter, _ = jitter.duration(0)
	}
	return e
}

// inputs reads the keys inputs and max_age of an actor.
func (l *loader) inputs(f fields, p *Actor, world string) {
	if links, found := f.get("inputs"); found {
		for _, n := range links.named("input", checkActorName) {
			from, ok := n.str("an output of this world, as actor.port")
			if !ok {
				continue
			}
			if from, ok = n.outputOf(world, from); ok {
				p.Inputs = append(p.Inputs, Input{Port: n.name, From: from, At: n.at()})
			}
		}
	}
	ages, found := f.get("max_age")
	if !found {
		return
	}
	for _, n := range ages.named("input", checkActorName) {
		d, ok := n.duration(time.Nanosecond)
		if !ok {
			continue
		}
		i := slices.IndexFunc(p.Inputs, func(in Input) bool { return in.Port == n.name })
		if i < 0 {
			p.Inputs = append(p.Inputs, Input{Port: n.name, MaxAge: d, At: n.at()})
			continue
		}
		p.Inputs[i].MaxAge = d
	}
}

// outputOf returns the whole path of an output that an input of a world names.
func (c cursor) outputOf(world, text string) (string, bool) {
	a, err := parseAddress(text)
	switch {
	case err != nil:
		c.refuse(err.Error(), "an output of this world, as actor.port", "")
		return "", false
	case a.actor == "":
		c.refuse("the output "+source.Quote(text)+" has no port", "actor.port", "")
		return "", false
	case a.world == PlantWorld:
		return PlantWorld + "/" + a.actor + "." + a.port, true
	case a.world != "" && a.world != world:
		c.refuse("the output "+source.Quote(text)+" is of another world", "an output of world "+source.Quote(world)+", or a sensor "+PlantActor+".port",
			"worlds exchange virtual joints only: declare a coupling")
		return "", false
	}
	return world + "/" + a.actor + "." + a.port, true
}

// isSensor reports whether an output is one of a plant.
func isSensor(output string) bool { return strings.HasPrefix(output, PlantWorld+"/") }

// address is what names a world, or a port of an actor.
type address struct{ world, actor, port string }

// parseAddress reads "world", "actor.port" or "world/actor.port".
func parseAddress(text string) (a address, err error) {
	rest := text
	if world, actor, found := strings.Cut(text, "/"); found {
		a.world, rest = world, actor
		if world == "" || !strings.Contains(rest, ".") {
			return a, errAddress(text)
		}
	}
	if actor, port, found := strings.Cut(rest, "."); found {
		a.actor, a.port = actor, port
	} else {
		a.world = rest
	}
	for _, part := range []string{a.world, a.actor, a.port} {
		if part != "" && checkActorName(part) != nil {
			return a, errAddress(text)
		}
	}
	if a.world+a.actor == "" || (a.actor == "") != (a.port == "") {
		return a, errAddress(text)
	}
	return a, nil
}

// addressError says that a text is no address.
type addressError string

func errAddress(text string) error { return addressError(text) }

// Error names the text.
func (e addressError) Error() string {
	return source.Quote(string(e)) + " is not the address of a world or of a port"
}
