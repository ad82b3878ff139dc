package kinematics

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"
)

// FormatVersion is the version of the bytes of maps and grasp sets. Readers refuse others: the data
// is computed again.
const FormatVersion = 1

// FormatError reports bytes that are no map or grasp set of this version.
type FormatError struct {
	What    string // "reachability", "inverse reachability" or "grasps"
	Offset  int    // in the bytes
	Problem string
}

// Error names the kind of data, the offset in bytes, and the problem.
func (e *FormatError) Error() string {
	return fmt.Sprintf("%s: byte %d: %s", e.What, e.Offset, e.Problem)
}

// The bytes begin with a magic word, the kind of data and the version, and end with a checksum
// (CRC-32C, little-endian) of all before it. Numbers are little-endian; counts of runs are varints.
const (
	magic        = "robo-actors\n"
	kindReach    = 'R'
	kindInverse  = 'I'
	kindGrasps   = 'G'
	headerSize   = len(magic) + 3
	checksumSize = 4
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func header(kind byte) []byte {
	return binary.LittleEndian.AppendUint16(append([]byte(magic), kind), FormatVersion)
}

func sealed(b []byte) []byte {
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

func appendFloats(b []byte, values ...float64) []byte {
	for _, v := range values {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	return b
}

func appendFloat32s(b []byte, values ...float32) []byte {
	for _, v := range values {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
	}
	return b
}

// reader reads bytes up to the first error, which it keeps.
type reader struct {
	what string
	data []byte
	at   int
	err  *FormatError
}

// open checks the frame of data and returns a reader of what is inside.
func open(what string, kind byte, data []byte) *reader {
	r := &reader{what: what, data: data}
	switch {
	case len(data) < headerSize+checksumSize:
		r.fail("%d bytes are too few", len(data))
	case string(data[:len(magic)]) != magic || data[len(magic)] != kind:
		r.fail("the first bytes are not those of this kind of data")
	default:
		r.at = len(magic) + 1
		if version := binary.LittleEndian.Uint16(data[r.at:]); version != FormatVersion {
			r.fail("version %d, expected %d: compute the data again", version, FormatVersion)
			break
		}
		end := len(data) - checksumSize
		r.data = data[:end]
		r.at = headerSize
		if crc32.Checksum(r.data, castagnoli) != binary.LittleEndian.Uint32(data[end:]) {
			r.at = end
			r.fail("the checksum is wrong: the data is damaged")
		}
	}
	return r
}

func (r *reader) fail(format string, arguments ...any) {
	if r.err == nil {
		r.err = &FormatError{r.what, r.at, fmt.Sprintf(format, arguments...)}
	}
}

// take returns the next n bytes, nil after an error.
func (r *reader) take(n int) []byte {
	if r.err != nil {
		return nil
	}
	if n < 0 || n > len(r.data)-r.at {
		r.fail("the data ends early")
		return nil
	}
	r.at += n
	return r.data[r.at-n : r.at]
}

func (r *reader) uint8() uint8 {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) uint64() uint64 {
	if b := r.take(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

func (r *reader) float() float64 {
	v := math.Float64frombits(r.uint64())
	if !finite(v) {
		r.fail("a number is not finite")
		return 0
	}
	return v
}

func (r *reader) float32() float32 {
	b := r.take(4)
	if b == nil {
		return 0
	}
	v := math.Float32frombits(binary.LittleEndian.Uint32(b))
	if !finite(float64(v)) {
		r.fail("a number is not finite")
		return 0
	}
	return v
}

func (r *reader) vector() (v [3]float64) {
	for i := range v {
		v[i] = r.float()
	}
	return v
}

// count reads a count from least to most.
func (r *reader) count(what string, least, most int) int {
	if r.err != nil {
		return least
	}
	v, n := binary.Uvarint(r.data[r.at:])
	if n <= 0 {
		r.fail("the count of %s is invalid", what)
		return least
	}
	if v < uint64(least) || v > uint64(most) {
		r.fail("%d %s, expected %d to %d", v, what, least, most)
		return least
	}
	r.at += n
	return int(v)
}

// end returns the error, which data behind the last number is too.
func (r *reader) end() error {
	if r.err == nil && r.at != len(r.data) {
		r.fail("%d bytes are left over", len(r.data)-r.at)
	}
	if r.err != nil {
		return r.err
	}
	return nil
}

// Bytes returns the map in a form that ParseReachability reads. Equal maps have equal bytes.
func (r *Reachability) Bytes() []byte {
	b := appendFloats(header(kindReach), r.origin[0], r.origin[1], r.origin[2], r.voxel, r.toolAxis[0], r.toolAxis[1], r.toolAxis[2])
	b = binary.LittleEndian.AppendUint64(b, r.samples)
	b = binary.LittleEndian.AppendUint64(b, r.seed)
	for _, n := range []int{r.count[0], r.count[1], r.count[2], len(r.directions)} {
		b = binary.AppendUvarint(b, uint64(n))
	}
	for at := 0; at < len(r.quality); { // a run of zeros, then a run of others
		zeros := run(r.quality[at:], true)
		others := run(r.quality[at+zeros:], false)
		b = binary.AppendUvarint(b, uint64(zeros))
		b = binary.AppendUvarint(b, uint64(others))
		b = append(b, r.quality[at+zeros:at+zeros+others]...)
		at += zeros + others
	}
	return sealed(b)
}

// run returns how many values in front are zero, or are not.
func run(values []uint8, zero bool) int {
	for i, v := range values {
		if (v == 0) != zero {
			return i
		}
	}
	return len(values)
}

// ParseReachability reads a map. The error is a *FormatError.
func ParseReachability(data []byte) (*Reachability, error) {
	in := open("reachability", kindReach, data)
	r := &Reachability{origin: in.vector(), voxel: in.float(), toolAxis: in.vector(), samples: in.uint64(), seed: in.uint64()}
	cells := 1
	for k := range r.count {
		r.count[k] = in.count("voxels", 1, mostCells)
		if cells *= r.count[k]; cells > mostCells {
			in.fail("more than %d voxels", mostCells)
			cells = 1
		}
	}
	n := in.count("directions", 1, mostDirections)
	if cells*n > mostCells {
		in.fail("%d voxels times %d directions, expected at most %d", cells, n, mostCells)
	}
	if r.voxel <= 0 {
		in.fail("voxel %g m, expected a positive length", r.voxel)
	}
	// Memory follows only after the data has shown that it has as many cells.
	var quality []uint8
	for in.err == nil && len(quality) < cells*n {
		left := cells*n - len(quality)
		zeros := in.count("zeros", 0, left)
		others := in.count("qualities", 0, left-zeros)
		if zeros+others == 0 {
			in.fail("an empty run")
		}
		quality = append(append(quality, make([]uint8, zeros)...), in.take(others)...)
	}
	if err := in.end(); err != nil {
		return nil, err
	}
	r.directions, r.quality = sphereDirections(n), quality
	return r, nil
}

// Bytes returns the map in a form that ParseInverseReachability reads.
func (v *InverseReachability) Bytes() []byte {
	b := appendFloats(header(kindInverse), v.bottom, v.voxel)
	b = binary.AppendUvarint(b, uint64(v.slopes))
	b = binary.AppendUvarint(b, uint64(len(v.groups)/v.slopes))
	for _, group := range v.groups {
		b = binary.AppendUvarint(b, uint64(len(group)))
		for _, s := range group {
			b = append(appendFloat32s(b, s.x, s.y, s.yaw), s.quality)
		}
	}
	return sealed(b)
}

// ParseInverseReachability reads a map. The error is a *FormatError.
func ParseInverseReachability(data []byte) (*InverseReachability, error) {
	in := open("inverse reachability", kindInverse, data)
	v := &InverseReachability{bottom: in.float(), voxel: in.float()}
	v.slopes = in.count("slopes", 2, mostDirections)
	heights := in.count("heights", 1, min(mostCells, len(data))) // each has a byte at least
	if v.voxel <= 0 {
		in.fail("voxel %g m, expected a positive length", v.voxel)
	}
	const size = 13
	for range heights * v.slopes {
		group := make([]seat, in.count("seats", 0, (len(in.data)-in.at)/size))
		for i := range group {
			group[i] = seat{in.float32(), in.float32(), in.float32(), in.uint8()}
		}
		v.groups = append(v.groups, group)
		if in.err != nil {
			break
		}
	}
	if err := in.end(); err != nil {
		return nil, err
	}
	return v, nil
}

// GraspBytes returns grasps in a form that ParseGrasps reads.
func GraspBytes(grasps []Grasp) []byte {
	b := binary.AppendUvarint(header(kindGrasps), uint64(len(grasps)))
	for i := range grasps {
		g := &grasps[i]
		b = appendFloats(b, g.Pose.P[:]...)
		b = appendFloats(b, g.Pose.R[:]...)
		b = appendFloats(b, g.Width, g.Opening)
	}
	return sealed(b)
}

// ParseGrasps reads grasps. The error is a *FormatError.
func ParseGrasps(data []byte) ([]Grasp, error) {
	in := open("grasps", kindGrasps, data)
	const size = 14 * 8
	grasps := make([]Grasp, in.count("grasps", 0, len(data)/size))
	for i := range grasps {
		g := &grasps[i]
		g.Pose.P = in.vector()
		for k := range g.Pose.R {
			g.Pose.R[k] = in.float()
		}
		if in.err == nil && !g.Pose.R.Valid() {
			in.fail("the rotation of grasp %d is invalid", i)
		}
		g.Approach = g.Pose.R.Axis(2).Array()
		g.Width, g.Opening = in.float(), in.float()
	}
	if err := in.end(); err != nil {
		return nil, err
	}
	return grasps, nil
}
