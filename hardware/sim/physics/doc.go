// Package physics simulates a mechanism: the articulated tree of a world with gravity, dry
// friction, end stops, wheels, contacts, grasps, springs and latches.
//
// [New] builds a [Mechanism] at rest at its start, and [Mechanism.Step] integrates one step of a
// fixed length. The caller gives the load of every drive: its effort, and its dry friction. The
// mechanism has no clock; the same calls give the same states, bit for bit, on one machine type.
// Nothing allocates after New, except the methods that return errors.
//
// # Contacts
//
// Points, small spheres and shapes of bodies touch surfaces: the ground, and shapes of the room or
// of bodies. Distances, places and normals of contacts are those of package geometry, between every
// two of box, sphere, capsule, cylinder, cone, plane and convex hull; of two shapes of bodies, one
// is declared as the surface. A mesh counts as its hull. Where an edge or a face lies along a
// surface, up to [geometry.MostContacts] places carry it; they are found anew in each step, and
// friction has no memory of them. A shape that would fly past an edge by less than it moves in a
// step may be held up by it, which points and spheres are not.
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
