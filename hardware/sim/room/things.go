package room

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// motion says what moves an object.
type motion uint8

const (
	still   motion = iota // nothing, or its holder
	falling               // gravity and contacts
	roving                // commands and observations
)

// farthest is the distance from the origin beyond which nothing falls, m.
const farthest = 1000.0

// thing is an object of a scene as a part of a machine.
type thing struct {
	handle environment.Handle
	id     environment.ID
	robot  bool
	motion motion
	holder environment.ID // 0 for a free object
	link   string         // of a holder that is a robot
	at     spatial.Pose   // of a still object: in the room, or in its holder

	body     int     // of the mechanism: a body, or the root link of a robot
	position int     // place of a free body in the positions of the mechanism
	velocity int     // the same in its velocities
	joints   []joint // of a robot
	world    *worlds.World
	goal     []float64 // of a robot: the position at the end of the step
}

// joint is where a robot's joint is in the position of its world, and in that of the mechanism.
type joint struct{ own, machine, length int }

// samePlace is the distance of poses that count as the same: what rounding may add, m and entries
// of a matrix.
const samePlace = 1e-9

// same reports whether a machine with one thing serves the other one.
func same(t, o thing) bool {
	if t.handle != o.handle || t.robot != o.robot || t.motion != o.motion || t.holder != o.holder || t.link != o.link {
		return false
	}
	for k, v := range t.at.P {
		if !(math.Abs(v-o.at.P[k]) <= samePlace) {
			return false
		}
	}
	for k, v := range t.at.R {
		if !(math.Abs(v-o.at.R[k]) <= samePlace) {
			return false
		}
	}
	return true
}

// things lists the objects of a scene.
func (s *Simulation) things(scene *environment.Scene) ([]thing, error) {
	var all []thing
	for _, h := range scene.Handles() {
		t := thing{handle: h, id: h.ID(), at: spatial.IdentityPose()}
		pose, err := scene.Pose(h)
		if err != nil {
			return nil, err
		}
		hold, mass, err := held(scene, &t)
		if err != nil {
			return nil, err
		}
		switch far := spatial.VecOf(pose.P).Norm() > farthest; {
		case !hold.IsZero():
			at, err := holderPose(scene, hold, t.link)
			if err != nil {
				return nil, err
			}
			t.holder, t.at = hold.ID(), at.InverseTimes(&pose)
		case t.robot || far:
			t.at = pose
		case mass > 0:
			t.motion = falling
		case s.roves(t.id, &pose):
			t.motion = roving
		default:
			t.at = pose
		}
		all = append(all, t)
	}
	return all, nil
}

// held returns the holder of an object and the mass of a body, and notes what the object is.
func held(scene *environment.Scene, t *thing) (holder environment.Handle, mass float64, err error) {
	if b, err := scene.Body(t.handle); err == nil {
		t.link = b.Link
		return b.Holder, b.Inertia.Mass, nil
	}
	r, err := scene.Robot(t.handle)
	t.robot, t.world, t.link = true, r.World, r.Link
	return r.Holder, 0, err
}

// holderPose returns the pose of a holder, or of one of its links, in the room.
func holderPose(scene *environment.Scene, holder environment.Handle, link string) (spatial.Pose, error) {
	if link == "" {
		return scene.Pose(holder)
	}
	return scene.LinkPose(holder, link)
}

// roves reports whether a body without a mass has moved since it was first seen.
func (s *Simulation) roves(id environment.ID, pose *spatial.Pose) bool {
	o := s.object(id)
	return o != nil && (o.Roves || o.Pose != *pose)
}

// linkName is the name of a link in the mechanism: that of a robot, or the one of a body.
func (t *thing) linkName(link string) string {
	if !t.robot {
		link = "body"
	}
	return fmt.Sprintf("%s_%s", t.prefix(), link)
}

func (t *thing) prefix() string { return fmt.Sprint("o", t.id) }
