package contact

import "math"

// Region is what a contact does.
type Region uint8

// The regions, and where they have the impulse in the friction cone.
const (
	Apart  Region = iota // at its tip: no impulse
	Sticks               // inside
	Slips                // on its surface
)

var regionNames = [...]string{"apart", "sticks", "slips"}

// String names the region.
func (r Region) String() string {
	if int(r) < len(regionNames) {
		return regionNames[r]
	}
	return "unknown"
}

// Cone is Coulomb's law at one contact: the tangential impulse is at most Friction times the normal
// one.
type Cone struct {
	Friction float64 // coefficient, above 0
}

// Clip shortens the tangential part of an impulse until it lies in the cone. An impulse that pulls
// becomes none.
func (c Cone) Clip(impulse Vec) Vec {
	if !(impulse[0] > 0) {
		return Vec{}
	}
	bound := c.Friction * impulse[0]
	if tangential := math.Hypot(impulse[1], impulse[2]); tangential > bound {
		share := bound / tangential
		impulse[1] *= share
		impulse[2] *= share
	}
	return impulse
}

// Margin is how far an impulse lies inside the cone, as a share of the largest tangential impulse:
// 1 on the axis, 0 on the surface, and 0 for no impulse.
func (c Cone) Margin(impulse Vec) float64 {
	if !(impulse[0] > 0) {
		return 0
	}
	return 1 - math.Hypot(impulse[1], impulse[2])/(c.Friction*impulse[0])
}

// Drag is the tangential impulse of a contact whose impulse is at most bound, and of which y is
// what would hold it, and whether that is too much for it.
func Drag(y [2]float64, bound float64) (impulse [2]float64, slips bool) {
	size := math.Hypot(y[0], y[1])
	if size <= bound {
		return y, false
	}
	return [2]float64{y[0] * bound / size, y[1] * bound / size}, true
}
