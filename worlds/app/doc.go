// Package app reads the application file: worlds, couplings, drives, supervision. [Load] reports
// everything that is wrong in all files at once, each with file:line:column, and returns a [Config]
// in which every name is resolved; [Build] makes the actors of it.
//
// # The file
//
// YAML with the keys of RoboCoP (models with include, path, namespace, joint.parent; processors
// with type, options), and with what RoboCoP leaves to a program's main: rates, couplings, drives,
// supervision.
//
//	app: {name: mobile_manipulator, duration: 10s, seed: 1, faults: allowed, clock: wall}
//	domains: {main: {priority: 80, spin: 50us}}  # awake so long before a release
//	worlds:
//	  whole_body:
//	    rate: 100Hz                                # or period: 10ms
//	    on_overrun: {missed: 50, recover_per: 100, hang_after: 200ms}
//	    models:
//	      - {include: models/base.urdf.yaml, namespace: mobile}
//	      - {path: models/arm.urdf, namespace: arm, joint: {parent: mobile_mount}}
//	    joint_groups: {all: [mobile_planar, arm_joint_1]}
//	    limits: {arm_joint_1: {acceleration: 10 rad/s^2}}
//	    joints: {caster: {passive: true}, arm_joint_1: {safe_mode: brake}}
//	    processors:
//	      model: {type: kinematics, options: {frames: [arm_gripper]}}
//	      path: {type: gripper_path, options: {...}}
//	      controller: {type: whole_body, options: {joint_group: all}, inputs: {reference: path.reference}, max_age: {reference: 50ms}}
//	    drives:
//	      arm: {type: simulated, rate: 1kHz, joints: [arm_joint_1], safe_mode: ramp_hold, rearm: acknowledge, start: auto}
//	couplings:
//	  - joint: mobile_planar
//	    command: {from: whole_body, to: mobile_base/controller.target, mode: velocity, on_stale: ramp_to_zero}
//	    state: {from: mobile_base/controller.state, to: whole_body}
//	plant: {type: rigid_body, rate: 1kHz, models: [...], options: {...}}
//	supervision: {whole_body: {strategy: one_for_all}, defaults: {max: 3, within: 10s}}
//	recording: {enabled: true}
//
// What the kinds themselves find wrong with their options, and links that cannot be, [New] reports
// at the same places: an error of a kind that begins with the path of an option and a colon, as
// "gains.stiffness: ...", stands at that option.
//
// [Schema] has every key with its documentation, and the options of every kind.
//
// Times and rates have units in every case. A quantity may stand bare, in SI units, or with its own
// unit; units are not converted. Where the unit depends on the joint, as that of a goal, it must be
// that of the joint; see [worlds.UnitResolver]. Paths are relative to the folder of the file that
// they stand in, and lead nowhere but into the folder of the application file and below. Worlds may
// also stand at the top level by their names, as RoboCoP has them, and a file of one world may have
// its keys at the top level.
//
// # Names
//
// A namespace is put before every name of a model, with an underscore. Actors are addressed as
// world/name, and their ports as world/name.port, so no name has a slash. Options whose names end
// with group, joint, frame or body (in the singular or plural) name things of their world, and are
// checked; see [worlds.DynamicPorts] for ports that are only known later.
//
// # What a fault leads to
//
// A joint goes to its safe_mode after every fault, ramp_hold where none is declared. With a kind,
// each fault has an answer of its own, by the table in supervision/modes/modes.md:
//
//	lift: {type: simulated, joints: [lift], kind: vertical}
//	wheels: {type: simulated, joints: [left, right], kind: wheel, rearm: auto, modes: {bus_lost: ramp_off}}
//
// Kinds are gravity (an arm's joint without a brake), vertical (an axis with a spring brake), wheel
// (of a base that stands by itself) and balancing (a robot that falls when its joints let go).
// Beside a kind, safe_mode is the least mode of those that stop, modes replaces what single faults
// lead to at once, and rearm counts where it asks for more than the table; auto where the table
// allows it. A joint may say all of it for itself, under joints. The drives are asked for what
// their kinds take: a brake, and the mode of their watchdogs.
//
// Mode brake needs a drive with a spring brake: a drive without one lets the joint go once it has
// come to rest, so that check refuses the file. A drive's watchdog may not be shorter than the
// period of its world.
//
// # Plants
//
// The section plant describes the simulated robot; its actor is plant/robot. A room with several
// robots has a section plants instead, with one plant by name, whose actor is plant/name:
//
//	plants:
//	  left_arm: {type: rigid_body, rate: 1kHz, models: [...], options: {...}}
//	  right_arm: {type: rigid_body, rate: 1kHz, models: [...], options: {...}}
//
// Simulated drives act on the only plant, or on the one that their key plant names. The joints that
// a plant's drives move have names that no other plant's have.
//
// The joints of simulated drives are compared with the joints of the same names in their plant. A
// joint that turns here and slides there is an error; another axis or frame, and limits that the
// plant keeps and the world does not, are notes.
//
// # Sensors
//
// An actor reads the sensors of a simulated robot as inputs: {imu: plant/robot.imu}; the other
// outputs of a plant are for reports only. The state of a joint that nobody moves, as of a floating
// base, comes from the actor that estimates it: joints: {base: {passive: true, state:
// estimator.state}}.
//
// # Models
//
// The models of a world are merged in their order. The first stands by itself, or is attached to
// the room, the link world; every other one is attached by its joint to a link that was there
// before. An included file is a robot description in YAML (robot: ...), or a fragment with models,
// joint_groups and limits of its own. Limits of a world are never looser than those of its models.
//
// # Limits
//
// A file has at most 1 MiB and 100,000 values, nested 32 deep; an application has at most 64 files,
// 256 models and includes that are nested 8 deep. Only regular files are read.
package app
