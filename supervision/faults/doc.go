// Package faults holds schedules of faults and of operator actions, one entry per line:
//
//	at 4s panic mobile_base/wheels
//	at 2.8s for 273ms drop whole_body/gate.base->mobile_base/controller.command
//	every 1s from 3s until 20s p 0.2 for 500ms delay *.state delay=40ms
//	at 5s acknowledge mobile_base
//	at 6s report mobile_base/wheel_left fault=sensor_implausible
//	at 7s open second_arm.yaml
//
// A line is WHEN [for DURATION] [p PROBABILITY] KIND TARGET, with parameters name=value before or
// after the target. WHEN is "at TIME" or "every PERIOD [from TIME] [until TIME]". Times count from
// the start of the run; an entry without from starts after its first period. Durations have Go's
// form: 273ms, 1m30s. Text after # is a comment. The target of an actor fault is "world/name". The
// target of a link fault is an output, an input, or "output->input", in which an asterisk matches
// any text. The target of an operator action is a world, that of report and clear a world or
// "world/joint", that of open and close a part of the application. [Kinds] returns every kind with
// its parameters; kinds.md is the same table. A parameter follows its kind, as in "at 4s for 2s
// drop mobile_base/x->y p=0.3 burst=5".
//
// An observer or a safety input reports a fault that a gate cannot detect by itself. It holds until
// it is cleared.
//
// Tests, the command and its control socket use the same lines. The runtime injects the faults in
// actors and links. A schedule is data: [Run] processes it in order of time, and within one instant
// in order of its lines, so the same draws give the same faults.
package faults

//go:generate go test -run TestTheTableOfKindsIsThatOfTheCode -update .
