package constrained

import (
	"slices"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// checkFollowers finds followers that are said to have no drive, which goes without saying, and
// leaders whose followers leave them nowhere to be.
func (c *Config) checkFollowers(f *findings) {
	for _, x := range c.Followers {
		if slices.Contains(c.Unactuated, x.Velocity) {
			f.add("", "velocity %d is unactuated and follows velocity %d; expected one of both", x.Velocity, x.Leader)
		}
	}
	if nv := c.Model.NV(); len(c.Limits.PositionMin) != nv || len(c.Limits.PositionMax) != nv {
		return
	}
	led := c.Limits.Led(c.Followers)
	for i := range led.PositionMin {
		if c.Limits.PositionMin[i] <= c.Limits.PositionMax[i] && led.PositionMin[i] > led.PositionMax[i] {
			f.add("limits", "the position limits of velocity %d and of those that follow it leave it nothing: from %g, and to %g; widen one of them, or correct the relation",
				i, led.PositionMin[i], led.PositionMax[i])
		}
	}
}

// Led returns limits in which what followers leave their leaders is the leaders' own. Efforts stay
// as they are.
func (l *Limits) Led(f rigidbody.Followers) Limits {
	led := *l
	for _, part := range []*[]float64{&led.PositionMin, &led.PositionMax, &led.Velocity, &led.Acceleration} {
		*part = slices.Clone(*part)
	}
	if led.PositionMin != nil && led.PositionMax != nil {
		f.Bounds(led.PositionMin, led.PositionMax)
	}
	if led.Velocity != nil {
		f.Rates(led.Velocity)
	}
	if led.Acceleration != nil {
		f.Rates(led.Acceleration)
	}
	return led
}

// reduce takes mass matrix and bias to the coordinates of the joints that follow none, keeps what
// followers bear before that, and adds the forces that tasks exert.
func (l *Law) reduce(forces []float64) {
	f, n := l.c.Followers, l.nv
	for k := range f {
		at := f[k].Velocity
		copy(l.carried[k*n:(k+1)*n], l.mass[at*n:])
		if l.borne[k] = l.bias[at]; forces != nil {
			l.borne[k] += forces[at]
		}
	}
	f.Jacobian(l.carried, n)
	f.Matrix(l.mass, n)
	f.Forces(l.bias)
	for i, e := range forces {
		l.bias[i] += e
	}
	f.Clear(l.bias)
}
