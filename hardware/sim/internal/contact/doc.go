// Package contact computes the geometry and the friction of contacts between rigid bodies, as plain
// functions of numbers.
//
// A contact is a place where a small sphere, or a point, which is a sphere of radius zero, may
// touch a [Surface]: any shape of package geometry. [Surface.Gap] says how far the sphere is from
// the surface and which way the surface pushes, [Surface.Ahead] the same of a sphere that moves on.
//
// [Cone] is the law of dry friction: the impulse of a contact lies in Coulomb's cone, which is
// round, not a pyramid. Everything of it is in the frame of the contact: first along the normal,
// which points from the surface to the sphere, then along two tangents.
//
// SI units.
package contact
