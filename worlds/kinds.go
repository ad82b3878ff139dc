package worlds

import "github.com/robo-actors/robo-actors/messages"

// UnitResolver is implemented by kinds with options whose units depend on joints, such as a goal in
// rad or in m. Such an option is a plain number with all its possible units in its tag,
// unit:"rad|m".
type UnitResolver interface {
	// Units returns the unit of single numbers by their paths, "goal[2]": "m". The options are
	// those of the file. A path whose unit is unknown is left out.
	Units(*World) map[string]string
}

// PartialFollower is implemented by kinds of controllers that realise a virtual joint only in part.
type PartialFollower interface {
	// Unmoved describes the part of a commanded velocity that the controller does not follow, such
	// as "along its y axis". It is empty if the controller follows all of it.
	Unmoved() string
}

// AxisExcluder is implemented by kinds of controllers that can exclude uncontrolled axes.
type AxisExcluder interface {
	// ExcludesAxis reports whether the options exclude an axis of a joint.
	ExcludesAxis(joint string) bool
}

// SendsControlMode is implemented by kinds of controllers that command in one control mode.
type SendsControlMode interface {
	// SendsControlMode returns the control mode of all commands to joints of that role, driven or
	// virtual, with these options, or messages.ControlNone if only the run decides it. A coupling
	// must carry that mode, and drives must take it.
	SendsControlMode(w *World, to JointRole) messages.ControlMode
}

// AcceptsControlMode is implemented by kinds of controllers that realise a virtual joint.
type AcceptsControlMode interface {
	// AcceptsControlMode returns the control mode that a command must have to move the joint, or
	// messages.ControlNone if any mode does.
	AcceptsControlMode() messages.ControlMode
}

// UsesControlModes is implemented by kinds of controllers that use a part of the commands of a
// virtual joint.
type UsesControlModes interface {
	// UsesControlModes returns quantities of which the commands at an input must have at least one,
	// and the part of the controller that needs them, for errors. It returns messages.ControlNone
	// for an input that uses any.
	UsesControlModes(port string) (modes messages.ControlMode, by string)
}

// JobRunner is implemented by kinds of actors whose jobs must not wait for those of the actors that
// they ask.
type JobRunner interface {
	// JobThreads returns how many jobs have to run at once.
	JobThreads() int
}

// DynamicPorts is implemented by actors that add ports when they are configured. An application
// file may name ports that their kind does not list; they are checked when the application is
// built.
type DynamicPorts interface{ DynamicPorts() }

// OptionPorts is implemented by kinds of controllers that have further ports for virtual joints
// that their options name.
type OptionPorts interface {
	// OptionPorts returns the names of inputs for commands of joints (messages.JointCommand), and of
	// outputs with their states (messages.VirtualState).
	OptionPorts() (inputs, outputs []string)
}

// FileUser is implemented by actors whose options name files beside the application file. What
// loads the file reads them, so that they are checked, recorded and replayed with it.
type FileUser interface {
	// UsesFiles lists the files in the order of their options. The world may be nil.
	UsesFiles(w *World) []FileOption
	// SetFile hands over the content of a file, which nobody changes, before the actor is
	// configured. The name is that of UsesFiles.
	SetFile(name string, content []byte)
}

// FileOption is a file that an option names, relative to the folder of the application file.
type FileOption struct {
	Option string // its path, such as "bodies[2].mesh"
	Name   string
	// Paths are where the file may be below the root of all files, the likeliest first, as those of
	// MeshPaths. Nil: Name says it.
	Paths []string
}

// DriveTuner is implemented by kinds of controllers that tune the loops of their drives.
type DriveTuner interface {
	// TunesDrives reports whether commands with these options scale the gains of the drives, and
	// whether they cap the drives' efforts. Drives that do not support it are reported before
	// anything starts.
	TunesDrives() (gainScales, effortCap bool)
}

// JointExporter is implemented by kinds of controllers that export joints: for each joint of their
// group they have an output with its state and an input for its commands.
type JointExporter interface {
	// Ports returns the names of the ports of a joint.
	Ports(joint string) (command, state string)
}

// PartCommander is implemented by kinds that export joints (see [JointExporter]) and can pass on
// commands of couplings that are added at run time.
type PartCommander interface {
	// CommandedByParts reports whether the actor claims its joints even if no coupling commands
	// them yet, because a part that is opened later can.
	CommandedByParts() bool
}
