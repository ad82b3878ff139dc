// Package openrave reads the XML format of OpenRAVE: robots, bodies, and environments of several of
// them, into values of worlds.Description.
//
// Tags and attributes are read in any letter case. All errors of all files are reported at once,
// with file:line:column. A tag that is not known is an error if it has nearly the name of a known
// one, and is passed over with a note otherwise.
//
// # Frames and joints
//
// A body's frame stays what the file says, relative to the body of offsetfrom or to the kinbody.
// Where a hinge does not turn about a point of its child's frame, a frame without mass is put
// between the two: the link "NAME_pivot", with a fixed joint "NAME_mount" that carries the child.
// The first body is the root. A joint that is declared from child to parent turns the other way. A
// body that no joint connects is fixed to the root, with a note. A joint that closes a loop, and
// joints with several axes, cannot be expressed, and are errors.
//
// A circular hinge is continuous, and a hinge without limits has bounds of half a turn to both
// sides. A joint with enable="false" is passive, and fixed where its limits are equal. The equation
// of a mimic joint may be any linear one that leads to one independent joint. The format has no
// default limits of velocity and effort here: what a file does not say limits nothing.
//
// # Geometry, masses, and the rest
//
// Extents of boxes are half lengths, and a cylinder points along y. Meshes are named and not read,
// so they add nothing to a mass of type mimicgeom, with a note. The interfaces of viewers, physics
// engines and controllers, and weights, resolutions and initial values of joints are passed over.
//
// # Files
//
// [Load] opens files below its file system only: relative to the folder of the file that names
// them, or to one of the declared roots. [MaxFiles] files of [MaxBytes], nested up to 8 deep, with
// up to [MaxLinks] links and [MaxBodies] bodies.
//
// A robot or body may name a .dae or .zae file, which Options.Collada reads: its only robot becomes
// a part of the one that names it, at the place that the file gives it. Where the robot has a body
// of the name of the part's root, the part hangs from that body, as a gripper does whose root is
// the last link of an arm. A prefix comes before all names of the part.
package openrave
