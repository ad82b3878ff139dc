// Package emulator emulates moteus servos: registers, modes, watchdog, faults, diagnostic stream
// and control law, on joints that a caller supplies or on simple rotors.
//
// A [Bus] answers frames in memory ([Bus.Transport]), as an fdcanusb adapter on a serial line
// ([Bus.ServeLines], [OpenPort]), and on a CAN socket ([Bus.ServeCAN]). Time passes only when
// [Bus.Advance] is called, so a bus works in virtual time and in tests that no load disturbs.
package emulator
