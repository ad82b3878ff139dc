//go:build !amd64.v3

package qp

func dot(x, y []float64) float64               { return plainDot(x, y) }
func axpy(y []float64, t float64, x []float64) { plainAxpy(y, t, x) }
func mulRows(d, x, rows []float64, stride int) { plainMulRows(d, x, rows, stride) }
func addRows(y, t, rows []float64, stride int) { plainAddRows(y, t, rows, stride) }
func rotate(x, y []float64, c, s float64)      { plainRotate(x, y, c, s) }

func solveFour(x, wanted, lower []float64, stride, n int, reciprocal []float64) {
	plainSolveFour(x, wanted, lower, stride, n, reciprocal)
}
