package campaign

import (
	"math/rand/v2"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/worlds/app"
)

// partTarget is a part that plans open and close: its file, and its worlds and actors, which can be
// closed by themselves.
type partTarget struct {
	file  string
	names []string
}

// addPart adds what a part adds to the application: while it is open, faults meet it.
func (t *faultTargets) addPart(p app.Part, attached *attacher) error {
	with, err := attached.with(1, p.File)
	if err != nil {
		return err
	}
	application, err := app.Build(with, 1)
	if err != nil {
		return err
	}
	part := partTarget{file: p.File, names: slices.Clone(p.Worlds)}
	plants := attached.config.Plants
	for _, plant := range with.Plants[len(plants):] {
		part.names = append(part.names, plant.Path)
	}
	for _, a := range application.Actors {
		if !slices.Contains(t.Actors, a.Name) && with.PlantAt(a.Name) == nil {
			t.Actors, part.names = append(t.Actors, a.Name), append(part.names, a.Name)
		}
	}
	for _, l := range application.Links {
		if name := l.From + "->" + l.To; !slices.Contains(t.Links, name) {
			t.Links = append(t.Links, name)
		}
	}
	for i := range with.Worlds {
		if w := &with.Worlds[i]; slices.Contains(p.Worlds, w.Name) {
			t.addWorld(w)
		}
	}
	t.Parts = append(t.Parts, part)
	return nil
}

// streamOfChanges separates these draws, like streamOfReplays.
const streamOfChanges = 0x63_68_61_6e

// Changes of plans.
const (
	mostChanges = 6   // openings of parts, mostly each with a closing
	closedShare = 0.8 // of them
	wholeShare  = 0.7 // of closings: of the whole part, otherwise of a world or an actor
	stormShare  = 0.15
	stormSize   = 40
)

// changes draws when parts are opened and closed: around faults and operator actions as any fault,
// and in some plans over and over.
func (d *drawer) changes(seed uint64) {
	if len(d.targets.Parts) == 0 {
		return
	}
	d.Rand = rand.New(rand.NewPCG(seed, streamOfChanges))
	for range 1 + d.IntN(mostChanges) {
		p := &d.targets.Parts[d.IntN(len(d.targets.Parts))]
		at := d.moment()
		d.changed(at, "open "+p.file)
		if d.Float64() < closedShare {
			d.changed(at+d.span(shortest, longest), "close "+d.closing(p))
		}
	}
	if d.Float64() < stormShare {
		p := &d.targets.Parts[d.IntN(len(d.targets.Parts))]
		at := d.moment()
		for range stormSize {
			d.changed(at, "open "+p.file)
			at += d.span(shortest, long)
			d.changed(at, "close "+p.file)
			at += d.span(shortest, long)
		}
	}
}

// closing draws what is closed of a part.
func (d *drawer) closing(p *partTarget) string {
	if d.Float64() < wholeShare {
		return p.file
	}
	return p.names[d.IntN(len(p.names))]
}

// changed adds a change before the end of the faults.
func (d *drawer) changed(at time.Duration, what string) {
	if at < d.until {
		d.person(at, what)
		d.ends = max(d.ends, at)
	}
}
