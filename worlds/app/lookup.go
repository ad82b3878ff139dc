package app

import (
	"path/filepath"

	"github.com/robo-actors/robo-actors/worlds/source"
)

// PlantAt returns the plant whose actor has that path, or nil.
func (c *Config) PlantAt(path string) *Plant {
	for _, p := range c.Plants {
		if p.Path == path {
			return p
		}
	}
	return nil
}

// plantNames lists the names of the plants.
func (c *Config) plantNames() []string {
	names := make([]string, len(c.Plants))
	for i, p := range c.Plants {
		names[i] = p.Name
	}
	return names
}

// WorldNames lists the worlds in the order of the file.
func (c *Config) WorldNames() []string {
	names := make([]string, len(c.Worlds))
	for i := range c.Worlds {
		names[i] = c.Worlds[i].Name
	}
	return names
}

// World returns the world of that name, or nil.
func (c *Config) World(name string) *World {
	for i := range c.Worlds {
		if c.Worlds[i].Name == name {
			return &c.Worlds[i]
		}
	}
	return nil
}

// Actor returns the actor of that name, or nil.
func (w *World) Actor(name string) *Actor {
	for i := range w.Actors {
		if w.Actors[i].Name == name {
			return &w.Actors[i]
		}
	}
	return nil
}

// Drive returns the drive of that name, or nil.
func (w *World) Drive(name string) *Drive {
	for i := range w.Drives {
		if w.Drives[i].Name == name {
			return &w.Drives[i]
		}
	}
	return nil
}

// Where returns the position of an option, or that of the type if the file does not give the
// option.
func (o *Options) Where(option string) source.Position {
	if at, found := o.OptionAt[option]; found {
		return at
	}
	return o.TypeAt
}

// Diagnostic returns an error at a position of one of the application's files, with its line.
// Callers that check a loaded file add several of them to a source.Diagnostics.
func (c *Config) Diagnostic(at source.Position, path, problem string) source.Diagnostic {
	return withExcerpt(c.Folder, c.texts, source.Diagnostic{Position: at, Path: path, Problem: problem})
}

// withExcerpt adds the line of a diagnostic whose file was read, and names that file with its
// folder, so that a terminal and an editor find it.
func withExcerpt(folder string, texts map[string]*source.Text, d source.Diagnostic) source.Diagnostic {
	text, known := texts[d.File]
	if !known {
		return d
	}
	if d.Excerpt == "" && d.Line > 0 {
		d.Excerpt, d.Caret = text.Excerpt(text.Offset(d.Line, max(d.Column, 1)))
	}
	d.File = filepath.Join(folder, filepath.FromSlash(d.File))
	return d
}
