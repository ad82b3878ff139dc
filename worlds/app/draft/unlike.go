package draft

import (
	"fmt"
	"math"
	"strings"

	"github.com/robo-actors/robo-actors/worlds/source"
)

// unlike says why wheels make no base of a kind, in the frame of the root: x forward, y left.
func (r *robot) unlike(kind string, wheels []wheel) string {
	names := make([]string, len(wheels))
	for i, w := range wheels {
		names[i] = source.Quote(r.joints[w.joint].name)
	}
	wanted := map[string]int{differential: 2, mecanum: 4, balancing: 2}[kind]
	if len(wheels) != wanted {
		number := fmt.Sprintf("%d wheels were recognised", len(wheels))
		if len(wheels) > 0 {
			number += ": " + strings.Join(names, ", ")
		}
		return number
	}
	root, _ := r.description.RootLink() // there are wheels only where there is one
	for i, w := range wheels {
		switch {
		case kind == balancing && len(w.legs) == 0:
			return fmt.Sprintf("wheel %s is at the root %s, without a leg", names[i], source.Quote(root))
		case kind != balancing && len(w.legs) > 0:
			return fmt.Sprintf("wheel %s moves with joint %s, below the root %s", names[i], source.Quote(w.legs[0]), source.Quote(root))
		}
	}
	if a, b := wheels[0], wheels[1]; kind == differential && !near(a.x, b.x) {
		return fmt.Sprintf("wheels %s and %s are at x = %s m and %s m of the root %s, not on one axle", names[0], names[1], short(a.x), short(b.x), source.Quote(root))
	} else if kind == differential && !near(a.x, 0) {
		return fmt.Sprintf("the axle of wheels %s and %s is at x = %s m of the root %s, where it must be at 0 (a root whose origin is the middle of the axle)",
			names[0], names[1], short(a.x), source.Quote(root))
	}
	for i, w := range wheels {
		if near(w.y, 0) || !near(math.Abs(w.y), math.Abs(wheels[0].y)) || kind == mecanum && !near(math.Abs(w.x), math.Abs(wheels[0].x)) {
			return fmt.Sprintf("wheel %s is at x = %s m, y = %s m of the root %s, and wheel %s at x = %s m, y = %s m",
				names[i], short(w.x), short(w.y), source.Quote(root), names[0], short(wheels[0].x), short(wheels[0].y))
		}
	}
	return fmt.Sprintf("wheels %s are not on both sides of the root %s", strings.Join(names, ", "), source.Quote(root))
}

// inTheAir says of wheels that are recognised and move no base why they do not, and what to do.
func (r *robot) inTheAir(wheels []wheel) string {
	for _, w := range wheels {
		if len(w.legs) > 0 {
			return ""
		}
	}
	switch {
	case len(wheels) == 2:
		return "the wheels turn in the air and move no base: " + r.unlike(differential, wheels)
	case inARectangle(wheels):
		return "the wheels turn in the air and move no base: no name has the word mecanum; if they are mecanum wheels: --mobile mecanum"
	}
	return ""
}
