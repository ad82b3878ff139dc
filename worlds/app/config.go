package app

import (
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/coupling"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// Config is a checked application file with every include read, every default filled in, and every
// name resolved. Its lists are in the order of the file. See [Load].
type Config struct {
	// Name of the application.
	Name string
	// Duration is the length of a run; zero runs until it is stopped.
	Duration time.Duration
	// Seed of all random streams.
	Seed uint64
	// FaultsAllowed reports whether the file allows the injection of faults.
	FaultsAllowed bool
	// Room is how many actors parts may add while the application runs.
	Room int
	// JobThreads is how many jobs run at once.
	JobThreads int
	// Virtual selects virtual time; the command can override it.
	Virtual bool

	// Domains are the threads of execution in use.
	Domains   []Domain
	Worlds    []World
	Couplings []Coupling
	// Plants has the simulated robots, in the order of the file.
	Plants []*Plant
	// Supervision is the policy of the application, to which worlds escalate.
	Supervision Restart
	Recording   Recording
	View        View
	// Resources are those of every actor beside what the file provides. The program that loads the
	// file adds them.
	Resources []any

	// Parts are the files that schedules may attach while the application runs.
	Parts []Part

	// Folder is where the file was loaded from, for actors whose options name files; see
	// [actors.Folder]. [Load], which has no path of the file system, leaves it empty.
	Folder string

	// Notes are warnings: ignored parts of robot descriptions, joints without a controller, and
	// likely mistakes that the kind of the plant reports.
	Notes []source.Diagnostic
	// Files lists every file that was read, also of declared parts: the application file first, then
	// its own by name.
	Files []File

	texts map[string]*source.Text
	// again loads the application once more, with parts.
	again func(files []string) (*Config, error)
	// kinds are those of the registry, for errors that suggest one.
	kinds []*actors.Kind
}

// Part is a file of the application under app.parts. See [LoadParts].
type Part struct {
	// File is slash-separated and relative to the folder of the application file.
	File string
	// Worlds are those that the part adds.
	Worlds []string
	At     source.Position
}

// File is one file that an application was read from.
type File struct {
	// Name is slash-separated and relative to the root that the application was loaded from.
	Name string
	// SHA256 is the hash of its content.
	SHA256 [32]byte
}

// Domain is one thread of execution.
type Domain struct {
	Name string
	// Priority is that of SCHED_FIFO, 1 to 99, where it is granted; zero selects the default
	// policy. The default of domain main is DefaultPriority, that of others zero.
	Priority int
	// Spin is how long before a release the thread wakes. Zero leaves it to the runtime; with a
	// negative value the thread sleeps until the release.
	Spin time.Duration
	// At is the position of the domain in the file; zero for a default domain that is not declared.
	At source.Position
}

// DefaultPriority is the priority of SCHED_FIFO that domain main requests unless the file gives
// another one.
const DefaultPriority = 80

// DefaultTolerance returns the tolerance of a world for missed releases unless the file gives
// another one, for an ordinary machine with other load: three seconds without a release, at least
// 50 of them, and permanently the loss of every tenth release.
func DefaultTolerance(period time.Duration) actors.Tolerance {
	missed := 50
	if period > 0 {
		missed = max(missed, int(3*time.Second/period))
	}
	return actors.Tolerance{Missed: missed, RecoverPer: 10}
}

// World is one world.
type World struct {
	Name   string
	Period time.Duration
	Domain string
	// Tolerance is the tolerance for missed releases of every actor of the world.
	Tolerance actors.Tolerance
	// HangAfter is the time after which a tick counts as a hang, at least Period. Zero means 20
	// periods of the actor, at least 100 ms. If other actors share its domain, a hang ends the
	// application, because the thread cannot be freed; otherwise the actor is replaced.
	HangAfter time.Duration
	// Model has the merged descriptions with their limits, roles and joint groups.
	Model *worlds.World
	// Joints has one entry for each joint of the model, in its order.
	Joints []Joint
	Actors []Actor
	Drives []Drive
	// Restart is the policy of the world's supervisor. Drives have policies of their own.
	Restart Restart
	At      source.Position

	path string // in the file, for errors
}

// Joint is the owner of a joint and its behaviour after a fault.
type Joint struct {
	Name string
	// SafeMode is the mode after a fault; for a joint with a kind, that after a failed actor.
	// SafeMode, Declared, Rearm, Start and Settle concern driven joints only.
	SafeMode messages.Mode
	// Declared has the kind of the joint and the modes of single faults, nil without both.
	Declared *modes.Declared
	// Rearm is the way of re-arm after a fault, and Start that of the first start.
	Rearm, Start modes.Rearm
	// Settle is how long every cause must have been gone before the joint re-arms automatically.
	Settle time.Duration
	// Drive is the index in World.Drives of the bus that moves the joint, -1 without one.
	Drive int
	// Controller is the index in World.Actors of the controller whose joint group has the joint, -1
	// without one.
	Controller int
	// Virtual reports that another world realises the joint. Realised reports that an actor of this
	// world realises it for another one by other joints. Exported reports that another world takes
	// its state as this world measures or receives it; a joint with a drive, a virtual joint and a
	// passive joint can be exported.
	Virtual, Realised, Exported bool
	// State is the output of the actor that estimates the state of a passive joint. Its From is
	// empty without one, and its Port is not used.
	State Input
	// At is the position of the joint's entry in the file, or else that in its model.
	At source.Position
}

// Options are the options of an actor, a drive or the plant.
type Options struct {
	// Kind is the kind that type names.
	Kind *actors.Kind
	// Instance points to a struct of the kind, with its defaults and the options of the file.
	// actors.Fresh copies it for each incarnation.
	Instance any
	// TypeAt is the position of the type. OptionAt has the positions of the options that the file
	// gives, by their paths: "gains.stiffness", "wheels[2]".
	TypeAt   source.Position
	OptionAt map[string]source.Position
}

// Actor is a controller, model, observer or planner of a world.
type Actor struct {
	// Name is its key in the file. Path is the address of the actor, "world/name".
	Name, Path string
	Options
	Period time.Duration
	// Domain is that of the world, or another one for ticks that take longer than a cycle.
	Domain string
	Phase  actors.Phase
	// Inputs are the links and bounds that the file declares. Build adds the others.
	Inputs []Input
	// Group is the joint group that a controller commands, nil without one.
	Group     *worlds.JointGroup
	Execution actors.Execution
	At        source.Position
}

// Input is a declared link or bound of one input of an actor.
type Input struct {
	Port string
	// From is the output "world/actor.port" that feeds it, or the sensor "plant/robot.port". It is
	// empty if the file gives only a bound.
	From string
	// MaxAge bounds the age of a value; its default is that of couplings. Zero keeps the bound of
	// the port itself, and means no bound for values of an actor without a period.
	MaxAge time.Duration
	At     source.Position
}

// Drive is one bus with the drives on it.
type Drive struct {
	// Name is its key in the file. Path is the address of the actor, "world/name".
	Name, Path string
	Options
	Period time.Duration
	// Domain is empty if the file names none: a bus whose driver blocks then has its own thread,
	// and any other bus runs in the domain of its world.
	Domain string
	// Sensors lists the sensors on the bus.
	Sensors hardware.SensorList
	// Joints has the index in the world's model of the joint that each drive moves.
	Joints []int
	// MaxAge bounds the age of commands and of states.
	MaxAge    time.Duration
	Execution actors.Execution
	Restart   Restart
	At        source.Position
	// Plant is the path of the plant that the drives act on, empty for drives that act on none.
	Plant string

	jointsAt []source.Position // position of each entry of Joints
	plantAt  source.Position   // position of the key plant, zero without one
}

// Coupling is the exchange of one virtual joint between two worlds.
type Coupling struct {
	// Joint is the name of the joint, the same in both worlds.
	Joint string
	// Command leads from the world that plans with the joint to the controller that realises it. It
	// is nil if the joint is only observed.
	Command *CommandFlow
	State   StateFlow
	At      source.Position
	// Path is that of the coupling in the file, as in "couplings[2]".
	Path string
}

// CommandFlow carries commands of a virtual joint.
type CommandFlow struct {
	From WorldJoint
	To   Endpoint
	// Control is the control mode of the commands.
	Control  messages.ControlMode
	MaxAge   time.Duration
	OnStale  coupling.OnStale
	Resample coupling.Resample
	At       source.Position
}

// StateFlow carries states of a virtual joint.
type StateFlow struct {
	From     Endpoint
	To       WorldJoint
	MaxAge   time.Duration
	Resample coupling.Resample
	At       source.Position
}

// WorldJoint is a joint of a world.
type WorldJoint struct {
	// World is an index into Config.Worlds, and Joint an index into the joints of its model.
	World, Joint int
}

// Endpoint is the port of an actor at one end of a coupling, and its joint.
type Endpoint struct {
	WorldJoint
	// Actor is an index into World.Actors.
	Actor int
	Port  string
}

// Plant is a simulated robot that simulated drives act on.
type Plant struct {
	// Name is its key in the section plants, or DefaultPlant for the section plant. Path is that of
	// its actor, "plant/name".
	Name, Path string
	Options
	Period    time.Duration
	Domain    string
	Model     *worlds.World
	Execution actors.Execution
	// HangAfter is the time after which a step counts as a hang, at least Period; see
	// World.HangAfter.
	HangAfter time.Duration
	At        source.Position

	single bool // of the section plant
}

// Restart is the policy of a supervisor, and its position in the file.
type Restart struct {
	supervision.Restart
	// Children are the exceptions for single actors of a world.
	Children []supervision.Child
	At       source.Position
}

// DefaultRestart returns the policy of supervisors that the file does not declare. See
// supervision.DefaultRestart.
func DefaultRestart() Restart { return Restart{Restart: supervision.DefaultRestart()} }

// Recording selects the outputs that a run records.
type Recording struct {
	// Enabled is the command's default: it records unless an option of the command says otherwise.
	Enabled bool
	// Directory is the folder of recordings, relative to the folder of the file. An empty one
	// leaves it to the command.
	Directory string
	// Exclude lists patterns of outputs that are not recorded, such as "whole_body/model.*". A star
	// matches any text without a slash. "health" excludes the health of the actors, "/*" and
	// "/*/*" the topics for viewers.
	Exclude []string
	At      source.Position
}

// View says how runs in real time are served to viewers.
type View struct {
	// Enabled is set by the section, unless its key enabled is false.
	Enabled bool
	// Address is HOST:PORT, a port of 127.0.0.1, or unix:PATH; empty for the default one.
	Address string
	// Control lets viewers with the token operate the application.
	Control bool
	// Certificate and Key are PEM files, relative to the folder of the file. An address that other
	// machines can reach needs them.
	Certificate, Key string
	// Hosts are further host names of the server, and Origins those of other web pages that may
	// connect.
	Hosts, Origins []string
	At             source.Position
}
