package qp_test

import (
	"fmt"

	"github.com/robo-actors/robo-actors/internal/qp"
)

func ExampleSolver() {
	p := qp.NewProblem(2, 1)
	p.Names[0] = "torque limit of the elbow"
	for i := range 2 { // the point closest to (3, 1)
		p.HessianRow(i)[i] = 1
	}
	p.G[0], p.G[1] = -3, -1
	copy(p.Row(0), []float64{1, 1})
	p.Between(0, -2, 2)
	s := qp.NewSolver(p)
	r := s.Solve()
	fmt.Printf("%v: %.3g, held by the %v side of the %s\n", r.Status, r.X, r.Active[0].Side, p.Name(r.Active[0].Row))
	p.Bound(0, 5, 6)
	p.Bound(1, 0, 1)
	for _, c := range s.Solve().Clash {
		fmt.Printf("infeasible: %v side of the %s\n", c.Side, p.Name(c.Row))
	}
	// Output:
	// optimal: [2 0], held by the upper side of the torque limit of the elbow
	// infeasible: upper side of the torque limit of the elbow
	// infeasible: lower side of the bound of variable 0
	// infeasible: lower side of the bound of variable 1
}

func ExampleCascade() {
	limits := qp.NewConstraints(2, 0)
	limits.Bound(0, -1, 1)
	hand, posture := qp.NewTasks(2, 1), qp.NewTasks(2, 2)
	copy(hand.Row(0), []float64{1, 1})
	hand.Aim(0, 3)
	for i := range 2 {
		posture.Row(i)[i] = 1
		posture.Aim(i, 0)
	}
	r := qp.NewCascade(limits, hand, posture).Solve()
	fmt.Printf("%.3g: the hand misses by %.1f, the posture by %.2f in %d direction left\n",
		r.X, r.Levels[0].Residual, r.Levels[1].Residual, r.Levels[1].Rank)
	// Output:
	// [1 2]: the hand misses by 0.0, the posture by 2.24 in 1 direction left
}
