package app

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/worlds/internal/strictyaml"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// application reads the whole application file.
func (l *loader) application(root cursor) {
	top, worlds := l.split(root)
	if !top.ok {
		return
	}
	l.app(top)
	tops := []fields{top}
	for _, part := range l.parts {
		var more fields
		if more, worlds = l.attach(part, worlds); more.ok {
			tops = append(tops, more)
		}
	}
	for _, t := range tops {
		l.domains(t)
	}
	l.supervision(top, worlds)
	l.recording(top)
	l.view(top)
	before := l.list.Len()
	for _, t := range tops {
		l.readCouplings(t, worlds)
	}
	l.uncoupled = l.uncoupled || l.list.Len() > before
	for _, w := range worlds {
		if !l.list.Full() {
			l.world(w)
		}
	}
	if len(worlds) == 0 && l.list.Len() == 0 {
		root.refuse("there are no worlds", "worlds: {name: {rate: 100Hz, models: [...], ...}}", "")
	}
	plant, found := top.get("plant")
	if found {
		l.plant(plant, &Plant{Name: DefaultPlant, single: true})
	}
	for i, t := range tops {
		if plants, also := t.get("plants"); also {
			if l.plants(plants); found && i == 0 {
				plants.refuse("the application has a section plant too", "one of plant and plants", "")
			}
		}
		if i == 0 {
			l.ownPlants = len(l.config.Plants)
		}
	}
	if len(l.config.Worlds) == len(worlds) {
		before := l.list.Len()
		l.resolveCouplings()
		l.uncoupled = l.uncoupled || l.list.Len() > before
		l.check()
	}
}

// split separates the sections and the worlds of the top level. Worlds are under the key worlds, or
// at the top level by their names; the keys of a single world may be at the top level.
func (l *loader) split(root cursor) (fields, []named) {
	if !root.is(strictyaml.Mapping, "an application: a mapping with worlds and what joins them") {
		return fields{cursor: root}, nil
	}
	underKey := root.Get("worlds") != nil
	if root.Get("models") != nil && !underKey {
		return l.splitSingle(root)
	}
	known := keyNames(applicationKeys)
	var bare []strictyaml.Entry
	for _, e := range root.Entries {
		switch {
		case slices.Contains(known, e.Key.Value):
		case !underKey && e.Value.Get("models") != nil:
			bare = append(bare, e)
		default:
			root.refuseKey(e, known)
		}
	}
	top := fields{root, true}
	within := root
	if worlds, found := top.get("worlds"); found {
		within = worlds
	} else {
		within.Node = &strictyaml.Node{Kind: strictyaml.Mapping, Offset: root.Offset, Entries: bare}
	}
	return top, within.named("world", checkWorldName)
}

// singleWorld names the only world of a file that names none.
const singleWorld = "robot"

// splitSingle parts a file whose top level is a world.
func (l *loader) splitSingle(root cursor) (fields, []named) {
	known := keyNames(applicationKeys)
	top, world := *root.Node, *root.Node
	top.Entries, world.Entries = nil, nil
	for _, e := range root.Entries {
		if slices.Contains(known, e.Key.Value) {
			top.Entries = append(top.Entries, e)
		} else {
			world.Entries = append(world.Entries, e)
		}
	}
	sections, single := root, root
	sections.Node, single.Node = &top, &world
	return fields{sections, true}, []named{{single, singleWorld, root.Node}}
}

// reservedWorlds are names that stand for something else where worlds are named.
var reservedWorlds = []string{"application", "defaults", "plant", "plants"}

func checkWorldName(name string) error {
	if slices.Contains(reservedWorlds, name) {
		return fmt.Errorf("the name %s is taken: it stands for something else where worlds are named", source.Quote(name))
	}
	return checkActorName(name)
}

// app reads the section app.
func (l *loader) app(top fields) {
	c := l.config
	c.Seed, c.Room, c.JobThreads = 1, actors.DefaultRoom, actors.DefaultJobThreads
	c.Name = strings.TrimSuffix(path.Base(l.name), path.Ext(l.name))
	app, found := top.get("app")
	if !found {
		return
	}
	f := app.fields(keyNames(appKeys)...)
	if name, found := f.get("name"); found {
		if text, ok := name.str("a name"); ok {
			c.Name = text
			if err := checkActorName(text); err != nil {
				name.refuse(err.Error(), "", "")
			}
		}
	}
	if d, found := f.get("duration"); found {
		c.Duration, _ = d.duration(0)
	}
	if seed, found := f.get("seed"); found {
		if v, ok := seed.integerFrom(0, 1<<63-1); ok {
			c.Seed = uint64(v)
		}
	}
	if room, found := f.get("room"); found {
		if v, ok := room.integerFrom(0, 1000); ok {
			c.Room = int(v)
		}
	}
	if parts, found := f.get("parts"); found {
		l.readParts(parts)
	}
	if threads, found := f.get("job_threads"); found {
		if v, ok := threads.integerFrom(1, 64); ok {
			c.JobThreads = int(v)
		}
	}
	if faults, found := f.get("faults"); found {
		word, _ := faults.word("refused", "allowed")
		c.FaultsAllowed = word == "allowed"
	}
	if clock, found := f.get("clock"); found {
		word, _ := clock.word("wall", "virtual")
		c.Virtual = word == "virtual"
	}
}

// domains reads the section domains. The default domain is there in any case.
func (l *loader) domains(top fields) {
	if section, found := top.get("domains"); found {
		for _, n := range section.named("domain", checkActorName) {
			f := n.fields(keyNames(domainKeys)...)
			d := Domain{Name: n.name, At: n.keyAt()}
			if d.Name == actors.DefaultDomain {
				d.Priority = DefaultPriority
			}
			if priority, found := f.get("priority"); found {
				if v, ok := priority.integerFrom(0, 99); ok {
					d.Priority = int(v)
				}
			}
			if spin, found := f.get("spin"); found {
				if v, ok := spin.duration(0); ok {
					d.Spin = cmp.Or(v, -1)
				}
			}
			l.config.Domains = append(l.config.Domains, d)
		}
	}
	if !slices.ContainsFunc(l.config.Domains, func(d Domain) bool { return d.Name == actors.DefaultDomain }) {
		l.config.Domains = append(l.config.Domains, Domain{Name: actors.DefaultDomain, Priority: DefaultPriority})
	}
}

// domain reads the name of a domain, and returns otherwise without one.
func (l *loader) domain(f fields, otherwise string) string {
	c, found := f.get("domain")
	if !found {
		return otherwise
	}
	name, ok := c.str("the name of a domain")
	if !ok {
		return otherwise
	}
	var known []string
	for _, d := range l.config.Domains {
		known = append(known, d.Name)
	}
	if !slices.Contains(known, name) {
		c.refuseName("domain", name, known)
	}
	return name
}

// recording reads the section recording.
func (l *loader) recording(top fields) {
	r := &l.config.Recording
	r.Enabled = true
	section, found := top.get("recording")
	if !found {
		return
	}
	r.At = section.at()
	f := section.fields(keyNames(recordingKeys)...)
	if enabled, found := f.get("enabled"); found {
		r.Enabled, _ = enabled.boolean()
	}
	if directory, found := f.get("directory"); found {
		r.Directory, _ = directory.str("the path of a folder")
	}
	if exclude, found := f.get("exclude"); found {
		var at []cursor
		r.Exclude, at = exclude.strs("a list of patterns of outputs, as whole_body/model.*, or health")
		for i, pattern := range r.Exclude {
			if _, err := path.Match(pattern, ""); err != nil {
				at[i].refuse("the pattern "+source.Quote(pattern)+" is malformed", "stars, question marks and closed brackets", "")
			}
		}
	}
}
