// Package mesh holds triangle meshes as data. Lengths are in m.
package mesh
