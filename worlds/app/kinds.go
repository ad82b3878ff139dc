package app

import (
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
)

// DriverMaker is implemented by the kinds of role driver: the pointer to their options makes the drivers of a bus.
type DriverMaker interface {
	// MakeDriver checks the options against the bus and returns a function that makes a driver, which is called once for each
	// life of the bus.
	MakeDriver(DriverContext) (func() (hardware.Driver, error), error)
}

// DriverContext is what a driver may know of the bus that it serves.
type DriverContext struct {
	// Name is the whole path of the bus, "world/drives".
	Name string
	// World is that of the joints, and Joints names the joint of each drive, in order.
	World  *worlds.World
	Joints []string
	// Period of the exchanges.
	Period time.Duration
	// Plant is the handle of the application's simulated robot, nil without one.
	Plant any
	Seed  uint64
}

// PlantMaker is implemented by the kinds of role plant: the pointer to their options makes the simulated robot.
type PlantMaker interface {
	// MakePlant builds the robot once. The handle is what drivers find as DriverContext.Plant; actor makes the actor that
	// advances it, once for each of its lives.
	MakePlant(PlantContext) (handle any, actor func() any, err error)
}

// Sensing is implemented by kinds of role plant whose robot carries sensors that are no drives: processors of every world
// may read them. Other outputs of a plant are for reports.
type Sensing interface {
	Sensors() []Sensor
}

// Sensor is an output of the plant's actor.
type Sensor struct {
	// Port is its name, and Carries the type of its values: "messages.Inertial".
	Port, Carries string
	// Joint is the one whose state it carries, for recordings; empty where it carries none.
	Joint string
}

// Remarking is implemented by kinds of role plant that look for what is no error, but may be a slip: each remark is one of
// Config.Notes.
type Remarking interface {
	Remarks(robot *worlds.World) []string
}

// PlantContext is what a plant may know.
type PlantContext struct {
	World *worlds.World
	Seed  uint64
}

// Quantities is implemented by kinds some of whose options have units that depend on the joints they are about: a goal of
// joints that turn or slide. Such an option is of plain numbers and names every unit that it may have, as unit:"rad|m".
// Units is called on a struct with the options of the file, and tells the unit of single numbers by their paths, as
// "goal[2]": "m". Where it does not know, it tells none.
type Quantities interface {
	Units(*worlds.World) map[string]string
}

// Restricted is implemented by kinds of controllers that realise a virtual joint in part only. Unmoved tells what of a
// velocity they do not follow, as "along y"; a note says so where somebody commands the joint.
type Restricted interface {
	Unmoved() string
}

// Sparing is implemented by kinds of controllers that can be told of axes which nobody moves. LeavesAlone reports whether they
// were told of one of a joint; then nothing is commanded of it that would be lost.
type Sparing interface {
	LeavesAlone(joint string) bool
}

// Commanding is implemented by kinds of controllers whose commands have one control mode, which Commands tells for the options of
// the file, or none where only the run will tell. A coupling that carries another one would refuse all that they send.
type Commanding interface {
	Commands() messages.ControlMode
}

// Following is implemented by kinds of controllers that realise a virtual joint. Follows tells the control mode without which a
// command moves nothing, or none.
type Following interface {
	Follows() messages.ControlMode
}
