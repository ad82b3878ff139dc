package kinematics

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// InverseReachability says where an upright base can stand to reach a target: the cells of a map of
// reachability, grouped by the height of the tool above the base and by the slope of the tool's
// axis, which do not change as the base moves on the floor and turns about z. It never changes.
type InverseReachability struct {
	bottom float64 // height of the lowest voxel's lower side above the base, m
	voxel  float64 // m
	slopes int     // groups of the z component of the axis, from -1 to 1
	groups [][]seat
}

// seat is a cell from the side of the tool: where the base is, for a tool's axis of azimuth zero.
type seat struct {
	x, y    float32 // of the base from the tool, m
	yaw     float32 // of the base, rad
	quality uint8
}

// Placement is a pose of the base on the floor from which a target can be reached.
type Placement struct {
	X, Y    float64 // m
	Yaw     float64 // rad, -pi to pi
	Quality uint8   // of the cell, 1 to 255
}

// Inverse inverts the map for bases that stand upright: z of the base is vertical.
func (r *Reachability) Inverse() *InverseReachability {
	slopes := max(2, int(math.Sqrt(float64(len(r.directions)))))
	v := &InverseReachability{bottom: r.origin[2], voxel: r.voxel, slopes: slopes, groups: make([][]seat, r.count[2]*slopes)}
	n := len(r.directions)
	for cell, quality := range r.quality {
		if quality == 0 {
			continue
		}
		d := r.directions[cell%n]
		i := cell / n
		z := i % r.count[2]
		y := i / r.count[2] % r.count[1]
		x := i / r.count[2] / r.count[1]
		px, py := r.origin[0]+(float64(x)+0.5)*r.voxel, r.origin[1]+(float64(y)+0.5)*r.voxel
		yaw := -math.Atan2(d.Y, d.X)
		s, c := math.Sincos(yaw)
		group := &v.groups[z*slopes+v.slope(d.Z)]
		*group = append(*group, seat{x: float32(s*py - c*px), y: float32(-s*px - c*py), yaw: float32(yaw), quality: quality})
	}
	for _, group := range v.groups {
		v.sort(group)
	}
	return v
}

// sort puts the best seats first, others in an order of their own.
func (v *InverseReachability) sort(group []seat) {
	slices.SortFunc(group, func(a, b seat) int {
		return cmp.Or(cmp.Compare(b.quality, a.quality), cmp.Compare(a.yaw, b.yaw), cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y))
	})
}

// slope returns the group of a z component of the tool's axis.
func (v *InverseReachability) slope(z float64) int {
	return min(max(int((z+1)/2*float64(v.slopes)), 0), v.slopes-1)
}

// Placements returns poses of the base, at most the given number and the best first, from which the
// tool reaches a point (m) with its axis in a direction, both in a frame whose z is vertical and in
// which the base's origin is at the given height (m). They are exact up to the size of voxels and
// the spread of directions: check them by inverse kinematics. An error reports a direction of
// length zero or numbers that are not finite.
func (v *InverseReachability) Placements(point, direction [3]float64, height float64, most int) ([]Placement, error) {
	if !finite(point[:]...) || !finite(height) || !hasDirection(direction) {
		return nil, errors.New("placements: expected a finite point and height, and a direction that is not zero")
	}
	d := spatial.VecOf(direction).Unit()
	z := math.Floor((point[2] - height - v.bottom) / v.voxel)
	if !(z >= 0 && z < float64(len(v.groups)/v.slopes)) {
		return nil, nil
	}
	azimuth := math.Atan2(d.Y, d.X)
	s, c := math.Sincos(azimuth)
	group := v.groups[int(z)*v.slopes+v.slope(d.Z)]
	var placements []Placement
	for _, seat := range group[:min(max(most, 0), len(group))] {
		x, y := float64(seat.x), float64(seat.y)
		placements = append(placements, Placement{X: point[0] + c*x - s*y, Y: point[1] + s*x + c*y,
			Yaw: math.Remainder(azimuth+float64(seat.yaw), 2*math.Pi), Quality: seat.quality})
	}
	return placements, nil
}

// Seats returns the number of cells in the map.
func (v *InverseReachability) Seats() (n int) {
	for _, group := range v.groups {
		n += len(group)
	}
	return n
}
