// Package geometry answers questions about shapes in space: whether two shapes collide, how far
// apart they are, and where they are nearest.
//
// A [Shape] is a sphere, capsule, box, cylinder, cone, plane, convex hull or triangle mesh. It is
// immutable and belongs to no place; a [Placed] shape has a pose. A [Query] holds the memory of the
// computations, so that no question allocates:
//
//	q := geometry.NewQuery()
//	w := q.Distance(&a, &b) // w.Distance, w.OnA, w.OnB, w.Normal
//
// [Query.Contacts] returns several places where faces or edges lie along each other.
//
// A [Tree] finds the pairs of a scene that are worth a query. [Query.Sweep] covers every place of a
// [Motion] between two poses. [SolidOf] returns volume and inertia. Package approximate replaces
// shapes by balls and convex hulls that contain them.
//
// # Methods and accuracy
//
// Pairs with a plane, pairs of a sphere and a shape that is not a hull or a mesh, and pairs of
// capsules have closed forms. Meshes search a hierarchy of boxes. All else uses the algorithm of
// Gilbert, Johnson and Keerthi (A fast procedure for computing the distance between complex
// objects, IEEE J. Robotics and Automation 4(2), 1988) with the signed-volumes method of Montanari,
// Petrinic and Barbieri (Improving the GJK algorithm for faster and more reliable distance queries
// between convex objects, ACM Trans. Graphics 36(3), 2017). Depths of overlaps come from the
// expanding-polytope algorithm (G. van den Bergen, Proximity queries and penetration depth
// computation on 3D game objects, GDC 2001).
//
// Closed forms are exact to 1e-9 m, also a kilometre from the origin. Of other convex shapes, the
// planes along the normal that touch both are as far apart as the witness points to 1e-6 m, so the
// distance is exact to that. Depths are too: those of polytopes by construction. Where a cylinder
// or cone overlaps deeply, many directions have nearly the least depth; the search begins anew in
// every facet of an inner polytope that may hide a lesser one, at most 32 times, and tests of
// random and of aligned overlaps find none that it misses. Shapes nearer than 1e-11 m may count as
// touching.
//
// Lengths are in m. Shapes except meshes are solid. Every function computes from its arguments
// alone.
package geometry
