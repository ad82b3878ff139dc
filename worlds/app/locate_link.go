package app

import (
	"fmt"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// locateLink adds a link that cannot be, at the place that declares it, or an input without one, at
// its actor.
func (c *Config) locateLink(e *actors.LinkError, list *source.Diagnostics) {
	if e.From == "" {
		c.locateInput(e, list)
		return
	}
	at, path := c.linkAt(e)
	d := site{config: c, at: at, path: path}.diagnostic(e.Err)
	d.Problem = "link " + e.From + " -> " + e.To + ": " + d.Problem
	list.Add(withExcerpt(c.Folder, c.texts, d))
}

// linkAt returns the place that a link comes from: an input of an actor, a drive, a coupling, or
// else the actor itself.
func (c *Config) linkAt(e *actors.LinkError) (source.Position, string) {
	actor, port, _ := strings.Cut(e.To, ".")
	for i := range c.Worlds {
		w := &c.Worlds[i]
		for _, p := range w.Actors {
			at, path := p.At, w.path+".processors."+p.Name
			if p.Path != actor {
				continue
			}
			if i := slices.IndexFunc(p.Inputs, func(in Input) bool { return in.Port == port }); i >= 0 {
				at, path = p.Inputs[i].At, path+".inputs."+port
			}
			return at, path
		}
		for _, d := range w.Drives {
			if strings.HasPrefix(e.From, d.Path+".") || strings.HasPrefix(e.To, d.Path+".") {
				return d.At, w.path + ".drives." + d.Name
			}
		}
	}
	for _, k := range c.Couplings {
		if c.linksOf(&k, e, actor) {
			return k.At, k.Path
		}
	}
	world, _, _ := strings.Cut(actor, "/")
	if w := c.World(world); w != nil {
		return w.At, w.path
	}
	return source.Position{}, actor
}

// locateInput adds an input that nothing feeds, in the words of an application file.
func (c *Config) locateInput(e *actors.LinkError, list *source.Diagnostics) {
	at, path := c.linkAt(e)
	actor, port, _ := strings.Cut(e.To, ".")
	world, _, _ := strings.Cut(actor, "/")
	carries := e.Carries
	d := source.Diagnostic{Position: at, Path: path, Problem: fmt.Sprintf("nothing feeds input %s, which takes %s", source.Quote(port), carries)}
	if e.Why != "" {
		d.Problem += "; it is needed, since " + e.Why
	}
	if w := c.World(world); w != nil {
		found := w.outputsOf(carries, actor)
		switch {
		case len(found) == 0:
			d.Expected, d.Hint = c.sourceOf(carries, port, w)
		default:
			d.Expected = "inputs: {" + port + ": " + found[0] + "}"
			if len(found) > 1 {
				d.Problem += fmt.Sprintf(": %d outputs of world %s would do", len(found), source.Quote(w.Name))
				d.Hint = "name one of " + source.Listed(found, 40)
			}
		}
	}
	list.Add(withExcerpt(c.Folder, c.texts, d))
}

// sourceOf says what would feed an input of a type that no actor of the world gives.
func (c *Config) sourceOf(carries, port string, w *World) (expected, hint string) {
	if carries == carriedSnapshot {
		return "an input with the name snapshot", "the world sends its snapshot to the input of that name, without a link: in Go, " +
			"`port:\"snapshot\"` instead of `port:\"" + port + "\"`"
	}
	hint = fmt.Sprintf("no actor of world %s gives %s: add one", source.Quote(w.Name), carries)
	var givers []string
	for _, k := range c.kinds {
		for _, p := range k.Ports {
			if !p.Input && carriedType(p.Type) == carries && usable(k.Role) && !slices.Contains(givers, k.Name) {
				givers = append(givers, k.Name)
			}
		}
	}
	if len(givers) > 0 {
		hint += " under processors, of type " + source.Listed(givers, 10)
	}
	return "inputs: {" + port + ": ACTOR.PORT}", hint
}

// usable reports whether an actor of that role is an entry of the processors of a world.
func usable(role actors.Role) bool {
	return role != actors.RoleDriver && role != actors.RolePlant
}

// outputsOf lists the outputs of a world's actors and buses that carry a type, as actor.port. It
// leaves out those of one actor.
func (w *World) outputsOf(carries, not string) (found []string) {
	for _, p := range w.Actors {
		for _, port := range p.Kind.Ports {
			if p.Path != not && !port.Input && carriedType(port.Type) == carries {
				found = append(found, p.Name+"."+port.Name)
			}
		}
	}
	if carries == carriedState {
		for _, d := range w.Drives {
			found = append(found, d.Name+"."+statePort)
		}
	}
	return found
}

// linksOf reports whether a link belongs to the commands or the states of a coupling.
func (c *Config) linksOf(k *Coupling, e *actors.LinkError, to string) bool {
	if f := k.Command; f != nil {
		receiver := c.Worlds[f.To.World].Name + "/" + CouplingActor + "_" + k.Joint
		if to == receiver || strings.HasPrefix(e.From, receiver+".") {
			return true
		}
	}
	return strings.HasPrefix(e.To, c.Worlds[k.State.To.World].Name+"/"+PerceptionActor+"."+VirtualPort(k.Joint))
}
