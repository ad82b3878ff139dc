package physics

import "math"

// roller is how a wheel that never slips along one direction, and carries nothing, follows its
// base: its speed is no unknown of its own. Wheels without grip or steering are of this kind.
type roller struct {
	place int        // where the three velocities of the base stand on the way to the wheel: last
	share [3]float64 // speed of the wheel per velocity of the base

	// Of the last Newton step: the wheel's row of the matrix, packed over the way, and its impulse.
	inertia []float64
	impulse float64
}

// findRollers makes rollers of the wheels that are.
func (s *drySolver) findRollers() {
	carries, rows := make([]bool, s.n), make([]int, s.n)
	for i := range s.n {
		if way := s.factor.way(i); len(way) > 1 {
			carries[way[len(way)-2]] = true
		}
	}
	for r := range s.rows {
		rows[s.rows[r].wheel]++
	}
	for r := range s.rows {
		row := &s.rows[r]
		way := s.factor.way(row.wheel)
		if !math.IsInf(row.hold, 1) || row.reach == 0 || carries[row.wheel] || rows[row.wheel] > 1 || row.place+4 != len(way) {
			continue
		}
		row.roller = &roller{place: row.place, inertia: make([]float64, len(way))}
		for k, slope := range row.slope {
			row.roller.share[k] = -slope / row.reach
		}
	}
}

// fold makes the wheel a part of its base. With v = P u, u the velocities but that of the wheel,
// the matrix H and the impulses b become P^T H P and, by foldImpulse, P^T b. H is loaded into the
// factor, where a unit of its own is left of the wheel.
func (r *contactRow) fold(f *factor) {
	x := r.roller
	own := f.l[f.row[r.wheel]:f.row[r.wheel+1]]
	inertia := x.inertia[:len(own)]
	for i, y := range own {
		inertia[i], own[i] = y, 0
	}
	own[len(own)-1], f.unit[r.wheel] = 1, true
	for i, share := range x.share[:min(3, 3*x.place)] { // nothing where the base is next to the room
		row := f.l[f.row[r.base+i]:][:x.place]
		for j := range row {
			row[j] += share * inertia[j]
		}
	}
	g, wheel := &x.share, inertia[x.place:][:4]
	row0, row1, row2 := f.last(r.base, 1), f.last(r.base+1, 2), f.last(r.base+2, 3)
	into0, into1, into2 := wheel[0]+g[0]*wheel[3], wheel[1]+g[1]*wheel[3], wheel[2]+g[2]*wheel[3]
	row0[0] += g[0]*wheel[0] + into0*g[0]
	row1[0] += g[1]*wheel[0] + into1*g[0]
	row1[1] += g[1]*wheel[1] + into1*g[1]
	row2[0] += g[2]*wheel[0] + into2*g[0]
	row2[1] += g[2]*wheel[1] + into2*g[1]
	row2[2] += g[2]*wheel[2] + into2*g[2]
}

// foldImpulse gives the base the impulse on its wheel.
func (r *contactRow) foldImpulse(b []float64) {
	x, impulses := r.roller, b[r.base:][:3]
	g := &x.share
	x.impulse = b[r.wheel]
	impulses[0] += g[0] * x.impulse
	impulses[1] += g[1] * x.impulse
	impulses[2] += g[2] * x.impulse
	b[r.wheel] = 0
}

// unfold fills in the speed of the wheel, and returns the impulse with which the ground holds it.
func (r *contactRow) unfold(f *factor, v []float64) float64 {
	x, base := r.roller, v[r.base:][:3]
	v[r.wheel] = x.share[0]*base[0] + x.share[1]*base[1] + x.share[2]*base[2]
	impulse := -x.impulse
	for i, j := range f.way(r.wheel) {
		impulse += x.inertia[i] * v[j]
	}
	return impulse / r.reach
}

// firmest bounds the stiffness with which dry friction holds a wheel that is a part of its base, as
// a share of the base's inertia: of the digits of what the base does in other directions, it takes
// four.
const firmest = 1e4

// rolls reports whether the wheel of a row is folded in the next Newton step. One that dry friction
// holds too firmly is not.
func (s *drySolver) rolls(r *contactRow) bool {
	if r.roller == nil {
		return false
	}
	if s.stick[r.wheel] != 0 || s.hold[r.wheel] == 0 {
		return true
	}
	stiffness := s.hold[r.wheel] * (1 / CreepVelocity)
	for k, share := range r.roller.share {
		if i := r.base + k; !(stiffness*share*share < firmest*s.mass[i*s.n+i]) {
			return false
		}
	}
	return true
}
