// Package spine lets a program outside of this process, the agent, be the controller of a world.
// The kind agent exchanges observations and actions with it over shared memory, as the spine of
// Upkie does, and keeps the robot safe whatever the agent does.
//
// # A cycle
//
// In each tick the actor reads the request of the agent, lets the state machine of package machine
// decide (its table is in machine/table.md), commands the joints, and answers. SendStops means that
// the gate switches every drive of the joint group off; a start is served once all drives have
// confirmed that. The start is an acknowledgement of the gate: joints that require a reset by an
// operator stay stopped, and the start is answered with Error.
//
// # What reaches the joints
//
// An action is a position, a velocity and a torque for each joint, with scales of the gains and a
// cap of the torque. It persists: a message changes what it names. A message with invalid data, or
// with a number beyond a limit of a joint, is rejected as a whole, answered with Error, and does
// not count as a sign of life. Unknown keys have no effect; each is reported once after a start.
//
// # Joints that stop
//
// The gate stops joints by itself, for example when their states are too old, and so does a drive
// with a fault. Actions then have no effect. While a joint of the group is in a mode that lets no
// command pass, or has had no valid state for longer than the max_age of its bus, every action is
// answered with Error, and the event of the rejection names the joint and the causes of its gate.
// So do the data of the answer, {"error": reason}, which the package agent reads. Upkie's
// SpineInterface raises SpineError without them. A rejected action renews no lease: the joints that
// still run follow the ladder, and at its end the robot stops.
//
// A stop and a start, which are the reset of Upkie's programs, bring the robot back; so does a
// start alone, which switches the joints off first. An operator may also re-arm the joints at the
// gate: before the ladder has ended, the next action is served again. The spine leaves joints in
// the mode that the gate chose, and switches them off only for a start, a stop, or at the end of
// the ladder.
//
// A start is answered with an observation once every joint runs, as its drive reports.
//
// # The lease
//
// An agent that has sent no valid action for silent_after loses its lease. The ladder then says
// what the robot does, rung by rung, each for a bounded time: balance (the command at the input
// balance, that of an on-board balancer), hold (positions where they are), damp (zero velocity,
// within a cap of the torque), and in the end stop, which is SendStops. A valid action ends it at
// any rung before that.
//
// # Several agents
//
// Each agent of the option agents has a shared memory of its own. One of them owns the robot: the
// first that starts it. Others are answered with Error, unless they have a higher priority, or the
// owner has lost its lease: then a start or an action takes the robot over. Every agent may stop
// it. An actor of the same application can be an agent too, by the input request: for tests, for
// campaigns, and for agents that reach the application by other ways. Programs that only look read
// the live file of package sharedmemory. A request that is pending when the spine ends is answered
// with Error.
//
// # What an observation lacks
//
// Package dictionary lists the keys of Upkie that no spine writes. Two more have a field there, and
// no kind of actor that fills it:
//
//	joystick         a joystick belongs to the agent: it is read where the person sits, and what it
//	                 demands reaches the spine as an action. Upkie's one use of it within a spine,
//	                 resetting the wheel contacts, is a start here
//	cpu_temperature  a reading of the computer, not of the robot. Reading it blocks for longer than
//	                 a cycle on some machines; robo-actors doctor and the system's own tools show it
//
// The servos of an observation are one cycle older than the inertial unit: a bus exchanges its
// frames after perception, so that the commands of a cycle leave in the same cycle, and its answers
// wait for the next one. The key sources states the age of each.
//
// Gain scales are 0 to 1: the gains of the application are those at which its loops are stable, and
// a scale beyond 1 would leave that range. Upkie's environments send up to 5: an action with such a
// scale is served, the scale has the effect of 1, and a note says so once after each start.
package spine
