package environment

import (
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/worlds/source"
)

// Attach fixes a free object to another one, where it is now. The link is one of the holder if that
// is a robot, and empty if it is a body. The object moves with its holder from now on.
func (e *Edit) Attach(h, to Handle, link string) error {
	o, err := e.scene.object(h, "a handle of the object to attach")
	if err != nil {
		return err
	}
	holder, err := e.scene.object(to, "a handle of the object to attach to")
	if err != nil {
		return err
	}
	return e.hold(o, holder, link, hold{})
}

// Grab lets a link of a robot hold a free body where it is now. The body moves with the link from
// now on and belongs to the robot in collision checks. It may touch the link and, besides, the
// links listed in touch, such as fingers.
func (e *Edit) Grab(robot Handle, link string, body Handle, touch ...string) error {
	holder, err := e.scene.robotOf(robot)
	if err != nil {
		return err
	}
	o, err := e.scene.bodyOf(body)
	if err != nil {
		return err
	}
	how := hold{grabbed: true}
	for _, name := range touch {
		i, err := holder.robot.world.BodyIndex(name)
		if err != nil {
			return fmt.Errorf("%s cannot touch %s: %w", e.path(o.name), source.Quote(name), err)
		}
		how.touch = append(how.touch, i)
	}
	slices.Sort(how.touch)
	how.touch = slices.Compact(how.touch)
	return e.hold(o, holder, link, how)
}

// hold fixes a free object to a holder that it does not hold itself.
func (e *Edit) hold(o, holder *object, link string, how hold) error {
	path := e.path(o.name)
	switch {
	case o.hold.by != nil:
		return fmt.Errorf("%s is held already; release it first", path)
	case holder.robot == nil && link != "":
		return fmt.Errorf("%s: the holder %s is a body and has no link %s; expected an empty link", path, source.Quote(holder.name), source.Quote(link))
	}
	for up := holder; ; up = e.scene.objects[e.scene.at(up.hold.by)] {
		if up.token == o.token {
			return fmt.Errorf("%s would hold itself, by way of %s", path, source.Quote(holder.name))
		}
		if up.hold.by == nil {
			break
		}
	}
	how.by = holder.token
	if holder.robot != nil {
		i, err := holder.robot.world.BodyIndex(link)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		how.link = i
	}
	next := o.copy()
	at := e.scene.linkPose(holder, how.link)
	next.hold, next.pose = how, at.InverseTimes(&o.pose)
	e.replace(next)
	return nil
}

// Release ends the hold of an object, which stays where it is.
func (e *Edit) Release(h Handle) error {
	o, err := e.scene.object(h, "a handle of the object to release")
	if err != nil {
		return err
	}
	if o.hold.by == nil {
		return fmt.Errorf("%s is free; expected an object that is attached or grabbed", e.path(o.name))
	}
	next := o.copy()
	next.pose, next.hold = e.scene.poseOf(o), hold{}
	e.replace(next)
	return nil
}
