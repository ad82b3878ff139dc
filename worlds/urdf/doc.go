// Package urdf reads robot descriptions, URDF and urdf.yaml, the same content written in YAML, and
// writes them: [Write] and [WriteYAML].
//
// A description is read into a worlds.Description: links with inertias and shapes, joints with
// limits and mimic relations, joint groups (urdf.yaml only). All errors are reported at once, with
// file:line:column, the line, and the nearest known name. Everything else (transmissions, sensors,
// extensions of simulators) is ignored with a note in Description.Notes.
//
// Only the named file is opened. Meshes and textures are named and not read, entities are not
// expanded, nothing is included.
//
// # What is accepted
//
// URDF as http://wiki.ros.org/urdf/XML has it, with what versions 1.1 and 1.2 add to links and
// joints (capsule, quat_xyzw, acceleration and jerk limits), and with these rules:
//
//   - The text is UTF-8, one element robot and nothing behind it, no DTD. An attribute stands once.
//   - Numbers are decimal, finite and complete: no nan, inf, 0x1p3, 1_000, 1,5, nor an empty text.
//     URDF has no units.
//   - Names of links and joints follow worlds.CheckName. The slash of ROS namespaces
//     (lwr/base_link) is read as an underscore, and noted, because addresses use the slash; a name
//     that looks like a path (../x) is refused. The robot's name may contain blanks and slashes.
//   - The joints connect all links to one tree. Links and joints have distinct names.
//   - Revolute and prismatic joints have lower, upper, velocity and effort. URDF takes missing
//     bounds for zero, which locks a wheel that was written as a revolute joint; [Options] has a
//     switch for such files.
//   - The address of a mesh or texture is package://name/path, model://name/path, or a path
//     relative to the file, and stays within its package or folder. [Options] has a switch for
//     other files.
//   - A visual element may name a material that the robot or another visual element defines.
//   - The mass is not negative, nor a principal moment of inertia; what lies below zero by less than
//     rigidbody.Inertia.Noise is rounding. [Options] has a switch for files with negative moments.
//   - A revolute joint with a bound beyond 13 rad or a velocity above 60 rad/s is noted, since
//     degrees may have been meant, unless the value is above 720, which means no limit. A link that
//     moves and has shapes but no mass is noted, unless no link of the robot has mass.
//   - An axis is not zero. Where it is left out, it is x, as URDF says; for a planar joint that is
//     noted.
//   - acceleration and jerk of a limit are read where they are given.
//   - A misspelt attribute of an element that is read (an unknown one that is nearly the name of a
//     missing one) is an error; other unknown attributes and elements are noted.
//   - Files that xacro has still to expand are refused.
//
// # urdf.yaml
//
//	robot:
//	  name: mobile_base
//	  links:
//	    - name: world
//	    - name: base
//	      inertial: {mass: 60, origin: {xyz: [0, 0, 0.15]}, inertia: {ixx: 2.3, iyy: 3.1, izz: 4.2}}
//	  joints:
//	    - name: base_planar
//	      type: planar
//	      parent: world
//	      child: base
//	      axis: [0, 0, 1]
//	      role: virtual               # driven (default), virtual or passive
//	      control: position+velocity  # quantities that a command may hold; default: all
//	      limits:                     # one entry for each degree of freedom
//	        - {velocity: 1.0, acceleration: 2.0}
//	        - {velocity: 1.0, acceleration: 2.0}
//	        - {velocity: 2.0, acceleration: 6.0}
//	  joint_groups:
//	    base: [base_planar]
//
// Keys are those of URDF. Vectors are lists or texts. Products of inertia that are left out are
// zero. Shapes are lists under visuals and collisions, and materials of the robot a list under
// materials:
//
//	robot:
//	  materials: [{name: grey, color: {rgba: [0.5, 0.5, 0.5, 1]}}]
//	  links:
//	    - name: base
//	      visuals:
//	        - geometry: {mesh: {filename: package://mobile_base/base.obj, scale: [1, 1, 1]}}
//	          material: grey
//	      collisions:
//	        - origin: {xyz: [0, 0, 0.15]}
//	          geometry: {box: {size: [0.8, 0.5, 0.3]}}  # or sphere, cylinder, capsule
//
// Unknown keys are errors. A number may not begin with a superfluous
// zero, because YAML 1.1 reads it as octal. Anchors, aliases, tags and merge keys are refused.
//
// # Limits
//
// 8 MiB of XML or 1 MiB of YAML, [MaxLinks] links, [MaxDepth] nested elements.
package urdf
