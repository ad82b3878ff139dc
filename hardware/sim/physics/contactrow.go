package physics

// contactRow is the velocity of a contact along the direction in which it holds: three numbers at
// the velocities of a planar joint, one at that of a wheel which that joint carries.
type contactRow struct {
	base  int        // the first of three velocities
	slope [3]float64 // m, m, m per their unit
	wheel int        // a velocity
	reach float64    // m per rad
	// hold is the largest impulse, N s; infinite for a contact that never slips.
	hold float64
	// place is the index of the base among the velocities on the way from the root to the wheel.
	place int
	// roller is how the wheel follows its base; nil where the row is a condition beside the
	// velocities.
	roller *roller
}

func (r *contactRow) along(v []float64) float64 {
	b := v[r.base : r.base+3]
	return r.slope[0]*b[0] + r.slope[1]*b[1] + r.slope[2]*b[2] + r.reach*v[r.wheel]
}

func (r *contactRow) addTo(v []float64, scale float64) {
	b := v[r.base : r.base+3]
	b[0] += scale * r.slope[0]
	b[1] += scale * r.slope[1]
	b[2] += scale * r.slope[2]
	v[r.wheel] += scale * r.reach
}

// sharedLength is how many entries two lists share at their beginnings.
func sharedLength(a, b []int32) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}
