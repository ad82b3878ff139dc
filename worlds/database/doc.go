// Package database keeps planning data in one file: maps of reachability and their inverse, grasp
// sets, roadmaps.
//
// A [DB] maps a [Key] to bytes. The key is a hash of everything that the data was computed from, so
// data of a robot that has changed is not found, and data of a robot that was renamed is:
//
//	data                   changes with
//	reachability, inverse  the lengths, axes and limits of the manipulator's joints, its tool, the
//	                       geometry (a map can be filtered by self-collision), and the parameters
//	grasps                 the size of the object, the gripper, and the parameters
//	roadmap                kinematics, geometry and limits of the robot, and the places of its
//	                       joints in the robot, or the caller's hashes
//
// Data is computed offline by [DB.Build], entry by entry, with progress; a build that is canceled
// keeps the finished entries. Programs open the file read-only; any number of processes share it. A
// process that writes has the file for itself.
//
// The file is a bbolt file. [Open] checks its pages and its version before it uses it, and every
// entry has a checksum. A file that is damaged, of another version or of another program is refused
// with a [*FileError], and never overwritten: [Replace] moves it aside on request.
package database
