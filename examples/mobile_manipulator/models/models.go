// Package models holds the robot descriptions of the mobile manipulator example: an arm with seven
// axes, and a mobile base in two variants, as a whole-body controller sees it and with all its
// hardware. They were written for the example.
package models

import "embed"

// Files has the descriptions by their names: arm.urdf, mobile_base.urdf.yaml and
// mobile_base_complete.urdf.yaml, and the meshes of the arm in the folder meshes.
//
//go:embed *.urdf *.urdf.yaml meshes/*.obj
var Files embed.FS
