// Package sim is a simulated robot, its drives and its buses.
//
// A [Plant] is the physical robot: the articulated tree of a world with gravity, dry friction, brakes, end stops and
// wheels that roll without slip, or slip beyond a grip that is given, so that the motion of an arm is felt by the base
// that carries it. Each joint that something drives has a servo: a model of a drive with its control loops, limits,
// encoder, spring brake, watchdog and faults, of which the plant feels the torque only. A [Bus] is a hardware.Driver for
// some of the servos, as any other bus of drives.
//
// # Mimic joints
//
// A joint that mimics another one, as the second finger of a gripper, is where multiplier * leader + offset has it, in every
// step and to the last bit; chains of such relations, negative multipliers, and leaders that slide while their followers
// turn included. The plant moves in the coordinates of the joints that mimic none, so that the relation is no spring and
// costs no stability: the leader's drive moves both and feels the inertia, weight, friction and damping of both; a force
// on a follower is felt by its leader, times the multiplier; and the limits of either bound both. A follower has no drive,
// no encoder and no start of its own: perception derives it from its leader as the plant does.
//
// The plant knows no clock: [Plant.Advance] is told the instant and integrates up to it in steps of a fixed length. The
// same calls give the same states, bit for bit, on one machine type. Nothing allocates after the plant is built.
//
// # Threads
//
// Everything of a plant belongs to the goroutine that advances it. A bus may be used by another goroutine: between the
// two stand registers, one triple buffer each way and one word a drive for stops, without locks, so that neither ever
// waits for the other or sees a value half written. In virtual time all of it runs on one goroutine, with the same code.
//
// What is true (joint positions without encoder, poses, slip) is for the plant's owner alone. Controllers see what the
// buses answer.
package sim
