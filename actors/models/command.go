package models

import (
	"errors"
	"fmt"
	"strings"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// What the option input names.
const (
	fromState   = "state"
	fromCommand = "command"
)

// implementations are the known values of the option implementation.
var implementations = []string{"rigid_body", "pinocchio"}

// checkOptions checks the words among the options.
func (a *Actor) checkOptions() error {
	known := false
	for _, name := range implementations {
		known = known || a.Implementation == name
	}
	var errs []error
	if !known {
		errs = append(errs, &messages.OptionError{Path: "implementation", Err: fmt.Errorf("%q is unknown", a.Implementation),
			Expected: strings.Join(implementations, " or "), Unknown: a.Implementation, Known: implementations})
	}
	switch {
	case a.Input != fromState && a.Input != fromCommand:
		errs = append(errs, &messages.OptionError{Path: "input", Err: fmt.Errorf("%q is unknown", a.Input),
			Expected: fromState + " or " + fromCommand, Unknown: a.Input, Known: []string{fromState, fromCommand}})
	case a.Input == fromState && a.JointGroup != "":
		errs = append(errs, &messages.OptionError{Path: "joint_group", Err: errors.New("it names the joints of input command, which is not read"), Expected: "input: command"})
	case a.Input == fromCommand && a.JointGroup == "":
		errs = append(errs, &messages.OptionError{Path: "joint_group", Err: errors.New("it is missing"), Expected: "the joints of input command"})
	}
	return errors.Join(errs...)
}

// commanded has the places of a joint group's joints in a command and in the state of a world.
type commanded struct{ joints []place }

type place struct {
	slot               worlds.Slot
	position, velocity int // in the command
}

func newCommanded(world *worlds.World, group *worlds.JointGroup) *commanded {
	c := &commanded{}
	position, velocity := 0, 0
	for i := range group.NumJoints() {
		slot := world.Slot(group.WorldJoint(i))
		c.joints = append(c.joints, place{slot, position, velocity})
		position, velocity = position+slot.PositionLength, velocity+slot.VelocityLength
	}
	return c
}

// fill overwrites the state of a model with what is commanded: positions and velocities of the
// joints whose control modes have them.
func (c *commanded) fill(m *messages.Model, command *messages.JointCommand) {
	for i, p := range c.joints {
		if command.Control[i].Has(messages.ControlPosition) {
			copy(m.Position[p.slot.Position:p.slot.Position+p.slot.PositionLength], command.Position[p.position:])
		}
		if command.Control[i].Has(messages.ControlVelocity) {
			copy(m.Velocity[p.slot.Velocity:p.slot.Velocity+p.slot.VelocityLength], command.Velocity[p.velocity:])
		}
	}
}
