// Package actors is the runtime of robo-actors: actors with timer-driven mailboxes, joined by typed
// ports, run by domains in real time or in virtual time, and restarted by supervisors.
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
// It reads no clock and starts no goroutine: time comes with the [Tick], timers and requests come
// from its [Context]. The same struct runs in real time, in virtual time and in a replay.
//
// # Jobs
//
// Work that takes longer than a tick is a job: [Context.StartJob] runs a function beside the actor,
// on a thread of low priority. The actor receives [JobProgress] and one [JobEnded] as messages.
//
// # Changes
//
// [System.Change] adds actors and links to a running system and removes others, as a whole or not
// at all. An actor requests one by [Context.Change]. [WithRoom] bounds how many actors are added.
//
// # Twins
//
// [System.Twin] clones a running system into a twin in virtual time, which continues on drives of
// its own and so predicts what would happen. If the original runs in virtual time, too, both emit
// the same events and values. Actors that can be cloned implement [StateSaver].
//
// # Guarantees
//
//   - All methods of an actor are called from one mailbox, one at a time. A step of the mailbox
//     delivers system messages, the newest input values, due timers, the messages queued when the
//     step began, and finally the tick.
//   - Values are copied: no two actors share memory. A value of a port is never seen half written,
//     and never waits behind older ones. Messages of one sender arrive in the order of their
//     sending.
//   - The two ends of a link share only what passes between them: values with their headers, and
//     the life-cycle of the sender.
//   - Releases of one domain run in the order of release time, absolute deadline, world, phase,
//     name; in virtual time that order holds over all domains.
//   - A missed release is skipped and counted, never caught up.
//   - An actor that fails loses its outputs at once: its receivers have no value, rather than an
//     old one. A value of an older incarnation is never accepted after one of a newer incarnation.
//   - In virtual time, the same application, seed and faults give the same run.
//
// # Reading the package
//
//   - For users: behaviour.go (the methods of actors), port.go, context.go, tick.go, setup.go,
//     spec.go, system.go, options.go, policy.go, registry.go, faults.go and faultkinds.go.
//   - An actor: cell.go, incarnation.go, mailbox.go with post.go, systemmessages.go and
//     inputedges.go, ask.go and deferred.go, release.go.
//   - A job: job.go, jobcontext.go, jobexecutor.go, jobinfo.go; jobmodel.go in virtual time,
//     jobfault.go for injected faults.
//   - A link: outlet.go, link.go, inlet.go; linkinject.go, linkfault.go, linklate.go and
//     linkcorrupt.go for faults.
//   - Time: clock.go, virtual.go; realclock.go with thread.go, worker.go, alarms.go and
//     watchdog.go.
//   - Failure: failure.go, group.go (supervisors), hung.go, halt.go, stop.go.
//   - Building: build.go, assembly.go, roster.go, binding.go, declare.go.
//   - Changes while running: change.go, changeplan.go (checks), changerun.go with changesteps.go,
//     boundary.go (between two cycles) and changecleanup.go.
//   - Actors of the embedding program: courier.go, foreigninput.go, subscription.go.
package actors
