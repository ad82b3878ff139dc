package kinematics

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/internal/testrobots"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

func TestTheMatrixOfAResidualIsItsDerivativeNearTheTarget(t *testing.T) {
	arm := testrobots.SerialArms()[0]
	model, err := rigidbody.New(arm.Bodies)
	if err != nil {
		t.Fatal(err)
	}
	m, err := New(model, Spec{Tip: "tool"})
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(17, 1))
	uniform := func() [3]float64 {
		return [3]float64{2*random.Float64() - 1, 2*random.Float64() - 1, 2*random.Float64() - 1}
	}
	r, n := newResidual(m), m.Dim()
	q := make([]float64, n)
	for _, kind := range Kinds() {
		for i := range q {
			q[i] = 2*random.Float64() - 1
		}
		r.w.set(q)
		// Targets that are off by a little, where vectors of rotation are linear. The row of
		// PositionAngle and the look are exact everywhere.
		tool := r.w.tool
		shift := spatial.Pose{R: spatial.Exp(spatial.VecOf(uniform()).Scale(1e-4)).Rotation(), P: [3]float64{1e-4, -2e-4, 1e-4}}
		off := tool.Times(&shift)
		toolPoint, toolAxis := uniform(), uniform()
		point, axis := off.Apply(spatial.VecOf(toolPoint)), off.R.Apply(spatial.VecOf(toolAxis))
		target := Target{Kind: kind, Pose: off, ToolPoint: toolPoint, ToolAxis: toolAxis, Point: point.Array(), Direction: axis.Array(), Angle: 0.5}
		switch kind {
		case LookAt:
			target.Point = point.AddScaled(0.7, axis).Array()
		case PositionAngle:
			target.Direction = uniform()
		case PositionOnRay:
			target.Point = point.AddScaled(-0.5, axis).Array()
		}
		if problem := target.problem(); problem != "" {
			t.Fatalf("%v: %s", kind, problem)
		}
		r.aim(&target)
		r.compute(q, true)
		matrix, rows := append([]float64(nil), r.matrix...), r.rows
		const h = 1e-6
		for j := range n {
			q[j] += h
			r.compute(q, false)
			after := r.error
			q[j] -= 2 * h
			r.compute(q, false)
			before := r.error
			q[j] += h
			for row := range rows {
				want := -(after[row] - before[row]) / (2 * h)
				if got := matrix[row*n+j]; math.Abs(got-want) > 2e-3 {
					t.Errorf("%v, row %d, joint %d: %g; differences give %g", kind, row, j, got, want)
				}
			}
		}
	}
}
