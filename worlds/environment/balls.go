package environment

import (
	"sync"

	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/geometry/approximate"
)

// balls are the balls of a shape, in its frame, made at their first use: those around it cover it,
// and those within are parts of it. A shape that is no solid, or has no known balls within, has
// none of these; one that balls cannot cover has neither.
type balls struct {
	once           sync.Once
	around, within []geometry.Ball
}

func (b *balls) of(s geometry.Shape) (around, within []geometry.Ball) {
	b.once.Do(func() { b.around, b.within = ballsCovering(s), ballsWithin(s) })
	return b.around, b.within
}

// The balls around a shape stick out by at most this share of the radius of the one ball around it,
// unless that takes more than mostBalls of them.
const (
	mostExcess = 0.1
	mostBalls  = 16
)

// ballsCovering returns balls that cover a shape, nil for a shape of infinite size.
func ballsCovering(s geometry.Shape) []geometry.Ball {
	for n := 1; ; n *= 2 {
		all, err := approximate.Spheres(s, n)
		if err != nil {
			return nil
		}
		if n >= mostBalls || approximate.Excess(s, all) <= mostExcess*s.Ball().Radius {
			return all
		}
	}
}

// ballsWithin returns balls that are parts of a shape: along the axis of a round shape, along the
// longest side of a box.
func ballsWithin(s geometry.Shape) []geometry.Ball {
	switch s := s.(type) {
	case *geometry.Sphere:
		return []geometry.Ball{s.Ball()}
	case *geometry.Capsule:
		return ballsAlong(2, s.Length()/2, s.Radius())
	case *geometry.Cylinder:
		r := min(s.Radius(), s.Length()/2)
		return ballsAlong(2, s.Length()/2-r, r)
	case *geometry.Box:
		size := s.Size()
		axis := 0
		for k, v := range size {
			if v > size[axis] {
				axis = k
			}
		}
		r := min(size[0], size[1], size[2]) / 2
		return ballsAlong(axis, size[axis]/2-r, r)
	}
	return nil
}

// ballsAlong returns balls whose centres are evenly spaced from -half to half on an axis, at most
// their radius apart where mostBalls suffice for it.
func ballsAlong(axis int, half, radius float64) []geometry.Ball {
	n := 1
	for n < mostBalls && half > 0 && 2*half > float64(n-1)*radius {
		n++
	}
	all := make([]geometry.Ball, n)
	for i := range all {
		all[i].Radius = radius
		if n > 1 {
			all[i].Centre[axis] = half * (2*float64(i)/float64(n-1) - 1)
		}
	}
	return all
}
