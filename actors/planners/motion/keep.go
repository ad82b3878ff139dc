package motion

import (
	"fmt"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/environment"
)

// Keep is an object of which a motion stays away, further than of others.
type Keep struct {
	Object string          `option:"object" doc:"body that may move" required:"true"`
	Away   messages.Meters `option:"away" doc:"least distance from it" min:"0" max:"10" required:"true"`
}

// widened returns a scene in which the objects to keep away from are that much larger in every
// direction: with their edges square it is a little more.
func widened(scene *environment.Scene, keep []Keep, share float64) (*environment.Scene, error) {
	edit := scene.Edit()
	for _, k := range keep {
		h, err := scene.Handle(k.Object)
		if err != nil {
			return nil, err
		}
		body, err := scene.Body(h)
		if err != nil {
			return nil, err
		}
		if !body.Holder.IsZero() {
			return nil, fmt.Errorf("%s is held; expected a free body to keep away from", k.Object)
		}
		for i := range body.Shapes {
			widen(&body.Shapes[i], share*float64(k.Away))
		}
		if err := edit.Remove(h); err != nil {
			return nil, err
		}
		if _, err := edit.AddBody(body.BodySpec); err != nil {
			return nil, err
		}
	}
	return edit.Scene(), nil
}

// widen makes a shape larger by a length on every side. A mesh stays as it is.
func widen(s *worlds.Shape, by float64) {
	switch s.Kind {
	case worlds.Box:
		for k := range s.Size {
			s.Size[k] += 2 * by
		}
	case worlds.Cylinder:
		s.Radius, s.Length = s.Radius+by, s.Length+2*by
	case worlds.Sphere, worlds.Capsule:
		s.Radius += by
	}
}
