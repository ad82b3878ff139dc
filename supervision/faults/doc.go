// Package faults has schedules of faults and of what an operator does meanwhile, one line an entry:
//
//	at 4s panic mobile_base/wheels
//	at 2.8s for 273ms drop whole_body/gate.base->mobile_base/controller.command
//	every 1s from 3s until 20s p 0.2 for 500ms delay *.state delay=40ms
//	at 5s acknowledge mobile_base
//
// A line is WHEN [for DURATION] [p PROBABILITY] KIND TARGET, with parameters name=value before or behind the target.
// WHEN is "at TIME", or "every PERIOD [from TIME] [until TIME]"; times count from the start of the run, and an entry
// without from begins after its first period. Durations are Go's: 273ms, 1m30s. What stands behind a # is a remark.
// Targets of actors are "world/name", those of links an output, an input, or "output->input", an asterisk standing for
// any text; those of an operator are worlds. [Kinds] lists every kind with its parameters; kinds.md is that list for
// people. A parameter stands behind its kind, as in "at 4s for 2s drop mobile_base/x->y p=0.3 burst=5".
//
// The same lines serve tests, the command and its control socket; the runtime carries the faults out at its own seams,
// in actors and in links. A schedule is data: [Run] goes through it in the order of time, and at one instant in that of
// its lines, so that the same draws give the same faults.
package faults

//go:generate go test -run TestTheTableOfKindsIsThatOfTheCode -update .
