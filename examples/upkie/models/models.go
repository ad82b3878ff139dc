// Package models holds the robot description of the Upkie example, which was written for it.
package models

import "embed"

// Files has the description: upkie.urdf.yaml.
//
//go:embed *.urdf.yaml
var Files embed.FS
