// Package moteus drives the servos of mjbots over CAN-FD: through an fdcanusb adapter or a UART on
// a serial port, or through a CAN interface of the kernel.
//
// A [Driver] is the hardware.Driver of one bus. Every exchange sends one frame to each servo, with
// a command and a query, and takes one answer from each.
//
// # Modes
//
// The modes of this module and those of a servo (register 0x000) correspond as follows:
//
//	run, limited            position (10)
//	ramp_hold               position (10) at the position where the hold began, repeated by every
//	                        exchange; when nobody exchanges, the servo's watchdog ends the hold
//	damp                    zero_velocity (12), with the torque cap of the configuration
//	ramp_off, brake, off    stopped (0): a servo has no spring brake, and no mode that first
//	                        decelerates
//
// A servo that leaves mode stopped first enables its motor driver and calibrates its current
// sensors (2 to 4), for some 10 ms and without torque. It counts as off while it shall run, and as
// not yet stopped while it shall stop.
//
// A servo whose watchdog expired is in timeout (11). Its setting servo.timeout_mode decides what it
// does there: stopped is off, decelerate_and_hold is ramp_hold, zero_velocity and brake are damp.
// The option timeout_mode must agree with the setting; opening the bus compares them.
//
// The modes fault (1) and timeout (11) are left by a stop only, so a re-arm from them removes the
// torque for one exchange.
//
// # Numbers that are always finite
//
// A servo reads NaN in register 0x025 as "no torque cap" and in 0x027 as "no watchdog". Every
// command of the driver carries both as finite numbers. NaN is sent for the position (0x020) only,
// where it means the present position: for commands without a position.
//
// # Positions
//
// A servo counts revolutions of its output over many turns from power-up on. A joint's position is
// offset + per_revolution * revolutions; per_revolution is 2 pi rad for a joint that turns with the
// servo, negative where the two turn in opposite directions, and a length for a slide.
//
// # Frames that want no reply
//
// The firmware skips only the code of a read in a frame that wants no reply, and takes its count
// and register for further subframes. The frames of [Driver.Stop] want no reply and read nothing.
//
// # Tried with
//
// No servo was at hand. The Python library of mjbots (firmware of June 2026) scans, reads and
// commands six servos of "robo-actors moteus emulate" over a pseudo terminal, with and without
// checksums, and reads 71 of their registers in every type that they have. It decodes what the
// codec encodes, and the codec what it encodes, of all 120 registers. The library has no scale for
// a few of them; there the codec follows the source of the firmware. MicroServer of mjlib, the
// parser of the firmware, reads 100 000 drawn frames of the codec and 25 000 frames of a driver as
// they were meant, and its answers decode. SocketCAN was tried with struct canfd_frame over a
// socket pair.
//
// Source: "moteus low level CAN reference" and "fdcanusb reference" of mjbots, for firmware with
// register map 4 or 5.
package moteus
