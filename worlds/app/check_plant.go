package app

import (
	"fmt"
	"strings"

	"github.com/robo-actors/robo-actors/internal/source"
	"github.com/robo-actors/robo-actors/worlds"
)

// checkPlant compares the joints that drives of the plant's kind move with those of the plant that
// have their names: what is an angle here must be none of a length there. What else differs may be
// meant, and is noted.
func (l *loader) checkPlant(w *World) {
	p := l.config.Plant
	if p == nil || p.Kind == nil || p.Model == nil || w.Model == nil {
		return
	}
	for i := range w.Drives {
		d := &w.Drives[i]
		if d.Kind.Name != p.Kind.Name {
			continue // it moves a robot of its own
		}
		for k, j := range d.Joints {
			if other, err := p.Model.JointIndex(w.Joints[j].Name); err == nil {
				l.compareWithPlant(w, d, k, w.Model.Joint(j), p.Model.Joint(other))
			}
		}
	}
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
