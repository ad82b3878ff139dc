package setpoint

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

var shapes = []Shape{Scalar, Planar, Floating}

func number(limit float64) *rapid.Generator[float64] { return rapid.Float64Range(-limit, limit) }

// drawPosition draws a position with angles of up to several turns.
func drawPosition(t *rapid.T, s Shape, label string) []float64 {
	p := make([]float64, s.Positions())
	for i := range p {
		p[i] = number(10).Draw(t, label)
	}
	if s == Floating {
		for {
			length := math.Sqrt(p[3]*p[3] + p[4]*p[4] + p[5]*p[5] + p[6]*p[6])
			if length > 0.1 {
				for i := 3; i < 7; i++ {
					p[i] /= length
				}
				break
			}
			p[3]++
		}
	}
	return p
}

// matrix is the rotation matrix of a position's orientation, by the textbook formulas.
func matrix(s Shape, p []float64) [3][3]float64 {
	if s == Planar {
		c, d := math.Cos(p[2]), math.Sin(p[2])
		return [3][3]float64{{c, -d, 0}, {d, c, 0}, {0, 0, 1}}
	}
	w, x, y, z := p[3], p[4], p[5], p[6]
	return [3][3]float64{
		{1 - 2*(y*y+z*z), 2 * (x*y - w*z), 2 * (x*z + w*y)},
		{2 * (x*y + w*z), 1 - 2*(x*x+z*z), 2 * (y*z - w*x)},
		{2 * (x*z - w*y), 2 * (y*z + w*x), 1 - 2*(x*x+y*y)},
	}
}

func TestAdvanceAlongADifferenceArrives(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(shapes).Draw(t, "shape")
		from, to := drawPosition(t, s, "from"), drawPosition(t, s, "to")
		way := make([]float64, s.Velocities())
		s.Difference(way, from, to)
		at := append([]float64{}, from...)
		s.Advance(at, way, 1)
		if s == Floating { // both quaternions of an orientation count
			dot := at[3]*to[3] + at[4]*to[4] + at[5]*to[5] + at[6]*to[6]
			for i := 3; i < 7; i++ {
				at[i] = math.Copysign(1, dot) * at[i]
			}
		}
		for i := range at {
			if math.Abs(at[i]-to[i]) > 1e-7 {
				t.Fatalf("%v by %v arrives at %v, want %v", from, way, at, to)
			}
		}
	})
}

func TestTheTranslationIsInTheAxesOfTheBody(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom([]Shape{Planar, Floating}).Draw(t, "shape")
		from, to := drawPosition(t, s, "from"), drawPosition(t, s, "to")
		way := make([]float64, s.Velocities())
		s.Difference(way, from, to)
		linear := 3
		if s == Planar {
			linear = 2
		}
		r := matrix(s, from)
		for i := range linear {
			sum := 0.0 // row i of R way = displacement
			for j := range linear {
				sum += r[i][j] * way[j]
			}
			if math.Abs(sum-(to[i]-from[i])) > 1e-9 {
				t.Fatalf("R way = %v in %d, want %v", sum, i, to[i]-from[i])
			}
		}
	})
}

func TestAFloatingJointGoesTheShorterWay(t *testing.T) {
	from := []float64{0, 0, 0, 1, 0, 0, 0}
	half := 3.0 / 2 // a turn by 3 rad about z, written both ways
	for _, sign := range []float64{1, -1} {
		to := []float64{0, 0, 0, sign * math.Cos(half), 0, 0, sign * math.Sin(half)}
		way := make([]float64, 6)
		Floating.Difference(way, from, to)
		if math.Abs(way[5]-3) > 1e-12 {
			t.Errorf("sign %v: %v", sign, way)
		}
	}
	to := []float64{0, 0, 0, math.Cos(2), 0, 0, math.Sin(2)} // a turn by 4 rad is one by 4-2pi
	way := make([]float64, 6)
	Floating.Difference(way, from, to)
	if math.Abs(way[5]-(4-2*math.Pi)) > 1e-12 {
		t.Errorf("%v", way)
	}
}

func TestAPlanarJointCountsTurns(t *testing.T) {
	way := make([]float64, 3)
	Planar.Difference(way, []float64{0, 0, 0}, []float64{0, 0, 9})
	if way[2] != 9 {
		t.Errorf("%v", way)
	}
}

func TestSizesOfShapes(t *testing.T) {
	for _, c := range []struct {
		s      Shape
		nq, nv int
	}{{Scalar, 1, 1}, {Planar, 3, 3}, {Floating, 7, 6}} {
		if c.s.Positions() != c.nq || c.s.Velocities() != c.nv {
			t.Errorf("shape %d: %d, %d", c.s, c.s.Positions(), c.s.Velocities())
		}
	}
}
