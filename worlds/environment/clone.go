package environment

import (
	"fmt"
	"maps"
	"slices"

	"github.com/robo-actors/robo-actors/worlds/source"
)

// CloneOptions say what a clone takes along. Robots, their joint values and the pairs that may
// touch are always cloned, and objects keep their names and IDs.
type CloneOptions struct {
	// Bodies clones bodies.
	Bodies bool
	// Attachments and Grabs clone how objects are held. Without them, attached or grabbed objects
	// are free where they are.
	Attachments, Grabs bool
	// Sensors clones range sensors.
	Sensors bool
	// Controllers clones simulated drives; see [Drives]. Without it, or without drives, a robot goes
	// at once where a command puts it.
	Controllers bool
	// Simulation clones the simulation of an environment of the variant Physics, which is Ideal
	// without it.
	Simulation bool
	// View clones the views.
	View bool
	// RealDrives lets the clone command real drives. Only whoever may move the robot can grant it.
	RealDrives *RealDrives
}

// Everything returns the options that clone everything but real drives.
func Everything() CloneOptions {
	return CloneOptions{Bodies: true, Attachments: true, Grabs: true, Sensors: true, Controllers: true, Simulation: true, View: true}
}

// CloneError reports why an environment was not cloned. There are no partial clones.
type CloneError struct {
	Environment string // that was to be cloned
	Object      string // what cannot be cloned
	Problem     string
	Expected    string
}

// Error names the environment, the object and what is expected.
func (e *CloneError) Error() string {
	return fmt.Sprintf("environment %s cannot be cloned: %s %s; expected %s", source.Quote(e.Environment), e.Object, e.Problem, e.Expected)
}

// Clone returns the first scene of a new environment with the given name. It shares all objects
// with s: with all options it takes the same time for a scene of any size. The error is a
// *[CloneError].
func (s *Scene) Clone(name string, options CloneOptions) (*Scene, error) {
	out := *s
	out.environment, out.number = &identity{name}, 0
	if options.Bodies && options.Attachments && options.Grabs && options.Sensors {
		return &out, nil
	}
	return out.reduce(s, options)
}

// CloneInto returns the next scene of the environment of existing, with the content of s. Objects
// of the same name, ID and structure keep the handles that existing has given for them; handles of
// other objects of existing lead nowhere from now on.
func (s *Scene) CloneInto(existing *Scene, options CloneOptions) (*Scene, error) {
	out, err := s.Clone(existing.Name(), options)
	if err != nil {
		return nil, err
	}
	out.environment, out.number = existing.environment, existing.number+1
	out.lastID = max(out.lastID, existing.lastID)
	kept := map[*token]*token{}
	for _, o := range out.objects {
		if old, found := existing.byName[o.name]; found && old != o.token && old.id == o.token.id {
			if have := existing.objects[existing.at(old)]; have.structure() == o.structure() {
				kept[o.token] = old
			}
		}
	}
	if len(kept) > 0 {
		out.retoken(kept, existing)
	}
	return out, nil
}

// reduce leaves out what the options do not take along. The receiver is a private copy.
func (s *Scene) reduce(from *Scene, options CloneOptions) (*Scene, error) {
	objects := make([]*object, 0, len(s.objects))
	s.byName = maps.Clone(s.byName)
	for _, o := range from.objects {
		if o.body != nil && !options.Bodies {
			delete(s.byName, o.name)
			continue
		}
		next := o
		if o.hold.by != nil && (o.hold.grabbed && !options.Grabs || !o.hold.grabbed && !options.Attachments) {
			next = o.copy()
			next.pose, next.hold = from.poseOf(o), hold{}
		}
		if by := next.hold.by; by != nil {
			if holder := from.objects[from.at(by)]; holder.body != nil && !options.Bodies {
				return nil, &CloneError{Environment: from.Name(), Object: source.Quote(o.name), Problem: "is attached to the body " + source.Quote(holder.name) +
					", which is left out", Expected: "the option Bodies, or no Attachments"}
			}
		}
		objects = append(objects, next)
	}
	s.objects = objects
	s.allowed = slices.DeleteFunc(slices.Clone(s.allowed), func(p allowedPair) bool { return !s.hasID(p.a.id) || !s.hasID(p.b.id) })
	if !options.Sensors {
		s.sensors = nil
	}
	for _, r := range s.sensors {
		if s.at(r.on) < 0 {
			return nil, &CloneError{Environment: from.Name(), Object: "sensor " + source.Quote(r.name), Problem: "is on a body, which is left out",
				Expected: "the option Bodies, or no Sensors"}
		}
	}
	return s, nil
}

// hasID reports whether an object of that ID exists.
func (s *Scene) hasID(id ID) bool { return s.find(id) != nil }

// find returns the object of that ID, or nil.
func (s *Scene) find(id ID) *object {
	i, found := slices.BinarySearchFunc(s.objects, id, func(o *object, id ID) int { return int(int64(o.token.id) - int64(id)) })
	if !found {
		return nil
	}
	return s.objects[i]
}

// retoken gives objects the tokens, and what they are made of, of equal objects of another scene.
func (s *Scene) retoken(kept map[*token]*token, existing *Scene) {
	swap := func(t *token) *token {
		if old, found := kept[t]; found {
			return old
		}
		return t
	}
	s.objects, s.byName, s.sensors = slices.Clone(s.objects), maps.Clone(s.byName), slices.Clone(s.sensors)
	for i, o := range s.objects {
		next := o.copy()
		next.token, next.hold.by = swap(o.token), swap(o.hold.by)
		if next.token != o.token {
			have := existing.objects[existing.at(next.token)]
			if next.body = have.body; have.robot != nil {
				next.robot = &robot{mechanism: have.robot.mechanism, position: o.robot.position}
			}
		}
		s.objects[i] = next
		s.byName[o.name] = next.token
	}
	for i, r := range s.sensors {
		next := *r
		next.on = swap(r.on)
		s.sensors[i] = &next
	}
}
