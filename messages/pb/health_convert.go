package pb

import (
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

func quantilesToPB(v messages.Quantiles) *Quantiles {
	return &Quantiles{
		Count: v.Count, P50Ns: int64(v.P50), P99Ns: int64(v.P99), P999Ns: int64(v.P999), MaxNs: int64(v.Max),
	}
}

func quantilesFromPB(m *Quantiles) messages.Quantiles {
	return messages.Quantiles{
		Count: m.GetCount(), P50: time.Duration(m.GetP50Ns()), P99: time.Duration(m.GetP99Ns()),
		P999: time.Duration(m.GetP999Ns()), Max: time.Duration(m.GetMaxNs()),
	}
}

func inputHealthToPB(v *messages.InputHealth) *InputHealth {
	return &InputHealth{
		Port: validUTF8(v.Port), From: validUTF8(v.From), AgeNs: int64(v.Age), MaxAgeNs: int64(v.MaxAge),
		Ages: quantilesToPB(v.Ages), Received: v.Received, Overwritten: v.Overwritten, Stale: v.Stale,
	}
}

func inputHealthFromPB(m *InputHealth) messages.InputHealth {
	return messages.InputHealth{
		Port: m.GetPort(), From: m.GetFrom(),
		Age: time.Duration(m.GetAgeNs()), MaxAge: time.Duration(m.GetMaxAgeNs()), Ages: quantilesFromPB(m.GetAges()),
		Received: m.GetReceived(), Overwritten: m.GetOverwritten(), Stale: m.GetStale(),
	}
}

// HealthToPB converts the health of an actor to the generated message.
func HealthToPB(v *messages.Health) *Health {
	m := &Health{
		Actor: validUTF8(v.Actor), World: validUTF8(v.World), Domain: validUTF8(v.Domain), Phase: validUTF8(v.Phase),
		Incarnation: uint32(v.Incarnation), State: validUTF8(v.State), PeriodNs: int64(v.Period),
		Ticks: v.Ticks, Missed: v.Missed, Overruns: v.Overruns, Restarts: v.Restarts,
		Lateness: quantilesToPB(v.Lateness), Execution: quantilesToPB(v.Execution),
		QueueDropped: v.QueueDropped, LastError: validUTF8(v.LastError),
	}
	for i := range v.Inputs {
		m.Inputs = append(m.Inputs, inputHealthToPB(&v.Inputs[i]))
	}
	return m
}

// HealthFromPB fills the health of an actor from the generated message. It takes every message; what is absent is zero.
func HealthFromPB(m *Health, v *messages.Health) error {
	inputs := v.Inputs[:0]
	for _, input := range m.GetInputs() {
		inputs = append(inputs, inputHealthFromPB(input))
	}
	*v = messages.Health{
		Actor: m.GetActor(), World: m.GetWorld(), Domain: m.GetDomain(), Phase: m.GetPhase(),
		Incarnation: messages.Incarnation(m.GetIncarnation()), State: m.GetState(),
		Period: time.Duration(m.GetPeriodNs()),
		Ticks:  m.GetTicks(), Missed: m.GetMissed(), Overruns: m.GetOverruns(), Restarts: m.GetRestarts(),
		Lateness: quantilesFromPB(m.GetLateness()), Execution: quantilesFromPB(m.GetExecution()),
		QueueDropped: m.GetQueueDropped(), Inputs: inputs, LastError: m.GetLastError(),
	}
	return nil
}
