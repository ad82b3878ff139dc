package drive

import "math"

// Route is a drive around a square, to the left.
type Route struct {
	SideM float64 // length of the sides; 0 stays
}

const (
	speedMS  = 0.3 // along a side
	turnRadS = 0.8 // at a corner
	standS   = 2.0 // before the first side
	settleS  = 1.5 // before and after a corner
)

// at returns the speed (m/s) and the turn (rad/s) at a time of the drive, s.
func (r Route) at(t float64) (speed, turn float64) {
	if r.SideM <= 0 || t < standS {
		return 0, 0
	}
	straight, corner := r.SideM/speedMS, math.Pi/2/turnRadS
	switch t = math.Mod(t-standS, straight+corner+2*settleS); {
	case t < straight:
		return speedMS, 0
	case t < straight+settleS || t > straight+settleS+corner:
		return 0, 0
	}
	return 0, turnRadS
}
