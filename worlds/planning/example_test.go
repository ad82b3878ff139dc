package planning_test

import (
	"fmt"

	"github.com/robo-actors/robo-actors/worlds/planning"
)

// room is a square of 1 m by 1 m with a pillar in its middle, for a robot that is a point.
type room struct{ planning.Edges }

func newRoom() *room {
	r := &room{}
	r.Edges = planning.Edges{Step: 0.01, Free: r.Free}
	return r
}

func (r *room) Dim() int         { return 2 }
func (r *room) Lower() []float64 { return []float64{0, 0} }
func (r *room) Upper() []float64 { return []float64{1, 1} }
func (r *room) Free(q []float64) bool {
	return planning.Distance(q, []float64{0.5, 0.5}) > 0.2
}

func Example() {
	problem := &planning.Problem{
		Start:  []float64{0.1, 0.5},
		Goals:  [][]float64{{0.9, 0.5}},
		Spaces: []planning.Space{newRoom()}, // one worker
	}
	for _, name := range []string{"birrt", "shortcut"} {
		planner, err := planning.New(name, planning.Options{})
		if err != nil {
			fmt.Println(err)
			return
		}
		result, err := planner.Plan(problem)
		if err != nil {
			fmt.Println(err)
			return
		}
		problem.Path = result.Path
		fmt.Println(name, result.Status)
	}
	motion, err := planning.Retime(problem.Path, planning.Limits{
		Velocity:     []float64{1, 1},   // m/s
		Acceleration: []float64{2, 2},   // m/s^2
		Jerk:         []float64{20, 20}, // m/s^3
	}, planning.RetimeOptions{Blend: 0.1, Space: newRoom()})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("shorter than 1 m: %v\n", problem.Path.Length() < 1)
	fmt.Printf("%.1f s\n", motion.Duration())
	// Output:
	// birrt solved
	// shortcut solved
	// shorter than 1 m: true
	// 3.3 s
}

func ExampleNew() {
	_, err := planning.New("bitrrt", planning.Options{})
	fmt.Println(err)
	// Output:
	// planning: unknown planner "bitrrt"
	//     expected one of birrt, rrt, rrtstar, prm, shortcut
}
