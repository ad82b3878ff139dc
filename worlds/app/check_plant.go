package app

import (
	"fmt"
	"strings"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// checkPlant finds the plant of every drive of a world, and compares their joints: an angle in the
// world is not a length in the plant. Other differences may be intended, and are notes.
func (l *loader) checkPlant(w *World) {
	for i := range w.Drives {
		d := &w.Drives[i]
		p := l.plantOf(w, d)
		if p == nil || p.Model == nil || w.Model == nil {
			continue
		}
		d.Plant = p.Path
		for k, j := range d.Joints {
			if other, err := p.Model.JointIndex(w.Joints[j].Name); err == nil {
				l.compareWithPlant(w, d, k, w.Model.Joint(j), p.Model.Joint(other))
			}
		}
	}
}

// remarkIdlePlants warns of plants on which no drive acts, where the application has drives: it now
// has real ones, and the simulated robot was forgotten.
func (l *loader) remarkIdlePlants() {
	drives, used := 0, map[string]bool{}
	for i := range l.config.Worlds {
		for k := range l.config.Worlds[i].Drives {
			drives++
			used[l.config.Worlds[i].Drives[k].Plant] = true
		}
	}
	for _, p := range l.config.Plants {
		if drives > 0 && !used[p.Path] {
			l.note(p.At, p.section(), "no drive acts on the simulated robot: it falls or rests beside the real one; leave it out")
		}
	}
}

// plantOf returns the plant on which a drive acts: the one that it names, or the only one. It
// returns nil for a drive that acts on none, and after an error.
func (l *loader) plantOf(w *World, d *Drive) *Plant {
	name, path, names := d.Plant, w.path+".drives."+d.Name, l.config.plantNames()
	d.Plant = ""
	uses := false
	if user, may := d.Instance.(hardware.PlantUser); may {
		if err := protect(func() error { uses = user.UsesPlant(); return nil }); err != nil {
			l.list.AddError(d.TypeAt, d.Path+".type", err)
			return nil
		}
	}
	switch {
	case name == "" && !uses:
		return nil
	case !uses:
		l.complain(d.plantAt, path+".plant", "drives of type "+source.Quote(d.Kind.Name)+" act on no plant", "no key plant", "")
		return nil
	case len(names) == 0:
		if name != "" {
			l.complain(d.plantAt, path+".plant", "the application has no plant", "a section plant or plants", "")
		}
		return nil
	case name == "" && len(names) > 1 && l.ownPlants != 1: // one that a part adds changes nothing for the others
		l.complain(d.At, path, "the application has several plants, and the drives name none", "plant: "+oneOf(names), "")
		return nil
	case name == "":
		return l.config.Plants[0]
	}
	p := l.config.PlantAt(PlantWorld + "/" + name)
	if p == nil {
		l.complain(d.plantAt, path+".plant", "no plant is named "+source.Quote(name), oneOf(names), l.list.suggest(name, names))
	}
	return p
}

// compareWithPlant compares a joint of a drive with that of the plant.
func (l *loader) compareWithPlant(w *World, d *Drive, k int, a, b worlds.Joint) {
	at, path := d.jointsAt[k], elementPath(w.path+".drives."+d.Name+".joints", k)
	there := fmt.Sprintf("it is declared at %s and at %s", a.At, b.At)
	if (a.Type == worlds.Prismatic) != (b.Type == worlds.Prismatic) || b.Type.Velocities() != 1 {
		l.complain(at, path, fmt.Sprintf("joint %s is %s in world %s, but %s in the plant", source.Quote(a.Name), a.Type, source.Quote(w.Name), b.Type), "the same type in both", there)
		return
	}
	var texts []string
	if a.Type != b.Type {
		texts = append(texts, "type: "+a.Type.String()+", "+b.Type.String())
		b.Type = a.Type
	}
	for _, difference := range worlds.CompareJoint(a, b) {
		if difference.Field == "axis" || strings.HasPrefix(difference.Field, "origin") {
			texts = append(texts, difference.String())
		}
	}
	here, limit := a.Limits[0], b.Limits[0]
	for _, q := range []struct {
		name      string
		here, far float64
		least     bool
	}{{"lower", here.Lower, limit.Lower, true}, {"upper", here.Upper, limit.Upper, false}, {"velocity", here.Velocity, limit.Velocity, false}, {"effort", here.Effort, limit.Effort, false}} {
		if q.least && q.here < q.far || !q.least && q.here > q.far {
			texts = append(texts, fmt.Sprintf("limit %s: %g, %g", q.name, q.here, q.far))
		}
	}
	if len(texts) > 0 {
		l.note(at, path, fmt.Sprintf("joint %s differs between world %s and the plant: %s; %s", source.Quote(a.Name), source.Quote(w.Name), strings.Join(texts, "; "), there))
	}
}
