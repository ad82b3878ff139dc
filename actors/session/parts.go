package session

import (
	"context"
	"errors"
	"fmt"

	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// Open attaches a part to the running application: worlds of its own, or actors for its worlds. See
// app.LoadParts for the file and actors.Change for how it is attached. Open returns the names of
// the new actors. Joints of a new world are off until they are re-armed. In virtual time Open is
// called between calls of System.Advance.
func (s *Session) Open(ctx context.Context, file string) (added []string, err error) {
	part, err := app.PartOf(s.source, file)
	if err != nil {
		return nil, err
	}
	added, err = s.change(ctx, s.parts.Open(part))
	if _, located := errors.AsType[*source.Diagnostics](err); err != nil && !located {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return added, err
}

// Close removes an actor, "world/name", all actors of a world, or those of a part, by its path in
// the folder of the application, from the running application. Drives are put into their safe mode
// first. An actor that others need is not removed. Close returns the names of the removed actors. A
// part can be opened again once all of its actors were removed.
func (s *Session) Close(ctx context.Context, name string) (removed []string, err error) {
	return s.change(ctx, s.parts.Close(name))
}

// change makes a change and waits for it.
func (s *Session) change(ctx context.Context, c *app.PartChange) ([]string, error) {
	if err := c.Make(ctx); err != nil {
		return nil, err
	}
	return c.Actors(), nil
}

// worldNames returns the worlds that are there now and have a gate.
func (s *Session) worldNames() (names []string) {
	there := map[string]bool{}
	for _, a := range s.System.Actors() {
		there[a.Spec.Name] = true
	}
	for _, world := range s.parts.Config().WorldNames() {
		if there[world+"/"+app.GateActor] {
			names = append(names, world)
		}
	}
	return names
}
