package draw

import (
	"fmt"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// Room is implemented by the options of actors that own an environment. Room returns its bodies as
// one world: each is a link on a floating joint. The list has the joint of each pose of the output
// bodies. The world is nil where there are no bodies.
type Room interface {
	Room() (w *worlds.World, joints []int, err error)
}

// bodiesPort is the output of an environment with the poses of its bodies.
const bodiesPort = "bodies"

// addEnvironments draws the bodies of environments. Bodies that come later are not drawn.
func (d *Drawing) addEnvironments(w *app.World) error {
	for i := range w.Actors {
		actor := &w.Actors[i]
		owner, is := actor.Instance.(Room)
		if !is {
			continue
		}
		room, joints, err := owner.Room()
		if err == nil && room == nil {
			continue
		}
		var r *Robot
		if err == nil {
			r, err = newRobot(actor.Path, room, false)
		}
		if err != nil {
			return fmt.Errorf("environment %s cannot be drawn: %w", actor.Path, err)
		}
		d.robots = append(d.robots, r)
		read(d, actor.Path+"."+bodiesPort, FramesTopic, func(at messages.Instant, v *messages.BodyPoses) { r.setBodies(at, joints, v) })
	}
	return nil
}

// setBodies takes the poses of the joints. Poses that have no joint are ignored.
func (r *Robot) setBodies(at messages.Instant, joints []int, v *messages.BodyPoses) {
	for i := range min(len(v.Pose), len(joints)) {
		slot, p := r.world.Slot(joints[i]), &v.Pose[i]
		copy(r.position[slot.Position:], p.Position[:])
		copy(r.position[slot.Position+len(p.Position):], p.Orientation[:])
	}
	r.at, r.seen = at, true
}
