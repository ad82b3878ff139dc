// Package actors is the runtime of robo-actors: actors with timer-driven mailboxes, joined by typed ports, run by
// domains in real time or in virtual time, and restarted by supervisors.
//
// # An actor
//
// An actor is a struct with ports for fields and a method Tick:
//
//	type Impedance struct {
//		Command actors.In[messages.JointCommand]  `port:"command" max_age:"20ms"`
//		State   actors.In[messages.JointState]    `port:"state" max_age:"4ms"`
//		Torque  actors.Out[messages.JointCommand] `port:"torque"`
//	}
//
//	func (c *Impedance) Tick(t *actors.Tick) error { ... }
//
// It reads no clock and starts no goroutine: time comes in the [Tick], timers and requests come from its [Context].
// The same struct runs in real time, in virtual time and in a replay.
//
// # What is guaranteed
//
//   - All methods of an actor are called from one mailbox, one at a time. A step of the mailbox delivers system messages,
//     then the newest input values, due timers, the messages queued when the step began, and at last the tick.
//   - What is sent is copied: no two actors share memory. A value of a port is never seen half written, and never waits
//     behind older ones. Messages of queues arrive in the order in which one sender sent them.
//   - Releases of one domain run in the order of release time, absolute deadline, world, phase, name; in virtual time
//     that order holds over all domains.
//   - A release that was missed is skipped and counted, never caught up.
//   - An actor that fails loses its outputs at once: its receivers have no value, rather than an old one. Nothing of an
//     older incarnation is accepted after a newer one sent something.
//   - In virtual time, the same application, seed and faults give the same run.
package actors
