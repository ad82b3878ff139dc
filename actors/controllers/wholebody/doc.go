// Package wholebody is the whole-body controller. It follows the active task set of a behaviour: a
// hierarchy of tasks in strict priority, solved exactly or under the limits of the robot. It
// commands efforts or velocities, and changes from one task set to the next without a jump.
//
// # One tick
//
//	measured state -> errors of the tasks -> wanted accelerations or velocities of the levels
//	model          -> mass matrix M, bias, Jacobians J, drifts
//	solver         -> accelerations a, tau = M a + bias - J_c^T f + forces of tasks, within limits
//	behaviour      -> the next state; a change of the task set is handed over
//	command        =  output of the law in force + rest of the hand-overs
//
// Driven joints get efforts. Virtual joints, which another world realises, get velocities: their
// accelerations, integrated from the measured velocity within the limits of the joint. A virtual
// joint that takes no commands drops out of the tasks and comes back without a jump.
//
// # Law exact, law constrained
//
// With law exact the levels are strict, and the gate and the drives enforce the limits. With law
// constrained no task overrides a limit: position, velocity, acceleration and effort of the joints
// (those of the world, except limits.without), friction and pressure of contacts, distances of
// collisions, and boxes. Both laws take the same tasks and task sets.
//
// # Output velocity
//
// Where the drives take velocities and no efforts (joints with control: velocity, or output:
// velocity), the constrained law decides on velocities. A task then wants the velocity of its
// reference plus proportional/derivative times its error; velocity_max bounds the second part.
// Limits of acceleration hold against the command before. The option lead makes up for servos that
// lag. No mass matrix is needed.
//
//	options:
//	  joint_group: all
//	  law: constrained
//	  output: velocity
//	  follow: gripper
//	  tasks:
//	    - name: gripper
//	      kind: frame_pose
//	      frame: arm_gripper
//	      gains: {proportional: [4], derivative: [1], velocity_max: [0.2, 0.5], saturation: by_norm}
//	    - name: folded # the base goes where the arm would have to leave this
//	      kind: posture
//	      joints: [shoulder, elbow, wrist]
//	      gains: {proportional: [1], derivative: [1]}
//	      goal: {joints: [0.2, -1.4, 0.5]}
//	  task_sets: [{name: carry, levels: [[gripper], [folded]]}]
//
// An axis of a virtual joint that does not follow commands, such as the sideways one of a base on
// two wheels, is excluded with the option unmoved. The other axes then do without it.
//
// # Robots on contacts
//
// A passive joint of the world is the base; for a humanoid it is a floating joint. It belongs to no
// joint group, takes no command, and its state comes with the snapshot. Contacts declare the bodies
// on the ground, with their points, normal, friction and pressure; task sets may lift some of them.
// Law constrained keeps all forces inside their cones. Law exact holds the contacts with the
// smallest forces and ignores the cones.
//
//	options:
//	  joint_group: all
//	  law: constrained
//	  contacts:
//	    - name: left
//	      frame: left_foot
//	      friction: 0.7
//	      points: [[0.12, 0.05, -0.05], [0.12, -0.05, -0.05], [-0.08, 0.05, -0.05]]
//	    - {name: right, frame: right_foot, friction: 0.7, points: [...]}
//	  tasks:
//	    - {name: balance, kind: centre_of_mass}
//	    - {name: hand, kind: frame_position, frame: hand}
//	    - {name: stance, kind: posture}
//	  task_sets: [{name: stand, levels: [[balance], [hand], [stance]]}]
//
// # Your own robot
//
// A robot description in XML has no joint groups. The world declares one of all joints that move,
// in the order of the numbers of a posture:
//
//	models:
//	  - path: models/quadruped.urdf
//	    joint: {parent: world, name: root, type: floating}
//	joints: {root: {passive: true, state: base.state}}
//	joint_groups: {all: [left_hip, left_knee, ...]}
//	processors:
//	  base:
//	    type: floating_base
//	    options: {joint: root}
//	    inputs: {pose: plant/robot.base, imu: plant/robot.imu}
//
// The plant has the same model, with ground, contacts, base and imu. Symptoms and remedies:
//
//   - Joints stay off: set start: auto at their drive, or run robo-actors rearm.
//   - The robot falls before they start: brake_effort of the servos holds it until then. With
//     torque_sensor: true the load passes to the controller without a jump.
//   - Feet are in the air or in the ground: robo-actors check reports the depth of each contact
//     point. Raise the base at the start by that depth.
//   - A virtual joint has no limits: give it some in both worlds, limits: {planar:
//     [{acceleration: 1.5}, {acceleration: 1.5}, {acceleration: 3}]}.
//   - Constraints clash at the start: the robot starts at the limits of joints, or no motion of the
//     joints keeps its feet in place.
//   - Other joints drift away: a joint is too weak and stays at its effort limit, as plot joints
//     shows for WORLD/controller.command. Law constrained then moves free joints, such as arms for
//     a waist, to keep the higher tasks.
//   - An error stays: the model has no joint friction, and the proportional gain balances it.
//   - Errors grow to a radian: goals are out of reach; see Singular places.
//
// From Go, the options are those of the processor's Instance until the system is made, as the
// example shows.
//
// # Mimic joints
//
// A joint that mimics another one, q = multiplier q_leader + offset, takes no command and belongs
// to no group. The law works in the coordinates of the other joints, which is exact. With v = G u,
// G constant and u their velocities, mass matrix, bias and gravity are G^T M G, G^T h and G^T g,
// and Jacobians are J G (package rigidbody, Followers). Tasks may be about bodies that mimic joints
// carry. A posture of all joints leaves mimic joints out, and one that names a mimic joint moves
// its leader. With law constrained, the position, velocity and acceleration limits of a mimic joint
// hold for its leader. Its effort limit bounds the load of its own joint,
//
//	-effort <= (M G u' + h + e - J_c^T f) of its row <= effort
//
// and a limit of 0, of a joint without a drive, bounds nothing. Rejected are a group with a mimic
// joint, a multiplier of 0, and position limits that leave no range for a leader.
//
// # Where the model comes from
//
// With model own the controller computes everything from the snapshot of the tick. With model
// actor, mass matrix, bias, Jacobians and drifts are those of the snapshot that the newest
// messages.Model names. That model is read once a tick, and the status reports its number.
// Jacobians are evaluated at the state that the model names, so no tick mixes matrices of two
// snapshots; errors and velocities are those measured last. Each new model is inspected: lengths,
// finite numbers, a positive definite mass matrix that agrees with its factor and with inverse
// dynamics, and poses and twists of the frames that agree with the state and the Jacobians.
//
// # Phases
//
//	wait_model  nothing is commanded: no usable model has come since the controller started
//	running     the active task set is in force
//	degraded    tau = g - k M v, or with a spring to the position; on contacts the same accelerations
//	            as far as the contacts allow
//
// The degraded law takes over without a usable model, with a joint of unknown state, when
// constraints clash, or when the goal of a gaze is at its eye. A model is unusable while none
// exists, when its snapshot is older than ModelMaxAge or from a time when the state of a joint was
// unknown, and when it fails the inspection. GoodCycles usable models in a row lead back to
// running, if the task set can be solved again. After DegradedFor the controller fails, and the
// joints go to their safe modes. An event reports why the degraded law took over.
//
// # References that move
//
// The task of the option follow takes its reference, with velocity and acceleration, from port
// reference once a tick. Where none is fresh it rests at the last one. The start and the end of
// references are handed over.
//
// The posture of the option follow_posture likewise takes positions and velocities from port
// posture. A planner that knows where all joints shall be feeds both: the task of follow on the
// level above tracks the tool, and the posture below it the rest.
//
// # Virtual joints that tasks realise
//
// The option target names a virtual joint of the world and a task. Commands of the joint arrive
// over a coupling at the input target and become the goal of the task. The joint puts its child
// somewhere, turns it, and moves it; that is what a task makes its goal of:
//
//	kind                uses                position and velocity, or effort, of the joint mean
//	frame_position      position, velocity  where the task's point is, and how it moves
//	frame_orientation   position, velocity  how the body is turned, and how it turns
//	frame_pose          position, velocity  both
//	relative_pose       position, velocity  both, relative to the base of the task
//	centre_of_mass      position, velocity  where the centre of mass is, and how it moves
//	gaze                position, velocity  the place to look at, and how it moves
//	posture             position, velocity  the positions of its joints, as many as the joint has
//	momentum            velocity            mass times the velocity of the child, and the inertia of
//	                                        the robot about its centre of mass times its turn
//	force               effort              the wrench on the surroundings, as if the joint had a
//	                                        drive between the robot and its child
//	hybrid              any                 pose and wrench; a part that no command has is the goal
//	                                        that the application declares
//
// A kind joint_limits has no goal, and can realise no joint. A command must have one of the
// quantities that the task uses, which check compares with the mode of the coupling; others are
// ignored. So one coupling with mode position+effort can serve a frame_pose, a hybrid and a force
// task in turn. A joint must move something that the task controls: the child of a revolute joint
// stays where it is, and that of a prismatic one does not turn.
//
// As in all commands, velocities and efforts of planar and floating joints are in the axes of the
// child (package messages), which is where the task has it: a force along x is along x of the body.
//
// The child of the joint is no part of the robot. It has no mass, or where the law commands
// efforts, which need one, at most 0.001 of the robot's. Postures of all joints leave the joint
// out.
//
// A velocity without a position moves the task on from where it is. The output state has the state
// of the joint as the task measures it, with the most severe mode of the driven joints. A gaze
// knows no distance, and takes the one of the command. A momentum knows no orientation: the state
// has the integral of the average turn. Before the first command the task keeps its own goal. Where
// none is fresh it rests: at the last place, without momentum, and without force.
//
//	options:
//	  joint_group: all # without the joint
//	  target: {joint: base_planar, task: hull}
//	couplings:
//	  - joint: base_planar
//	    command: {from: whole_body, to: base/controller.target, mode: velocity}
//	    state: {from: base/controller.state, to: whole_body}
//
// A messages.TaskRequest with the verb target, or robo-actors task TASK --target, chooses another
// task while the law runs. The task before stays where it is, without force and momentum, and the
// change is handed over.
//
// The option targets names further joints, each with a task of its own: their commands arrive at
// input target_JOINT, and their states are at output state_JOINT. A task realises one joint at a
// time. Where there are several joints, the request names one, as robo-actors task TASK --target
// --joint JOINT does.
//
//	options:
//	  targets: [{joint: place, task: tool}, {joint: height, task: hook}]
//	couplings:
//	  - joint: height
//	    command: {from: plan, to: crane/controller.target_height, mode: velocity}
//	    state: {from: crane/controller.state_height, to: plan}
//
// # Forces
//
// Tasks of kind force and hybrid feed the wanted force forward and correct the measured error. The
// option force_sensors names the bodies with sensors in the order of port wrenches. The wrench of a
// task is about the task's point. A force is not fed forward while nothing resists the body: the
// body then moves with the gains force over derivative, in m/s for each N, until it meets
// something. While a sensor is stale or not finite, its tasks keep the last feed-forward and
// integral and report no error; that change of law is handed over. A task without a sensor feeds
// all of its force forward, which accelerates a robot that meets nothing as far as other tasks and
// limits allow. With output velocity no force is fed forward: the robot yields with the same gains.
//
// # Transitions
//
// Conditions are about the error and the velocity of a task (for poses those of the position, with
// the angle of the orientation beside them), about position, velocity and effort of a joint of one
// degree of freedom, and about signals.
//
// A transition is prepared before it is taken: the controller requests the frames of the next set
// from the model actor, with a unique number, and the set takes over with the first model that
// answers. A transition that takes longer than PrepareWithin is given up. A setting of the state's
// entry that conflicts with users' settings is left out, with an event.
//
// While commands do not reach all joints, states do not change: conditions and timeouts pause, and
// requests for events and states are rejected with the names and modes of the joints. So nothing
// that was rejected happens when the joints come back. Joints that commands do reach meanwhile get
// the degraded law.
//
// # Bounds
//
// At a change of set, law or parameter, the effort of each axis differs from the tick before by at
// most the law's own change plus 2 % of the axis's limit a millisecond (package behavior,
// Handover). Joints that return from a safe mode begin with the measured effort. For a joint held
// by its brake that is the load if the drive has a torque sensor, and zero otherwise: the joint
// then sags until the hand-over has built up its effort. Efforts of a former law fade within 100
// ms; during that time limits of velocity and position hold approximately. Velocities need no
// fading.
//
// # Singular places
//
// Near a singular posture an arm has almost lost a direction: it takes a great effort, or fast
// joints, to move the tool that way. Both laws damp such directions, and only these.
//
// Law exact compares apparent inertias: the mass in kg, or for rotations the inertia in kg m^2,
// that resists a push on the task's rows in this direction while the levels above stay where they
// are. It is 1/sigma^2, with sigma the singular value of L^-T J^T and L^T L the mass matrix. The
// direction is damped once it resists more than singular_inertia_ratio times (4444 by default,
// 1/0.015^2) as much as directions of this unit typically do on this robot: the inverse square of
// the geometric mean of sigma over 16 postures within the joint limits, for each task and unit
// separately. So metres, radians and joints are each compared with their own kind, and a robot of
// ten times the mass has the same singular places.
//
// Law constrained compares speeds: how fast joint velocities of norm 1 move the rows, each row
// divided by the same typical size. A direction is damped once the fastest one of its level is more
// than singular_speed_ratio times (16.7 by default, 1/0.06) as fast. A level that has only one
// direction left has nothing to compare with and is not damped. No mass matrix is needed for this.
//
// The damping grows from nothing at the ratio, so that no command has a step. A greater ratio damps
// later: errors of tasks near singular places shrink, and efforts or joint velocities grow. An
// event names the level, its tasks and the ratio when damping begins. Lower levels get what the
// level above gives up there. A posture with a derivative gain of about 60 1/s
// calms an arm whose goal is out of reach, and a velocity_max limits the pull of such a goal.
//
// Law constrained calms such a direction by itself, in a wider region. With one level, of any
// number of tasks, an arm comes to rest where a goal is out of reach. With lower levels the wants
// must be ones that joints can follow: a posture of 100 1/s^2 that is a radian off wants more
// acceleration than most joints have, and the arm then swings at several rad/s. Where the
// derivative gain times velocity_max of each task is below the joints' acceleration, with a
// gains.saturation that keeps the velocity:
//
//   - a posture below one level that moves bodies rests,
//   - two levels or more that move bodies creep, at 0.25 rad/s at most, with torques that change by
//     less than 1 % a tick,
//   - a joint at its position limit may keep swinging.
//
// Law exact rests in all of these. One level, weighted by task weight, rests too.
//
// # Goals
//
// A goal of a task of the active set comes as a messages.GoalRequest, by robo-actors goal send, or
// from a planner linked to the input goal. It names parts of the goal (position, orientation,
// joints, momentum, wrench), or joints of a posture, whose other joints keep their goal. It is
// accepted or rejected with a reason, and then ends as succeeded, aborted, canceled or preempted by
// a newer goal of the task, in events and at the output goals. It succeeds when the error is within
// the tolerance (5 mm, 0.01 rad, 1 N or 0.5 kg m/s unless the goal says another one) and the task
// rests below 0.02 m/s or rad/s. A goal may give the time within which it must be reached.
//
// A goal is rejected while joints that concern the task are stopped, and aborted when one stops:
// the task then stays where it is, and a re-arm moves nothing. All driven joints concern every
// task; a virtual joint concerns all but postures of other joints. A goal that a request to set a
// parameter gives is treated alike. Goals of the options and of states are what the application
// declares: the law pursues them whenever the joints run.
//
// # Requests
//
// Package actors/controllers/tasks lists tasks, shows and sets parameters and goals, triggers
// events and requests states, by messages.TaskRequest. A tick answers at most Options.Requests;
// Options.Waiting may wait, and the others get the reply to try again. Every change is an event,
// and so part of a recording. A controller that restarts has the parameters of its options and
// begins in the initial state.
package wholebody
