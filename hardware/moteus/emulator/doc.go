// Package emulator emulates moteus servos: registers, modes, watchdog, faults, diagnostic stream
// and control law, on joints that a caller supplies or on simple rotors.
//
// The kind emulated_moteus, see [Options], puts the servos on the joints of a simulated robot: the
// joints of the plant's option actuated. The plant steps each servo; its torque acts on its joint.
// The driver of kind moteus exchanges CAN-FD frames with them in memory. Injected faults and the
// ground truth of drives work as for simulated drives; see [Shaft].
//
// Without a plant, a [Bus] answers frames in memory ([Bus.Transport]), as an fdcanusb adapter on a
// serial line ([Bus.ServeLines], [OpenPort]), and on a CAN socket ([Bus.ServeCAN]). Its time passes
// only when [Bus.Advance] is called, so a bus works in virtual time and in tests that no load
// disturbs.
package emulator
