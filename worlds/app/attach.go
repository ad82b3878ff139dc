package app

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// partKeys are the sections of a part.
var partKeys = []string{"domains", "worlds", "couplings", "plants"}

// LoadParts loads an application file together with parts that are attached to it. A part is a file
// in the folder of the application file, or below. It has the sections worlds, couplings, plants
// and domains of an application file. A world of the application has only the key processors there:
// the actors that the part adds to it. Each part is checked with all that the application and the
// parts before it declare. See [Load].
func LoadParts(name string, parts []string, registry *actors.Registry) (*Config, error) {
	folder := filepath.Dir(name)
	inside := make([]string, len(parts))
	for i, part := range parts {
		relative, err := relativeTo(folder, part)
		if err != nil {
			return nil, fileError(part, err)
		}
		inside[i] = relative
	}
	return loadFileWith(name, inside, registry)
}

// PartOf returns the name of a part of an application file, as app.parts has it: its path relative
// to the folder of the file. An error means that the part lies elsewhere.
func PartOf(name, part string) (string, error) {
	relative, err := relativeTo(filepath.Dir(name), part)
	if err != nil {
		return "", fileError(part, err)
	}
	return relative, nil
}

// With loads the application once more, with parts attached, whose files are relative to its
// folder. The result has the seed, the clock, the duration and the resources of c. See
// [LoadParts].
func (c *Config) With(files ...string) (*Config, error) {
	if c.again == nil {
		return nil, errors.New("the configuration was not loaded from a file; expected one of Load or LoadFile")
	}
	next, err := c.again(files)
	if err != nil {
		return nil, err
	}
	next.Seed, next.Duration, next.Virtual, next.FaultsAllowed, next.Resources, next.Parts = c.Seed, c.Duration, c.Virtual, c.FaultsAllowed, c.Resources, c.Parts
	return next, nil
}

// maxParts bounds the parts that an application file declares.
const maxParts = 16

// readParts reads the list of parts.
func (l *loader) readParts(list cursor) {
	files, at := list.strs("a list of paths of parts")
	if len(files) > maxParts {
		list.refuse(fmt.Sprintf("there are %d parts", len(files)), fmt.Sprintf("at most %d", maxParts), "")
		return
	}
	for i, ref := range files {
		file, problem, expected := resolve(l.name, ref)
		switch {
		case problem != "":
			at[i].refuse(problem, expected, "")
		case slices.ContainsFunc(l.config.Parts, func(p Part) bool { return p.File == file }):
			at[i].refuse("the part "+source.Quote(file)+" is listed twice", "each part once", "")
		default:
			l.config.Parts = append(l.config.Parts, Part{File: file, At: at[i].at()})
		}
	}
}

// declaredParts checks each declared part with the application alone, and that the application can
// take it while it runs.
func (l *loader) declaredParts(with func(file string) (*Config, error)) {
	for i := range l.config.Parts {
		p := &l.config.Parts[i]
		c, err := with(p.File)
		if err == nil {
			err = checkAddition(l.config, c)
		}
		if err != nil {
			l.list.AddError(p.At, "app.parts", err)
			continue
		}
		l.config.Files = append(l.config.Files, lacking(c.Files, l.config.Files, func(f File) string { return f.Name })...)
		p.Worlds = lacking(c.WorldNames(), l.config.WorldNames(), func(name string) string { return name })
	}
}

// relativeTo returns the path of a part within the folder of the application file.
func relativeTo(folder, part string) (string, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	if part, err = filepath.Abs(part); err != nil {
		return "", err
	}
	relative, err := filepath.Rel(folder, part)
	if relative = filepath.ToSlash(relative); err != nil || !fs.ValidPath(relative) {
		return "", fmt.Errorf("the part lies outside of the folder of the application file, %s; expected a file in that folder or below", folder)
	}
	return relative, nil
}

// attach reads a part. It returns the worlds with the new ones.
func (l *loader) attach(name string, worlds []named) (fields, []named) {
	f, err := l.files.open(name)
	if err != nil {
		l.list.Add(source.Diagnostic{Position: source.Position{File: name}, Problem: err.Error()})
		return fields{}, worlds
	}
	root, ok := l.files.yaml(f)
	if !ok {
		return fields{}, worlds
	}
	top := root.fields(partKeys...)
	section, found := top.get("worlds")
	if !found {
		return top, worlds
	}
	for _, w := range section.named("world", checkWorldName) {
		if !slices.ContainsFunc(worlds, func(have named) bool { return have.name == w.name }) {
			worlds = append(worlds, w)
			continue
		}
		if p, found := w.fields("processors").get("processors"); found {
			l.attached[w.name] = append(l.attached[w.name], p)
		}
	}
	return top, worlds
}

// Addition returns the change that attaches a part to a running system. Before is the configuration
// of the system, and after the one that has the part too. Both come from [LoadParts].
func Addition(before, after *Config) (actors.Change, error) {
	old, err := Build(before, before.Seed)
	if err != nil {
		return actors.Change{}, err
	}
	built, err := build(after, before.Seed)
	if err != nil {
		return actors.Change{}, err
	}
	next := &built.app
	if err := checkAddition(before, after); err != nil {
		return actors.Change{}, err
	}
	c := actors.Change{ActorResources: next.ActorResources}
	c.Actors = lacking(next.Actors, old.Actors, func(s actors.Spec) string { return s.Name })
	c.Links = lacking(next.Links, old.Links, func(l actors.Link) string { return l.From + " -> " + l.To })
	c.Groups = lacking(next.Groups, old.Groups, func(g actors.Group) string { return g.Name })
	c.Domains = lacking(next.Domains, old.Domains, func(d actors.DomainSpec) string { return d.Name })
	if lost := lacking(old.Links, next.Links, func(l actors.Link) string { return l.From + " -> " + l.To }); lost != nil {
		return actors.Change{}, fmt.Errorf("with the part, the running link %s -> %s would be missing; declare it in the application file, as an input of its actor", lost[0].From, lost[0].To)
	}
	c.FaultSites = map[string][]actors.FaultSite{}
	for i := range c.Actors {
		if sites := built.sites[c.Actors[i].Name]; sites != nil {
			c.FaultSites[c.Actors[i].Name] = sites
		}
	}
	if len(c.Actors) == 0 {
		return actors.Change{}, errors.New("the part adds no actor; expected a world, or processors of a world")
	}
	return c, nil
}

// lacking returns the elements of all that are not among those of others.
func lacking[T any](all, others []T, name func(T) string) (more []T) {
	known := map[string]bool{}
	for _, o := range others {
		known[name(o)] = true
	}
	for _, one := range all {
		if !known[name(one)] {
			more = append(more, one)
		}
	}
	return more
}
