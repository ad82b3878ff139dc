package database

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"math"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/kinematics"
)

// Kind is the kind of an entry.
type Kind string

// The kinds of entries.
const (
	Reachability        Kind = "reachability"
	InverseReachability Kind = "inverse_reachability"
	Grasps              Kind = "grasps"
	Roadmap             Kind = "roadmap"
)

// Kinds returns all kinds of entries, in the order of lists.
func Kinds() []Kind { return []Kind{Reachability, InverseReachability, Grasps, Roadmap} }

func (k Kind) known() bool {
	switch k {
	case Reachability, InverseReachability, Grasps, Roadmap:
		return true
	}
	return false
}

// Key names an entry: its kind, and the hash of what it was computed from.
type Key struct {
	Kind Kind
	Hash worlds.Hash
}

// String returns the kind and the first digits of the hash.
func (k Key) String() string { return fmt.Sprintf("%s %s", k.Kind, k.Hash.Short()) }

// content collects what a hash covers.
type content struct{ hash.Hash }

// newContent begins with a word for the kind of data and the version of its computation.
func newContent(kind Kind) content {
	c := content{sha256.New()}
	c.bytes([]byte(kind))
	c.numbers(kinematics.FormatVersion)
	return c
}

func (c content) bytes(b []byte) {
	c.numbers(float64(len(b)))
	c.Write(b)
}

func (c content) numbers(values ...float64) {
	for _, v := range values {
		c.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(v+0)))
	}
}

func (c content) key(kind Kind) (k Key) {
	k.Kind = kind
	c.Sum(k.Hash[:0])
	return k
}

// ReachabilityKey returns the key of the map of a manipulator. geometry is the hash of the shapes
// that a filter by self-collision would use: Hashes.Geometry of the robot's world. Of the spec's
// Accept, whether there is one counts.
func ReachabilityKey(m *kinematics.Manipulator, geometry worlds.Hash, spec kinematics.ReachabilitySpec) Key {
	return reachabilityContent(m, geometry, spec).key(Reachability)
}

// InverseReachabilityKey returns the key of the inverse of that map.
func InverseReachabilityKey(m *kinematics.Manipulator, geometry worlds.Hash, spec kinematics.ReachabilitySpec) Key {
	return reachabilityContent(m, geometry, spec).key(InverseReachability)
}

func reachabilityContent(m *kinematics.Manipulator, geometry worlds.Hash, spec kinematics.ReachabilitySpec) content {
	spec = spec.WithDefaults()
	c := newContent(Reachability)
	c.bytes(m.Canonical())
	c.bytes(geometry[:])
	filtered := 0.0
	if spec.Accept != nil {
		filtered = 1
	}
	c.numbers(spec.Voxel, float64(spec.Directions), float64(spec.Samples), filtered)
	c.numbers(spec.ToolAxis[:]...)
	c.bytes(binary.LittleEndian.AppendUint64(nil, spec.Seed))
	return c
}

// Object is a simple object to grasp. Exactly one size is set, m.
type Object struct {
	Box      [3]float64 // edges along x, y, z
	Cylinder [2]float64 // radius, and length along z
	Sphere   float64    // radius
}

// Grasps returns the grasps of the object. The error reports a size or gripper that is invalid.
func (o Object) Grasps(g kinematics.Gripper, options kinematics.GraspOptions) ([]kinematics.Grasp, error) {
	set := 0
	for _, given := range []bool{o.Box != [3]float64{}, o.Cylinder != [2]float64{}, o.Sphere != 0} {
		if given {
			set++
		}
	}
	if set != 1 {
		return nil, fmt.Errorf("object %+v has %d sizes, expected one: a box, a cylinder or a sphere", o, set)
	}
	switch {
	case o.Sphere != 0:
		return kinematics.SphereGrasps(o.Sphere, g, options)
	case o.Cylinder != [2]float64{}:
		return kinematics.CylinderGrasps(o.Cylinder[0], o.Cylinder[1], g, options)
	}
	return kinematics.BoxGrasps(o.Box, g, options)
}

// String describes the object with its size in m.
func (o Object) String() string {
	switch {
	case o.Sphere != 0:
		return fmt.Sprintf("sphere of radius %g m", o.Sphere)
	case o.Cylinder != [2]float64{}:
		return fmt.Sprintf("cylinder of radius %g m, length %g m", o.Cylinder[0], o.Cylinder[1])
	}
	return fmt.Sprintf("box of %g x %g x %g m", o.Box[0], o.Box[1], o.Box[2])
}

// GraspsKey returns the key of the grasps of an object.
func GraspsKey(o Object, g kinematics.Gripper, options kinematics.GraspOptions) Key {
	options = options.WithDefaults()
	c := newContent(Grasps)
	c.numbers(o.Box[:]...)
	c.numbers(o.Cylinder[0], o.Cylinder[1], o.Sphere)
	c.numbers(g.Opening, g.Least, g.Depth, g.Pad, g.Clearance, options.Step, float64(options.Angles))
	return c.key(Grasps)
}

// RoadmapKey returns the key of a roadmap of a robot: its kinematics, geometry and limits, and the
// caller's hashes, such as those of the scene and of the planner's parameters, in their order.
func RoadmapKey(robot worlds.Hashes, others ...worlds.Hash) Key {
	c := newContent(Roadmap)
	for _, h := range append([]worlds.Hash{robot.Kinematics, robot.Geometry, robot.Limits}, others...) {
		c.bytes(h[:])
	}
	return c.key(Roadmap)
}
