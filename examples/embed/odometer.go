package main

import (
	"math"
	"time"

	"github.com/asynkron/protoactor-go/actor"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/protoactor"
	"github.com/robo-actors/robo-actors/messages"
)

// odometer is an actor of this program, and none of the robot's. It takes the newest state of the
// base at its own pace, for which the base never waits, and answers how far the base has moved.
type odometer struct {
	begun bool
	x, y  float64 // m
	moved float64 // m
}

// howFar asks an odometer for the distance, a float64 in m.
type howFar struct{}

func (o *odometer) Receive(c actor.Context) {
	switch m := c.Message().(type) {
	case *protoactor.NewValue[messages.VirtualState]:
		if s, _, _, fresh := m.Take(); fresh {
			o.add(s.Position[0], s.Position[1])
		}
	case howFar:
		c.Respond(o.moved)
	}
}

// add adds a position of the base.
func (o *odometer) add(x, y float64) {
	if o.begun {
		o.moved += math.Hypot(x-o.x, y-o.y)
	}
	o.begun, o.x, o.y = true, x, y
}

// follow starts an odometer that subscribes to the state of the base.
func follow(host *actor.ActorSystem, system *actors.System) (*actor.PID, error) {
	pid := host.Root.Spawn(actor.PropsFromProducer(func() actor.Actor { return &odometer{} }))
	_, err := protoactor.Subscribe[messages.VirtualState](system, "mobile_base/controller.state", pid)
	return pid, err
}

// distance asks an odometer and stops it.
func distance(host *actor.ActorSystem, odometer *actor.PID) float64 {
	defer host.Root.Stop(odometer)
	moved, err := host.Root.RequestFuture(odometer, howFar{}, time.Second).Result()
	if err != nil {
		return math.NaN()
	}
	return moved.(float64)
}
