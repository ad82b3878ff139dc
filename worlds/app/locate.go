package app

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// located returns the errors of actors and links as diagnostics at the places of the file that they
// come from. Any other error keeps its text and gets the name of the application file.
func (c *Config) located(err error) error {
	var list source.Diagnostics
	c.locate(err, &list)
	return list.Err()
}

// locate adds an error of [actors.New] to a list, each of those that it joins by itself.
func (c *Config) locate(err error, list *source.Diagnostics) {
	var all *source.Diagnostics
	var configure *actors.ConfigureError
	var link *actors.LinkError
	var actor *actors.ActorError
	for _, err := range messages.Each(err) {
		switch {
		case errors.As(err, &all):
			list.AddAll(all)
		case errors.As(err, &configure):
			c.siteOf(configure.Actor).refuse(list, configure.Err)
		case errors.As(err, &link):
			c.locateLink(link, list)
		case errors.As(err, &actor):
			c.siteOf(actor.Actor).refuse(list, actor.Err)
		default:
			d := source.Diagnostic{Problem: err.Error()}
			if len(c.Files) > 0 {
				d.File = c.Files[0].Name
			}
			list.Add(d)
		}
	}
}

// site is the part of the file that declares an actor.
type site struct {
	config *Config
	at     source.Position
	path   string
	// actor is named in errors of actors that have no part of their own: gates and perceptions.
	actor string
	// options are those of the actor, nil without any.
	options *Options
	// world has the joints that errors name, nil without any. drive is set for a bus.
	world *World
	drive *Drive
}

// siteOf returns the part of the file that declares an actor.
func (c *Config) siteOf(actor string) site {
	for i := range c.Worlds {
		w := &c.Worlds[i]
		for p := range w.Actors {
			if p := &w.Actors[p]; p.Path == actor {
				return c.actorSite(w, p)
			}
		}
		for d := range w.Drives {
			if d := &w.Drives[d]; d.Path == actor {
				return c.driveSite(w, d)
			}
		}
	}
	if p := c.PlantAt(actor); p != nil {
		return c.plantSite(p)
	}
	world, name, _ := strings.Cut(actor, "/")
	for _, k := range c.Couplings {
		if name == CouplingActor+"_"+k.Joint && k.Command != nil && c.Worlds[k.Command.To.World].Name == world {
			return site{config: c, at: k.At, path: k.Path, actor: actor}
		}
	}
	w := c.World(world)
	if w == nil {
		return site{config: c, actor: actor}
	}
	return site{config: c, at: w.At, path: w.path, actor: actor, world: w}
}

func (c *Config) actorSite(w *World, p *Actor) site {
	return site{config: c, at: p.At, path: w.path + ".processors." + p.Name, options: &p.Options}
}

func (c *Config) driveSite(w *World, d *Drive) site {
	return site{config: c, at: d.At, path: w.path + ".drives." + d.Name, options: &d.Options, world: w, drive: d}
}

func (c *Config) plantSite(p *Plant) site {
	return site{config: c, at: p.TypeAt, path: p.section(), options: &p.Options}
}

// refuse adds an error of the actor, each of those that it joins by itself.
func (s site) refuse(list *source.Diagnostics, err error) {
	for _, err := range messages.Each(err) {
		d := s.diagnostic(err)
		if s.actor != "" {
			d.Problem = s.actor + ": " + d.Problem
		}
		list.Add(withExcerpt(s.config.Folder, s.config.texts, d))
	}
}

// diagnostic returns one error at its option, at its joint, or at the actor.
func (s site) diagnostic(err error) source.Diagnostic {
	d := source.Diagnostic{Position: s.at, Path: s.path, Problem: err.Error()}
	var unknown *worlds.UnknownNameError
	if errors.As(err, &unknown) {
		d.Expected, d.Hint = oneOf(unknown.Known), source.DidYouMean(unknown.Name, unknown.Known)
	}
	var option *messages.OptionError
	if !errors.As(err, &option) {
		return d
	}
	d.Position, d.Path = s.place(option)
	if err == option { // else the text around it says more than its parts do
		d.Problem = option.Err.Error()
		if option.Err == unknown {
			d.Problem = unknown.Problem()
		}
		if option.Joint != "" {
			d.Problem = "joint " + source.Quote(option.Joint) + ": " + d.Problem
		}
	}
	d.Expected = cmp.Or(option.Expected, oneOf(option.Known), d.Expected)
	d.Hint = cmp.Or(source.DidYouMean(option.Unknown, option.Known), d.Hint)
	return d
}

// place returns the position and the path of an option or of a joint. Where the file gives no such
// option, the position is that of the group or list around it.
func (s site) place(e *messages.OptionError) (source.Position, string) {
	switch {
	case e.Path != "" && s.options != nil:
		return s.options.nearest(e.Path, s.at), s.path + ".options." + e.Path
	case e.Joint == "" || s.world == nil || s.world.Model == nil:
		return s.at, s.path
	}
	joint, err := s.world.Model.JointIndex(e.Joint)
	switch {
	case err != nil:
		return s.at, s.path
	case s.drive == nil:
		return s.world.Model.Joint(joint).At, e.Joint
	}
	if i := slices.Index(s.drive.Joints, joint); i >= 0 && i < len(s.drive.jointsAt) {
		return s.drive.jointsAt[i], s.path
	}
	return s.at, s.path
}

// nearest returns the position of an option. Where the file does not give it, that is the position
// of the group or list around it, and at without one.
func (o *Options) nearest(option string, at source.Position) source.Position {
	for option != "" {
		if found, given := o.OptionAt[option]; given {
			return found
		}
		option = option[:max(strings.LastIndexAny(option, ".["), 0)]
	}
	return at
}
