// Package app reads the application file. The file declares worlds, their rates, actors and drives,
// the couplings between worlds, the simulated robot and the supervision. [Load] returns a [Config]
// in which every name is resolved. Otherwise it returns all errors of all files at once, each with
// file:line:column. [Build] makes the actors, and [New] a system that can run.
//
// # The file
//
// The file is YAML. Models and actors have the keys of [RoboCoP]: models with include, path,
// namespace and joint.parent; actors under processors, with type and options. Other keys declare
// what a RoboCoP program sets up in code.
//
//	app: {name: mobile_manipulator, duration: 10s, seed: 1, faults: allowed, clock: wall}
//	domains: {main: {priority: 70, spin: 50us}}  # wakes this long before a release
//	worlds:
//	  whole_body:
//	    rate: 100Hz                              # or period: 10ms
//	    on_overrun: {missed: 500, recover_per: 10, hang_after: 200ms}
//	    models:
//	      - {include: models/base.urdf.yaml, namespace: mobile}
//	      - {path: models/arm.urdf, namespace: arm, joint: {parent: mobile_mount}}
//	    joint_groups: {all: [mobile_planar, arm_joint_1]}
//	    limits: {arm_joint_1: {acceleration: 10 rad/s^2}}
//	    joints: {caster: {passive: true}, arm_joint_1: {safe_mode: brake}}
//	    processors:
//	      model: {type: kinematics, options: {frames: [arm_gripper]}}
//	      path: {type: gripper_path, options: {...}}
//	      controller:
//	        type: whole_body
//	        options: {joint_group: all, ...}
//	        inputs: {reference: path.reference}
//	        max_age: {reference: 50ms}
//	    drives:
//	      arm: {type: simulated, rate: 1kHz, joints: [arm_joint_1], rearm: acknowledge, start: auto}
//	couplings:
//	  - joint: mobile_planar
//	    command:
//	      {from: whole_body, to: mobile_base/controller.target, mode: velocity}
//	    state: {from: mobile_base/controller.state, to: whole_body}
//	plant: {type: rigid_body, rate: 1kHz, models: [...], options: {...}}
//	supervision: {whole_body: {strategy: one_for_all}, defaults: {max: 3, within: 10s}}
//	recording: {enabled: true}
//	view: {address: 127.0.0.1:8765, control: true}
//
// [Schema] documents every key, and the options of every kind.
//
// Times and rates need units. Any other quantity is in SI units, with or without its unit; units
// are not converted. Some units depend on the joint, such as that of a goal; see
// [worlds.UnitResolver].
//
// Paths are relative to the folder of the file that has them, and stay within the folder of the
// application file. Worlds may also be declared at the top level by their names, as in RoboCoP. The
// keys of a single world may be at the top level too.
//
// Some descriptions are wrong on purpose or by habit. The key accept of a model lists which of
// these errors load with a note: boundless_revolute, any_mesh_uri, indefinite_inertia; see
// urdf.Options.
//
// # Errors of kinds
//
// Kinds check their options. An error of type [messages.OptionError] is reported at its option or
// at its joint; any other error is reported at the actor. [New] reports invalid links in the same
// way.
//
// # Names
//
// A namespace is put before every name of a model, with an underscore. The address of an actor is
// world/name, and that of a port world/name.port, so names have no slash. Options whose names end
// with group, joint, frame or body, in the singular or plural, name things of their world, and are
// checked. See [worlds.DynamicPorts] for ports that are declared later.
//
// The word all stands for a list of joints: in joint_groups for every joint that somebody moves, in
// the order of the description; in drives and in options for those of them that a drive can move;
// in a coupling for those of the joint group that the actor at the other end exports. Passive and
// mimic joints are left out.
//
//	joint_groups: {everything: all}
//	drives: {motors: {type: simulated, joints: all}}
//
// # Couplings
//
// A coupling takes the state of a joint from one world to another, and the commands the other way.
// An actor that exports joints, such as exported_joints, serves any joint of its world: one with a
// drive, one that yet another world realises, and a passive one that is only observed. It is named
// without a port, and one coupling can list several joints:
//
//	couplings:
//	  - joints: [shoulder, elbow, wrist]
//	    command: {from: arm, to: servo/exports, mode: velocity, resample: linear}
//	    state: {from: servo/exports, to: arm}
//	  - joints: all                                  # a third world observes them
//	    state: {from: servo/exports, to: monitor}
//
// A coupling without a command only observes. Any number of worlds can observe a joint, one can
// command it, and worlds can form chains. A state keeps the instant of its measurement through a
// chain; the default of its max_age is added for each world on the way.
//
// # Faults and safe modes
//
// A fault puts a joint into its safe_mode, ramp_hold by default. A joint with a kind has a mode for
// each fault, from the table in modes.md of package supervision/modes:
//
//	lift: {type: simulated, joints: [lift], kind: vertical}
//	wheels: {type: simulated, joints: [left, right], kind: wheel, modes: {bus_lost: ramp_off}}
//
// The kinds are gravity (a joint of an arm, without a brake), vertical (an axis with a spring
// brake), wheel (of a base that stands by itself) and balancing (of a robot that falls when its
// joints let go). With a kind, safe_mode is the least mode of those that stop the joint, modes
// replaces the mode of single faults, and rearm can require more than the table. The entry of a
// joint under joints overrides that of its drive. A drive must have what its kind requires: a
// brake, and the mode of its watchdog.
//
// Mode brake needs a drive with a spring brake; a drive without one would release the joint at
// standstill, and the file is rejected. The watchdog of a drive is at least the period of its
// world.
//
// # Plants
//
// The section plant describes the simulated robot; its actor is plant/robot. A room with several
// robots has a section plants instead, with one plant for each name; its actor is plant/name:
//
//	plants:
//	  left_arm: {type: rigid_body, rate: 1kHz, models: [...], options: {...}}
//	  right_arm: {type: rigid_body, rate: 1kHz, models: [...], options: {...}}
//
// Simulated drives act on the only plant, or on that of their key plant. Joints that drives of
// different plants move have different names.
//
// The joints of simulated drives are compared with the joints of the same names in their plant. A
// joint that turns in one and slides in the other is an error. A different axis or frame, and
// limits that only the plant enforces, are notes.
//
// # Sensors
//
// An actor reads sensors of a simulated robot by inputs: {imu: plant/robot.imu}. Other outputs of a
// plant are for reports. The output SENSOR of a bus carries a sensor on it, as in inputs: {imu:
// left.imu}, and its output state what the drives answer (temperatures, voltages, modes, fault
// codes), as in inputs: {left: left.state}.
//
// An actor can estimate the state of a passive joint, such as a floating base: joints: {base:
// {passive: true, state: estimator.state}}. Where that actor also moves the joint, as a wheeled
// base does, a coupling can command it: in the application, or in a part that is opened while the
// base runs alone. The coupling takes the state from the same actor.
//
// # Models
//
// The models of a world are merged in their order. The first one is the root, or is attached to the
// link world; each other model is attached by its joint to a link of an earlier one. An included
// file is a robot description in YAML, or a fragment with models, joint_groups and limits of its
// own. A world can tighten the limits of its models and cannot loosen them.
//
// # Parts
//
// A part is attached to an application that runs, see [LoadParts] and [Parts]. The key parts of the
// section app lists those that schedules and campaigns may attach, and the key room bounds how many
// actors parts may add.
//
// A coupling of a part can take the states of any joint of a running world. It can command the
// joints of a running world where an actor declares it: exported_joints with the option
// commanded_by_parts. Until then the joints wait for a first command. The joints of one such actor
// start and stop together, so joints that different parts command have an actor each:
//
//	processors:
//	  upper: {type: exported_joints, options: {joint_group: upper, commanded_by_parts: true}}
//	  hand: {type: exported_joints, options: {joint_group: hand, commanded_by_parts: true}}
//
// When the part is closed, the joints go into their safe mode, because their commands are stale,
// and they come back as after any other stale command.
//
// # Limits
//
// A file has at most 1 MiB and 100,000 values, nested 32 deep. An application has at most 64 files,
// 256 models, and includes nested 8 deep. Only regular files are read.
//
// [RoboCoP]: https://robocop.lirmm.net
package app
