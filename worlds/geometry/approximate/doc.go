// Package approximate replaces shapes by simpler ones that contain them: [Spheres] covers a shape
// with balls, [Decompose] a mesh with convex hulls. Both are conservative: a body that is free of
// the approximation is free of the shape. They run offline, take from milliseconds to seconds, and
// return the same result for the same input.
//
// Lengths are in m, in the frame of the shape.
package approximate
