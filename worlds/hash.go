package worlds

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"sort"
	"strconv"
	"strings"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Hash is a 256-bit hash of content.
type Hash [sha256.Size]byte

// String returns the hash in hexadecimal.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// Short returns the first 12 hexadecimal digits, for lists and logs.
func (h Hash) Short() string { return h.String()[:12] }

// Hashes are the structure hashes of a world. They do not depend on the order of declarations, nor
// on how a number was written, and are the same on every machine. Lengths count up to 1e-9 m,
// directions up to 1e-9, and the rest up to 9 significant digits.
//
//	rename links, joints, groups     changes Names
//	change a mass or a damping       changes Dynamics
//	change a limit or control modes  changes Limits
//	change a shape or its pose       changes Geometry
//	change a manipulator             changes Manipulators
//	change a sensor                  changes Sensors
//	change a length, axis, type,
//	or mimic relation                changes Kinematics, and with it all but Names
//
// Roles, materials, names of shapes, positions in files and notes are no part of any hash.
type Hashes struct {
	// Kinematics is the tree of joints: types, origins, axes, mimic relations.
	Kinematics Hash
	// Dynamics is the same tree with inertias, damping, friction and armature.
	Dynamics Hash
	// Limits is the same tree with the limits and control modes.
	Limits Hash
	// Names holds which link and joint has which name, and the joint groups in their order.
	Names Hash
	// Geometry is the same tree with the visual and collision shapes. A mesh counts by its address
	// and scale.
	Geometry Hash
	// Manipulators and Sensors are the same tree with the manipulators, or with the sensors.
	Manipulators, Sensors Hash
	// All is the hash of the others, without Geometry, Manipulators or Sensors for a world without
	// them.
	All Hash
}

// Hashes returns the structure hashes of the world.
func (w *World) Hashes() Hashes { return w.hashes }

// Quanta of the grid that numbers are rounded to.
const (
	lengthQuantum    = 1e-9 // m, and rad in offsets of mimic relations
	directionQuantum = 1e-9 // entries of rotation matrices and unit vectors
	tensorBits       = 30   // binary digits of the largest entry of a tensor
)

// canonicalBytes collects content in the form that is hashed.
type canonicalBytes struct{ bytes.Buffer }

// number writes v rounded to a multiple of quantum; the two zeros are one.
func (b *canonicalBytes) number(v, quantum float64) {
	b.float(math.RoundToEven(v/quantum) + 0)
}

// significant writes v rounded to 9 significant decimal digits. The decimal text is exact on every
// machine.
func (b *canonicalBytes) significant(v float64) {
	b.text(string(strconv.AppendFloat(nil, v+0, 'e', 8, 64)))
}

// significantValue returns v rounded to 9 significant decimal digits, so that 1 and 1 less a
// rounding error are one.
func significantValue(v float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'e', 8, 64), 64)
	if err != nil {
		return v // rounded up beyond the largest float
	}
	return rounded
}

func (b *canonicalBytes) float(v float64) {
	var raw [8]byte
	binary.LittleEndian.PutUint64(raw[:], math.Float64bits(v))
	b.Write(raw[:])
}

func (b *canonicalBytes) text(s string) {
	var raw [8]byte
	binary.LittleEndian.PutUint64(raw[:], uint64(len(s)))
	b.Write(raw[:])
	b.WriteString(s)
}

func (b *canonicalBytes) sum() Hash { return sha256.Sum256(b.Bytes()) }

// hashWorld returns the structure hashes of a world whose bodies, joints and mimic relations are in
// place.
func hashWorld(w *World) Hashes {
	h := Hashes{
		Kinematics: hashTree(w, writeNothing),
		Dynamics:   hashTree(w, writeDynamics),
		Limits:     hashTree(w, writeLimits),
		Names:      hashNames(w),
		Geometry:   hashTree(w, writeShapes),
	}
	h.Manipulators, h.Sensors = hashTools(w, h.Kinematics, subtreeHashes(w, writeNothing))
	parts := []Hash{h.Kinematics, h.Dynamics, h.Limits, h.Names}
	if w.hasShapes() {
		parts = append(parts, h.Geometry)
	}
	if len(w.description.Manipulators) > 0 {
		parts = append(parts, h.Manipulators)
	}
	if len(w.description.Sensors) > 0 {
		parts = append(parts, h.Sensors)
	}
	var all canonicalBytes
	for _, part := range parts {
		all.Write(part[:])
	}
	h.All = all.sum()
	return h
}

// writeContent writes what a hash covers beyond kinematics: of a link, and of the joint above it
// (nil for the root).
type writeContent func(b *canonicalBytes, link *Link, joint *Joint)

// hashTree hashes the tree of joints with the content that write adds. Mimic relations are added at
// the end, each with the places of its two joints in the tree.
func hashTree(w *World, write writeContent) Hash {
	subtree := subtreeHashes(w, write)
	var b canonicalBytes
	b.Write(subtree[0][:])
	for _, relation := range mimicHashes(w, subtree) {
		b.Write(relation[:])
	}
	return b.sum()
}

// subtreeHashes returns a hash for each body, made of its joint, its own content, and the sorted
// hashes of its children, so it depends on neither names nor order.
func subtreeHashes(w *World, write writeContent) []Hash {
	subtree := make([]Hash, len(w.bodies))
	children := make([][]Hash, len(w.bodies))
	for i := len(w.bodies) - 1; i >= 0; i-- { // children come after their parents
		var b canonicalBytes
		link, joint := w.linkAndJoint(i)
		if joint != nil {
			writeKinematics(&b, joint)
		}
		write(&b, link, joint)
		sortHashes(children[i])
		b.float(float64(len(children[i])))
		for _, child := range children[i] {
			b.Write(child[:])
		}
		subtree[i] = b.sum()
		if parent := w.bodies[i].parent; parent >= 0 {
			children[parent] = append(children[parent], subtree[i])
		}
	}
	return subtree
}

// placesInTree returns for each body its place in the tree: the hash of all subtrees on the way to
// it.
func placesInTree(w *World, subtree []Hash) []Hash {
	place := make([]Hash, len(w.bodies))
	for i, body := range w.bodies {
		var b canonicalBytes
		if body.parent >= 0 {
			b.Write(place[body.parent][:])
		}
		b.Write(subtree[i][:])
		place[i] = b.sum()
	}
	return place
}

// JointHashes returns, for each joint by its index, a hash of its place in the tree: of the joints
// on the way to it and below it, as in Hashes.Kinematics. It does not depend on names nor on the
// order of declarations. Two joints share a hash only if they are exchangeable.
func (w *World) JointHashes() []Hash {
	place := placesInTree(w, subtreeHashes(w, writeNothing))
	hashes := make([]Hash, len(w.joints))
	for i := range hashes {
		hashes[i] = place[w.bodyOf[i]]
	}
	return hashes
}

// mimicHashes returns the sorted hashes of the mimic relations, chains of them resolved.
func mimicHashes(w *World, subtree []Hash) []Hash {
	place := placesInTree(w, subtree)
	var relations []Hash
	for joint := range w.joints {
		if w.joints[joint].Mimic == nil {
			continue
		}
		leader, multiplier, offset := w.resolveMimic(joint)
		var b canonicalBytes
		b.Write(place[w.bodyOf[joint]][:])
		b.Write(place[w.bodyOf[leader]][:])
		b.significant(multiplier)
		b.number(offset, lengthQuantum)
		relations = append(relations, b.sum())
	}
	sortHashes(relations)
	return relations
}

func sortHashes(h []Hash) {
	sort.Slice(h, func(a, b int) bool { return bytes.Compare(h[a][:], h[b][:]) < 0 })
}

// linkAndJoint returns the link of a body and the joint above it, nil for the root.
func (w *World) linkAndJoint(i int) (*Link, *Joint) {
	b := w.bodies[i]
	link := &w.description.Links[b.link]
	if b.joint < 0 {
		return link, nil
	}
	return link, &w.description.Joints[b.joint]
}

func writeKinematics(b *canonicalBytes, joint *Joint) {
	b.WriteByte(byte(joint.Type))
	writePose(b, joint.Origin)
	for _, v := range joint.Axis {
		b.number(v, directionQuantum)
	}
}

func writePose(b *canonicalBytes, pose spatial.Pose) {
	for _, v := range pose.P {
		b.number(v, lengthQuantum)
	}
	for _, v := range pose.R {
		b.number(v, directionQuantum)
	}
}

func writeNothing(*canonicalBytes, *Link, *Joint) {}

func writeDynamics(b *canonicalBytes, link *Link, joint *Joint) {
	in := link.Inertia
	b.significant(in.Mass)
	for _, v := range in.Com {
		if in.Mass == 0 {
			v = 0 // nothing is there
		}
		b.number(v, lengthQuantum)
	}
	// Entries that should be zero carry rounding of the size of the others, so the grid depends on
	// the largest one.
	_, exponent := math.Frexp(significantValue(in.LargestEntry()))
	quantum := math.Ldexp(1, exponent-tensorBits)
	b.float(quantum)
	for _, v := range []float64{in.Ixx, in.Ixy, in.Ixz, in.Iyy, in.Iyz, in.Izz} {
		b.number(v, quantum)
	}
	if joint != nil {
		b.significant(joint.Damping)
		b.significant(joint.Friction)
		b.significant(joint.Armature)
	}
}

func writeLimits(b *canonicalBytes, _ *Link, joint *Joint) {
	if joint == nil {
		return
	}
	b.WriteByte(byte(joint.Control))
	for _, l := range joint.Limits {
		for _, v := range []float64{l.Lower, l.Upper, l.Velocity, l.Acceleration, l.Jerk, l.Effort} {
			b.significant(v)
		}
	}
}

// hashNames hashes the names of links and joints, their parents, and the groups.
func hashNames(w *World) Hash {
	var lines []string
	for i := range w.bodies {
		link, joint := w.linkAndJoint(i)
		line := "link " + link.Name
		if joint != nil {
			line += " joint " + joint.Name + " parent " + joint.Parent
		}
		lines = append(lines, line)
	}
	for _, group := range w.description.Groups {
		lines = append(lines, "group "+group.Name+" "+strings.Join(group.Joints, " "))
	}
	sort.Strings(lines)
	var b canonicalBytes
	for _, line := range lines {
		b.text(line)
	}
	return b.sum()
}
