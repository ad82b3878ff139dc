// Package sim registers the simulated robot and its drives as kinds of application files.
//
// A [Plant] is the simulated robot: the mechanism of a world (package physics), and one servo for
// each joint that a drive moves (package servo). The mechanism feels only the loads of the servos.
// A [Bus] is a hardware.Driver for some of the servos, as any other bus of drives.
//
// The plant has no clock: [Plant.Advance] integrates up to an instant in steps of a fixed length.
// The same calls give the same states, bit for bit, on one machine type. Nothing allocates after
// the plant is built.
//
// # Threads
//
// A plant belongs to the goroutine that advances it. Another goroutine may use a bus: one triple
// buffer each way and one word a drive for stops connect the two, without locks, so that neither
// waits for the other or sees a torn value. In virtual time all of it runs on one goroutine, with
// the same code.
//
// The true state (joint positions without encoder, poses, slip) is for the plant's owner alone.
// Controllers see the answers of the buses.
package sim
