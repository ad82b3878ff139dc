// Package models holds the robot description of the humanoid example, which was written for it.
package models

import "embed"

// Files has the description: humanoid.urdf.yaml.
//
//go:embed *.urdf.yaml
var Files embed.FS
