// Package agent connects an agent, a program of its own, to a spine: the process that drives the
// robot. The agent starts the spine, sends actions and receives observations; the spine keeps the
// robot safe whatever the agent does.
//
// Two ways lead to an observation. [Agent.Step] sends an action and returns the observation that
// the spine answers with; every spine with Upkie's protocol has it. [Agent.Newest] and [Agent.Next]
// read the observation that the spine publishes in every cycle, without a request: an agent reads
// the newest one right before it acts, or follows each cycle. Next waits without spinning. Upkie's
// own spines publish none.
//
// A loop with a fixed rate calls [Every]. An agent that computes slowly misses deadlines; it does
// not drift, and the spine's declared fallback acts while it is silent.
//
// An agent that takes over from another one calls [Agent.Start] as well: a spine that runs answers
// with an observation and resets nothing. To reset a spine, call [Agent.Stop] before Start.
//
// Errors are compared with errors.Is: [ErrNoSpine], [ErrTimeout], [ErrRejected]. After ErrNoSpine
// the spine has ended: close the agent and connect again.
package agent
