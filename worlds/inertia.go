package worlds

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/worlds/rigidbody"
)

// triangleTolerance is how far, relative to the largest moment, the moments may miss the triangle
// inequality before it counts: descriptions give tensors with few digits.
const triangleTolerance = 1e-6

// InertiaProblem says what is physically impossible in an inertia. Without Fatal and Indefinite, a
// world can be built with it: the equations of motion stay well defined.
type InertiaProblem struct {
	Text       string
	Fatal      bool // the equations of motion would break
	Indefinite bool // the same, unless the link's IndefiniteInertia accepts it
}

// InertiaProblems returns what is impossible in an inertia: a negative mass (fatal), a negative
// principal moment (indefinite), a moment without mass, or principal moments that break the
// triangle inequality (both noted only: descriptions of real robots have them, and the mass matrix
// stays positive). Moments below [rigidbody.Inertia.Noise] count as zero.
func InertiaProblems(in rigidbody.Inertia) []InertiaProblem {
	var problems []InertiaProblem
	for _, v := range []float64{in.Mass, in.Com[0], in.Com[1], in.Com[2], in.Ixx, in.Ixy, in.Ixz, in.Iyy, in.Iyz, in.Izz} {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return []InertiaProblem{{Text: fmt.Sprintf("the inertia has the value %v", v), Fatal: true}}
		}
	}
	if in.Mass < 0 {
		problems = append(problems, InertiaProblem{Text: fmt.Sprintf("the mass %g kg is negative", in.Mass), Fatal: true})
	}
	moments := principalMoments(in)
	noise := in.Noise()
	for i := range moments {
		if math.Abs(moments[i]) < noise {
			moments[i] = 0
		}
	}
	switch {
	case !in.PositiveSemidefinite():
		problems = append(problems, InertiaProblem{Indefinite: true, Text: fmt.Sprintf(
			"the inertia tensor is not positive definite: its principal moments are %.4g, %.4g, %.4g kg m2", moments[0], moments[1], moments[2])})
	case moments[0]+moments[1] < moments[2]*(1-triangleTolerance)-noise:
		problems = append(problems, InertiaProblem{Text: fmt.Sprintf(
			"the principal moments %.4g, %.4g, %.4g kg m2 break the triangle inequality: no body has them", moments[0], moments[1], moments[2])})
	case in.Mass == 0 && moments[2] > 0:
		problems = append(problems, InertiaProblem{Text: fmt.Sprintf("the body has an inertia of %.4g kg m2 but no mass", moments[2])})
	}
	return problems
}

// principalMoments returns the eigenvalues of the inertia tensor, ascending, kg m2. The
// trigonometric solution of the characteristic cubic of a symmetric matrix (O. K. Smith,
// Eigenvalues of a symmetric 3x3 matrix, CACM 4 (4), 1961), on the tensor divided by its largest
// entry.
func principalMoments(in rigidbody.Inertia) [3]float64 {
	scale := in.LargestEntry()
	if scale == 0 {
		return [3]float64{}
	}
	xx, yy, zz := in.Ixx/scale, in.Iyy/scale, in.Izz/scale
	xy, xz, yz := in.Ixy/scale, in.Ixz/scale, in.Iyz/scale
	mean := (xx + yy + zz) / 3
	xx, yy, zz = xx-mean, yy-mean, zz-mean
	p := math.Sqrt((xx*xx + yy*yy + zz*zz + 2*(xy*xy+xz*xz+yz*yz)) / 6)
	if p == 0 {
		return [3]float64{scale * mean, scale * mean, scale * mean}
	}
	det := determinant3([9]float64{xx, xy, xz, xy, yy, yz, xz, yz, zz})
	phi := math.Acos(max(-1, min(1, det/(2*p*p*p)))) / 3
	largest := mean + 2*p*math.Cos(phi)
	smallest := mean + 2*p*math.Cos(phi+2*math.Pi/3)
	return [3]float64{scale * smallest, scale * (3*mean - largest - smallest), scale * largest}
}

// determinant3 returns the determinant of a 3x3 matrix.
func determinant3(r [9]float64) float64 {
	return r[0]*(r[4]*r[8]-r[5]*r[7]) - r[1]*(r[3]*r[8]-r[5]*r[6]) + r[2]*(r[3]*r[7]-r[4]*r[6])
}

// RotateInertia returns r I r^T for an inertia tensor I given by its six entries, ordered as in
// [rigidbody.Inertia]: the tensor in the axes that r leads to. Mass and centre of mass stay as they
// are.
func RotateInertia(r [9]float64, in rigidbody.Inertia) rigidbody.Inertia {
	tensor := [9]float64{in.Ixx, in.Ixy, in.Ixz, in.Ixy, in.Iyy, in.Iyz, in.Ixz, in.Iyz, in.Izz}
	var half, full [9]float64
	for i := range 3 {
		for j := range 3 {
			for k := range 3 {
				half[3*i+j] += r[3*i+k] * tensor[3*k+j]
			}
		}
	}
	for i := range 3 {
		for j := range 3 {
			for k := range 3 {
				full[3*i+j] += half[3*i+k] * r[3*j+k]
			}
		}
	}
	in.Ixx, in.Ixy, in.Ixz = full[0], full[1], full[2]
	in.Iyy, in.Iyz, in.Izz = full[4], full[5], full[8]
	return in
}
