package hardware

import (
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/worlds"
)

// DriverMaker is implemented by the options of kinds of role driver.
type DriverMaker interface {
	// MakeDriver checks the options against the bus. The returned function makes one driver; it is
	// called once for each incarnation of the bus.
	MakeDriver(DriverContext) (func() (Driver, error), error)
}

// DriverContext describes the bus that a driver serves.
type DriverContext struct {
	// Name is the full path of the bus, "world/drives".
	Name string
	// World has the joints. Joints names the joint of each drive, in the order of the drives.
	World  *worlds.World
	Joints []string
	// Period is the time between two exchanges.
	Period time.Duration
	// Plant is the handle of the simulated robot that the drives act on, nil where the file names
	// none.
	Plant any
	// Plants lists the names of the application's simulated robots.
	Plants []string
	// Seed is the seed of the application's random streams.
	Seed uint64
	// Faults has the faults of each drive for kinds that are FaultyDrives, nil for others.
	Faults []*actors.FaultSwitch
}

// FaultyDrives is implemented by the options of kinds of role driver whose drivers carry out
// injected faults of drives themselves, as an emulator does. The faults of drives that act on a
// plant need no such driver.
type FaultyDrives interface {
	// DriveFaults lists the kinds of faults that each drive can have. The driver reads the drive's
	// entry of DriverContext.Faults in every cycle.
	DriveFaults() []actors.FaultKind
}

// PlantUser is implemented by the options of kinds of role driver whose drives act on a plant.
type PlantUser interface {
	// UsesPlant reports whether the drives act on a plant of the application.
	UsesPlant() bool
}

// PlantMaker is implemented by the options of kinds of role plant.
type PlantMaker interface {
	// MakePlant builds the simulated robot. Drivers receive handle as DriverContext.Plant. The
	// function actor makes the actor that advances the robot, once for each incarnation.
	MakePlant(PlantContext) (handle any, actor func() any, err error)
}

// SensorFaults is implemented by handles of plants whose sensors can have injected faults.
type SensorFaults interface {
	// SensorFaults returns the site of these faults, nil without such sensors. Its targets are
	// outputs of the plant's actor, whose path is given.
	SensorFaults(path string) actors.FaultSite
}

// PlantContext describes the application that a plant serves.
type PlantContext struct {
	// World describes the robot.
	World *worlds.World
	// Seed is the seed of the application's random streams.
	Seed uint64
}

// SensorProvider is implemented by kinds of role plant whose robot has sensors beside its drives.
// Actors of every world may read these outputs of the plant; its other outputs are for reports.
type SensorProvider interface {
	// Sensors lists the sensors that the options configure.
	Sensors() []Sensor
}

// Sensor is an output of the plant's actor that actors may read.
type Sensor struct {
	// Port is the name of the output. Carries is the type of its values, "messages.Inertial".
	Port, Carries string
	// Joint is the joint whose state the sensor measures, for recordings. It is empty for sensors
	// that measure no joint.
	Joint string
}

// Linter is implemented by kinds of role plant that report likely mistakes as warnings.
type Linter interface {
	// Lint returns one warning for each likely mistake in the options and in the robot.
	Lint(robot *worlds.World) []string
}
