package mesh

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/worlds/internal/strictxml"
)

// affine is the upper three rows of a 4x4 matrix of homogeneous coordinates, row by row.
type affine [12]float64

func scaling(s float64) affine { return affine{s, 0, 0, 0, 0, s, 0, 0, 0, 0, s, 0} }

// times returns the transform that applies b, then a.
func (a affine) times(b affine) (out affine) {
	for i := range 3 {
		for k := range 4 {
			for j := range 3 {
				out[4*i+k] += a[4*i+j] * b[4*j+k]
			}
		}
		out[4*i+3] += a[4*i+3]
	}
	return out
}

func (a affine) apply(v [3]float64) (out [3]float64) {
	for i := range 3 {
		out[i] = a[4*i]*v[0] + a[4*i+1]*v[1] + a[4*i+2]*v[2] + a[4*i+3]
	}
	return out
}

func (a affine) determinant() float64 {
	return dot([3]float64{a[0], a[1], a[2]}, cross([3]float64{a[4], a[5], a[6]}, [3]float64{a[8], a[9], a[10]}))
}

// transform returns at behind which the transform of a child of a node comes; a child that is no
// transform changes nothing.
func (r *colladaReader) transform(e *strictxml.Element, at affine) affine {
	lengths := map[string]int{"matrix": 16, "translate": 3, "rotate": 4, "scale": 3}
	n, is := lengths[e.Name]
	if !is {
		if e.Name == "lookat" || e.Name == "skew" {
			r.report(e.Offset, "the transform <"+e.Name+"> is not read", "matrix, translate, rotate or scale")
		}
		return at
	}
	v, ok := r.vector(e, n)
	if !ok {
		return at
	}
	switch e.Name {
	case "matrix":
		if v[12] != 0 || v[13] != 0 || v[14] != 0 || v[15] != 1 {
			r.report(e.Offset, fmt.Sprintf("the last row of the matrix is %v", v[12:]), "0 0 0 1")
		}
		return at.times(affine(v[:12]))
	case "translate":
		return at.times(affine{1, 0, 0, v[0], 0, 1, 0, v[1], 0, 0, 1, v[2]})
	case "scale":
		return at.times(affine{v[0], 0, 0, 0, 0, v[1], 0, 0, 0, 0, v[2], 0})
	}
	return at.times(r.rotation(e, [3]float64(v[:3]), v[3]))
}

// rotation returns the rotation about an axis by an angle in degrees, Rodrigues' formula.
func (r *colladaReader) rotation(e *strictxml.Element, axis [3]float64, degrees float64) affine {
	length := math.Sqrt(dot(axis, axis))
	if length == 0 {
		if degrees != 0 {
			r.report(e.Offset, "the axis of the rotation is zero", "a direction")
		}
		return scaling(1)
	}
	x, y, z := axis[0]/length, axis[1]/length, axis[2]/length
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	d := 1 - cos
	return affine{
		cos + x*x*d, x*y*d - z*sin, x*z*d + y*sin, 0,
		y*x*d + z*sin, cos + y*y*d, y*z*d - x*sin, 0,
		z*x*d - y*sin, z*y*d + x*sin, cos + z*z*d, 0,
	}
}

// vector returns the numbers of an element, and reports where it has not n of them.
func (r *colladaReader) vector(e *strictxml.Element, n int) ([]float64, bool) {
	out := make([]float64, 0, n)
	before := r.list.Len()
	for word := range e.Words() {
		if len(out) == n {
			r.report(word.Offset, fmt.Sprintf("<%s> has more than %d numbers", e.Name, n), fmt.Sprintf("%d numbers", n))
			return nil, false
		}
		out = append(out, r.number(word.Text, word.Offset))
	}
	if len(out) < n {
		r.report(e.Offset, fmt.Sprintf("<%s> has %d numbers", e.Name, len(out)), fmt.Sprintf("%d numbers", n))
	}
	return out, r.list.Len() == before
}
