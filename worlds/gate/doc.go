// Package gate checks every command on its way from a controller to a drive. A command passes only
// if it is finite, within limits, fresh, claimed by its sender, and sent by the sender's current
// incarnation. The gate also moves joints into safe modes and out of them again. A cycle allocates
// nothing and takes under a microsecond per joint.
//
// [Actor] is the gate of one world. It runs in the actuation phase. Operators and programs read its
// condition with [Read], stop joints with [Stop], and bring them back with [Rearm] or [Reset]:
//
//	status, err := gate.Rearm(ctx, system, "arm")
//
// Observers and safety inputs report what the gate cannot detect by itself in a [FaultNotice]. The
// fault holds until it is cleared, whatever happens to the gate.
//
// In virtual time, where nothing waits, [RequestRearm] and [Request] call a function with the
// outcome.
package gate
