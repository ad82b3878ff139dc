// Package wholebody is the whole-body controller: it follows the active task set of a behaviour
// with the exact hierarchy of package hierarchy or, under limits, contacts and distances, with the
// quadratic programmes of package constrained, hands over from one set to the next without a jump,
// and has a law of its own for when its model is late or its constraints clash.
//
// # One tick
//
//	measured state -> errors of the tasks -> wanted accelerations of the levels
//	model          -> M, bias, Jacobians, drifts
//	solver         -> accelerations a, tau = M a + bias - J_c^T f (+ forces that tasks exert), cut to the effort limits
//	behaviour      -> the next state; at a change: hand-over
//	tau + what is left of hand-overs -> command
//
// Driven joints get efforts; virtual ones, which another world realises, get velocities: their
// accelerations, integrated from the measured velocity on, within the joint's limits of both. A
// virtual joint that takes no commands is kept where it is, by a level above all others, and comes
// back as it is.
//
// # Law exact, law constrained
//
// With law exact the levels are strict, and limits are none of the law's business: the gate's and
// the drives'. With law constrained nothing that is declared is ever given up for a task: limits of
// position, velocity, acceleration and effort of the joints (those of the world, but for
// limits.without), friction and pressure of contacts, distances of collisions, boxes. Both take the
// same tasks and task sets.
//
// Where the drives take velocities and no efforts (joints with control: velocity, or output:
// velocity), the constrained law decides on velocities, at the same tasks and limits; acceleration
// limits then hold against what was commanded before.
//
// # Robots that stand on contacts
//
// A passive joint of the world, floating for a humanoid, is the base: it belongs to no group, takes
// no command, and its state comes with the snapshot like any other. Contacts say which bodies stand
// on the ground, with their points, normal, friction and pressure; task sets may lift some of them.
// Law constrained keeps all forces inside of their cones; law exact holds the contacts and gives
// the smallest forces, whatever their cones.
//
//	options:
//	  joint_group: all
//	  law: constrained
//	  contacts:
//	    - {name: left, frame: left_foot, friction: 0.7, points: [[0.12, 0.05, -0.05], [0.12, -0.05, -0.05], [-0.08, 0.05, -0.05], [-0.08, -0.05, -0.05]]}
//	    - {name: right, frame: right_foot, friction: 0.7, points: [...]}
//	  tasks:
//	    - {name: balance, kind: centre_of_mass}
//	    - {name: hand, kind: frame_position, frame: hand}
//	    - {name: stance, kind: posture}
//	  task_sets: [{name: stand, levels: [[balance], [hand], [stance]]}]
//
// # A robot of one's own
//
// A robot description in XML has no joint groups: the world declares one of all joints that move,
// fingers too, in the order of the numbers of a posture,
//
//	models: [{path: models/quadruped.urdf, joint: {parent: world, name: root, type: floating}}]
//	joints: {root: {passive: true, state: base.state}}
//	joint_groups: {all: [left_hip, left_knee, ...]}
//	processors:
//	  base: {type: floating_base, options: {joint: root}, inputs: {pose: plant/robot.base, imu: plant/robot.imu}}
//
// and the plant has the same model, with ground, contacts, base and imu. What is met on the way:
//
//	joints stay off                   start: auto of their drive, or robo-actors rearm, lets them begin
//	the robot falls before they do    brake_effort of the servos holds it until then; with torque_sensor: true it passes on without a jump
//	feet in the air or in the ground  check tells how deep each point of contact lies: begin too low, and raise the base by that
//	a virtual joint has no limits     limits: {planar: [{acceleration: 1.5}, {acceleration: 1.5}, {acceleration: 3}]}, in both worlds
//	constraints clash at the start    a start at the limits of joints, or feet that no motion of the joints can keep where they are
//	other joints drift away           a joint is too weak and stays at its limit of effort, as plot joints shows of WORLD/controller.command:
//	                                  law constrained moves what is free to keep the tasks above, arms for a waist, as long as that goes
//	an error that stays               the law knows no friction of joints: it takes what the proportional gain makes of the error
//	errors as large as a radian       goals out of reach: see singular places
//
// From Go, options are those of the processor's Instance until the system is made, as the example
// shows.
//
// # Mimic joints
//
// A joint that mimics another one, q = multiplier q_leader + offset, takes no command, belongs to
// no group, and moves with its leader: the law moves the robot in the coordinates of the other
// joints, which is exact. With v = G u, G constant, u their velocities, mass matrix, bias and
// gravity are G^T M G, G^T h and G^T g, Jacobians are J G, and drifts stay (package rigidbody,
// Followers). Tasks may be of bodies that mimic joints carry; a posture of all joints is one of
// those that mimic none, and one that names a mimic joint moves its leader. With law constrained a
// mimic joint's limits of position, velocity and acceleration hold for its leader by multiplier and
// offset. Its limit of effort bounds what the joint itself bears,
//
//	-effort <= (M G u' + h + e - J_c^T f) of its row <= effort
//
// the part of its leader's effort that goes through it; a limit of 0, of a joint without a drive,
// bounds nothing. What stays refused: a group with a mimic joint, a multiplier of 0, and limits of
// position that leave a leader nowhere to be.
//
// # Where the model comes from
//
// With model own the controller computes everything of the snapshot of the tick. With model actor,
// mass matrix, bias, Jacobians and drifts are those of the snapshot that the newest messages.Model
// names: one value, read once a tick, whose number the status tells. Jacobians of tasks (of points,
// relative poses, the centre of mass) are evaluated at the state that the model names, never at
// another one, so no tick mixes matrices of two snapshots; errors and velocities are of what was
// measured last. Before a model is used it is inspected as a whole: lengths, finite numbers, a
// positive definite mass matrix that agrees with its factor, with inverse dynamics in the state
// that it names, poses of the frames in that state, twists that agree with Jacobians.
//
// # Phases
//
//	wait_model  nothing is commanded: no usable model has come since the controller began
//	running     the active task set
//	degraded    no usable model, a joint of unknown state, constraints that clash, or a gaze at where its eye is:
//	            tau = g - k M v, or with a spring to the position; a robot on contacts follows the same accelerations as far
//	            as its contacts let it
//
// A model is unusable while there is none, while its snapshot is older than ModelMaxAge or of a
// time when the state of a joint was not known, and when it does not pass the inspection.
// GoodCycles usable models in a row lead back from degraded to running, if the task set can be
// solved again; DegradedFor in degraded is an error, and with it the joints go to their safe modes.
// The event that tells of the degraded law says what was wrong with the model, or names the
// constraints that cannot hold together, or the gaze.
//
// # References that move
//
// The task of the option follow takes its reference, with velocity and acceleration, from port
// reference, once a tick. When references begin and when they stop the task is handed over; where
// none is fresh it rests at the last one.
//
// # Forces
//
// Tasks of kind force and hybrid feed the wanted force forward, and make up for what is missing of
// it: what they exert is measured by force sensors on bodies, which the option force_sensors names
// in the order of port wrenches. The wrench of a task is about the task's point. A force that
// nothing bears is not fed forward: the body goes its way with the gains force over derivative, m/s
// for each N, until it meets something. While a sensor is stale or not finite, its tasks go on with
// what was fed forward last and what their integrals have come to, and tell no error; that is a
// change of law, and handed over. A task without a sensor feeds all of its force forward, which
// accelerates a robot that meets nothing beyond what other tasks and limits allow. Where the output
// is velocities nothing can be fed forward: the robot gives way with the same gains.
//
// # Transitions
//
// Conditions are about the error and the velocity of a task, for poses those of the position, with
// the angle of the orientation beside them; about position, velocity and effort of a joint of one
// degree of freedom; and about signals.
//
// A transition is prepared before it is taken: the model actor is asked for the frames of the next
// set, with a number that no other request of any incarnation has, and the set takes over with the
// first model that answers it. What is not over within PrepareWithin is given up. A setting of the
// state's entry that does not go with what users have set is left out, and an event says so.
//
// While commands do not reach all joints, states do not change: conditions and timeouts stand
// still, requests for events and states are refused with the names and modes of the joints, and
// what was pending is given up in its time. So nothing that a user was refused is carried out when
// the joints are brought back. Joints that commands reach while they do not reach others get the
// degraded law, whatever the phase: where a part of the robot goes its own way, there is no task
// set to follow.
//
// # Bounds
//
// At a change of set, law, or parameter, the effort of each axis differs from the tick before by at
// most what the law in force changes by itself plus 2 % of the axis's limit a millisecond (package
// behavior, Handover). Joints that come back from a safe mode begin with the measured effort: of a
// joint that its brake carries, that is the load if the drive has a torque sensor, and nothing if
// it has none, so that the joint sags until the hand-over has built its effort up. While efforts of
// a law before fade, 100 ms at most, they act beside those of the law in force: its limits of
// velocity and position are then met only nearly. Velocities need no fading.
//
// # Singular places
//
// A direction of a level that the arm all but loses is damped, and counted in the status. What the
// law above gives up there, lower levels get: a posture with a derivative gain of 60 1/s or so
// calms an arm whose goal is out of reach, and a velocity_max keeps such a goal from pulling with
// all force.
//
// Law constrained calms such a direction by itself, in a wider region, and shares it likewise. An
// arm with one level, of any number of tasks, so comes to rest where a goal is out of reach. With
// levels below it needs wants that joints can follow: a posture of 100 1/s^2 that is a radian off
// wants more than most joints can accelerate, and where limits of acceleration hold all joints
// nothing is left to calm them: the arm swings on at several rad/s. With the derivative gain times
// velocity_max of each task less than what joints can accelerate, and a gains.saturation that keeps
// the velocity,
//
//	a posture below one level that moves bodies   rests
//	two levels or more that move bodies           creep, at 0.25 rad/s at most, with torques that change by less than 1 % a tick
//	a joint at the limit of its position          may swing on: which directions are lost is told without limits
//
// Law exact rests in all of these, and leaves limits to the gate and the drives; one level,
// weighted by task weight, rests too, where tasks may give way to each other by weight and not by
// priority.
//
// # Users
//
// A messages.TaskRequest to the actor lists tasks, shows and sets parameters and goals, has events
// happen and asks for states. At most Options.Requests are answered in a tick; Options.Waiting may
// wait, and the others are told to try again. What is done is an event, and so in a recording. A
// controller that begins anew has the parameters of its options and stands in the initial state:
// what users set before is gone.
package wholebody
