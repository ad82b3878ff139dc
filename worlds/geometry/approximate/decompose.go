package approximate

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/geometry/mesh"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Options bound a decomposition.
type Options struct {
	// Pieces is the largest number of hulls, 1 to 1024.
	Pieces int
	// Concavity is the volume by which a hull may exceed its piece of the mesh, as a share of the
	// volume of the hull of the whole mesh. Pieces within it are not cut further. 0 cuts until
	// nothing can be gained.
	Concavity float64
}

// mostPieces bounds the number of hulls.
const mostPieces = 1024

// Decompose returns convex hulls that together contain a mesh: its surface, and what is inside if
// it is closed. It cuts the piece whose hull exceeds it most by the plane, perpendicular to an
// axis, that leaves the least excess (in the manner of K. Mamou, F. Ghorbel, A simple and efficient
// approach for 3D mesh approximate convex decomposition, ICIP 2009, and later methods that cut by
// planes). A mesh that is not closed has no inside: its pieces count as without volume.
//
// A mesh that NewTriangleMesh rejects, and options out of bounds, are errors.
func Decompose(m mesh.Mesh, o Options) ([]*geometry.Hull, error) {
	if o.Pieces < 1 || o.Pieces > mostPieces {
		return nil, fmt.Errorf("approximate: %d pieces: expected 1 to %d", o.Pieces, mostPieces)
	}
	if !(o.Concavity >= 0 && o.Concavity <= 1) {
		return nil, fmt.Errorf("approximate: the concavity is %v: expected 0 to 1", o.Concavity)
	}
	if _, err := geometry.NewTriangleMesh(m); err != nil {
		return nil, err
	}
	var surface []polygon
	for _, t := range m.Triangles {
		surface = append(surface, polygon{spatial.VecOf(m.Vertices[t[0]]), spatial.VecOf(m.Vertices[t[1]]), spatial.VecOf(m.Vertices[t[2]])})
	}
	d := decomposition{closed: closed(surface)}
	whole, err := d.piece(surface)
	if err != nil {
		return nil, err
	}
	allowed := max(o.Concavity, 1e-9) * whole.volume
	pieces := []piece{whole}
	for len(pieces) < o.Pieces {
		i, worst := -1, allowed
		for k := range pieces {
			if !pieces[k].uncut && pieces[k].excess > worst {
				i, worst = k, pieces[k].excess
			}
		}
		if i < 0 {
			break
		}
		below, above, is, err := d.split(&pieces[i])
		if err != nil {
			return nil, err
		}
		if !is {
			pieces[i].uncut = true
			continue
		}
		pieces[i] = below
		pieces = append(pieces, above)
	}
	if pieces, err = merge(pieces, allowed); err != nil {
		return nil, err
	}
	hulls := make([]*geometry.Hull, len(pieces))
	for i := range pieces {
		hulls[i] = pieces[i].hull
	}
	return hulls, nil
}

// mostMerged bounds the pieces of which merge tries every two.
const mostMerged = 64

// merge joins the two pieces whose common hull exceeds them least, as long as that is allowed: cuts
// through the middle of a part leave such pieces.
func merge(pieces []piece, allowed float64) ([]piece, error) {
	for len(pieces) > 1 && len(pieces) <= mostMerged {
		best, first, second := piece{excess: math.Inf(1)}, 0, 0
		for i := range pieces {
			for k := range pieces[:i] {
				both, err := pieces[i].with(&pieces[k])
				if err != nil {
					return nil, err
				}
				if both.excess < best.excess {
					best, first, second = both, k, i
				}
			}
		}
		if !(best.excess <= allowed) {
			break
		}
		pieces[first] = best
		pieces = slices.Delete(pieces, second, second+1)
	}
	return pieces, nil
}

// with returns the piece of p and o together, without its surface.
func (p *piece) with(o *piece) (piece, error) {
	h, err := geometry.NewHull(slices.Concat(p.hull.Vertices(), o.hull.Vertices()))
	if err != nil {
		return piece{excess: math.Inf(1)}, nil // rounding errors leave no hull
	}
	s, err := geometry.SolidOf(h)
	return piece{hull: h, volume: s.Volume, excess: s.Volume - (p.volume - p.excess) - (o.volume - o.excess)}, err
}

// closed reports whether each edge of the triangles belongs to another one in the other direction.
func closed(surface []polygon) bool {
	edges := map[[2]spatial.Vec]int{}
	for _, p := range surface {
		for i, v := range p {
			edges[[2]spatial.Vec{v, p[(i+1)%len(p)]}]++
		}
	}
	for _, p := range surface {
		for i, v := range p {
			next := p[(i+1)%len(p)]
			if edges[[2]spatial.Vec{v, next}] != edges[[2]spatial.Vec{next, v}] {
				return false
			}
		}
	}
	return true
}

// decomposition cuts the pieces of one mesh.
type decomposition struct{ closed bool }

// piece is a part of the mesh: its surface, with that of the cuts if the mesh is closed.
type piece struct {
	surface []polygon
	hull    *geometry.Hull
	volume  float64 // of the hull, m^3
	excess  float64 // of the hull over what is inside of the surface, m^3
	uncut   bool    // no plane has parts on both sides
}

func (d *decomposition) piece(surface []polygon) (piece, error) {
	h, volume, err := hullAround(surface)
	if err != nil {
		return piece{}, err
	}
	p := piece{surface: surface, hull: h, volume: volume, excess: volume}
	if d.closed {
		p.excess = max(volume-inside(surface), 0)
	}
	return p, nil
}

// hullAround returns the hull of polygons and its volume. Where rounding errors leave no hull, that
// of the box around them.
func hullAround(surface []polygon) (*geometry.Hull, float64, error) {
	all := points(surface)
	h, err := geometry.NewHull(all)
	if err != nil {
		low, high := bounds(surface)
		var box [][3]float64
		for k := range 8 {
			v := low
			for axis := range 3 {
				if k>>axis&1 == 1 {
					v[axis] = high[axis]
				}
			}
			box = append(box, v)
		}
		if h, err = geometry.NewHull(box); err != nil {
			return nil, 0, err
		}
	}
	s, err := geometry.SolidOf(h)
	return h, s.Volume, err
}

// inside returns the volume that a closed surface encloses.
func inside(surface []polygon) float64 {
	sum := 0.0
	base := surface[0][0]
	for _, p := range surface {
		for i := 2; i < len(p); i++ {
			sum += p[0].Sub(base).Dot(p[i-1].Sub(base).Cross(p[i].Sub(base)))
		}
	}
	return sum / 6
}

// split cuts a piece where the hulls of both parts have the least volume, and of several such
// places nearest to the middle. It reports false if no plane has parts on both sides.
func (d *decomposition) split(p *piece) (below, above piece, is bool, err error) {
	low, high := bounds(p.surface)
	best, least := cut{}, 0.0
	for axis := range 3 {
		size := high[axis] - low[axis]
		for _, at := range places(p.surface, axis, low[axis], high[axis]) {
			c := cut{axis, at}
			b, a := splitSurface(p.surface, c)
			if len(b) == 0 || len(a) == 0 {
				continue
			}
			_, vb, errB := hullAround(b)
			_, va, errA := hullAround(a)
			if err := cmp.Or(errB, errA); err != nil {
				return below, above, false, err
			}
			off := (2*at - low[axis] - high[axis]) / size
			cost := vb + va + 1e-3*p.volume*off*off
			if !is || cost < least {
				best, least, is = c, cost, true
			}
		}
	}
	if !is {
		return below, above, false, nil
	}
	b, a := splitSurface(p.surface, best)
	if d.closed {
		section := section(b, best)
		for _, s := range section {
			b = append(b, s)
			back := slices.Clone(s)
			slices.Reverse(back)
			a = append(a, back)
		}
	}
	if below, err = d.piece(b); err != nil {
		return below, above, false, err
	}
	above, err = d.piece(a)
	return below, above, err == nil, err
}

// mostPlaces bounds the planes along an axis that split tries.
const mostPlaces = 24

// places returns where split cuts an axis: evenly, and at corners, at most mostPlaces of which are
// chosen evenly.
func places(surface []polygon, axis int, low, high float64) (out []float64) {
	var at []float64
	for _, p := range surface {
		for _, v := range p {
			at = append(at, v.Array()[axis])
		}
	}
	slices.Sort(at)
	margin := 1e-6 * (high - low)
	at = slices.CompactFunc(at, func(a, b float64) bool { return math.Abs(b-a) <= margin })
	for k := range mostPlaces {
		if len(at) > mostPlaces {
			out = append(out, at[k*len(at)/mostPlaces])
		} else if k < len(at) {
			out = append(out, at[k])
		}
	}
	for k := 1; k < 8; k++ {
		out = append(out, low+(high-low)*float64(k)/8)
	}
	return slices.DeleteFunc(out, func(x float64) bool { return !(x > low+margin && x < high-margin) })
}
