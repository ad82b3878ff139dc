// Package audit tests the gate against an independent auditor. It plays worlds drawn from a seed:
// good and bad commands, drives that obey or do not, lost states, restarts of controllers and of
// the gate, stops and re-arms. The auditor shares no code with the gate. It sees the gate's inputs
// and outputs, keeps its own books by the gate's documentation, and reports the first decision
// that it disagrees with.
//
// The auditor checks the commands: nothing is sent that is not finite, out of limits, too old, of
// an older or fenced incarnation, withdrawn, or of a joint that nobody claims; and the gate
// rejects a command exactly where the rules demand it.
//
// It checks the modes: a stop ends by re-arm only; joints of a kind enter at least the mode that
// the table of reactions has for the faults the auditor sees (old commands and states, bad
// commands, failed buses), and re-arm as that table demands.
//
// It checks the motion: re-arm begins at the measured state; what is sent changes within its
// limits, and in mode limited stays within the declared share; nothing moves before the drive
// follows, which it does once its brake is open; and a joint with a brake is not switched off
// unless off was demanded, its drive is off already, or its brake has had the time to close.
// Package hardware/sim tests the order of brake and torque in its drives; invariant V14 watches it
// in campaigns.
//
// One decision is one joint's command in one cycle. More decisions:
//
//	go test ./worlds/gate/internal/audit -gate.seed=7 -gate.decisions=50000000 -timeout=0
package audit
