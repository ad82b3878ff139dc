package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/robo-actors/robo-actors/actors"
)

// Parts attaches parts to a running system and removes them again. A part is there as long as one
// of its actors is. Any goroutine may use Parts.
type Parts struct {
	system *actors.System
	base   *Config // of the application alone
	// Load returns the configuration of the application with parts; default: base.With.
	Load func(files ...string) (*Config, error)

	mu     sync.Mutex
	opened []openedPart // in the order in which they were opened; some may be gone
	config atomic.Pointer[Config]
	files  []string // the parts of config
}

// openedPart is a part that was opened, with its actors.
type openedPart struct {
	file   string
	actors []string
	by     *PartChange
}

// NewParts returns the parts of a system that was made of a configuration. None is there yet.
func NewParts(base *Config, system *actors.System) *Parts {
	p := &Parts{system: system, base: base, Load: base.With}
	p.config.Store(base)
	return p
}

// Config returns the configuration of the application with the parts that are there.
func (p *Parts) Config() *Config { return p.config.Load() }

// PartChange is a change that attaches or removes a part. It is made once.
type PartChange struct {
	change actors.Change
	parts  *Parts
	actors []string
	over   bool // it was made, or has failed
	// config is the configuration with the opened part, and files are its parts.
	config *Config
	files  []string
}

// Make makes the change and waits for it; see [actors.System.Change].
func (c *PartChange) Make(ctx context.Context) error {
	return c.made(c.parts.system.Change(ctx, c.change))
}

// Request makes the change soon, and then calls then with the result; see
// [actors.System.RequestChange].
func (c *PartChange) Request(then func(error)) {
	if err := c.parts.system.RequestChange(c.change, func(err error) { then(c.made(err)) }); err != nil {
		then(c.made(err))
	}
}

// Actors returns the names of the added or removed actors, once the change was made.
func (c *PartChange) Actors() []string {
	c.parts.mu.Lock()
	defer c.parts.mu.Unlock()
	return slices.Clone(c.actors)
}

// made updates the configuration of the parts after a change, and returns the error of the change.
func (c *PartChange) made(failed error) error {
	p := c.parts
	p.mu.Lock()
	defer p.mu.Unlock()
	c.over = true
	p.forget()
	files := p.there()
	if slices.Equal(files, p.files) {
		return failed
	}
	config := c.config
	if c.config == nil || !slices.Equal(files, c.files) {
		var err error
		if config, err = p.load(files); err != nil {
			return errors.Join(failed, err)
		}
	}
	p.config.Store(config)
	p.files = files
	return failed
}

// Open returns the change that attaches a part, whose file is relative to the folder of the
// application file. The file is read when the change is made; see [LoadParts] and [Addition].
func (p *Parts) Open(file string) *PartChange {
	c := &PartChange{parts: p}
	c.change.Prepare = func() (actors.Change, error) {
		p.mu.Lock()
		defer p.mu.Unlock()
		if c.over {
			return actors.Change{}, context.Canceled
		}
		p.forget()
		change, err := c.addition(file)
		if err != nil {
			return actors.Change{}, err
		}
		for i := range change.Actors {
			c.actors = append(c.actors, change.Actors[i].Name)
		}
		p.opened = append(p.opened, openedPart{file, slices.Clone(c.actors), c})
		return change, nil
	}
	return c
}

// addition returns the change that attaches a part to those that are there.
func (c *PartChange) addition(file string) (actors.Change, error) {
	p := c.parts
	files := p.there()
	if slices.Contains(files, file) {
		return actors.Change{}, errors.New("the part is open; close it first")
	}
	before := p.config.Load()
	if !slices.Equal(files, p.files) {
		var err error
		if before, err = p.load(files); err != nil {
			return actors.Change{}, err
		}
	}
	files = append(slices.Clip(files), file)
	after, err := p.load(files)
	if err != nil {
		return actors.Change{}, err
	}
	c.config, c.files = after, files
	return Addition(before, after)
}

// Close returns the change that removes an actor, "world/name", all actors of a world, or those of
// a part by its file. With the gate of a world, the couplings of its commands are removed. Actors
// that others need are not removed.
func (p *Parts) Close(name string) *PartChange {
	c := &PartChange{parts: p}
	c.change.Prepare = func() (actors.Change, error) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.forget()
		var known []string
		all := p.system.Actors()
		for _, a := range all {
			if a.Spec.Name == name || a.Spec.World == name || p.has(name, a.Spec.Name) {
				c.actors = append(c.actors, a.Spec.Name)
			}
			if !slices.Contains(known, a.Spec.World) {
				known = append(known, a.Spec.World)
			}
		}
		if c.actors == nil {
			return actors.Change{}, fmt.Errorf("application %s has no actor, no world and no open part %q; worlds and parts: %s; robo-actors list --live shows the actors",
				p.base.Name, name, strings.Join(append(known, p.there()...), ", "))
		}
		for _, a := range all {
			if name := a.Spec.Name; p.serves(name, c.actors) && !slices.Contains(c.actors, name) {
				c.actors = append(c.actors, name)
			}
		}
		return actors.Change{Remove: slices.Clone(c.actors)}, nil
	}
	return c
}

// serves reports whether an actor receives the commands of a world whose gate is removed. Without
// the commands it has no purpose.
func (p *Parts) serves(actor string, removed []string) bool {
	config := p.config.Load()
	for i := range config.Couplings {
		k := &config.Couplings[i]
		if k.Command != nil && actor == config.Worlds[k.Command.To.World].Name+"/"+CouplingActor+"_"+k.Joint {
			return slices.Contains(removed, config.Worlds[k.Command.From.World].Name+"/"+GateActor)
		}
	}
	return false
}

// has reports whether an actor belongs to a part.
func (p *Parts) has(file, actor string) bool {
	return slices.ContainsFunc(p.opened, func(o openedPart) bool { return o.file == file && slices.Contains(o.actors, actor) })
}

// forget drops the actors that are gone, and the parts of which nothing is left. It keeps a part
// whose change is being made.
func (p *Parts) forget() {
	there := map[string]bool{}
	for _, a := range p.system.Actors() {
		there[a.Spec.Name] = true
	}
	for i := range p.opened {
		if o := &p.opened[i]; o.by.over {
			o.actors = slices.DeleteFunc(o.actors, func(name string) bool { return !there[name] })
		}
	}
	p.opened = slices.DeleteFunc(p.opened, func(o openedPart) bool { return len(o.actors) == 0 })
}

// there lists the files of the parts.
func (p *Parts) there() (files []string) {
	for _, o := range p.opened {
		files = append(files, o.file)
	}
	return files
}

func (p *Parts) load(files []string) (*Config, error) {
	if len(files) == 0 {
		return p.base, nil
	}
	return p.Load(files...)
}
