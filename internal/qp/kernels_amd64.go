//go:build amd64.v3

package qp

// The bodies stand in kernels_amd64.s. They check nothing: lengths are what the plain kernels ask for, and multiples of
// width.

//go:noescape
func dotV3(x, y []float64) float64

//go:noescape
func axpyV3(y []float64, t float64, x []float64)

//go:noescape
func mulRowsV3(d, x, rows []float64, stride int)

//go:noescape
func addRowsV3(y, t, rows []float64, stride int)

//go:noescape
func rotateV3(x, y []float64, c, s float64)

//go:noescape
func solveFourV3(x, wanted, lower []float64, stride, n int, reciprocal []float64)

// The slices that the bodies walk over are cut here, so that a length that is wrong panics in Go.

func dot(x, y []float64) float64 { return dotV3(x, y[:len(x)]) }

func axpy(y []float64, t float64, x []float64) { axpyV3(y, t, x[:len(y)]) }

func mulRows(d, x, rows []float64, stride int) {
	if len(d) > 0 {
		mulRowsV3(d, x, rows[:(len(d)-1)*stride+len(x)], stride)
	}
}

func addRows(y, t, rows []float64, stride int) {
	if len(t) > 0 {
		addRowsV3(y, t, rows[:(len(t)-1)*stride+len(y)], stride)
	}
}

func rotate(x, y []float64, c, s float64) { rotateV3(x, y[:len(x)], c, s) }

func solveFour(x, wanted, lower []float64, stride, n int, reciprocal []float64) {
	end := (width-1)*stride + width
	solveFourV3(x[:end+n], wanted[:end], lower[:end+n], stride, n, reciprocal[:width])
}
