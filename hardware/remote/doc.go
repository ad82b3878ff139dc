// Package remote is a driver whose drives hang on another process: a [Driver] there is served by a
// [Server], which owns a driver of the drives themselves, simulated or real. So the death of the
// process that controls, and its standing still, meet drives that live on and have their own
// watchdogs.
//
// # The protocol
//
// Frames are datagrams over a Unix socket (sequenced packets, on Linux) or over UDP. Each has a
// session, a sequence number that grows, the time of the drives' process, and a CRC-32C over
// everything (the measures of IEC 61784-3 against corruption, repetition, loss, insertion, wrong
// order and delay; nothing here is a safety-rated function). A frame that is not understood, of an
// older session, or not newer than the last one is counted and changes nothing.
//
//	hello ──▶ ◀── welcome   begins a session: the drives are opened anew, older sessions are over, limits and
//	                        watchdogs are read back and compared. In place of a session it has a number that its sender
//	                        has drawn: one that comes again is answered as before, and begins nothing
//	exchange ──▶ ◀── state  hands over one command, or none, and reads one state
//	stop ──▶ ◀── stopped    is sent from any thread, prepared at the beginning
//	bye ──▶                 closes the drives
//
// A request carries the newest time of the drives' process that the sender has heard. The server
// refuses to hand over a command whose echo is older than half the shortest watchdog of its drives:
// what was held up on its way is not executed, though no two clocks are compared; a driver whose
// newest time is older than half of that asks for a newer one first. A stop is obeyed at any age. A
// command that is refused feeds no watchdog.
//
// Losing the connection stops nothing by itself: that is the drives' own watchdogs' to do.
//
// # The frames
//
// A program in another language can take either side. Numbers are little endian, a float is an IEEE
// 754 double, a text begins with its number of bytes and a list with its number of entries, one
// byte each; no list has more than 64. A frame has at most 48 KiB:
//
//	offset   size
//	0        4     "RAD1"
//	4        1     kind: 1 hello, 2 welcome, 3 exchange, 4 state, 5 stop, 6 stopped, 7 bye
//	5        1     flags, a sum
//	6        8     session; in a hello the number that its sender has drawn
//	14       8     sequence number; an answer has that of its request
//	22       8     time, ns, signed: in an answer now, on the clock of the drives' process; in a request the newest that was heard
//	30       n     payload
//	30 + n   4     CRC-32C (Castagnoli, as iSCSI has it: 0xe3069283 for "123456789") of all that stands before
//
// The flags are 1 in an exchange with a command; in a state 2 where the command was refused as
// unfit, 4 where it was held up, and 8 where no drive answered; 8 in a stopped where the stop could
// not be handed over; 16 in a state or stopped without a payload where the session is over or never
// was; 32 in a welcome that refuses. There is no answer to a frame that is not understood, to an
// older sequence number but of a stop, and to the bye of a session. The payloads, field by field:
//
//	hello      text name of the bus
//	welcome    list of drives, each: text name, text joint, floats lower and upper bound of position, greatest velocity,
//	           acceleration and effort, and resolution of the encoder; list of the control modes it takes, one byte each;
//	           byte 1 with a spring brake, else 0; byte mode of the watchdog; 8 bytes time of the watchdog, ns
//	           with flag 32 instead: text why
//	exchange   nothing, or with flag 1 six lists with one entry a drive: modes and control modes, one byte each; positions,
//	           velocities and efforts, floats; arm numbers, 4 bytes each
//	state      list of drives, each: floats position, velocity and effort; byte mode; byte 1 if it answered, else 0; 2 bytes fault
//	           code; 4 bytes arm number
//	stop       list of modes, one byte a drive; drives that have none are put off
//	stopped    nothing
//	bye        nothing
//
// Drives are in the order of the welcome. Quantities are in SI units of the joint; an infinite
// bound is none. Modes are 0 run, 1 limited, 2 ramp_hold, 3 damp, 4 ramp_off, 5 brake and 6 off,
// control modes sums of 1 position, 2 velocity and 4 effort. What commands and arm numbers do is
// said of [hardware.Driver].
//
// As an example, the hello of the bus "arm" whose sender has drawn 5; a command of session 99 for
// one drive, to run at a velocity of 0.5 by arm number 1, as frame 2 after the time of 1 ms was
// heard; and the answer to it at 2 ms:
//
//	52414431 01 00 0500000000000000 0100000000000000 0000000000000000 0361726d 22698455
//
//	52414431 03 01 6300000000000000 0200000000000000 40420f0000000000 0100 0102 010000000000000000 01000000000000e03f
//	010000000000000000 0101000000 0ba7b0d9
//
//	52414431 04 00 6300000000000000 0200000000000000 80841e0000000000 01 000000000000d03f 000000000000e03f 0000000000000000
//	00 01 0000 01000000 e38cbb0a
package remote
