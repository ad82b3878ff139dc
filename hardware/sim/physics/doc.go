// Package physics simulates a mechanism: the articulated tree of a world with gravity, dry
// friction, end stops, wheels, contacts, grasps, springs and latches.
//
// [New] builds a [Mechanism] at rest at its start, and [Mechanism.Step] integrates one step of a
// fixed length. The caller gives the load of every drive: its effort, and its dry friction. The
// mechanism has no clock; the same calls give the same states, bit for bit, on one machine type.
// Nothing allocates after New, except the methods that return errors.
//
// # Mimic joints
//
// A joint that mimics another one, as the second finger of a gripper, is at multiplier * leader +
// offset in every step, to the last bit. Chains of such relations, negative multipliers, and
// leaders that slide while their followers turn are included. The mechanism moves in the
// coordinates of the joints that mimic none, so that the relation is no spring and costs no
// stability: the leader's drive moves both and feels the inertia, weight, friction and damping of
// both; a force on a follower acts on its leader, times the multiplier; and the limits of either
// bound both. A follower has no drive and no start of its own.
//
// Units are SI: rad or m, rad/s or m/s, N m or N. Quaternions are in the order w, x, y, z.
package physics
