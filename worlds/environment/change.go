package environment

import (
	"errors"
	"fmt"

	"github.com/robo-actors/robo-actors/internal/usercode"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Change is one change of an environment, as a message. Objects are named, so that senders need no
// handle.
type Change interface{ Apply(*Edit) error }

// Changes are applied together, or not at all.
type Changes []Change

// Apply applies the changes in their order. After an error, the edit must be discarded.
func (c Changes) Apply(e *Edit) error {
	for i, change := range c {
		if change == nil {
			return fmt.Errorf("changes[%d] is nil; expected a change", i)
		}
		if err := change.Apply(e); err != nil {
			return fmt.Errorf("changes[%d]: %w", i, err)
		}
	}
	return nil
}

// AddBody adds a body.
type AddBody struct{ Body BodySpec }

// AddRobot adds a robot.
type AddRobot struct{ Robot RobotSpec }

// AddSensor adds a range sensor to the object named Object.
type AddSensor struct {
	Object, Link string
	Sensor       RangeSensor // without On
}

// Remove removes an object.
type Remove struct{ Object string }

// Rename gives an object another name.
type Rename struct{ Object, Name string }

// Move moves a free object.
type Move struct {
	Object string
	Pose   spatial.Pose // in the world
}

// SetJoints moves a robot's joints to a position of its world.
type SetJoints struct {
	Robot    string
	Position []float64
}

// Attach fixes an object to another one, Link is empty if that is a body.
type Attach struct{ Object, To, Link string }

// Grab lets a link of a robot hold a body, which may touch further links.
type Grab struct {
	Robot, Link, Body string
	Touch             []string
}

// Release ends the hold of an object.
type Release struct{ Object string }

// Allow lets two parts touch; an empty link is the whole object. Forbid takes it back.
type Allow struct {
	First, FirstLink, Second, SecondLink string
	Forbid                               bool
}

// Observed reports where a body was at an instant. An observation that is older than the newest one
// changes nothing.
type Observed struct {
	Object string
	Pose   spatial.Pose // in the world
	Time   messages.Instant
}

// ChangeFunc is a change that a function makes. It runs inside the actor and must not block. A
// panic in it is an error of the change.
type ChangeFunc func(*Edit) error

// Apply calls the function.
func (f ChangeFunc) Apply(e *Edit) error {
	if f == nil {
		return errors.New("the function of the change is nil; expected a function")
	}
	return usercode.Call(func() error { return f(e) })
}

// Apply adds the body.
func (c AddBody) Apply(e *Edit) error {
	_, err := e.AddBody(c.Body)
	return err
}

// Apply adds the robot.
func (c AddRobot) Apply(e *Edit) error {
	_, err := e.AddRobot(c.Robot)
	return err
}

// Apply adds the sensor.
func (c AddSensor) Apply(e *Edit) error {
	h, err := e.Handle(c.Object)
	if err != nil {
		return err
	}
	c.Sensor.On = Part{Object: h, Link: c.Link}
	return e.AddSensor(c.Sensor)
}

// Apply removes the object.
func (c Remove) Apply(e *Edit) error { return with(e, c.Object, e.Remove) }

// Apply renames the object.
func (c Rename) Apply(e *Edit) error {
	return with(e, c.Object, func(h Handle) error { return e.Rename(h, c.Name) })
}

// Apply moves the object.
func (c Move) Apply(e *Edit) error {
	return with(e, c.Object, func(h Handle) error { return e.SetPose(h, c.Pose) })
}

// Apply moves the joints.
func (c SetJoints) Apply(e *Edit) error {
	return with(e, c.Robot, func(h Handle) error { return e.SetPosition(h, c.Position) })
}

// Apply attaches the object.
func (c Attach) Apply(e *Edit) error {
	return with(e, c.Object, func(h Handle) error {
		return with(e, c.To, func(to Handle) error { return e.Attach(h, to, c.Link) })
	})
}

// Apply grabs the body.
func (c Grab) Apply(e *Edit) error {
	return with(e, c.Robot, func(robot Handle) error {
		return with(e, c.Body, func(body Handle) error { return e.Grab(robot, c.Link, body, c.Touch...) })
	})
}

// Apply releases the object.
func (c Release) Apply(e *Edit) error { return with(e, c.Object, e.Release) }

// Apply allows or forbids the pair.
func (c Allow) Apply(e *Edit) error {
	return with(e, c.First, func(first Handle) error {
		return with(e, c.Second, func(second Handle) error {
			a, b := Part{first, c.FirstLink}, Part{second, c.SecondLink}
			if c.Forbid {
				return e.Forbid(a, b)
			}
			return e.Allow(a, b)
		})
	})
}

// Apply moves the object to where it was observed. Observations of an object that is held do not
// move it: its holder does.
func (c Observed) Apply(e *Edit) error {
	return with(e, c.Object, func(h Handle) error {
		o, err := e.scene.object(h, "a handle of an object of this scene")
		if err != nil || o.observed && c.Time <= o.stamp {
			return err
		}
		if o.hold.by == nil {
			if err := e.SetPose(h, c.Pose); err != nil {
				return err
			}
		}
		return e.Observed(h, c.Time, false)
	})
}

// with calls do with the handle of a name.
func with(e *Edit, name string, do func(Handle) error) error {
	h, err := e.Handle(name)
	if err != nil {
		return err
	}
	return do(h)
}
