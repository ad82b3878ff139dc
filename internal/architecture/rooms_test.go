package architecture

// A room is a set of packages with one place in the order of imports. The order, from those that see everything to those
// that see nothing of the module:
//
//	cmd, examples, actors/actortest, actors/kinds
//	  -> kinds of actors (controllers, models, planners, observers, spine), hardware/*, supervision/faults
//	  -> worlds/app
//	  -> supervision, worlds/*, hardware (the contract)
//	  -> actors
//	  -> messages
type room struct {
	// packages are folders; an asterisk stands for one element of the path, "/..." for everything below.
	packages []string
	// may lists what the room's files, tests aside, may import from this module.
	may []string
	// why is printed with every violation.
	why string
}

// laws are the folders beside kinds of actors that hold plain functions only, which several kinds share.
var laws = []string{"actors/controllers/planar", "actors/controllers/taskspace", "actors/controllers/taskspace/hierarchy", "actors/controllers/taskspace/constrained"}

// shared are kinds of actors whose laws other kinds use too.
var shared = []string{"actors/controllers/trajectory", "actors/controllers/jointspace", "actors/controllers/wheeled"}

// rooms are searched in order; the first that has a package decides.
var rooms = []room{
	{[]string{"messages"}, nil,
		"messages are the values that all rooms share: they know nobody"},
	{[]string{"messages/pb"}, []string{"messages"},
		"protobuf is another form of the messages, for logs and for other processes: it knows nothing else"},
	{[]string{"internal/protoactor", "internal/setpoint", "internal/source", "internal/protogen", "internal/control", "internal/control/controltest", "internal/jsonschema", "internal/qp", "internal/pace", "internal/mutant", "internal/usercode", "internal/raster", "internal/architecture"}, nil,
		"these are libraries of plain functions, or adapters of one outside library: they know nothing of robots"},
	{[]string{"internal/source/..."}, []string{"internal/source"},
		"a reader of a text format knows positions and diagnostics, and not what is written in the format"},
	{[]string{"supervision/modes"}, []string{"messages", "internal/mutant"},
		"the automaton of modes is a function of its arguments: no actor, no clock, no I/O"},
	{[]string{"actors/session/report"}, []string{"messages"},
		"a report is computed from messages, so that a recording gives the same one as the run"},
	{[]string{"internal/mutant/hunt"}, []string{"actors/kinds", "internal/mutant", "supervision/faults/campaign", "worlds/app"},
		"it has the campaign look for defects, as the command does"},
	{[]string{"actors"}, []string{"messages", "internal/protoactor", "internal/mutant", "internal/usercode"},
		"the runtime knows values and Proto.Actor; what a world, a drive or a file is stays above it"},
	{[]string{"actors/protoactor"}, []string{"actors", "internal/protoactor"},
		"it names the types of Proto.Actor, so that package actors need not"},
	{[]string{"actors/record", "actors/record/..."}, []string{"actors", "actors/record", "messages", "messages/pb"},
		"a recording takes values of any application: it must not know one"},
	{[]string{"worlds/rigidbody"}, nil,
		"dynamics are plain functions of numbers, used by worlds, models and plants alike"},
	{[]string{"worlds/rigidbody/..."}, []string{"worlds/rigidbody", "internal/pace"},
		"what measures the dynamics needs nothing but them, and something to tell how fast the machine is"},
	{[]string{"worlds"}, []string{"messages", "internal/source", "worlds/rigidbody"},
		"a world is data: joints, bodies, groups. It knows no actor and no file format"},
	{[]string{"worlds/urdf"}, []string{"messages", "internal/source", "internal/source/strictyaml", "worlds", "worlds/rigidbody"},
		"a parser is a function from text to a world: no actor, no clock"},
	{[]string{"worlds/gate/core"}, []string{"messages", "worlds", "supervision/modes", "internal/setpoint", "internal/source", "internal/mutant"},
		"what the gate lets pass is decided by plain functions of commands, states and time: no actor, no clock, no I/O"},
	{[]string{"worlds/gate"}, []string{"messages", "worlds", "worlds/gate/core", "worlds/perception", "actors", "supervision/modes", "internal/setpoint", "internal/source", "internal/mutant"},
		"the gate knows its world, whose snapshot perception lays out, and the modes; never who commands or what drives"},
	{[]string{"worlds/perception"}, []string{"actors", "messages", "worlds", "internal/mutant"},
		"perception assembles the snapshot of one world from states, whoever sends them"},
	{[]string{"worlds/coupling"}, []string{"actors", "messages", "worlds", "internal/setpoint", "internal/mutant"},
		"a coupling carries one joint's commands between two worlds and knows neither of them"},
	{[]string{"hardware"}, []string{"actors", "messages", "worlds", "internal/mutant"},
		"the contract of drivers and plants knows worlds and no application file: no driver imports a YAML reader"},
	{[]string{"hardware/drivertest"}, []string{"actors", "hardware", "messages"},
		"the checks of a driver need nothing but its contract"},
	{[]string{"supervision"}, []string{"actors", "messages", "internal/mutant"},
		"policies decide about failures of actors, of any world and any file"},
	{[]string{"worlds/app"}, []string{"actors", "messages", "messages/pb", "hardware", "supervision", "worlds", "worlds/...", "internal/source", "internal/source/strictyaml", "internal/jsonschema", "supervision/modes", "internal/usercode"},
		"the application file names kinds, and finds them in a registry only: importing one would build it into every program"},
	{[]string{"worlds/typed"}, []string{"actors", "messages", "worlds", "worlds/app"},
		"generated code calls it, in programs that embed an application: what writes that code stays outside of them"},
	{[]string{"worlds/generate"}, []string{"actors", "messages", "worlds", "worlds/app"},
		"generated code follows from an application file and the kinds in a registry"},
	{[]string{"actors/controllers/taskspace", "actors/controllers/taskspace/hierarchy", "actors/controllers/taskspace/constrained"}, append([]string{"worlds/rigidbody", "internal/setpoint", "internal/qp"}, laws...),
		"tasks and their hierarchies are plain functions of a robot's dynamics: no actor, no clock, no message"},
	{[]string{"actors/controllers/operationalspace/switchtest"}, []string{"actors", "messages"},
		"what measures changes of task sets sees an application from outside"},
	{[]string{"actors/controllers/taskspace/taskbench"}, append([]string{"internal/pace", "worlds/rigidbody", "worlds/rigidbody/rigidbench"}, laws...),
		"what measures laws of control needs nothing but them, robots, and something to tell how fast the machine is"},
	{laws, laws,
		"control laws are plain functions: no actor, no clock, and no message beyond their arguments"},
	{[]string{"actors/controllers/taskspace/behavior"}, []string{"messages"},
		"which task set is active follows from names, numbers and time alone: no robot, no task, no actor"},
	{[]string{"actors/controllers/*", "actors/models", "actors/planners/*", "actors/observers/*", "actors/spine"},
		append([]string{"actors", "actors/controllers/taskspace/behavior", "messages", "worlds", "worlds/perception", "worlds/rigidbody", "internal/qp", "internal/setpoint"}, append(shared, laws...)...),
		"kinds of actors are siblings, joined by ports: what two of them share lives in messages, actors or a law"},
	{[]string{"hardware/sim/contact"}, nil,
		"the geometry and the law of contacts are plain functions of numbers"},
	{[]string{"hardware/sim"}, []string{"actors", "messages", "hardware", "hardware/sim/contact", "worlds", "worlds/rigidbody", "internal/mutant"},
		"the plant is a sibling of other kinds of drives, with a law of contacts of its own"},
	{[]string{"hardware/remote"}, []string{"actors", "messages", "hardware", "worlds", "internal/control"},
		"drives in another process of the same user are found in the run directory, as running applications are"},
	{[]string{"hardware/*"}, []string{"actors", "messages", "hardware", "worlds", "worlds/rigidbody"},
		"kinds of drives are siblings of the kinds of actors, joined to them by ports"},
	{[]string{"supervision/blame"}, []string{"messages"},
		"why a joint is in its mode is computed from events, of a recording or of a run: by a function that knows nothing else"},
	{[]string{"supervision/*"}, []string{"actors", "actors/record", "messages", "supervision", "worlds", "worlds/app", "worlds/gate", "supervision/modes", "actors/session/report"},
		"faults act on any application: they find its parts by name, not by import"},
	{[]string{"supervision/faults/invariant"}, []string{"actors", "messages", "hardware", "supervision", "supervision/modes", "supervision/faults", "worlds", "worlds/app"},
		"what must never happen is computed from the file and from what is seen: never by the code that may be wrong, the gate's above all"},
	{[]string{"supervision/faults/campaign"}, []string{"actors", "actors/record", "messages", "hardware", "supervision/faults", "supervision/faults/invariant", "worlds/app", "worlds/gate"},
		"campaigns run any application: they find its parts by name, and ask its gates as an operator does"},
	{[]string{"actors/kinds"}, []string{"actors", "actors/controllers/...", "actors/models", "actors/planners/...", "actors/observers/...", "actors/spine", "hardware/...", "worlds/app"},
		"the registry names every kind in plain sight, and does nothing else"},
	{[]string{"actors/internal/..."}, []string{"actors", "messages", "worlds", "worlds/perception", "worlds/rigidbody", "worlds/urdf"},
		"what the tests of actors share puts one actor on a bench: it needs a world for it, and no other actor"},
	{[]string{"actors/actortest"}, []string{"actors", "actors/...", "hardware", "hardware/...", "messages", "messages/...", "supervision", "supervision/...", "worlds", "worlds/...", "internal/..."},
		"the test kit sees everything but programs"},
	{[]string{"internal/plotting"}, []string{"actors/record", "messages", "messages/pb"},
		"pictures are drawn from recordings: of a run that has ended, or of another program's"},
	{[]string{"internal/gatefuzz"}, []string{"messages", "supervision/modes", "worlds/gate/core"},
		"who plays against the gate sees its commands and its answers, and nothing of what runs it"},
	{[]string{"internal/jitter"}, []string{"actors", "messages"},
		"measurements of the runtime need nothing but the runtime"},
	{[]string{"actors/session"}, []string{"actors", "actors/record", "hardware", "internal/control", "actors/session/report", "messages", "worlds", "worlds/app", "worlds/gate", "supervision", "supervision/modes", "supervision/blame", "supervision/faults"},
		"a session runs any application: its kinds come as an argument, in a registry"},
	{[]string{"internal/drives"}, []string{"actors", "messages", "hardware", "hardware/remote", "worlds/app"},
		"the drives of any application live in a process of their own: their kinds come in a configuration"},
	{[]string{"internal/killtest"}, nil,
		"its tests strike processes from outside: over their sockets, and by what they leave"},
	{[]string{"cmd/...", "examples/..."}, []string{"..."},
		"programs see everything"},
}

// outside are the rules for packages that are not of this module.
var outside = []struct {
	packages string   // import path, "/..." for everything below
	only     []string // the only folders that may import it; none if empty
	tests    []string // folders whose tests may import it too, where only is not nil
	not      []string // folders that may not import it; used where only is nil
	why      string
}{
	{packages: "github.com/asynkron/protoactor-go/...", only: []string{"internal/protoactor", "actors/protoactor"}, tests: []string{"actors", "actors/actortest"},
		why: "Proto.Actor is plugged in at one place; one small public package names PIDs and ActorSystems"},
	{packages: "google.golang.org/protobuf/...", only: []string{"messages/pb", "internal/protogen", "actors/record/...", "actors/record"},
		why: "nothing is marshalled between actors of one process; protobuf is for logs and for other processes"},
	{packages: "sync", not: kindsOfActors,
		why: "an actor's methods run one at a time and share nothing: a lock in one means that it is shared"},
	{packages: "sync/atomic", not: kindsOfActors,
		why: "an actor's methods run one at a time and share nothing: an atomic in one means that it is shared"},
	{packages: "net", not: append([]string{"worlds", "worlds/...", "actors", "messages/..."}, kindsOfActors...),
		why: "the network is at the edge of the process, never in what runs in a cycle"},
	{packages: "net/http", not: append([]string{"worlds", "worlds/...", "actors", "messages/..."}, kindsOfActors...),
		why: "the network is at the edge of the process, never in what runs in a cycle"},
	{packages: "os", not: append([]string{"messages", "messages/...", "worlds", "worlds/rigidbody", "worlds/urdf", "worlds/gate/...", "worlds/perception", "worlds/coupling", "supervision/modes", "internal/setpoint", "internal/source/..."}, kindsOfActors...),
		why: "laws, parsers and actors take what they need as arguments: files are opened by who starts the application"},
}

// kindsOfActors are the folders whose actors run in cycles.
var kindsOfActors = []string{"actors/controllers/...", "actors/models", "actors/planners/...", "actors/observers/..."}

// shells are the names of the files in a folder of actors that may know the runtime; the others are laws.
var shells = []string{"actor.go", "kinds.go"}

// shellsElsewhere are files with other names that hold an actor, with the reason.
var shellsElsewhere = map[string]string{
	"actors/models/model.go": "the model actor has no law of its own: it calls worlds/rigidbody",
	"actors/controllers/operationalspace/switchtest/switchtest.go": "it runs applications, for tests",
}
