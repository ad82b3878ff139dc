package environment_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/planning"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// loadCell reads the scene of the examples.
func loadCell() *environment.Scene {
	text, err := os.ReadFile("testdata/cell.yaml")
	if err != nil {
		log.Fatal(err)
	}
	scene, err := environment.Load("cell.yaml", text, environment.LoadOptions{FS: os.DirFS("testdata")})
	if err != nil {
		log.Fatal(err) // file:line:column of every mistake
	}
	return scene
}

// A planner gets one Space for each worker. The can in the hand counts as a part of the robot.
func ExampleScene_Space() {
	scene := loadCell()
	robot, err := scene.Handle("arm")
	if err != nil {
		log.Fatal(err)
	}
	space, err := scene.Space(robot, environment.SpaceOptions{Margin: 0.01})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(space.Joints())
	fmt.Println(space.Explain([]float64{0.6, 0.25}))

	planner, err := planning.New("birrt", planning.Options{})
	if err != nil {
		log.Fatal(err)
	}
	result, err := planner.Plan(&planning.Problem{
		Start: []float64{-1.2, 0.5}, Goals: [][]float64{{1.5, 0.4}}, Spaces: []planning.Space{space}, Seed: 1,
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Status)
	// Output:
	// [shoulder elbow]
	// can touches shelf
	// solved
}

// Every edit makes another scene. The earlier one stays as it was.
func ExampleScene_Edit() {
	scene := loadCell()
	can, err := scene.Handle("can")
	if err != nil {
		log.Fatal(err)
	}
	edit := scene.Edit()
	if err := edit.Release(can); err != nil {
		log.Fatal(err)
	}
	if err := edit.SetPose(can, spatial.PoseFromRPY([3]float64{0.6, 0, 0.96}, [3]float64{})); err != nil {
		log.Fatal(err)
	}
	next := edit.Scene()

	before, _ := scene.Body(can)
	after, _ := next.Body(can)
	fmt.Printf("scene %d: held by %q\n", scene.Number(), before.Link)
	fmt.Printf("scene %d: at %.2f m\n", next.Number(), after.Pose.P)
	// Output:
	// scene 0: held by "hand"
	// scene 1: at [0.60 0.00 0.96] m
}

// What is tried in a clone never reaches the original.
func ExampleEnvironment_Clone() {
	original, err := environment.Own(loadCell(), environment.Ideal, nil)
	if err != nil {
		log.Fatal(err)
	}
	trial, err := original.Clone("trial", environment.Everything())
	if err != nil {
		log.Fatal(err)
	}
	robot, _ := original.Scene().Handle("arm")

	err = trial.Command(robot, []float64{1, 1})
	fmt.Println(errors.Is(err, environment.ErrOtherEnvironment))

	robot, _ = trial.Scene().Handle("arm")
	before := original.Scene().Hash()
	fmt.Println(trial.Command(robot, []float64{1, 1}), original.Scene().Hash() == before, trial.Scene().Hash() == before)
	// Output:
	// true
	// <nil> true false
}

// The actor serves any number of writers and readers.
func ExampleActor() {
	owner, err := environment.Own(loadCell(), environment.Ideal, nil)
	if err != nil {
		log.Fatal(err)
	}
	system, err := actors.New(actors.Application{Name: "cell", Actors: []actors.Spec{{
		Name: "cell/room", Period: 10 * time.Millisecond, New: func() any { return &environment.Actor{Environment: owner} },
	}}}, actors.WithVirtualTime())
	if err != nil {
		log.Fatal(err)
	}
	if err := system.Start(context.Background()); err != nil {
		log.Fatal(err)
	}
	// Both changes become visible at once, or none.
	err = system.Request("cell/room", environment.Changes{
		environment.Release{Object: "can"},
		environment.Move{Object: "can", Pose: spatial.PoseFromRPY([3]float64{0.6, 0, 0.96}, [3]float64{})},
	}, func(reply any, err error) {
		if err != nil {
			log.Fatal(err)
		}
		scene := reply.(*environment.Scene)
		can, _ := scene.Handle("can")
		body, _ := scene.Body(can)
		fmt.Printf("held: %v, at %.2f m\n", !body.Holder.IsZero(), body.Pose.P)
	})
	if err != nil {
		log.Fatal(err)
	}
	if err := system.Advance(20 * time.Millisecond); err != nil {
		log.Fatal(err)
	}
	if err := system.Stop(context.Background()); err != nil {
		log.Fatal(err)
	}
	// Output:
	// held: false, at [0.60 0.00 0.96] m
}
