package spineagent

import (
	"math/rand/v2"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/spine/machine"
)

var _ actors.Faulty = Actor{}

// WithFaults implements actors.Faulty.
func (a Actor) WithFaults(path string) (instance any, site actors.FaultSite) {
	a.faults = actors.NewFaultSwitch(path, actors.FaultAgentSilent, actors.FaultAgentHostile, actors.FaultAgentSecond)
	return &a, a.faults
}

// misbehave sends what the fault has the agent send in this tick. It reports false where the agent
// shall do what it does without a fault.
func (a *Actor) misbehave(t *actors.Tick, f *actors.PresentFault) (instead bool, err error) {
	switch f.Kind {
	case actors.FaultAgentSilent:
		return true, nil
	case actors.FaultAgentHostile:
		if f.Probability < 1 && f.Draw.Float64() >= f.Probability {
			return false, nil
		}
		return true, a.attack(t, f)
	}
	f.Turns++
	if f.Turns%2 == 0 { // the second agent takes turns with the first
		return false, nil
	}
	return true, a.second(t, f)
}

// attack sends a request that no agent should send.
func (a *Actor) attack(t *actors.Tick, f *actors.PresentFault) error {
	out := a.Request.Loan()
	out.Request, out.Data = uint32(machine.Action), out.Data[:0]
	switch f.Choice {
	case "limits":
		for i := range a.action.Servos {
			s := &a.action.Servos[i]
			s.Velocity, s.FeedforwardTorque, s.MaximumTorque = extreme(f.Draw), extreme(f.Draw), extreme(f.Draw)
		}
		out.Data = a.action.Append(out.Data)
	case "unknown":
		out.Request, out.Data = f.Draw.Uint32(), append(out.Data, emptyMap)
	case "stops":
		out.Request, out.Data = uint32(machine.Start)+uint32(f.Draw.IntN(2)), append(out.Data, emptyMap)
	default: // noise
		for range f.Draw.IntN(requestBytes) {
			out.Data = append(out.Data, byte(f.Draw.Uint32()))
		}
	}
	return a.send(t, out)
}

// extreme draws a number at, within or beyond the limits of an Upkie.
func extreme(draw *rand.Rand) float64 {
	return [...]float64{0, 1, -1, 1.7, 16, -16, 28.8, 111, -111, 1e9, 5e-324}[draw.IntN(11)]
}

// second sends what a second agent would: a start, and then actions of its own.
func (a *Actor) second(t *actors.Tick, f *actors.PresentFault) error {
	out := a.Request.Loan()
	out.Request, out.Data = uint32(machine.Start), append(out.Data[:0], emptyMap)
	if f.Turns%20 != 1 {
		for i := range a.action.Servos {
			a.action.Servos[i].Velocity = 2*f.Draw.Float64() - 1
		}
		out.Request, out.Data = uint32(machine.Action), a.action.Append(out.Data[:0])
	}
	return a.send(t, out)
}
