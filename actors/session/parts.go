package session

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// parts are the files that were attached to a running application.
type parts struct {
	mu     sync.Mutex // held while one is attached or removed
	open   []part
	config atomic.Pointer[app.Config] // of the application with its parts
}

// part is an attached file with the actors that it has added and that are still there.
type part struct {
	file   string
	actors []string
}

func (p *parts) files() []string {
	var files []string
	for _, one := range p.open {
		files = append(files, one.file)
	}
	return files
}

// Open attaches a part to the running application: worlds of its own, or actors for its worlds. See
// app.LoadParts for the file and actors.Change for how it is attached. Open returns the names of
// the new actors. Joints of a new world are off until they are re-armed. In virtual time Open is
// called between calls of System.Advance.
func (s *Session) Open(ctx context.Context, file string) (added []string, err error) {
	p := &s.parts
	p.mu.Lock()
	defer p.mu.Unlock()
	after, err := app.LoadParts(s.source, append(p.files(), file), s.registry)
	if err != nil {
		return nil, err
	}
	after.Seed = s.Config.Seed
	change, err := app.Addition(p.config.Load(), after)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if err := s.System.Change(ctx, change); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	for i := range change.Actors {
		added = append(added, change.Actors[i].Name)
	}
	p.open = append(p.open, part{file, slices.Clone(added)})
	p.config.Store(after)
	return added, nil
}

// Close removes an actor, "world/name", or all actors of a world from the running application.
// Drives are put into their safe mode first. An actor that others need is not removed. Close
// returns the names of the removed actors. A part can be opened again once all of its actors were
// removed.
func (s *Session) Close(ctx context.Context, name string) (removed []string, err error) {
	p := &s.parts
	p.mu.Lock()
	defer p.mu.Unlock()
	var worlds []string
	for _, a := range s.System.Actors() {
		if a.Spec.Name == name || a.Spec.World == name {
			removed = append(removed, a.Spec.Name)
		}
		if !slices.Contains(worlds, a.Spec.World) {
			worlds = append(worlds, a.Spec.World)
		}
	}
	if removed == nil {
		return nil, fmt.Errorf("application %s has no actor and no world %q; worlds: %s; robo-actors list --live shows the actors", s.Config.Name, name, strings.Join(worlds, ", "))
	}
	if err := s.System.Change(ctx, actors.Change{Remove: removed}); err != nil {
		return nil, err
	}
	return removed, p.forget(s, removed)
}

// forget drops the parts of which nothing is left.
func (p *parts) forget(s *Session, removed []string) error {
	for i := range p.open {
		p.open[i].actors = slices.DeleteFunc(p.open[i].actors, func(name string) bool { return slices.Contains(removed, name) })
	}
	before := len(p.open)
	p.open = slices.DeleteFunc(p.open, func(one part) bool { return len(one.actors) == 0 })
	if len(p.open) == before {
		return nil
	}
	config, err := app.LoadParts(s.source, p.files(), s.registry)
	if err != nil {
		return err
	}
	config.Seed = s.Config.Seed
	p.config.Store(config)
	return nil
}

// worldNames returns the worlds that are there now and have a gate.
func (s *Session) worldNames() (names []string) {
	there := map[string]bool{}
	for _, a := range s.System.Actors() {
		there[a.Spec.Name] = true
	}
	for _, world := range s.parts.config.Load().WorldNames() {
		if there[world+"/"+app.GateActor] {
			names = append(names, world)
		}
	}
	return names
}
