package physics

import (
	"math"

	"github.com/robo-actors/robo-actors/hardware/sim/internal/contact"
)

// constraintLaw says which impulses a constraint may give.
type constraintLaw uint8

const (
	coneLaw constraintLaw = iota // a contact: three rows, normal and two tangents, impulse in the friction cone
	stopLaw                      // one row, impulse at least zero
	bondLaw                      // up to six rows, any impulse
	rollLaw                      // three rows, the first without effect; see rollingFriction
)

// stiffness is how much stiffer a constraint is than the inertia that it meets.
const stiffness = 1e6

// constraint is what acts on the robot with the impulse that keeps its velocity u = J v near a
// target, as far as its law admits. With the compliance R, the impulse that would keep it is
// (target - u) / R; the compliance is so small that what carries a robot's weight creeps by less
// than 1e-6 m/s, unless it is more than ten thousand times lighter than the robot.
//
// A contact gives as much of it as Coulomb's law has it: along the normal only what pushes, along
// the tangents no more than bound, which is the coefficient of friction times the normal impulse.
type constraint struct {
	law        constraintLaw
	dims       int
	columns    []int32   // the velocities that it feels, ascending
	rows       []float64 // J, dims x len(columns)
	compliance [6]float64
	target     [6]float64 // m/s or rad/s; of a contact the first alone differs from zero
	cone       contact.Cone
	bound      float64 // N s, of the tangential impulse

	speed   [6]float64 // u
	impulse [6]float64 // N s or N m s
	region  contact.Region

	heading [2]float64 // of a contact that slips: unit vector of its tangential velocity
	bend    float64    // of a contact that slips: bound over its speed, N s^2/m
	dual    int        // of a contact that slips: its place among the unknowns of a coupled step, -1 for none

	begin, change [6]float64 // of a line search: speed at its begin and how it changes
}

// along writes J v.
func (c *constraint) along(v []float64, u *[6]float64) {
	k := len(c.columns)
	for d := range c.dims {
		row := c.rows[d*k : d*k+k]
		sum := 0.0
		for i, column := range c.columns {
			sum += row[i] * v[column]
		}
		u[d] = sum
	}
}

// addTo adds J^T impulse.
func (c *constraint) addTo(b []float64, impulse *[6]float64) {
	k := len(c.columns)
	for d := range c.dims {
		x := impulse[d]
		if x == 0 {
			continue
		}
		row := c.rows[d*k : d*k+k]
		for i, column := range c.columns {
			b[column] += x * row[i]
		}
	}
}

// answer is the impulse at a velocity, for the bound that the contact has.
func (c *constraint) answer(u *[6]float64, impulse *[6]float64) contact.Region {
	if c.law == bondLaw {
		for d := range c.dims {
			impulse[d] = (c.target[d] - u[d]) / c.compliance[d]
		}
		return contact.Sticks
	}
	stiff := 1 / c.compliance[0]
	if c.law != rollLaw {
		impulse[0] = max(0, (c.target[0]-u[0])*stiff)
	}
	if c.law == stopLaw {
		if impulse[0] > 0 {
			return contact.Sticks
		}
		return contact.Apart
	}
	drag, slips := contact.Drag([2]float64{-u[1] * stiff, -u[2] * stiff}, c.bound)
	impulse[1], impulse[2] = drag[0], drag[1]
	switch {
	case slips:
		return contact.Slips
	case impulse[0] == 0 && c.bound == 0:
		return contact.Apart
	}
	return contact.Sticks
}

// evaluate brings speed, impulse and region to the velocities v, and reports whether the region
// stayed.
func (c *constraint) evaluate(v []float64) (stayed bool) {
	before, pushed := c.region, c.impulse[0] > 0
	c.along(v, &c.speed)
	c.region = c.answer(&c.speed, &c.impulse)
	c.head()
	return c.region == before && (c.law == bondLaw || c.impulse[0] > 0 == pushed)
}

// head fills where a contact that slips is heading.
func (c *constraint) head() {
	if c.region != contact.Slips {
		return
	}
	slip := math.Hypot(c.speed[1], c.speed[2])
	c.heading = [2]float64{c.speed[1] / slip, c.speed[2] / slip}
	c.bend = c.bound / slip
}

// linear are the impulse's slope by the velocity, and the impulse where the velocity is zero, both
// as they are near the present velocity. The slope of a contact is that of the normal and the
// symmetric one of the tangents. A slip has no slope along its heading; taken as round it has the
// one across in every direction, with which a step lessens the work of friction wherever it leads
// (E. Weiszfeld, 1937).
func (c *constraint) linear(round bool) (normal float64, tangents [3]float64, impulse [3]float64) {
	stiff := 1 / c.compliance[0]
	if c.impulse[0] > 0 && c.dual < 0 {
		normal, impulse[0] = stiff, c.target[0]*stiff
	}
	switch c.region {
	case contact.Sticks:
		tangents = [3]float64{stiff, 0, stiff}
	case contact.Slips:
		if round {
			tangents = [3]float64{c.bend, 0, c.bend}
			break
		}
		h := c.heading
		tangents = [3]float64{c.bend * h[1] * h[1], -c.bend * h[0] * h[1], c.bend * h[0] * h[0]}
		if c.dual < 0 {
			impulse[1], impulse[2] = -c.bound*h[0], -c.bound*h[1]
		}
	}
	return normal, tangents, impulse
}

// stiffen adds what the constraint does near the present velocity: J^T slope J to the lower
// triangle of the n x n matrix h, the rest to b. Round says how slips are taken; see linear.
func (c *constraint) stiffen(h, b []float64, n int, round bool) {
	if c.law == stopLaw || c.law == bondLaw {
		c.stiffenRows(h, b, n)
		return
	}
	if c.region == contact.Apart && c.impulse[0] == 0 {
		return
	}
	normal, s, constant := c.linear(round)
	k := len(c.columns)
	r0, r1, r2 := c.rows[:k], c.rows[k:2*k], c.rows[2*k:3*k]
	for i, column := range c.columns {
		x0, x1, x2 := normal*r0[i], s[0]*r1[i]+s[1]*r2[i], s[1]*r1[i]+s[2]*r2[i]
		b[column] += constant[0]*r0[i] + constant[1]*r1[i] + constant[2]*r2[i]
		into := h[int(column)*n : int(column)*n+n]
		for j, other := range c.columns[:i+1] {
			into[other] += x0*r0[j] + x1*r1[j] + x2*r2[j]
		}
	}
}

func (c *constraint) stiffenRows(h, b []float64, n int) {
	if c.region == contact.Apart {
		return
	}
	k := len(c.columns)
	for d := range c.dims {
		stiff, row := 1/c.compliance[d], c.rows[d*k:d*k+k]
		for i, column := range c.columns {
			x := stiff * row[i]
			if x == 0 {
				continue
			}
			b[column] += x * c.target[d]
			into := h[int(column)*n:]
			for j, other := range c.columns[:i+1] {
				into[other] += x * row[j]
			}
		}
	}
}

// mark remembers where a line search begins and which way it goes.
func (c *constraint) mark(v, direction []float64) {
	c.along(v, &c.begin)
	c.along(direction, &c.change)
}

// against is the slope along the line search of the function whose gradient is minus the impulse.
func (c *constraint) against(t float64) float64 {
	var u, impulse [6]float64
	for d := range c.dims {
		u[d] = c.begin[d] + t*c.change[d]
	}
	c.answer(&u, &impulse)
	g := 0.0
	for d := range c.dims {
		g -= impulse[d] * c.change[d]
	}
	return g
}
