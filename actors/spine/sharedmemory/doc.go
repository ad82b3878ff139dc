// Package sharedmemory exchanges requests and data between a spine and its agents over files that
// both map into their memory. A spine is the process that drives a robot; an agent is another
// process that sends actions and receives observations. The package knows neither states nor
// dictionaries: data are bytes.
//
// # The classic file
//
// The file /dev/shm/NAME speaks the protocol of Upkie's spines, versions 6 and later, so that their
// agents work unchanged. Integers have the byte order of the machine.
//
//	offset  type    field
//	0       uint32  request: 0 none, 1 action, 2 start, 3 stop, 4 error
//	4       uint32  size of the data, bytes
//	8       bytes   data: a MessagePack map
//
// To post a request, an agent waits until the field request is 0. It then writes size and data, and
// the request last. To answer, the spine reads the data, writes size and data of its answer, and
// sets request to 0 last, with a release store: the data are complete before the request changes.
// To reject, the spine sets request to 4, and the agent sets it back to 0. The sum of size and 8
// must be less than the size of the file, which is 1 MiB by default.
//
// Whoever writes a request wakes a futex (not a private one) on its word. Upkie's agents poll.
//
// # The live file
//
// The file /dev/shm/NAME.live holds the newest observation of every cycle, for any number of
// readers. They open it read-only and never disturb the spine.
//
//	offset  type    field
//	0       8 bytes magic "robolive"
//	8       uint32  version: 1
//	12      uint32  state: 1 open, 2 closed by its spine
//	16      uint64  generation: the wall-clock time of creation, ns, which differs for each spine
//	24      uint32  process number of the spine
//	28      uint32  capacity of a slot, bytes of data, a multiple of 8
//	32      uint32  number of slots: 2
//	36      uint32  futex word: the low half of the newest sequence; changes with the state too
//	40      uint64  newest sequence, 0 before the first observation
//	48      uint64  heartbeat: CLOCK_MONOTONIC of the newest observation, ns
//	56      8 bytes reserved
//	64      slots, each of 32 bytes and its capacity
//
// Sequence n is in slot n modulo 2:
//
//	offset  type    field
//	0       uint64  sequence; 0 while the slot is written
//	8       int64   stamp on the spine's clock, ns
//	16      uint32  length of the data, bytes
//	20      uint32  CRC-32C of the 20 bytes before it and of the data
//	24      8 bytes reserved
//	32      bytes   data
//
// A reader loads the newest sequence, copies its slot, then checks that the slot's sequence has not
// changed and that the checksum fits; otherwise it repeats. So it never returns a torn observation.
//
// # Owners
//
// A spine holds a lock (flock) on both of its files, which the kernel releases when the process
// ends. Create takes over files of a spine that has ended, and refuses the files of a living one
// with its process number. Files appear with their full size, locked, in one step.
//
// # Hostile agents
//
// An agent can write anything at any time, and truncate or remove the files. The spine reads each
// size once and checks it, copies data before anybody looks at them, and survives the fault
// (SIGBUS) of memory whose file was truncated: its methods return ErrLost, and Restore creates the
// file anew.
//
// The package works on Linux. On other systems it compiles, and opening a file returns
// ErrUnsupported.
package sharedmemory
