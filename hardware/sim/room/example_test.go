package room_test

import (
	"fmt"
	"log"
	"time"

	"github.com/robo-actors/robo-actors/hardware/sim/room"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/environment"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

func Example() {
	edit := environment.New("cell").Edit()
	table := worlds.Shape{Kind: worlds.Box, Size: [3]float64{1, 1, 0.8}, Pose: spatial.IdentityPose()}
	can := worlds.Shape{Kind: worlds.Cylinder, Radius: 0.04, Length: 0.1, Pose: spatial.IdentityPose()}
	for _, body := range []environment.BodySpec{
		{Name: "table", Shapes: []worlds.Shape{table}, Pose: spatial.PoseFromRPY([3]float64{0, 0, 0.4}, [3]float64{})},
		{Name: "can", Shapes: []worlds.Shape{can}, Pose: spatial.PoseFromRPY([3]float64{0, 0, 1.2}, [3]float64{}), Inertia: rigidbody.Inertia{Mass: 0.4}},
	} {
		if _, err := edit.AddBody(body); err != nil {
			log.Fatal(err)
		}
	}
	scene := edit.Scene()
	simulation, err := room.New(scene, environment.SimulationOptions{Friction: 0.5})
	if err != nil {
		log.Fatal(err)
	}
	cell, err := environment.Own(scene, environment.Physics, simulation)
	if err != nil {
		log.Fatal(err)
	}
	const step = 10 * time.Millisecond
	for now := messages.Instant(0); now < messages.Instant(time.Second); now = now.Add(step) {
		if err := cell.Step(now, step); err != nil {
			log.Fatal(err)
		}
	}
	handle, err := cell.Scene().Handle("can")
	if err != nil {
		log.Fatal(err)
	}
	pose, err := cell.Scene().Pose(handle)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("the can rests at a height of %.3f m\n", pose.P[2])
	// Output: the can rests at a height of 0.850 m
}
