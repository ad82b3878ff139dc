package architecture

import (
	"fmt"
	"slices"
	"strings"
)

// A floor is a set of packages. A package imports only from floors below its own, messages, plain
// packages and libraries.
type floor struct {
	number   int
	purpose  string
	packages []string // folders; "*" stands for one element of a path, "/..." for everything below
}

// floors, from the top of the building to its ground. The first pattern that matches a package
// decides.
var floors = []floor{
	{12, "programs", []string{"cmd/robo-actors", "examples/...", "internal/killtest", "internal/protogen"}},
	{11, "the verbs of the command, the hunts for defects", []string{"cmd/robo-actors/command", "internal/mutant/hunt", "internal/mutant/sweep"}},
	{10, "sessions, the test kit, measurements of the runtime, seeded defects", []string{"actors/session/...", "actors/spine/gym", "actors/actortest", "internal/jitter", "internal/switchtest", "internal/mutant"}},
	{9, "views and campaigns", []string{"actors/view/...", "internal/plotting", "supervision/faults/campaign"}},
	{8, "invariants, the literal model, drawn applications", []string{"supervision/faults/invariant", "supervision/faults/literal", "supervision/faults/fleet"}},
	{7, "faults, explanations, the standard kinds, generated code, hosts of drives",
		[]string{"supervision/faults", "supervision/explain", "actors/kinds", "worlds/app/draft", "worlds/generate", "worlds/typed", "internal/drives"}},
	{6, "the application file", []string{"worlds/app"}},
	{5, "kinds of actors and drives",
		[]string{"actors/controllers/...", "actors/models", "actors/observers/...", "actors/planners/...", "actors/spine", "actors/spine/agent", "actors/internal/shelltest", "hardware/drivertest", "hardware/*", "hardware/moteus/emulator", "hardware/*/...", "hardware/sim/servo", "hardware/sim/room", "hardware/sim/internal/lint"}},
	{4, "what every world has, the physics of mechanisms", []string{"worlds/gate/...", "worlds/coupling", "worlds/perception", "worlds/robotfile", "worlds/environment", "worlds/database",
		"hardware/sim/physics", "hardware/sim/internal/testrobots"}},
	{3, "the contract of drivers, robot descriptions", []string{"hardware", "worlds/urdf", "worlds/srdf", "worlds/openrave", "worlds/collada"}},
	{2, "worlds as data", []string{"worlds"}},
	{1, "the runtime and recordings", []string{"actors", "actors/internal/...", "actors/protoactor", "actors/record/..."}},
	{0, "values and policies", []string{"messages", "messages/pb", "supervision"}},
}

// plain packages hold functions of their arguments: no actor, no clock, no goroutine, no input or
// output. Every floor may import them. They import messages, other plain packages, and nothing else
// of this module.
var plain = []string{
	"supervision/modes", "worlds/rigidbody/...", "worlds/geometry", "worlds/geometry/approximate", "worlds/geometry/mesh", "worlds/geometry/outline", "hardware/sim/internal/contact", "hardware/sim/internal/optioncheck",
	"hardware/moteus/internal/...", "actors/spine/machine", "actors/spine/dictionary",
	"actors/controllers/planar", "actors/controllers/internal/ledger", "actors/controllers/internal/taskspace/...",
	"internal/qp", "internal/setpoint", "worlds/kinematics/...", "worlds/planning/...", "worlds/source", "worlds/internal/strictyaml", "worlds/internal/strictxml", "internal/testrobots",
}

// libraries know nothing of robots: adapters of an outside library, and tools. Every floor may
// import them. They import nothing of this module.
var libraries = []string{
	"internal/protoactor", "internal/notation", "internal/gomodule", "internal/testkit", "internal/control/...", "internal/jsonschema", "internal/foxglove/...",
	"internal/usercode", "internal/architecture", "actors/spine/sharedmemory", "actors/view/page", "internal/mutant/operators",
}

// A neighbour is a permitted import within one floor.
type neighbour struct{ from, to, why string }

var neighbours = []neighbour{
	{"actors/protoactor", "actors", "it names the PIDs of a system"},
	{"actors/protoactor", "actors/internal/hosting", "it names the PIDs of a system"},
	{"actors/protoactor", "actors/record", "it reads what foreign actors did in a recorded run"},
	{"worlds/gate", "worlds/gate/internal/core", "the actor calls the decisions"},
	{"actors/controllers/differentialdrive", "actors/controllers/wheeled", "wheeled bases share a base"},
	{"actors/controllers/mecanum", "actors/controllers/wheeled", "wheeled bases share a base"},
	{"actors/planners/gripperpath", "actors/controllers/trajectory", "the planner interpolates with the law of trajectories"},
	{"actors/planners/pickplace", "actors/planners/motion", "it has the planner find its motions"},
	{"actors/planners/elasticplan", "actors/planners/motion", "it has the planner find its motions"},
	{"hardware/moteus/emulator", "hardware/moteus", "emulated servos speak the driver's frames"},
	{"hardware/sim", "hardware/sim/servo", "the plant steps its servos"},
	{"hardware/sim/internal/lint", "hardware/sim/servo", "the checks ask whether the loop of a servo is stable"},
	{"worlds/gate", "worlds/perception", "actors of one world share the layout of its snapshot"},
	{"worlds/collada", "worlds/openrave", "both formats are read into one kind of document"},
	{"worlds/environment", "worlds/robotfile", "robots of scenes come in any format"},
	{"actors/session", "actors/session/report", "a session ends with its report"},
	{"actors/view", "actors/view/metrics", "a view serves the metrics"},
	{"actors/view", "actors/view/draw", "a view publishes what the drawing makes"},
	{"actors/session", "actors/session/report/page", "a session writes its report as a page"},
	{"actors/session/report/page", "actors/session/report", "the page shows the report"},
}

// floorOf returns the floor of a package, nil where it has none.
func floorOf(pkg string) *floor {
	for i := range floors {
		if withinAny(floors[i].packages, pkg) {
			return &floors[i]
		}
	}
	return nil
}

// refuseOwn returns why a package may not import another one of this module, or nothing.
func refuseOwn(from, to string) string {
	if withinAny(libraries, to) && !withinAny(plain, from) || oneTree(from, to) {
		return ""
	}
	switch {
	case withinAny(libraries, from):
		return "it is a library that knows nothing of this module; move what it needs into its arguments"
	case withinAny(plain, from):
		if withinAny(plain, to) || to == "messages" {
			return ""
		}
		return "it is a plain package: it may import messages and other plain packages only; put the actor that calls it beside it"
	}
	own := floorOf(from)
	if own == nil {
		return "its package is on no floor; add it to floors, plain or libraries"
	}
	if withinAny(plain, to) || to == "messages" {
		return ""
	}
	other := floorOf(to)
	switch {
	case other == nil:
		return to + " is on no floor; add it to floors, plain or libraries"
	case other.number < own.number, slices.ContainsFunc(neighbours, func(n neighbour) bool { return n.from == from && n.to == to }):
		return ""
	case other.number == own.number:
		return fmt.Sprintf("both are on floor %d (%s): neighbours know each other through messages; permitted neighbours are listed with their reasons", own.number, own.purpose)
	}
	return fmt.Sprintf("floor %d (%s) may not import floor %d (%s): an interface belongs to its caller, on a floor below its implementations",
		own.number, own.purpose, other.number, other.purpose)
}

// oneTree reports whether both packages are one package and its internal ones, or both are
// examples.
func oneTree(from, to string) bool {
	outer := func(pkg string) string {
		base, _, _ := strings.Cut(pkg, "/internal/")
		return base
	}
	return outer(from) == outer(to) || strings.HasPrefix(from, "examples/") && strings.HasPrefix(to, "examples/")
}
