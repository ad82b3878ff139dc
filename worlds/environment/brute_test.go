package environment_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// placedParts returns the shapes of every part of a scene at their places, by names and poses of
// the scene alone.
func placedParts(t *testing.T, s *environment.Scene) (names []string, shapes [][]geometry.Placed) {
	t.Helper()
	add := func(name string, at spatial.Pose, of []worlds.Shape) {
		var placed []geometry.Placed
		for i := range of {
			placed = append(placed, geometry.Placed{Shape: must[geometry.Shape](t)(environment.FromDescription(&of[i], nil)), Pose: at.Times(&of[i].Pose)})
		}
		names, shapes = append(names, name), append(shapes, placed)
	}
	for _, h := range s.Handles() {
		if b, err := s.Body(h); err == nil {
			add(b.Name, b.Pose, b.Shapes)
			continue
		}
		r := must[environment.Robot](t)(s.Robot(h))
		for i, link := range r.World.BodyNames() {
			_, collisions := r.World.Shapes(i)
			add(link, must[spatial.Pose](t)(s.LinkPose(h, link)), collisions)
		}
	}
	return names, shapes
}

// mayTouch lists the pairs of the arm that are not checked: neighbours, and the can in its fingers.
var mayTouch = map[string]bool{"base link1": true, "link1 link2": true, "link2 link3": true, "link3 left": true, "link3 right": true, "left right": true,
	"can link3": true, "can left": true, "can right": true, "link2 body3": true}

func TestASpaceAgreesWithACheckOfEveryPairOfParts(t *testing.T) {
	wholeTestOnly(t)
	query := geometry.NewQuery()
	for seed := range uint64(8) {
		r := rand.New(rand.NewPCG(seed, 0))
		scene, robot, can, _ := cell(t)
		e := scene.Edit()
		check(t, e.SetPose(can, at(3.1, 0, 0)))
		check(t, e.Grab(robot, "link3", can, "left", "right"))
		moves := map[string]bool{"link1": true, "link2": true, "link3": true, "left": true, "right": true, "can": true}
		for i := range 30 {
			shapes := box(0.2*r.Float64(), 0.3, 0.4)
			shapes[0].Pose = spatial.PoseFromRPY([3]float64{0.1, 0, 0}, [3]float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()})
			spec := environment.BodySpec{Name: fmt.Sprint("body", i), Shapes: append(shapes, ball(0.1)...), Pose: at(2.5*r.NormFloat64(), 2.5*r.NormFloat64(), 0.3*r.NormFloat64())}
			h := must[environment.Handle](t)(e.AddBody(spec))
			if i == 3 {
				check(t, e.Allow(environment.Part{Object: h}, environment.Part{Object: robot, Link: "link2"}))
			}
			if spec.Pose.P[0]*spec.Pose.P[0]+spec.Pose.P[1]*spec.Pose.P[1] < 0.5 {
				check(t, e.Remove(h)) // it would touch the base
			}
		}
		scene = e.Scene()
		margin := 0.02 * float64(seed%2)
		space := must[*environment.Space](t)(scene.Space(robot, environment.SpaceOptions{Group: "arm", Margin: margin}))
		free := 0
		for range 150 {
			q := []float64{6*r.Float64() - 3, 2*r.Float64() - 1, 2*r.Float64() - 1}
			position := make([]float64, 5)
			check(t, space.Position(position, q))
			moved := scene.Edit()
			check(t, moved.SetPosition(robot, position))
			names, shapes := placedParts(t, moved.Scene())
			least, pair := math.Inf(1), ""
			for a := range names {
				for b := range names {
					if a == b || !moves[names[a]] || mayTouch[names[a]+" "+names[b]] || mayTouch[names[b]+" "+names[a]] {
						continue
					}
					for i := range shapes[a] {
						for k := range shapes[b] {
							if d := query.Distance(&shapes[a][i], &shapes[b][k]).Distance - margin; d < least {
								least, pair = d, names[a]+" "+names[b]
							}
						}
					}
				}
			}
			if math.Abs(least) < 1e-6 {
				continue // the two may round to different sides
			}
			if least > 0 {
				free++
			}
			if got := space.Free(q); got != (least > 0) {
				t.Fatalf("seed %d: at %v, %s are %g m beyond the margin, and free is %v: %s", seed, q, pair, least, got, space.Explain(q))
			}
		}
		if free == 0 || free == 150 {
			t.Errorf("seed %d: %d of 150 configurations are free", seed, free)
		}
	}
}
