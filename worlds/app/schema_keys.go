package app

import (
	"math"

	"github.com/robo-actors/robo-actors/supervision"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

// The grammar of an application file: the keys of each section, in the order in which people write
// them. The reader and the schema follow these tables.

// key is one key of a section.
type key struct {
	name string
	// form is the form of the value.
	form form
	doc  string
}

// keyNames returns the names of keys.
func keyNames(keys []key) []string {
	names := make([]string, len(keys))
	for i := range keys {
		names[i] = keys[i].name
	}
	return names
}

var applicationKeys = []key{
	{"app", section(appKeys), "settings of the whole application"},
	{"domains", mapOf(section(domainKeys)), "threads of execution by name; the domain main always exists"},
	{"worlds", mapOf(reference("world")), "worlds by name"},
	{"couplings", listOf(section(couplingKeys)), "virtual joints that two worlds exchange"},
	{"plant", reference("plant"), "simulated robot that simulated drives act on"},
	{"plants", mapOf(reference("plant")), "simulated robots by name, instead of plant"},
	{"supervision", mapOf(section(supervisionKeys)), "restart policies by world; application for the top, defaults for all"},
	{"recording", section(recordingKeys), "which outputs a run records, and where"},
	{"view", section(viewKeys), "how runs in real time are served to viewers; nothing is served without it"},
}

var appKeys = []key{
	{"name", nameText, "name of the application; default: the name of the file"},
	{"duration", timeText, "length of a run; default: unlimited"},
	{"seed", wholeNumber(0, math.MaxInt64), "seed of all random streams; default: 1"},
	{"faults", oneWord("refused", "allowed"), "whether faults can be injected; default: refused"},
	{"parts", listOf(anyText), "files that schedules and campaigns may open and close while the application runs; relative to this file"},
	{"room", wholeNumber(0, 1000), "how many actors open may add while the application runs; default: 32"},
	{"job_threads", wholeNumber(1, 64), "how many jobs, such as the planning of motions, run at once; others wait; default: 1"},
	{"clock", oneWord("wall", "virtual"), "clock of a run; the command can override it; default: wall"},
}

var domainKeys = []key{
	{"priority", wholeNumber(1, 99), "requested SCHED_FIFO priority; default: none"},
	{"spin", timeText, "how long before a release the thread wakes, at most a twentieth of the shortest period; default: 50us if SCHED_FIFO is granted, else none"},
}

var recordingKeys = []key{
	{"enabled", truth, "whether runs are recorded; --record and --no-record override it; default: true"},
	{"directory", anyText, "folder of recordings, created if missing; relative to the folder of this file; default: recordings, in the working directory"},
	{"exclude", listOf(anyText), "patterns of outputs that are not recorded, such as whole_body/model.*; health excludes the health of the actors, /* and /*/* the topics for viewers"},
}

var viewKeys = []key{
	{"enabled", truth, "whether runs in real time are served; --view overrides it; default: true"},
	{"address", anyText, "HOST:PORT, a port of 127.0.0.1, or unix:PATH; other machines can reach the view only with certificate and key; default: 127.0.0.1:8765"},
	{"control", truth, "whether viewers that show the printed token may operate the application; default: false"},
	{"certificate", anyText, "PEM file for TLS; relative to the folder of this file"},
	{"key", anyText, "PEM file of the certificate's key"},
	{"hosts", listOf(anyText), "further host names under which browsers reach the view"},
	{"origins", listOf(anyText), "other web pages that may connect, such as https://app.foxglove.dev"},
}

var worldKeys = []key{
	{"rate", rateText, "rate of the world's cycle, or period"},
	{"period", timeText, "period of the world's cycle, or rate"},
	{"domain", nameText, "thread of execution; default: main"},
	{"on_overrun", section(overrunKeys), "limits of missed releases and of the duration of a tick"},
	{"models", listOf(section(modelKeys)), "robot descriptions of the world"},
	{"joint_groups", mapOf(jointsOrAll), "named, ordered lists of joints; all: every joint that somebody moves"},
	{"limits", mapOf(limitsOf), "additional and tighter limits by joint"},
	{"joints", mapOf(section(jointKeys)), "behaviour after a fault, by joint"},
	{"processors", mapOf(reference("actor")), "controllers, models, observers and planners by name"},
	{"drives", mapOf(reference("drive")), "buses with their drives by name"},
}

var overrunKeys = []key{
	{"missed", wholeNumber(1, 1_000_000), "size of the overrun bucket: each missed release adds one, and an actor fails when it is full; default: as many as 3 s have, at least 50"},
	{"recover_per", wholeNumber(1, 1_000_000), "number of releases on time that remove one missed release from the bucket; default: 10"},
	{"hang_after", timeText, "time after which a tick that has not returned is a hang, at least the world's period; default: 20 periods of the actor, at least 100ms"},
}

var fragmentKeys = []key{
	{"models", listOf(section(modelKeys)), "robot descriptions of the fragment"},
	{"joint_groups", mapOf(jointsOrAll), "named, ordered lists of joints; all: every joint that somebody moves"},
	{"limits", mapOf(limitsOf), "additional and tighter limits by joint"},
}

var modelKeys = []key{
	{"include", anyText, "path of an urdf.yaml, or of a fragment with models of its own; relative to this file"},
	{"path", anyText, "path of a robot description in URDF, urdf.yaml, OpenRAVE XML or COLLADA; relative to this file"},
	{"namespace", anyText, "prefix of every name of the model, joined with an underscore"},
	{"accept", listOf(oneWord(urdf.AcceptWords()...)), "errors of the robot description that load with a note: boundless_revolute reads a revolute joint without bounds as continuous, any_mesh_uri takes any address of a mesh, indefinite_inertia takes tensors with negative principal moments"},
	{"joint", section(attachmentKeys), "joint that attaches the model to an earlier one"},
}

var attachmentKeys = []key{
	{"name", anyText, "name of the joint; default: parent_to_child"},
	{"type", oneWord("fixed", "revolute", "continuous", "prismatic", "planar", "floating"), "default: fixed"},
	{"parent", anyText, "link that the model is attached to; world for the room"},
	{"child", anyText, "link of the model; default: its root"},
	{"origin", section(originKeys), "pose of the joint in the parent link"},
	{"axis", listOf(numberIn("")), "axis, or normal of a planar joint, in the joint's frame"},
	{"limits", limitsOf, "limits, one mapping for each degree of freedom"},
}

var originKeys = []key{
	{"xyz", listOf(numberIn("m")), "position, m"},
	{"rpy", listOf(numberIn("rad")), "roll, pitch, yaw about fixed axes, rad"},
}

var limitKeys = []key{
	{"lower", anyQuantity, "lower bound of position, rad or m"},
	{"upper", anyQuantity, "upper bound of position, rad or m"},
	{"velocity", anyQuantity, "rad/s or m/s, both directions"},
	{"acceleration", anyQuantity, "rad/s^2 or m/s^2, both directions"},
	{"jerk", anyQuantity, "rad/s^3 or m/s^3, both directions"},
	{"effort", anyQuantity, "N m or N, both directions"},
}

var jointKeys = []key{
	{"passive", truth, "whether the joint has no drive and no controller; default: false"},
	{"state", anyText, "output of an actor of this world, actor.port, that estimates the state of a passive joint such as a floating base"},
	{"safe_mode", oneWord(safeModes()...), "mode after a fault, the least one for a joint with a kind; default: that of its drive"},
	{"kind", oneWord(words(modes.JointKinds())...), "kind of the joint, which decides the mode after each fault; default: that of its drive"},
	{"modes", section(faultModeKeys()), "modes of single faults, beside those of its drive"},
	{"rearm", oneWord(words(modes.Rearms())...), "way of re-arm after a fault; default: that of its drive"},
	{"start", oneWord(words(modes.Rearms())...), "way of re-arm at the first start; default: that of its drive"},
	{"settle", timeText, "time without a cause before the joint re-arms automatically; default: that of its drive"},
}

var actorKeys = []key{
	{"type", anyText, "kind of the actor"},
	{"rate", rateText, "rate of the actor, or period; default: that of its world"},
	{"period", timeText, "period of the actor, or rate"},
	{"domain", nameText, "thread of execution; default: that of the world"},
	{"phase", oneWord("perception", "planning", "control", "actuation"), "part of the cycle; default: that of its role"},
	{"inputs", mapOf(anyText), "outputs of this world, actor.port, bus.state or bus.sensor, or sensors of a plant, plant/name.port (plant/robot.port of the section plant), that feed inputs"},
	{"max_age", mapOf(timeText), "greatest ages of values, by input"},
	{"execution", executionTime, "modelled duration of a tick in virtual time; default: none"},
	{"options", anyMapping, "options of the kind"},
}

var driveKeys = []key{
	{"type", anyText, "kind of the driver"},
	{"rate", rateText, "rate of exchanges, or period; default: that of the world"},
	{"period", timeText, "period of exchanges, or rate"},
	{"domain", nameText, "thread of execution; default: its own for a driver that blocks, else that of the world"},
	{"joints", jointsOrAll, "joint of each drive; all: every joint that a drive can move and no drive before it moves"},
	{"plant", nameText, "simulated robot that the drives act on; required where there are several"},
	{"max_age", timeText, "greatest age of a state of the drives; an older one stops the joints; default: 3 periods of the world, 10ms to 100ms"},
	{"safe_mode", oneWord(safeModes()...), "mode after a fault, the least one for joints with a kind; default: ramp_hold"},
	{"kind", oneWord(words(modes.JointKinds())...), "kind of its joints, which decides the mode after each fault; default: none"},
	{"modes", section(faultModeKeys()), "modes of single faults; default: by kind"},
	{"rearm", oneWord(words(modes.Rearms())...), "way of re-arm after a fault; default: acknowledge"},
	{"start", oneWord(words(modes.Rearms())...), "way of re-arm at the first start; default: acknowledge"},
	{"settle", timeText, "time without a cause before joints re-arm automatically; default: 500ms"},
	{"restart", section(restartKeys), "restart policy of the bus"},
	{"execution", executionTime, "modelled duration of an exchange in virtual time; default: none"},
	{"options", anyMapping, "options of the kind"},
}

var plantKeys = []key{
	{"type", anyText, "kind of the plant"},
	{"rate", rateText, "rate of steps, or period"},
	{"period", timeText, "period of steps, or rate"},
	{"hang_after", timeText, "time after which a step that has not returned is a hang, at least a period; default: 20 periods, at least 100ms"},
	{"domain", nameText, "thread of execution; default: main"},
	{"models", listOf(section(modelKeys)), "robot descriptions of the plant"},
	{"limits", mapOf(limitsOf), "additional and tighter limits by joint"},
	{"execution", executionTime, "modelled duration of a step in virtual time; default: none"},
	{"options", anyMapping, "options of the kind"},
}

var executionKeys = []key{
	{"base", timeText, "duration of every tick"},
	{"jitter", timeText, "greatest random addition"},
}

var restartKeys = append([]key{
	{"policy", oneWord(words(supervision.Strategies())...), "which actors are restarted; default: one_for_one"},
}, restartKeysBehind(oneWord("world", "application"))...)

var supervisionKeys = append([]key{
	{"strategy", oneWord(words(supervision.Strategies())...), "which actors are restarted; default: one_for_one"},
	{"children", mapOf(section(childKeys)), "exceptions for actors of the world, by name"},
}, restartKeysBehind(oneWord("application"))...)

var childKeys = []key{
	{"lifetime", oneWord(words(supervision.Lifetimes())...), "when the actor restarts: always, after a failure, or never; default: permanent"},
	{"significant", truth, "whether its end ends the other actors of the world; with degrade, whether its failure escalates; default: false"},
	{"start_deadline", timeText, "limit of its start; default: that of the world"},
	{"stop_deadline", timeText, "limit of its stop; default: that of the world"},
}

// restartKeysBehind are the keys that policies of drives and of worlds have in common.
func restartKeysBehind(escalate form) []key {
	return []key{
		{"max", wholeNumber(0, 1000), "greatest number of restarts within the time of within; default: 3"},
		{"within", timeText, "time window in which restarts are counted; default: 10s"},
		{"count", oneWord(string(supervision.PerActor), string(supervision.PerSupervisor)), "whose failures add up; default: per_actor"},
		{"backoff", section(backoffKeys), "waiting time before a restart"},
		{"start_deadline", timeText, "limit of a start; default: 5s"},
		{"stop_deadline", timeText, "limit of a stop; default: 5s"},
		{"escalate", escalate, "supervisor that handles the next failure"},
	}
}

var backoffKeys = []key{
	{"min", timeText, "before the first restart; default: 100ms"},
	{"max", timeText, "at most; default: 5s"},
	{"factor", numberIn(""), "growth with each failure; default: 2"},
	{"jitter", numberIn(""), "random share, 0 to 1; default: 0.1"},
	{"reset", timeText, "running time after which the back-off is reset; default: as within"},
}

var couplingKeys = []key{
	{"joint", anyText, "virtual joint, present in both worlds; or joints"},
	{"joints", jointsOrAll, "several joints with the same ends, which export joints; all: every joint that the actor exports; or joint"},
	{"command", section(commandKeys), "commands of the joint; without them it is only observed"},
	{"state", section(stateKeys), "states of the joint"},
}

var commandKeys = []key{
	{"from", anyText, "world that commands the joint"},
	{"to", anyText, "input world/actor.port that realises it, or world/actor of a kind that exports joints"},
	{"mode", oneWord("position", "velocity", "effort", "position+velocity", "position+velocity+effort"), "control mode of the commands"},
	{"max_age", timeText, "greatest age of a command; default: 3 times the longer period, 30ms to 250ms"},
	{"on_stale", oneWord("ramp_to_zero", "decelerate_and_hold", "withdraw"), "reaction to a stale command; default: by mode"},
	{"resample", oneWord("hold", "linear", "cubic"), "interpolation of a slower source; default: hold"},
}

var stateKeys = []key{
	{"from", anyText, "output world/actor.port with its state, or world/actor of a kind that exports joints"},
	{"to", anyText, "world that plans with the joint"},
	{"max_age", timeText, "greatest age of a state; default: 3 times the longer period, 30ms to 250ms, and its age in the world that passes it on"},
	{"resample", oneWord("hold"), "interpolation of a slower source; default: hold"},
}
