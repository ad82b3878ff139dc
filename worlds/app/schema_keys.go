package app

import (
	"math"

	"github.com/robo-actors/robo-actors/supervision"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// The grammar of an application file: the keys of each section, in the order in which people write
// them. The reader and the schema follow these tables.

// key is one key of a section.
type key struct {
	name string
	// form is what stands behind the key.
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
	{"app", section(appKeys), "what holds for the whole application"},
	{"domains", mapOf(section(domainKeys)), "threads of execution, by name; a domain main is always there"},
	{"worlds", mapOf(reference("world")), "worlds by name"},
	{"couplings", listOf(section(couplingKeys)), "virtual joints that worlds exchange"},
	{"plant", reference("plant"), "simulated robot that simulated drives act on"},
	{"plants", mapOf(reference("plant")), "simulated robots, by name, instead of plant"},
	{"supervision", mapOf(section(supervisionKeys)), "what supervisors do about failures: by world, application for the top, defaults for all of them"},
	{"recording", section(recordingKeys), "what is recorded"},
}

var appKeys = []key{
	{"name", nameText, "name of the application; default: the name of the file"},
	{"duration", timeText, "time after which a run ends by itself; default: none"},
	{"seed", wholeNumber(0, math.MaxInt64), "seed of all random streams; default: 1"},
	{"faults", oneWord("refused", "allowed"), "whether faults may be injected; default: refused"},
	{"clock", oneWord("wall", "virtual"), "clock where the command does not say; default: wall"},
}

var domainKeys = []key{
	{"priority", wholeNumber(1, 99), "SCHED_FIFO priority that is asked for; default: none"},
	{"spin", timeText, "how long before a release the thread is awake, at most a twentieth of the shortest period; default: 50us where SCHED_FIFO is granted, none elsewhere"},
}

var recordingKeys = []key{
	{"enabled", truth, "whether a run is recorded where the command does not say (--record, --no-record); default: true"},
	{"directory", anyText, "folder that recordings are written to, which is made where it is missing; a relative one begins in the folder of this file; default: recordings, where the command is given"},
	{"exclude", listOf(anyText), "patterns of outputs that are left out, as whole_body/model.*; health leaves out how the actors are"},
}

var worldKeys = []key{
	{"rate", rateText, "rate of the world's cycle, or period"},
	{"period", timeText, "period of the world's cycle, or rate"},
	{"domain", nameText, "thread of execution; default: main"},
	{"on_overrun", section(overrunKeys), "limits of missed releases and of the duration of a tick"},
	{"models", listOf(section(modelKeys)), "robot descriptions that the world is made of"},
	{"joint_groups", mapOf(listOf(anyText)), "named, ordered lists of joints"},
	{"limits", mapOf(limitsOf), "limits that the models do not have, and tighter ones, by joint"},
	{"joints", mapOf(section(jointKeys)), "what a fault leads to, by joint"},
	{"processors", mapOf(reference("actor")), "controllers, models, observers and planners by name"},
	{"drives", mapOf(reference("drive")), "buses with their drives by name"},
}

var overrunKeys = []key{
	{"missed", wholeNumber(1, 1_000_000), "size of the overrun bucket: each missed release adds one, and an actor fails when it is full; default: 50"},
	{"recover_per", wholeNumber(1, 1_000_000), "number of releases on time that remove one missed release from the bucket; default: 100"},
	{"hang_after", timeText, "time after which a tick that has not returned is a hang, at least the world's period; default: 20 periods of the actor, at least 100ms"},
}

var fragmentKeys = []key{
	{"models", listOf(section(modelKeys)), "robot descriptions that the fragment is made of"},
	{"joint_groups", mapOf(listOf(anyText)), "named, ordered lists of joints"},
	{"limits", mapOf(limitsOf), "limits that the models do not have, and tighter ones, by joint"},
}

var modelKeys = []key{
	{"include", anyText, "path of an urdf.yaml, or of a fragment with models of its own; relative to this file"},
	{"path", anyText, "path of a robot description; relative to this file"},
	{"namespace", anyText, "put before every name of the model, with an underscore"},
	{"joint", section(attachmentKeys), "joint that attaches the model to what stands before it"},
}

var attachmentKeys = []key{
	{"name", anyText, "name of the joint; default: parent_to_child"},
	{"type", oneWord("fixed", "revolute", "continuous", "prismatic", "planar", "floating"), "default: fixed"},
	{"parent", anyText, "link that the model is attached to; world for the room"},
	{"child", anyText, "link of the model; default: its root"},
	{"origin", section(originKeys), "pose of the joint in the parent link"},
	{"axis", listOf(numberIn("")), "axis, or normal of a planar joint, in the joint's frame"},
	{"limits", limitsOf, "limits, one mapping a degree of freedom"},
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
	{"passive", truth, "nobody moves the joint; default: false"},
	{"state", anyText, "output of an actor of this world, actor.port, that estimates the state of a passive joint: of a floating base"},
	{"safe_mode", oneWord(safeModes()...), "mode that a fault leads to, with a kind the least one; default: that of its drive"},
	{"kind", oneWord(words(modes.JointKinds())...), "what the joint is, from which follows what each fault leads to; default: that of its drive"},
	{"modes", section(faultModeKeys()), "modes of single faults, beside those of its drive"},
	{"rearm", oneWord(words(modes.Rearms())...), "how the joint comes back after a fault; default: that of its drive"},
	{"start", oneWord(words(modes.Rearms())...), "how the joint takes its first commands; default: that of its drive"},
	{"settle", timeText, "time without a cause before the joint re-arms by itself; default: that of its drive"},
}

var actorKeys = []key{
	{"type", anyText, "kind of the actor"},
	{"rate", rateText, "rate of the actor, or period; default: that of its world"},
	{"period", timeText, "period of the actor, or rate"},
	{"domain", nameText, "thread of execution; default: that of the world"},
	{"phase", oneWord("perception", "planning", "control", "actuation"), "part of the cycle; default: that of its role"},
	{"inputs", mapOf(anyText), "outputs of this world, actor.port, or sensors of a plant, plant/name.port (plant/robot.port of the section plant), that feed inputs"},
	{"max_age", mapOf(timeText), "greatest ages of values, by input"},
	{"execution", executionTime, "modelled duration of a tick in virtual time; default: none"},
	{"options", anyMapping, "options of the kind"},
}

var driveKeys = []key{
	{"type", anyText, "kind of the driver"},
	{"rate", rateText, "rate of exchanges, or period; default: that of the world"},
	{"period", timeText, "period of exchanges, or rate"},
	{"domain", nameText, "thread of execution; default: one of its own where the driver blocks, else that of the world"},
	{"joints", listOf(anyText), "joint of each drive"},
	{"plant", nameText, "simulated robot that the drives act on; required where there are several"},
	{"max_age", timeText, "greatest age of a command in use; default: 3 periods of the world, 10ms to 100ms"},
	{"safe_mode", oneWord(safeModes()...), "mode that a fault leads to, with a kind the least one; default: ramp_hold"},
	{"kind", oneWord(words(modes.JointKinds())...), "what its joints are, from which follows what each fault leads to; default: none"},
	{"modes", section(faultModeKeys()), "modes of single faults; default: by kind"},
	{"rearm", oneWord(words(modes.Rearms())...), "how joints come back after a fault; default: acknowledge"},
	{"start", oneWord(words(modes.Rearms())...), "how joints take their first commands; default: acknowledge"},
	{"settle", timeText, "time without a cause before joints re-arm by themselves; default: 500ms"},
	{"restart", section(restartKeys), "what the supervisor does about failures of the bus"},
	{"execution", executionTime, "modelled duration of an exchange in virtual time; default: none"},
	{"options", anyMapping, "options of the kind"},
}

var plantKeys = []key{
	{"type", anyText, "kind of the plant"},
	{"rate", rateText, "rate of steps, or period"},
	{"period", timeText, "period of steps, or rate"},
	{"hang_after", timeText, "time after which a step that has not returned is a hang, at least a period; default: 20 periods, at least 100ms"},
	{"domain", nameText, "thread of execution; default: main"},
	{"models", listOf(section(modelKeys)), "robot descriptions that the plant is made of"},
	{"limits", mapOf(limitsOf), "limits that the models do not have, and tighter ones, by joint"},
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
	{"children", mapOf(section(childKeys)), "what is different for an actor of the world, by its name"},
}, restartKeysBehind(oneWord("application"))...)

var childKeys = []key{
	{"lifetime", oneWord(words(supervision.Lifetimes())...), "whether it is started again: always, after a failure, never; default: permanent"},
	{"significant", truth, "whether its end ends the others of the world; under degrade, whether its failure is asked about above; default: false"},
	{"start_deadline", timeText, "time that its start may take; default: that of the world"},
	{"stop_deadline", timeText, "time that its stop may take; default: that of the world"},
}

// restartKeysBehind are the keys that policies of drives and of worlds have in common.
func restartKeysBehind(escalate form) []key {
	return []key{
		{"max", wholeNumber(0, 1000), "restarts within the time below; default: 3"},
		{"within", timeText, "time that restarts are counted in; default: 10s"},
		{"count", oneWord(string(supervision.PerActor), string(supervision.PerSupervisor)), "whose failures add up; default: per_actor"},
		{"backoff", section(backoffKeys), "waiting time before a restart"},
		{"start_deadline", timeText, "time that a start may take; default: 5s"},
		{"stop_deadline", timeText, "time that a stop may take; default: 5s"},
		{"escalate", escalate, "who is asked beyond that"},
	}
}

var backoffKeys = []key{
	{"min", timeText, "before the first restart; default: 100ms"},
	{"max", timeText, "at most; default: 5s"},
	{"factor", numberIn(""), "growth with each failure; default: 2"},
	{"jitter", numberIn(""), "share that is drawn at random, 0 to 1; default: 0.1"},
	{"reset", timeText, "life after which the back-off begins anew; default: as within"},
}

var couplingKeys = []key{
	{"joint", anyText, "virtual joint, present in both worlds"},
	{"command", section(commandKeys), "way of its commands; without it the joint is only observed"},
	{"state", section(stateKeys), "way of its states"},
}

var commandKeys = []key{
	{"from", anyText, "world that commands the joint"},
	{"to", anyText, "input world/actor.port of what realises it"},
	{"mode", oneWord("position", "velocity", "effort", "position+velocity", "position+velocity+effort"), "control mode that is carried"},
	{"max_age", timeText, "greatest age of a command; default: 3 times the longer period, 30ms to 250ms"},
	{"on_stale", oneWord("ramp_to_zero", "decelerate_and_hold", "withdraw"), "what an old command leads to; default: by mode"},
	{"resample", oneWord("hold", "linear", "cubic"), "how a slow source is followed; default: hold"},
}

var stateKeys = []key{
	{"from", anyText, "output world/actor.port of what realises the joint"},
	{"to", anyText, "world that plans with the joint"},
	{"max_age", timeText, "greatest age of a state; default: 3 times the longer period, 30ms to 250ms"},
	{"resample", oneWord("hold"), "how a slow source is followed; default: hold"},
}
