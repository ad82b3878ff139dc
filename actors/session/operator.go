package session

import (
	"fmt"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

// gateOf returns the path of a world's gate.
func gateOf(world string) string { return world + "/" + app.GateActor }

// Rearm reads the status of a world's joints and requests their re-arm by a way, modes.Acknowledge
// or modes.Reset. It calls then once with the outcome, from a thread of the system.
func Rearm(s *actors.System, world string, way modes.Rearm, then func(gate.Status, error)) {
	request(s, world, gate.StatusRequest{}, func(seen gate.Status, err error) {
		if err != nil {
			then(gate.Status{}, err)
			return
		}
		request(s, world, gate.RearmRequest{Way: way, Nonce: seen.Nonce, Incarnation: seen.Incarnation}, then)
	})
}

// Stop stops joints of a world in a mode or a more severe one.
func Stop(s *actors.System, world string, stop gate.StopRequest, then func(gate.Status, error)) {
	request(s, world, stop, then)
}

func request(s *actors.System, world string, message any, then func(gate.Status, error)) {
	err := s.Request(gateOf(world), message, func(reply any, err error) {
		status, _ := reply.(gate.Status)
		then(status, err)
	})
	if err != nil {
		then(gate.Status{}, fmt.Errorf("world %s: %w", world, err))
	}
}

// Perform carries out one entry of a schedule now. It calls failed with the error, if there is an
// error.
func Perform(a faults.Action, s *actors.System, failed func(error)) {
	report := func(_ gate.Status, err error) {
		if err != nil {
			failed(fmt.Errorf("%s: %w", a, err))
		}
	}
	switch a.Verb {
	case faults.Acknowledge:
		Rearm(s, a.World, modes.Acknowledge, report)
	case faults.Reset:
		Rearm(s, a.World, modes.Reset, report)
	case faults.Stop:
		Stop(s, a.World, gate.StopRequest{Mode: a.Mode}, report)
	default:
		report(gate.Status{}, s.Inject(a.Fault))
	}
}
