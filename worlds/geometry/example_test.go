package geometry_test

import (
	"fmt"

	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

func ExampleQuery_Distance() {
	table, err := geometry.NewBox([3]float64{1, 1, 0.1})
	if err != nil {
		panic(err)
	}
	link, err := geometry.NewCapsule(0.05, 0.4)
	if err != nil {
		panic(err)
	}
	a := geometry.Placed{Shape: link, Pose: spatial.PoseFromRPY([3]float64{0.2, 0, 0.5}, [3]float64{})}
	b := geometry.Placed{Shape: table, Pose: spatial.IdentityPose()}

	q := geometry.NewQuery() // once: queries do not allocate
	w := q.Distance(&a, &b)
	fmt.Printf("%.2f m along %.0f, from %.2f to %.2f\n", w.Distance, w.Normal, w.OnB, w.OnA)
	fmt.Println("within 0.3 m:", q.Within(&a, &b, 0.3), "collides:", q.Collides(&a, &b))

	down := geometry.NewMotion(a, spatial.PoseFromRPY([3]float64{0.2, 0, 0}, [3]float64{}))
	still := geometry.Still(b)
	share, hit := q.Sweep(&down, &still, 0, 1e-4)
	fmt.Printf("on its way down it touches: %t, at %.2f of the way\n", hit, share)
	// Output:
	// 0.20 m along [0 0 1], from [0.20 0.00 0.05] to [0.20 0.00 0.25]
	// within 0.3 m: true collides: false
	// on its way down it touches: true, at 0.40 of the way
}

func ExampleTree() {
	unit, err := geometry.NewBox([3]float64{1, 1, 1})
	if err != nil {
		panic(err)
	}
	var placed []geometry.Placed
	var boxes []geometry.AABB
	for _, x := range []float64{0, 0.9, 5} {
		p := geometry.Placed{Shape: unit, Pose: spatial.PoseFromRPY([3]float64{x, 0, 0}, [3]float64{})}
		placed, boxes = append(placed, p), append(boxes, p.Bounds())
	}
	tree, q := geometry.NewTree(len(boxes)), geometry.NewQuery()
	tree.Fill(boxes)
	for _, pair := range tree.Pairs(nil, 0) {
		w := q.Distance(&placed[pair[0]], &placed[pair[1]])
		fmt.Printf("%v overlap by %.1f m\n", pair, -w.Distance)
	}
	// Output: [0 1] overlap by 0.1 m
}
