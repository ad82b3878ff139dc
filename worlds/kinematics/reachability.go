package kinematics

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync/atomic"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// ErrCanceled reports that the Progress function of a computation ended it.
var ErrCanceled = errors.New("canceled by the caller")

// ReachabilitySpec says how a map of reachability is computed. Zero values mean the defaults.
type ReachabilitySpec struct {
	Voxel      float64    // edge of a voxel, m; default 0.1
	Directions int        // of the tool's axis, spread evenly over the sphere; default 32
	Samples    int        // random configurations; default 1e6. A map needs 20 for each reached cell
	Seed       uint64     // of the random configurations
	ToolAxis   [3]float64 // in the frame of the tool; default z
	// Accept filters configurations, for example by self-collision; nil accepts all. Parallel may
	// call it from several goroutines at the same time; the slice is not kept.
	Accept func(q []float64) bool
	// Parallel calls work(i) for i from 0 to n-1, in any order and at the same time if it likes,
	// and returns when all are done. The map does not depend on it. Nil: one after the other.
	Parallel func(n int, work func(i int))
	// Progress is called with the share that is done, from the goroutines of Parallel, and ends the
	// computation by returning false. Nil: no report.
	Progress func(share float64) bool
}

// WithDefaults returns the spec with the defaults of numbers filled in.
func (s ReachabilitySpec) WithDefaults() ReachabilitySpec {
	if s.Voxel == 0 {
		s.Voxel = 0.1
	}
	if s.Directions == 0 {
		s.Directions = 32
	}
	if s.Samples == 0 {
		s.Samples = 1_000_000
	}
	if s.ToolAxis == [3]float64{} {
		s.ToolAxis = [3]float64{0, 0, 1}
	}
	return s
}

const (
	mostCells      = 1 << 26 // voxels times directions
	mostDirections = 1 << 12
	mostSamples    = 1 << 32
	batches        = 256 // of samples, each with a stream of random numbers of its own
)

// Reachability is a map of where the tool of a manipulator can be, and in which directions its axis
// can point there: a grid of voxels in the frame of the base, times directions. Each cell holds a
// quality from 0 (never reached by a sample) to 255: the manipulability of the best sample in
// it, relative to the best of all (N. Vahrenkamp, T. Asfour, R. Dillmann, Robot Placement based on
// Reachability Inversion, ICRA 2013). It never changes.
type Reachability struct {
	origin     [3]float64 // corner of the first voxel, m
	voxel      float64    // m
	count      [3]int
	toolAxis   [3]float64
	samples    uint64
	seed       uint64
	directions []spatial.Vec
	quality    []uint8 // [x][y][z][direction]
}

// NewReachability computes the map of a manipulator by random configurations within its limits. The
// result depends on the manipulator and the spec alone. It returns ErrCanceled where Progress ends
// it.
func NewReachability(m *Manipulator, spec ReachabilitySpec) (*Reachability, error) {
	spec = spec.WithDefaults()
	if spec.Parallel == nil {
		spec.Parallel = func(n int, work func(i int)) {
			for i := range n {
				work(i)
			}
		}
	}
	r, err := newGrid(m, &spec)
	if err != nil {
		return nil, fmt.Errorf("reachability of manipulator %q: %w", m.name, err)
	}
	best := make([]uint32, len(r.quality)) // bits of float32: their order is that of positive numbers
	var done atomic.Int64
	var stopped atomic.Bool
	spec.Parallel(batches, func(i int) {
		if stopped.Load() {
			return
		}
		r.sample(m, &spec, i, best)
		if share := float64(done.Add(1)) / batches; spec.Progress != nil && !spec.Progress(share) {
			stopped.Store(true)
		}
	})
	if stopped.Load() {
		return nil, fmt.Errorf("reachability of manipulator %q: %w", m.name, ErrCanceled)
	}
	r.quantise(best)
	return r, nil
}

// newGrid lays out a map that holds every place that the tool can reach.
func newGrid(m *Manipulator, spec *ReachabilitySpec) (*Reachability, error) {
	switch {
	case !finite(spec.Voxel) || spec.Voxel <= 0:
		return nil, fmt.Errorf("voxel %g m is not a positive length", spec.Voxel)
	case spec.Directions < 1 || spec.Directions > mostDirections:
		return nil, fmt.Errorf("%d directions, expected 1 to %d", spec.Directions, mostDirections)
	case spec.Samples < 1 || spec.Samples > mostSamples:
		return nil, fmt.Errorf("%d samples, expected 1 to %d", spec.Samples, mostSamples)
	case !hasDirection(spec.ToolAxis):
		return nil, errors.New("the axis of the tool has no direction")
	}
	r := &Reachability{voxel: spec.Voxel, toolAxis: spatial.VecOf(spec.ToolAxis).Unit().Array(), samples: uint64(spec.Samples), seed: spec.Seed,
		directions: sphereDirections(spec.Directions)}
	radius := spatial.VecOf(m.end.P).Norm()
	for i := range m.chain {
		s := &m.chain[i]
		if i > 0 {
			radius += spatial.VecOf(s.fixed.P).Norm()
		}
		if s.prismatic {
			lower, upper := m.interval(s.column)
			radius += max(math.Abs(s.multiplier*lower+s.offset), math.Abs(s.multiplier*upper+s.offset))
		}
	}
	half := math.Ceil(radius / r.voxel)
	if !(8*half*half*half*float64(spec.Directions) <= mostCells) {
		return nil, fmt.Errorf("%g voxels of %g m times %d directions are more than %d cells: choose larger voxels", 8*half*half*half, r.voxel, spec.Directions, mostCells)
	}
	n := 2 * int(max(half, 1))
	for k := range 3 {
		r.count[k] = n
		r.origin[k] = (math.Floor(m.chain[0].fixed.P[k]/r.voxel) - float64(n/2)) * r.voxel
	}
	r.quality = make([]uint8, n*n*n*len(r.directions))
	return r, nil
}

// sample draws one batch of configurations and marks the cells that they reach.
func (r *Reachability) sample(m *Manipulator, spec *ReachabilitySpec, batch int, best []uint32) {
	n := len(m.joints)
	w, q, jacobian := m.NewWorkspace(), make([]float64, n), make([]float64, 6*n)
	var random rand.PCG
	random.Seed(spec.Seed, uint64(batch)+1)
	axis := spatial.VecOf(r.toolAxis)
	from, to := batch*spec.Samples/batches, (batch+1)*spec.Samples/batches
	for range to - from {
		for i := range q {
			lower, upper := m.interval(i)
			q[i] = lower + (upper-lower)*float64(random.Uint64()>>11)/(1<<53)
		}
		w.set(q)
		cell, ok := r.cell(spatial.VecOf(w.tool.P), w.tool.R.Apply(axis))
		if !ok || spec.Accept != nil && !spec.Accept(q) {
			continue
		}
		w.jacobian(jacobian, spatial.VecOf(w.tool.P))
		raise(&best[cell], math.Float32bits(float32(max(manipulability(jacobian, n), 1e-30))))
	}
}

// raise stores a number where it is greater.
func raise(at *uint32, value uint32) {
	for {
		old := atomic.LoadUint32(at)
		if old >= value || atomic.CompareAndSwapUint32(at, old, value) {
			return
		}
	}
}

// manipulability returns the root of the determinant of J J^T (T. Yoshikawa, Manipulability of
// Robotic Mechanisms, International Journal of Robotics Research 4(2), 1985), for fewer than 6
// joints that of J^T J.
func manipulability(j []float64, n int) float64 {
	size := min(n, 6)
	var s [6][6]float64
	for a := range size {
		for b := range size {
			if n >= 6 {
				for k := range n {
					s[a][b] += j[a*n+k] * j[b*n+k]
				}
			} else {
				for k := range 6 {
					s[a][b] += j[k*n+a] * j[k*n+b]
				}
			}
		}
	}
	determinant := 1.0
	for i := range size {
		if !(s[i][i] > 0) {
			return 0
		}
		determinant *= s[i][i]
		for k := i + 1; k < size; k++ {
			f := s[k][i] / s[i][i]
			for c := i; c < size; c++ {
				s[k][c] -= f * s[i][c]
			}
		}
	}
	return math.Sqrt(determinant)
}

// quantise turns manipulabilities into qualities.
func (r *Reachability) quantise(best []uint32) {
	most := float32(0)
	for _, bits := range best {
		most = max(most, math.Float32frombits(bits))
	}
	for i, bits := range best {
		if bits != 0 {
			r.quality[i] = uint8(1 + 254*float64(math.Float32frombits(bits))/float64(most))
		}
	}
}

// cell returns the place of a position and a direction among the qualities.
func (r *Reachability) cell(p, direction spatial.Vec) (cell int, ok bool) {
	for k, v := range p.Array() {
		i := math.Floor((v - r.origin[k]) / r.voxel)
		if !(i >= 0 && i < float64(r.count[k])) {
			return 0, false
		}
		cell = cell*r.count[k] + int(i)
	}
	return cell*len(r.directions) + nearest(r.directions, direction), true
}

// nearest returns the direction with the smallest angle to a vector.
func nearest(directions []spatial.Vec, v spatial.Vec) int {
	best, most := 0, math.Inf(-1)
	for i, d := range directions {
		if dot := d.Dot(v); dot > most {
			best, most = i, dot
		}
	}
	return best
}

// Quality returns the quality, 0 to 255, of the tool at a point (m) with its axis in a direction,
// both in the frame of the base: 0 where no sample was there. A direction of length zero asks for
// the best over all directions.
func (r *Reachability) Quality(point, direction [3]float64) uint8 {
	cell, ok := r.cell(spatial.VecOf(point), spatial.VecOf(direction))
	if !ok {
		return 0
	}
	if direction != [3]float64{} {
		return r.quality[cell]
	}
	n := len(r.directions)
	best := uint8(0)
	for _, q := range r.quality[cell/n*n : cell/n*n+n] {
		best = max(best, q)
	}
	return best
}

// Dexterity returns the share of directions, 0 to 1, in which the tool's axis can point at a point
// (m) in the frame of the base.
func (r *Reachability) Dexterity(point [3]float64) float64 {
	cell, ok := r.cell(spatial.VecOf(point), spatial.Vec{})
	if !ok {
		return 0
	}
	n := len(r.directions)
	reached := 0
	for _, q := range r.quality[cell/n*n : cell/n*n+n] {
		if q > 0 {
			reached++
		}
	}
	return float64(reached) / float64(n)
}

// Voxel returns the edge of a voxel, m.
func (r *Reachability) Voxel() float64 { return r.voxel }

// NumDirections returns the number of directions.
func (r *Reachability) NumDirections() int { return len(r.directions) }

// Reached returns the number of cells (voxel and direction) that a sample reached.
func (r *Reachability) Reached() (cells int) {
	for _, q := range r.quality {
		if q > 0 {
			cells++
		}
	}
	return cells
}
