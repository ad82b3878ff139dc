package wholebody

import "math"

// arm computes the manipulability of a serial chain and its gradient.
type arm struct {
	first, count int
	jacobian     []float64 // 6 x count, linear rows then angular rows
	solved       []float64 // (J J^T)^-1 J, angular rows of J scaled
	gradient     []float64 // of the manipulability, one an axis of the arm
}

func newArm(first, count int) arm {
	return arm{
		first: first, count: count,
		jacobian: make([]float64, 6*count), solved: make([]float64, 6*count), gradient: make([]float64, count),
	}
}

// singularPivot is the Cholesky pivot, relative to the trace, below which J J^T has no inverse worth its name.
const singularPivot = 1e-12

// update gives w = sqrt(det(J J^T)) (Yoshikawa, "Manipulability of robotic mechanisms", IJRR 4(2), 1985), angular rows
// times the characteristic length, and fills the gradient
//
//	dw/dq_j = w trace((J J^T)^-1 (dJ/dq_j) J^T)
//
// The derivative of a geometric Jacobian at the chain's end needs nothing but its own columns (v_i, omega_i): by axis j,
// column i changes by (omega_j x v_i, omega_j x omega_i) for j <= i and by (omega_i x v_j, 0) for j > i (Hourtash, "The
// kinematic Hessian and higher derivatives", CIRA 2005). At a singular posture the gradient is zero: w has a kink there.
func (a *arm) update(full []float64, n int, length float64) float64 {
	m := a.count
	for r := 0; r < 6; r++ {
		copy(a.jacobian[r*m:r*m+m], full[r*n+a.first:r*n+a.first+m])
	}
	clear(a.gradient)
	var scale [6]float64
	for r := range scale {
		scale[r] = 1
		if r >= 3 {
			scale[r] = length
		}
	}
	var factor [36]float64 // lower triangle of the Cholesky factor
	w, ok := a.factorize(&factor, &scale)
	if !ok {
		return w
	}
	a.solve(&factor, &scale)
	for j := 0; j < m; j++ {
		a.gradient[j] = w * a.trace(j, length)
	}
	return w
}

func (a *arm) factorize(factor *[36]float64, scale *[6]float64) (w float64, ok bool) {
	m, trace := a.count, 0.0
	for r := 0; r < 6; r++ {
		for c := 0; c <= r; c++ {
			factor[6*r+c] = scale[r] * scale[c] * innerProduct(a.jacobian[r*m:r*m+m], a.jacobian[c*m:c*m+m])
		}
		trace += factor[7*r]
	}
	w = 1
	for r := 0; r < 6; r++ {
		for c := 0; c <= r; c++ {
			sum := factor[6*r+c]
			for k := 0; k < c; k++ {
				sum -= factor[6*r+k] * factor[6*c+k]
			}
			if c < r {
				factor[6*r+c] = sum / factor[7*c]
				continue
			}
			if !(sum > singularPivot*trace) {
				return 0, false
			}
			factor[7*r] = math.Sqrt(sum)
			w *= factor[7*r]
		}
	}
	return w, true
}

// solve sets solved to (J J^T)^-1 J.
func (a *arm) solve(factor *[36]float64, scale *[6]float64) {
	m := a.count
	for c := 0; c < m; c++ {
		var x [6]float64
		for r := 0; r < 6; r++ {
			x[r] = scale[r] * a.jacobian[r*m+c]
			for k := 0; k < r; k++ {
				x[r] -= factor[6*r+k] * x[k]
			}
			x[r] /= factor[7*r]
		}
		for r := 5; r >= 0; r-- {
			for k := r + 1; k < 6; k++ {
				x[r] -= factor[6*k+r] * x[k]
			}
			x[r] /= factor[7*r]
			a.solved[r*m+c] = x[r]
		}
	}
}

// trace gives trace((J J^T)^-1 (dJ/dq_j) J^T).
func (a *arm) trace(j int, length float64) float64 {
	m, sum := a.count, 0.0
	column := func(i int) (vx, vy, vz, wx, wy, wz float64) {
		return a.jacobian[i], a.jacobian[m+i], a.jacobian[2*m+i], a.jacobian[3*m+i], a.jacobian[4*m+i], a.jacobian[5*m+i]
	}
	jvx, jvy, jvz, jwx, jwy, jwz := column(j)
	for i := 0; i < m; i++ {
		vx, vy, vz, wx, wy, wz := column(i)
		var dv, dw [3]float64
		if j <= i {
			dv, dw = cross(jwx, jwy, jwz, vx, vy, vz), cross(jwx, jwy, jwz, wx, wy, wz)
		} else {
			dv = cross(wx, wy, wz, jvx, jvy, jvz)
		}
		for k := 0; k < 3; k++ {
			sum += dv[k]*a.solved[k*m+i] + length*dw[k]*a.solved[(3+k)*m+i]
		}
	}
	return sum
}
