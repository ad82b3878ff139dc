// Package remote is a driver whose drives hang on another process: a [Driver] there is served by a [Server], which owns a
// driver of the drives themselves, simulated or real. So the death of the process that controls, and its standing still,
// meet drives that live on and have their own watchdogs.
//
// # The protocol
//
// Frames are datagrams over a Unix socket (sequenced packets, on Linux) or over UDP. Each has a session, a sequence number
// that grows, the time of the drives' process, and a CRC-32C over everything (the measures of IEC 61784-3 against
// corruption, repetition, loss, insertion, wrong order and delay; nothing here is a safety-rated function). A frame that is
// not understood, of an older session, or not newer than the last one is counted and changes nothing.
//
//	hello ──▶ ◀── welcome   begins a session: the drives are opened anew, older sessions are over, limits and
//	                        watchdogs are read back and compared. In place of a session it has a number that its sender
//	                        has drawn: one that comes again is answered as before, and begins nothing
//	exchange ──▶ ◀── state  hands over one command, or none, and reads one state
//	stop ──▶ ◀── stopped    is sent from any thread, prepared at the beginning
//	bye ──▶                 closes the drives
//
// A request carries the newest time of the drives' process that the sender has heard. The server refuses to hand over a
// command whose echo is older than half the shortest watchdog of its drives: what was held up on its way is not executed,
// though no two clocks are compared; a driver whose newest time is older than half of that asks for a newer one first. A stop
// is obeyed at any age. A command that is refused feeds no watchdog.
//
// Losing the connection stops nothing by itself: that is the drives' own watchdogs' to do.
package remote
