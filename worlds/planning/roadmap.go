package planning

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// Roadmap is a graph of configurations and motions between them (Kavraki, Svestka, Latombe and
// Overmars, IEEE Transactions on Robotics and Automation 12, 1996). It never changes: prm returns a
// larger one where it adds nodes.
//
// A roadmap may be used with other obstacles than those that it grew among: prm checks the motions
// of a path again. It is best grown without obstacles that move, because motions that were not
// free are not in it.
type Roadmap struct {
	dim   int
	seed  uint64 // of its samples
	drawn uint64 // samples that it has used
	flat  []float64
	edges [][2]int32 // the first node is the smaller one
}

// Dim returns the number of degrees of freedom.
func (r *Roadmap) Dim() int { return r.dim }

// Nodes returns the number of configurations.
func (r *Roadmap) Nodes() int { return len(r.flat) / r.dim }

// Edges returns the number of motions.
func (r *Roadmap) Edges() int { return len(r.edges) }

// Node returns a copy of a configuration, 0 <= i < Nodes.
func (r *Roadmap) Node(i int) []float64 {
	return append([]float64(nil), r.flat[i*r.dim:(i+1)*r.dim]...)
}

// The encoded form of a roadmap: magic, version, the header's numbers, configurations, edges, and
// the SHA-256 of everything before it. All numbers are little-endian.
const (
	roadmapMagic   = "robo-roadmap"
	roadmapVersion = 1
	roadmapHeader  = len(roadmapMagic) + 4 + 4 + 8 + 8 + 4 + 4
)

// MaxRoadmapBytes bounds what ReadRoadmap accepts.
const MaxRoadmapBytes = 1 << 30

// Bytes returns the encoded roadmap. Equal roadmaps have equal bytes.
func (r *Roadmap) Bytes() []byte {
	size := roadmapHeader + 8*len(r.flat) + 8*len(r.edges) + sha256.Size
	b := append(make([]byte, 0, size), roadmapMagic...)
	b = binary.LittleEndian.AppendUint32(b, roadmapVersion)
	b = binary.LittleEndian.AppendUint32(b, uint32(r.dim))
	b = binary.LittleEndian.AppendUint64(b, r.seed)
	b = binary.LittleEndian.AppendUint64(b, r.drawn)
	b = binary.LittleEndian.AppendUint32(b, uint32(r.Nodes()))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(r.edges)))
	for _, v := range r.flat {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	for _, e := range r.edges {
		b = binary.LittleEndian.AppendUint32(b, uint32(e[0]))
		b = binary.LittleEndian.AppendUint32(b, uint32(e[1]))
	}
	sum := sha256.Sum256(b)
	return append(b, sum[:]...)
}

// RoadmapError is the error of ReadRoadmap.
type RoadmapError struct {
	// Offset is the place of the error, bytes from the begin.
	Offset int
	// Problem says what was found and what was expected.
	Problem string
}

// Error returns the place and the problem.
func (e *RoadmapError) Error() string {
	return fmt.Sprintf("planning: roadmap: byte %d: %s; build the roadmap again", e.Offset, e.Problem)
}

// ReadRoadmap decodes what Bytes returned. Damaged data and other versions are a *RoadmapError.
func ReadRoadmap(data []byte) (*Roadmap, error) {
	bad := func(offset int, format string, args ...any) (*Roadmap, error) {
		return nil, &RoadmapError{offset, fmt.Sprintf(format, args...)}
	}
	if len(data) > MaxRoadmapBytes {
		return bad(MaxRoadmapBytes, "%d bytes, expected at most %d", len(data), MaxRoadmapBytes)
	}
	if len(data) < roadmapHeader+sha256.Size {
		return bad(len(data), "the data end, expected at least %d bytes", roadmapHeader+sha256.Size)
	}
	if string(data[:len(roadmapMagic)]) != roadmapMagic {
		return bad(0, "%q, expected %q", data[:len(roadmapMagic)], roadmapMagic)
	}
	at := len(roadmapMagic)
	if v := binary.LittleEndian.Uint32(data[at:]); v != roadmapVersion {
		return bad(at, "version %d, expected %d", v, roadmapVersion)
	}
	r := &Roadmap{dim: int(binary.LittleEndian.Uint32(data[at+4:])), seed: binary.LittleEndian.Uint64(data[at+8:]), drawn: binary.LittleEndian.Uint64(data[at+16:])}
	nodes, edges := uint64(binary.LittleEndian.Uint32(data[at+24:])), uint64(binary.LittleEndian.Uint32(data[at+28:]))
	if r.dim < 1 || r.dim > maxDimensions {
		return bad(at+4, "%d degrees of freedom, expected 1 to %d", r.dim, maxDimensions)
	}
	if want := uint64(roadmapHeader+sha256.Size) + 8*nodes*uint64(r.dim) + 8*edges; uint64(len(data)) != want {
		return bad(at+24, "%d nodes and %d edges need %d bytes, found %d", nodes, edges, want, len(data))
	}
	body := data[:len(data)-sha256.Size]
	if sum := sha256.Sum256(body); !bytes.Equal(sum[:], data[len(body):]) {
		return bad(len(body), "the checksum does not fit the data")
	}
	if err := r.decode(body, int(nodes), int(edges)); err != nil {
		return nil, err
	}
	return r, nil
}

// maxDimensions bounds the degrees of freedom of a roadmap.
const maxDimensions = 1024

// decode reads configurations and edges.
func (r *Roadmap) decode(body []byte, nodes, edges int) error {
	at := roadmapHeader
	r.flat = make([]float64, nodes*r.dim)
	for i := range r.flat {
		r.flat[i] = math.Float64frombits(binary.LittleEndian.Uint64(body[at:]))
		if r.flat[i]-r.flat[i] != 0 {
			return &RoadmapError{at, fmt.Sprintf("the number %g, expected a finite one", r.flat[i])}
		}
		at += 8
	}
	r.edges = make([][2]int32, edges)
	for i := range r.edges {
		a, b := binary.LittleEndian.Uint32(body[at:]), binary.LittleEndian.Uint32(body[at+4:])
		if uint64(a) >= uint64(b) || uint64(b) >= uint64(nodes) {
			return &RoadmapError{at, fmt.Sprintf("an edge from node %d to node %d, expected ascending nodes below %d", a, b, nodes)}
		}
		r.edges[i] = [2]int32{int32(a), int32(b)}
		at += 8
	}
	return nil
}

// RoadmapSpec says how a roadmap grows.
type RoadmapSpec struct {
	// Spaces and Parallel are those of a Problem.
	Spaces   []Space
	Parallel func(n int, work func(i int))
	// Seed selects the samples.
	Seed uint64
	// Samples is the number of samples; those that are free become nodes.
	Samples int
	// Neighbours is the number of nearest nodes that a new node is joined with; 0 means 10.
	Neighbours int
	// Progress, if not nil, is called between rounds. Any answer other than Continue ends the
	// growth; the roadmap so far is returned.
	Progress func(Progress) Action
}

// BuildRoadmap returns a roadmap of samples. The error reports misuse.
func BuildRoadmap(spec RoadmapSpec) (*Roadmap, error) {
	if spec.Samples < 1 || spec.Samples > maxSamples || spec.Neighbours < 0 {
		return nil, fmt.Errorf("planning: a roadmap of %d samples and %d neighbours; expected 1 to %d samples, and neighbours of 0 or more", spec.Samples, spec.Neighbours, maxSamples)
	}
	if len(spec.Spaces) == 0 || spec.Spaces[0].Dim() < 1 || spec.Spaces[0].Dim() > maxDimensions {
		return nil, fmt.Errorf("planning: a roadmap needs a space of 1 to %d degrees of freedom for each worker", maxDimensions)
	}
	var all []error
	for i, s := range spec.Spaces {
		all = append(all, checkSpace(i, s, spec.Spaces[0].Dim()))
	}
	if err := errors.Join(all...); err != nil {
		return nil, err
	}
	p := &Problem{Spaces: spec.Spaces, Parallel: spec.Parallel, Seed: spec.Seed, Progress: spec.Progress}
	s := newSearch(p)
	s.maxIteration, s.maxNodes = spec.Samples, math.MaxInt
	g := newGraph(s, &Roadmap{dim: s.dim, seed: spec.Seed}, Options{Neighbours: spec.Neighbours})
	for s.result.Iterations < spec.Samples {
		if s.interrupted() || s.anySolution {
			break
		}
		g.grow(spec.Samples - s.result.Iterations)
	}
	return g.roadmap(), nil
}

// maxSamples bounds the samples of a roadmap.
const maxSamples = 10_000_000
