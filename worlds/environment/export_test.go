package environment

import "github.com/robo-actors/robo-actors/worlds/geometry"

// Decides reports whether the filter of a space decides a configuration.
func (p *Space) Decides(q []float64) bool {
	p.set(q)
	return p.lazily(few).decide(p.position) != undecided
}

// BallsOf returns the balls of a shape.
func BallsOf(s geometry.Shape) (around, within []geometry.Ball) { return (&balls{}).of(s) }
