// Package remote drives hardware that another process hosts. A [Driver] reaches a [Server] over a
// socket; the server owns a driver of the drives themselves, simulated or real. So drives outlive
// the controlling process: their own watchdogs act when it dies or pauses.
//
// # The protocol
//
// Frames are datagrams over a Unix socket (sequenced packets, on Linux) or over UDP on the
// loopback interface. Between machines they travel over TCP with mutual TLS 1.3, each after its
// length in two bytes: both ends present a certificate of one authority, and accept the peers on
// their allow-list; see [Credentials]. UDP has no authentication, so other addresses are rejected.
// Each frame has a session, a sequence number that grows, the time of the drives' process, and a
// CRC-32C over everything (the measures of IEC 61784-3 against corruption, repetition, loss,
// insertion, wrong order and delay; nothing here is a safety-rated function). The server counts a
// frame that it does not understand, of an older session, or not newer than the last one, and
// changes nothing.
//
//	hello ──▶ ◀── welcome   begins a session: the server opens the drives anew and ends older
//	                        sessions; the driver compares the drives with those it expects. In
//	                        place of a session, a hello has a number that its sender drew. The
//	                        server answers a repeated number as before, and begins nothing
//	exchange ──▶ ◀── state  hands over one command, or none, and reads one state
//	stop ──▶ ◀── stopped    may be sent from any thread
//	bye ──▶                 closes the drives
//
// A request carries the newest time of the drives' process that the sender has heard. The server
// rejects a command whose echo is older than half the shortest watchdog of its drives: it never
// executes a delayed command, though no two clocks are compared. A driver whose newest time is
// older than half of that asks for a newer one first. The server obeys a stop at any age. A
// rejected command feeds no watchdog.
//
// Losing the connection stops nothing by itself; the watchdogs of the drives do.
//
// # The frames
//
// A program in another language can take either side. A frame has at most 48 KiB:
//
//	offset   size
//	0        4     "RAD2"; the last byte is the version of the protocol
//	4        1     kind: 1 hello, 2 welcome, 3 exchange, 4 state, 5 stop, 6 stopped, 7 bye
//	5        1     flags, a sum
//	6        8     session; in a hello the number that its sender drew
//	14       8     sequence number; an answer has that of its request
//	22       8     time, ns, signed: in an answer the present time of the drives' process; in a
//	               request the newest such time that the sender has heard
//	30       n     payload
//	30 + n   4     CRC-32C of all bytes before it (Castagnoli, as in iSCSI: 0xe3069283 for
//	               "123456789")
//
// The flags are 1 in an exchange with a command; in a state 2 if the command was rejected as
// invalid, 4 if it was too old, and 8 if no drive answered; 8 in a stopped if the stop could not be
// handed over; 16 in a state or stopped without a payload if the session is over or unknown; 32 in
// a welcome that refuses. The server does not answer a frame that it does not understand, an older
// sequence number except of a stop, or the bye of a session.
//
// The header, the hello and the refusing welcome are the same in every version: a server answers
// the hello of another version in that version, with both versions in the text.
//
// Commands and states are protobuf messages, encoded as package messages/pb does it: its
// joint.proto and mode.proto have their fields, units, and the numbers of modes. Readings of
// sensors are messages of its sensor.proto.
//
//	hello      text name of the bus
//	welcome    list of drives, each:
//	             texts name, joint
//	             floats lower bound, upper bound of position; velocity, acceleration, effort
//	             limit; resolution of the encoder
//	             list of the control modes that it accepts, one byte each
//	             byte of abilities, a sum: 1 spring brake, 2 gain scales, 4 effort cap;
//	             8 temperature, 16 voltage, 32 current, 64 fault word are measured
//	             byte mode of the watchdog: 2 ramp_hold, 3 damp, 4 ramp_off, 5 brake, 6 off
//	             8 bytes time of the watchdog, ns
//	           list of sensors, each:
//	             texts name, link
//	             byte kind: 1 inertial, 2 wrench, 3 switch, 4 temperature
//	             floats pose in the frame of the link: position x, y, z; quaternion w, x, y, z
//	           with flag 32 instead: text of the error
//	exchange   nothing, or with flag 1 a DriveCommand
//	state      list of readings of the sensors, each: 2 bytes number of bytes, SensorReading, whose
//	           time is on the clock of the drives' process
//	           then a DriveState; optional fields are empty where no drive measures them
//	stop       a DriveCommand with modes only; drives without one are switched off
//	stopped    nothing
//	bye        nothing
//
// In hello and welcome, numbers are little endian, a float is an IEEE 754 double, a text begins
// with its number of bytes and a list with its number of entries, one byte each. No list has more
// than 64 entries. Control modes are sums of 1 position, 2 velocity and 4 effort.
//
// Drives are in the order of the welcome. Quantities are in SI units of the joint; an infinite
// bound means no bound. [hardware.Driver] documents what commands and arm numbers do. A server does
// not understand a command with an unknown mode, and switches all drives off at a stop with one.
//
// As an example, the hello of the bus "arm" whose sender drew 5; a command of session 99 for one
// drive, to run at a velocity of 0.5 by arm number 1, as frame 2 after the time of 1 ms was heard;
// and the answer to it at 2 ms, of a drive that measures a temperature of 40 degC:
//
//	52414432 01 00 0500000000000000 0100000000000000 0000000000000000 0361726d b5c86ddc
//
//	52414432 03 01 6300000000000000 0200000000000000 40420f0000000000
//	0a0101 120102 1a080000000000000000 2208000000000000e03f 2a080000000000000000 320101 ef7536ee
//
//	52414432 04 00 6300000000000000 0200000000000000 80841e0000000000
//	00 0a08000000000000d03f 1208000000000000e03f 1a080000000000000000 220101 2a0100 320101
//	3a0101 42080000000000004440 3ca95207
package remote
