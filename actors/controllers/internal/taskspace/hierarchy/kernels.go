package hierarchy

// The kernels below work on vectors of the padded length, and are written out for the two lengths
// of arms, 8 and 12: the compiler then needs no bounds checks, and several sums run at once.

// dot returns the inner product of vectors whose length is a multiple of 4.
func dot(a, b []float64) float64 {
	switch {
	case len(a) == 8 && len(b) == 8:
		return dot8((*[8]float64)(a), (*[8]float64)(b))
	case len(a) == 12 && len(b) == 12:
		return dot12((*[12]float64)(a), (*[12]float64)(b))
	}
	var s0, s1, s2, s3 float64
	for len(a) >= 4 && len(b) >= 4 {
		s0 += a[0] * b[0]
		s1 += a[1] * b[1]
		s2 += a[2] * b[2]
		s3 += a[3] * b[3]
		a, b = a[4:], b[4:]
	}
	return (s0 + s1) + (s2 + s3)
}

func dot8(a, b *[8]float64) float64 {
	s0, s1, s2, s3 := a[0]*b[0], a[1]*b[1], a[2]*b[2], a[3]*b[3]
	return (s0 + a[4]*b[4] + (s1 + a[5]*b[5])) + (s2 + a[6]*b[6] + (s3 + a[7]*b[7]))
}

func dot12(a, b *[12]float64) float64 {
	s0, s1, s2, s3 := a[0]*b[0], a[1]*b[1], a[2]*b[2], a[3]*b[3]
	s0, s1, s2, s3 = s0+a[4]*b[4], s1+a[5]*b[5], s2+a[6]*b[6], s3+a[7]*b[7]
	return (s0 + a[8]*b[8] + (s1 + a[9]*b[9])) + (s2 + a[10]*b[10] + (s3 + a[11]*b[11]))
}

// addScaled adds k b to a; their length is a multiple of 4.
func addScaled(a, b []float64, k float64) {
	switch {
	case len(a) == 8 && len(b) == 8:
		addScaled8((*[8]float64)(a), (*[8]float64)(b), k)
		return
	case len(a) == 12 && len(b) == 12:
		addScaled12((*[12]float64)(a), (*[12]float64)(b), k)
		return
	}
	for len(a) >= 4 && len(b) >= 4 {
		a[0] += k * b[0]
		a[1] += k * b[1]
		a[2] += k * b[2]
		a[3] += k * b[3]
		a, b = a[4:], b[4:]
	}
}

func addScaled8(a, b *[8]float64, k float64) {
	a[0] += k * b[0]
	a[1] += k * b[1]
	a[2] += k * b[2]
	a[3] += k * b[3]
	a[4] += k * b[4]
	a[5] += k * b[5]
	a[6] += k * b[6]
	a[7] += k * b[7]
}

func addScaled12(a, b *[12]float64, k float64) {
	a[0] += k * b[0]
	a[1] += k * b[1]
	a[2] += k * b[2]
	a[3] += k * b[3]
	a[4] += k * b[4]
	a[5] += k * b[5]
	a[6] += k * b[6]
	a[7] += k * b[7]
	a[8] += k * b[8]
	a[9] += k * b[9]
	a[10] += k * b[10]
	a[11] += k * b[11]
}

// project takes the orthonormal directions in basis, one after another as long as q, out of q, and
// adds its parts along them to parts, which may be nil. The parts are found before any is taken out
// (classical Gram and Schmidt): that needs a second time where q shrinks, as the modified form does
// here too, and its sums wait for nothing.
func project(q, basis, parts []float64) {
	switch len(q) {
	case 8:
		project8((*[8]float64)(q), basis, parts)
	case 12:
		project12((*[12]float64)(q), basis, parts)
	default:
		s := len(q)
		for j := 0; (j+1)*s <= len(basis); j++ {
			v := basis[j*s : j*s+s]
			x := dot(q, v)
			addScaled(q, v, -x)
			if parts != nil {
				parts[j] += x
			}
		}
	}
}

func project8(q *[8]float64, basis, parts []float64) {
	r := *q
	for j := 0; len(basis) >= 8; j++ {
		v := (*[8]float64)(basis)
		x := dot8(q, v)
		addScaled8(&r, v, -x)
		if parts != nil {
			parts[j] += x
		}
		basis = basis[8:]
	}
	*q = r
}

func project12(q *[12]float64, basis, parts []float64) {
	r := *q
	for j := 0; len(basis) >= 12; j++ {
		v := (*[12]float64)(basis)
		x := dot12(q, v)
		addScaled12(&r, v, -x)
		if parts != nil {
			parts[j] += x
		}
		basis = basis[12:]
	}
	*q = r
}
