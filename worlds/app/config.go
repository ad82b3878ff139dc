package app

import (
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/internal/source"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/coupling"
)

// Config is an application file with every include read, every default written out, and every name
// resolved. Its lists stand in the order of the file. It was checked as a whole: see [Load].
type Config struct {
	// Name of the application.
	Name string
	// Duration ends a run by itself; zero runs until it is stopped.
	Duration time.Duration
	// Seed of all random streams.
	Seed uint64
	// FaultsAllowed says whether faults may be injected.
	FaultsAllowed bool
	// Virtual asks for virtual time, where the command does not say otherwise.
	Virtual bool

	// Domains has each thread of execution that something runs in.
	Domains   []Domain
	Worlds    []World
	Couplings []Coupling
	// Plants has the simulated robots, in the order of the file.
	Plants []*Plant
	// Supervision is the policy of the application itself, to which worlds escalate.
	Supervision Restart
	Recording   Recording

	// Notes are findings that are not errors: what a robot description was passed over, joints that
	// nobody commands, and what the kind of the plant remarks.
	Notes []worlds.Diagnostic
	// Files lists every file that was read, the application file first, the others in the order of
	// their names.
	Files []File

	texts map[string]*source.Text
}

// File is one file that an application was read from.
type File struct {
	// Name is slash-separated and relative to the root that the application was loaded from.
	Name string
	// SHA256 of its content.
	SHA256 [32]byte
}

// Domain is one thread of execution.
type Domain struct {
	Name string
	// Priority asks for SCHED_FIFO, 1 to 99; zero asks for the default policy.
	Priority int
	// Spin is for how long before a release the thread is awake already; zero leaves it to the
	// runtime, less than zero means that it sleeps until the release.
	Spin time.Duration
	// At is where the domain is declared; zero for the default domain where the file has none.
	At worlds.Position
}

// World is one world.
type World struct {
	Name   string
	Period time.Duration
	Domain string
	// Tolerance for missed releases, for every actor of the world.
	Tolerance actors.Tolerance
	// HangAfter is how long a tick of any actor of the world may take, at least Period; zero means
	// 20 periods of the actor, at least 100 ms. The thread of a domain cannot be freed of a tick
	// that hangs, so that the application ends.
	HangAfter time.Duration
	// Model has the merged descriptions with their limits, roles and joint groups.
	Model *worlds.World
	// Joints has one entry a joint of the model, in its order.
	Joints []Joint
	Actors []Actor
	Drives []Drive
	// Restart is what the world's supervisor does about its actors, but for the drives, which have
	// their own.
	Restart Restart
	At      worlds.Position

	path string // in the file, for errors
}

// Joint says who moves a joint, and what a fault leads to.
type Joint struct {
	Name string
	// SafeMode is what a fault leads to, with a kind what a failure of an actor does. It and the
	// four below matter for driven joints only.
	SafeMode messages.Mode
	// Declared has the kind of the joint, and the modes of single faults; nil where the file gives
	// neither.
	Declared *modes.Declared
	// Rearm says how the joint comes back after a fault, and Start how it takes its first commands.
	Rearm, Start modes.Rearm
	// Settle is for how long every cause must have been gone before the joint re-arms by itself.
	Settle time.Duration
	// Drive is the index in World.Drives of the bus that moves the joint, -1 where none does.
	Drive int
	// Controller is the index in World.Actors of the controller whose joint group has the joint, -1
	// without one.
	Controller int
	// Virtual says that a coupling brings the joint's state from another world, Realised that this
	// world moves it for another one.
	Virtual, Realised bool
	// State is the output of an actor of this world that estimates where a passive joint is; its
	// From is empty where nobody does. Port is not used.
	State Input
	// At is where the file says something about the joint, else where its model declares it.
	At worlds.Position
}

// Options are the options of an actor, a drive or the plant.
type Options struct {
	// Kind is the kind that the file names by type.
	Kind *actors.Kind
	// Instance is a pointer to a struct of the kind, with its defaults and the options of the file.
	// Make one for each incarnation with actors.Fresh.
	Instance any
	// TypeAt is where the type stands, OptionAt where each option does that the file gives, by its
	// path: "gains.stiffness", "wheels[2]".
	TypeAt   worlds.Position
	OptionAt map[string]worlds.Position
}

// Actor is a controller, model, observer or planner of a world.
type Actor struct {
	// Name is its key in the file; Path is that of its actor, "world/name".
	Name, Path string
	Options
	Period time.Duration
	// Domain is that of the world, or another one for what may take longer than a cycle.
	Domain string
	Phase  actors.Phase
	// Inputs are the links and bounds that the file declares; the others are left to the builder of
	// the application.
	Inputs []Input
	// Group is what a controller commands by its option joint_group, nil without one.
	Group     *worlds.JointGroup
	Execution actors.Execution
	At        worlds.Position
}

// Input is what the file says about one input of an actor.
type Input struct {
	Port string
	// From is the output "world/actor.port" that feeds it, or the sensor "plant/robot.port"; empty
	// where the file gives a bound only.
	From string
	// MaxAge bounds the age of a value. Where the file gives none, it is the default of couplings;
	// zero keeps the bound of the port itself, or none where the values come from an actor without
	// a period.
	MaxAge time.Duration
	At     worlds.Position
}

// Drive is one bus with the drives on it.
type Drive struct {
	// Name is its key in the file; Path is that of its actor, "world/name".
	Name, Path string
	Options
	Period time.Duration
	// Domain is empty where the file names none: a bus whose driver blocks then has a thread of its
	// own, and any other bus runs in the domain of its world.
	Domain string
	// Sensors lists the sensors on the bus.
	Sensors hardware.SensorList
	// Joints has the index in the world's model of the joint that each drive moves.
	Joints []int
	// MaxAge bounds the age of a command in use, and of a state.
	MaxAge    time.Duration
	Execution actors.Execution
	Restart   Restart
	At        worlds.Position
	// Plant is the path of the plant that the drives act on, empty for drives that act on none.
	Plant string

	jointsAt []worlds.Position // position of each entry of Joints
	plantAt  worlds.Position   // position of the key plant, zero without one
}

// Coupling is the exchange of one virtual joint between two worlds.
type Coupling struct {
	// Joint is the name, the same in both worlds.
	Joint string
	// Command leads from the world that plans with the joint to the controller that realises it;
	// nil where the joint is only observed.
	Command *CommandFlow
	State   StateFlow
	At      worlds.Position
}

// CommandFlow carries commands of a virtual joint.
type CommandFlow struct {
	From WorldJoint
	To   Endpoint
	// Control is the control mode that is carried.
	Control  messages.ControlMode
	MaxAge   time.Duration
	OnStale  coupling.OnStale
	Resample coupling.Resample
	At       worlds.Position
}

// StateFlow carries states of a virtual joint.
type StateFlow struct {
	From     Endpoint
	To       WorldJoint
	MaxAge   time.Duration
	Resample coupling.Resample
	At       worlds.Position
}

// WorldJoint is a joint of a world.
type WorldJoint struct {
	// World is an index into Config.Worlds, Joint one into the joints of its model.
	World, Joint int
}

// Endpoint is a port of an actor that a coupling leads to or comes from, and the joint that it
// stands for.
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
	// HangAfter is how long a step may take, at least Period, as World.HangAfter has it.
	HangAfter time.Duration
	At        worlds.Position

	single bool // of the section plant
}

// Restart is the policy of a supervisor with its children, and where the file declares it.
type Restart struct {
	supervision.Restart
	// Children has what is different for single actors of a world, by their paths.
	Children []supervision.Child
	At       worlds.Position
}

// DefaultRestart is the policy where a file declares none; see supervision.DefaultRestart.
func DefaultRestart() Restart { return Restart{Restart: supervision.DefaultRestart()} }

// Recording says what is recorded.
type Recording struct {
	// Enabled says whether the command records a run of which nobody asks for a recording.
	Enabled bool
	// Directory that the command writes recordings to; a relative one begins in the folder of the
	// file, and empty leaves it to the command.
	Directory string
	// Exclude has patterns of outputs that are left out, as "whole_body/model.*"; a star stands for
	// any text without a slash. "health" leaves out how the actors are.
	Exclude []string
	At      worlds.Position
}

// PlantAt returns the plant whose actor has that path, nil where there is none.
func (c *Config) PlantAt(path string) *Plant {
	for _, p := range c.Plants {
		if p.Path == path {
			return p
		}
	}
	return nil
}

// plantNames lists the names of the plants.
func (c *Config) plantNames() []string {
	names := make([]string, len(c.Plants))
	for i, p := range c.Plants {
		names[i] = p.Name
	}
	return names
}

// WorldNames lists the worlds in the order of the file.
func (c *Config) WorldNames() []string {
	names := make([]string, len(c.Worlds))
	for i := range c.Worlds {
		names[i] = c.Worlds[i].Name
	}
	return names
}

// World returns the world of that name, nil where there is none.
func (c *Config) World(name string) *World {
	for i := range c.Worlds {
		if c.Worlds[i].Name == name {
			return &c.Worlds[i]
		}
	}
	return nil
}

// Actor returns the actor of that name, nil where there is none.
func (w *World) Actor(name string) *Actor {
	for i := range w.Actors {
		if w.Actors[i].Name == name {
			return &w.Actors[i]
		}
	}
	return nil
}

// Drive returns the drive of that name, nil where there is none.
func (w *World) Drive(name string) *Drive {
	for i := range w.Drives {
		if w.Drives[i].Name == name {
			return &w.Drives[i]
		}
	}
	return nil
}

// Where returns where an option stands, and where the type does if the file does not give the
// option.
func (o *Options) Where(option string) worlds.Position {
	if at, found := o.OptionAt[option]; found {
		return at
	}
	return o.TypeAt
}

// Diagnostic returns a finding about a place of one of the application's files, with the line
// around it: for what is found wrong after the file was loaded. Add it to a worlds.Diagnostics to
// report several together.
func (c *Config) Diagnostic(at worlds.Position, path, problem string) worlds.Diagnostic {
	return withExcerpt(c.texts, worlds.Diagnostic{Position: at, Path: path, Problem: problem})
}

// withExcerpt adds the line that a diagnostic is about, where its file was read and it has none.
func withExcerpt(texts map[string]*source.Text, d source.Diagnostic) source.Diagnostic {
	text, known := texts[d.File]
	if known && d.Excerpt == "" && d.Line > 0 {
		d.Excerpt, d.Caret = text.Excerpt(text.Offset(d.Line, max(d.Column, 1)))
	}
	return d
}
