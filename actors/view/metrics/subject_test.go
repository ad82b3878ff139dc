package metrics

import (
	"context"
	"errors"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

// system is a System of given values.
type system struct {
	health       []messages.Health
	measurements []actors.Measurement
}

func (s *system) Name() string                       { return "pick & place" }
func (s *system) Now() messages.Instant              { return messages.Instant(90 * time.Second) }
func (s *system) Health() []messages.Health          { return s.health }
func (s *system) Measurements() []actors.Measurement { return s.measurements }
func (s *system) Links() []actors.LinkInfo {
	return []actors.LinkInfo{{From: "arm/drive.state", To: "arm/controller.state", Overwritten: 3}}
}
func (s *system) JobCounts() actors.JobCounts {
	return actors.JobCounts{Started: 5, Succeeded: 4, Failed: 1}
}

// rich is a subject that has every metric.
func rich() Subject {
	input := messages.InputHealth{Port: "state", From: "arm/drive.state", Age: time.Millisecond, MaxAge: 4 * time.Millisecond}
	ages := actors.Distribution{{Low: 1000, High: 1050, Count: 10}}
	s := Subject{
		System: &system{
			health: []messages.Health{{Actor: "arm/controller", World: "arm", Domain: "main", Phase: "control", Incarnation: 2, State: "running",
				Period: time.Millisecond, Ticks: 1000, Missed: 7, Overruns: 2, Restarts: 1, QueueDropped: 4, Inputs: []messages.InputHealth{input}}},
			measurements: []actors.Measurement{{Actor: "arm/controller", Lateness: actors.Distribution{{Low: 0, High: 0, Count: 2}, {Low: 50_000, High: 52_000, Count: 998}},
				Execution: ages, Queued: 3, QueueLimit: 64, Inputs: []actors.InputMeasurement{{Port: "state", From: "arm/drive.state", Ages: ages}}}},
		},
		Worlds: func() []string { return []string{"arm", "base"} },
		Gate: func(_ context.Context, world string) (gate.Status, error) {
			if world == "base" {
				return gate.Status{}, errors.New("restarting")
			}
			return gate.Status{Joints: []gate.JointStatus{
				{Joint: "elbow", Mode: messages.ModeDamp, Causes: modes.SetOf(messages.CauseStale, messages.CauseDrive)},
				{Joint: "wrist", Mode: messages.ModeRun},
			}}, nil
		},
		Viewers: func() Viewers {
			return Viewers{Now: 2, Waiting: 11, Connected: 9, Refused: 1, Dropped: 77, Slow: 3}
		},
		Events: NewEvents(),
	}
	for _, e := range []messages.Event{
		{Kind: messages.EventFailed, Source: "arm/controller", Cause: messages.CausePanic},
		{Kind: messages.EventRestarting, Source: "arm/controller", Cause: messages.CausePanic},
		{Kind: messages.EventModeChanged, Source: "arm/gate", Joint: "elbow", From: messages.ModeRun, To: messages.ModeDamp, Cause: messages.CauseStale},
		{Kind: messages.EventModeChanged, Source: "arm/gate", Joint: "elbow", From: messages.ModeDamp, To: messages.ModeRun, Cause: messages.CauseRearm},
	} {
		s.Events.Event(e)
	}
	return s
}
