// Package collada reads robots of COLLADA 1.5 with the robot extensions of OpenRAVE (0.3): .dae
// files, and .zae archives of one.
//
// The result is the same document as of package openrave. Read are the kinematics scene with its
// articulated systems and kinematics models, joints with one axis, limits of position, speed,
// acceleration and jerk, active and locked axes, formulas of joints that follow others, masses of
// the physics scene, and of the extensions manipulators, attached sensors, attached actuators and
// pairs of links that may touch. Lengths are converted by the unit, angles from degrees, and a
// document with another axis up is placed so that z is up.
//
// # Shapes
//
// The geometry of a link is that of the node with the link's name, or with the number of its sid
// (node3 for link3), below the node that the scene binds to the model. A shape names the document
// and the geometry, FILE.dae#ID, as visual and as collision. Views draw it, and environments read
// it; mesh.ReadColladaParts reads all of a document, and [Extract] gets that of an archive. Colors
// are passed over.
//
// # Joints
//
// The frame of a link is the one behind its own transforms. Where a joint does not turn about a
// point of that frame, the link "NAME_pivot" without mass and the fixed joint "NAME_mount" are
// between them, as in package openrave. An axis that is not active is passive, and a locked one
// fixed. An axis without limits is continuous; a prismatic one needs limits. An actuator limits the
// effort to its largest torque times the gear ratio, and its rotor inertia times the square of the
// ratio is the armature.
//
// Only the given document is read: addresses of other documents are errors. An id that several
// elements have is an error where something names it.
//
// # Limits
//
// [MaxBytes] of a document and of an archive, [MaxLinks], and the limits of package strictxml on
// elements and depth.
package collada
