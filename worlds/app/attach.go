package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

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
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, fileError(name, fmt.Errorf("the folder cannot be opened: %w", errors.Unwrap(err)))
	}
	defer root.Close()
	return load(root.FS(), folder, filepath.Base(name), inside, registry)
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
	next, err := Build(after, before.Seed)
	if err != nil {
		return actors.Change{}, err
	}
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
	if len(c.Actors) == 0 {
		return actors.Change{}, errors.New("the part adds no actor; expected a world, or processors of a world")
	}
	return c, nil
}

// checkAddition rejects what a running system cannot take.
func checkAddition(before, after *Config) error {
	known := before.WorldNames()
	for i := range after.Worlds {
		w := &after.Worlds[i]
		if slices.Contains(known, w.Name) {
			continue
		}
		for _, d := range w.Drives {
			if d.Plant != "" && before.PlantAt(d.Plant) != nil {
				return fmt.Errorf("the drives %s of the part act on the running plant %s; expected a plant of the part, in its section plants", d.Path, strings.TrimPrefix(d.Plant, PlantWorld+"/"))
			}
		}
	}
	return nil
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
