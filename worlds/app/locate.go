package app

import (
	"errors"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/internal/source"
	"github.com/robo-actors/robo-actors/worlds"
)

// located returns what is wrong with actors and links as findings about the places in the file that they come from. An
// error that has none of these stays as it is, with the name of the file.
func (c *Config) located(err error) error {
	var list worlds.Diagnostics
	c.locate(err, &list)
	return list.Err()
}

// locate adds an error of [actors.New] to a list, each of those that it joins by itself.
func (c *Config) locate(err error, list *worlds.Diagnostics) {
	var all *worlds.Diagnostics
	var configure *actors.ConfigureError
	var link *actors.LinkError
	many, joined := err.(interface{ Unwrap() []error })
	switch {
	case errors.As(err, &all) && all == err:
		list.AddAll(all)
	case joined:
		for _, one := range many.Unwrap() {
			c.locate(one, list)
		}
	case errors.As(err, &configure):
		c.locateActor(configure, list)
	case errors.As(err, &link):
		c.locateLink(link, list)
	default:
		d := source.Diagnostic{Problem: err.Error()}
		if len(c.Files) > 0 {
			d.File = c.Files[0].Name
		}
		list.Add(d)
	}
}

// locateActor adds what an actor's Configure refused.
func (c *Config) locateActor(e *actors.ConfigureError, list *worlds.Diagnostics) {
	for i := range c.Worlds {
		w := &c.Worlds[i]
		for p := range w.Processors {
			if p := &w.Processors[p]; p.Path == e.Actor {
				c.refuseOptions(list, &p.Options, p.At, w.path+".processors."+p.Name, e.Err)
				return
			}
		}
		for d := range w.Drives {
			if d := &w.Drives[d]; d.Path == e.Actor {
				c.refuseDrive(list, w, d, e.Err)
				return
			}
		}
	}
	world, name, _ := strings.Cut(e.Actor, "/")
	for i, k := range c.Couplings {
		if name == CouplingActor+"_"+k.Joint {
			for _, text := range texts(e) {
				c.refuseAt(list, k.At, elementPath("couplings", i), text)
			}
			return
		}
	}
	w := c.World(world)
	for _, text := range texts(e) {
		d := split(text)
		if w != nil {
			d.Position, d.Path = w.At, w.path
			if i := w.jointIn(text); i >= 0 { // gate, perception and couplings know joints, of which a model says all
				d.Position, d.Path = w.Model.Joint(i).At, w.Model.Joint(i).Name
			}
		}
		list.Add(withExcerpt(c.texts, d))
	}
}

// jointIn returns the joint of a world that an error names, -1 where it names none.
func (w *World) jointIn(text string) int {
	_, rest, found := strings.Cut(text, "joint \"")
	name, _, closed := strings.Cut(rest, `"`)
	if !found || !closed || w.Model == nil {
		return -1
	}
	i, err := w.Model.JointIndex(name)
	if err != nil {
		return -1
	}
	return i
}

// refuseDrive adds what is wrong with a drive: at its options, at the joint that the error names, or at the drive.
func (c *Config) refuseDrive(list *worlds.Diagnostics, w *World, d *Drive, err error) {
	path := w.path + ".drives." + d.Name
	for _, text := range texts(err) {
		if option, rest := d.Options.option(text); option != "" {
			c.refuseAt(list, d.Options.nearest(option, d.At), path+".options."+option, rest)
			continue
		}
		at := d.At
		joint := w.jointIn(text)
		if i := slices.Index(d.Joints, joint); i >= 0 && i < len(d.jointsAt) {
			at = d.jointsAt[i]
		}
		c.refuseAt(list, at, path, text)
	}
}

// refuseOptions adds what a kind says about its options, each error at the option that its text begins with.
func (c *Config) refuseOptions(list *worlds.Diagnostics, o *Options, at worlds.Position, path string, err error) {
	for _, text := range texts(err) {
		option, rest := o.option(text)
		if option == "" {
			c.refuseAt(list, at, path, text)
			continue
		}
		c.refuseAt(list, o.nearest(option, at), path+".options."+option, rest)
	}
}

func (c *Config) refuseAt(list *worlds.Diagnostics, at worlds.Position, path, text string) {
	d := split(text)
	d.Position, d.Path = at, path
	list.Add(withExcerpt(c.texts, d))
}

// texts returns the texts of an error: one for each of those that it joins, with what stands before all of them.
func texts(err error) []string {
	switch e := err.(type) {
	case interface{ Unwrap() []error }:
		var all []string
		for _, one := range e.Unwrap() {
			all = append(all, texts(one)...)
		}
		if strings.Join(all, "\n") == err.Error() { // errors.Join, not a format with several errors in it
			return all
		}
	case interface{ Unwrap() error }:
		inner := e.Unwrap()
		if inner == nil {
			break
		}
		before, found := strings.CutSuffix(err.Error(), inner.Error())
		all := texts(inner)
		if found && len(all) > 1 {
			for i := range all {
				all[i] = before + all[i]
			}
			return all
		}
	}
	return []string{err.Error()}
}

// option parts the text of an error into the path of the option that it begins with, and what it says about it. By
// convention "goal: ...", "behavior: states[0].to: ..." and "gains.stiffness: ..." begin with one. The path is empty for
// errors that are about no option.
func (o *Options) option(text string) (path, rest string) {
	if o.Kind == nil {
		return "", text
	}
	for {
		next, after, found := strings.Cut(text, ": ")
		if !found {
			return path, text
		}
		longer := next
		if path != "" {
			longer = path + "." + next
		}
		if !knownOption(o.Kind.Options, longer) {
			return path, text
		}
		path, text = longer, after
	}
}

// knownOption reports whether a path, as gains.stiffness or points[2].time, leads to an option.
func knownOption(options []actors.OptionInfo, path string) bool {
	first, rest, deeper := strings.Cut(path, ".")
	name, index, indexed := strings.Cut(first, "[")
	i := slices.IndexFunc(options, func(o actors.OptionInfo) bool { return o.Name == name })
	switch {
	case i < 0:
		return false
	case indexed && (options[i].Type != "list" || strings.Trim(index, "0123456789[]") != "" || !strings.HasSuffix(index, "]")):
		return false
	case deeper:
		return knownOption(options[i].Fields, rest)
	}
	return true
}

// nearest returns where an option stands, where the file does not give it where the group or list around it does, and at
// where that is not given either.
func (o *Options) nearest(option string, at worlds.Position) worlds.Position {
	for option != "" {
		if found, given := o.OptionAt[option]; given {
			return found
		}
		option = option[:max(strings.LastIndexAny(option, ".["), 0)]
	}
	return at
}

// split parts the text of an error into what is wrong, what was expected and what to do: "...; expected 4 numbers", "...;
// known: a, b", "...; did you mean "a"?".
func split(text string) source.Diagnostic {
	d := source.Diagnostic{}
	to := &d.Problem
	for i, piece := range strings.Split(text, "; ") {
		if i > 0 {
			switch word, _, _ := strings.Cut(piece, " "); word {
			case "expected":
				piece, to = strings.TrimPrefix(piece, "expected "), &d.Expected
			case "known", "known:":
				_, names, found := strings.Cut(piece, ": ")
				if !found {
					_, names, found = strings.Cut(piece, " are ")
				}
				if !found {
					break
				}
				piece, to = "one of "+names, &d.Expected
				if d.Hint == "" {
					d.Hint = source.DidYouMean(lastQuoted(d.Problem), namesIn(names))
				}
			case "did":
				to = &d.Hint
			}
		}
		if *to != "" {
			piece = *to + "; " + piece
		}
		*to = piece
	}
	return d
}

// lastQuoted returns the last thing in quotes, which is what an error about a name has not found.
func lastQuoted(text string) string {
	parts := strings.Split(text, `"`)
	if len(parts) < 3 {
		return ""
	}
	return parts[len(parts)-2]
}

// namesIn returns the names of a list as errors write it.
func namesIn(list string) []string {
	names := strings.Split(list, ", ")
	for i := range names {
		names[i] = strings.Trim(names[i], `"`)
	}
	return names
}
