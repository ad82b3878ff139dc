package session

import (
	"fmt"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

// Perform carries out one entry of a schedule now. It calls failed with the error, if there is an
// error. Parts are those of the system, nil for one without.
func Perform(a faults.Action, s *actors.System, parts *app.Parts, failed func(error)) {
	report := func(_ gate.Status, err error) {
		if err != nil {
			failed(fmt.Errorf("%s: %w", a, err))
		}
	}
	switch a.Verb {
	case faults.Acknowledge:
		gate.RequestRearm(s, a.World, modes.Acknowledge, report)
	case faults.Reset:
		gate.RequestRearm(s, a.World, modes.Reset, report)
	case faults.Stop:
		gate.Request(s, a.World, gate.StopRequest{Mode: a.Mode}, report)
	case faults.Report, faults.Clear:
		gate.Request(s, a.World, a.Notice(), report)
	case faults.Open, faults.Close:
		if parts == nil {
			failed(fmt.Errorf("%s: the system has no parts", a))
			return
		}
		change := parts.Close(a.Part)
		if a.Verb == faults.Open {
			change = parts.Open(a.Part)
		}
		change.Request(func(err error) { report(gate.Status{}, err) })
	default:
		report(gate.Status{}, s.Inject(a.Fault))
	}
}
