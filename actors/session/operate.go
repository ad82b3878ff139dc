package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/controllers/tasks"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/gate"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// ErrEnded is the reason of a run that an operator ended.
var ErrEnded = errors.New("ended by an operator")

// answerWithin bounds the time in which an actor answers an operator, whatever the context says.
const answerWithin = 2 * time.Second

// Status returns the condition of the actors, jobs and joints.
func (s *Session) Status(ctx context.Context) (*Status, error) {
	st := &Status{Application: s.Config.Name, Now: s.System.Now(), Health: s.System.Health(), Jobs: s.System.Jobs(), JobCounts: s.System.JobCounts(), Worlds: map[string]gate.Status{}}
	for _, world := range s.worldNames() {
		got, err := s.Gate(ctx, world)
		if err != nil {
			return nil, err
		}
		st.Worlds[world] = got
	}
	return st, nil
}

// Gate returns the condition of the joints of a world.
func (s *Session) Gate(ctx context.Context, world string) (gate.Status, error) {
	return s.inWorld(ctx, world, func(ctx context.Context) (gate.Status, error) { return gate.Read(ctx, s.System, world) })
}

// Rearm acknowledges the causes for which joints of a world stopped, as gate.Rearm does.
func (s *Session) Rearm(ctx context.Context, world string) (gate.Status, error) {
	return s.inWorld(ctx, world, func(ctx context.Context) (gate.Status, error) { return gate.Rearm(ctx, s.System, world) })
}

// Reset re-arms the joints of a world with start-up checks, as gate.Reset does.
func (s *Session) Reset(ctx context.Context, world string) (gate.Status, error) {
	return s.inWorld(ctx, world, func(ctx context.Context) (gate.Status, error) { return gate.Reset(ctx, s.System, world) })
}

// RearmSeen re-arms what a person has seen, by modes.Acknowledge or modes.Reset, as gate.RearmSeen
// does.
func (s *Session) RearmSeen(ctx context.Context, world string, way modes.Rearm, seen gate.Status) (gate.Status, error) {
	return s.inWorld(ctx, world, func(ctx context.Context) (gate.Status, error) {
		return gate.RearmSeen(ctx, s.System, world, way, seen)
	})
}

// Stop brings joints of a world, or all of them, to at least a mode, as gate.Stop does.
func (s *Session) Stop(ctx context.Context, world string, mode messages.Mode, joints ...string) (gate.Status, error) {
	return s.inWorld(ctx, world, func(ctx context.Context) (gate.Status, error) {
		return gate.Stop(ctx, s.System, world, mode, joints...)
	})
}

// End ends the run: every drive confirms its stop. Run then returns ErrEnded.
func (s *Session) End() { s.System.Halt(ErrEnded) }

// Inject injects a fault, if the application allows faults. The fault is a line of a schedule, such
// as "at 4s panic arm/motors"; without "at TIME" it happens now. Inject returns the fault as it was
// understood.
func (s *Session) Inject(fault string) (string, error) {
	action, err := faults.ParseNow(fault)
	if err != nil {
		return "", err
	}
	if action.Verb != faults.Inject {
		return "", fmt.Errorf("%q is not a fault; use the verbs rearm and stop for actions of an operator", fault)
	}
	if action.At == 0 {
		if err := s.System.Inject(action.Fault); err != nil {
			return "", faults.WithNearest(err)
		}
		return action.Fault.String(), nil
	}
	switch now := s.System.Now(); {
	case !s.Config.FaultsAllowed:
		return "", fmt.Errorf("%w: set app.faults: allowed in the file", actors.ErrFaultsNotAllowed)
	case action.At <= now:
		return "", fmt.Errorf("%q is in the past: the run is at %.1f s; expected a later time, or none for now", fault, now.Seconds())
	}
	if err := (faults.Schedule{{Action: action}}).CheckApplicable(s.System, faults.ScopeOf(s.Config), messages.Instant(s.Config.Duration)); err != nil {
		return "", err
	}
	s.System.At(action.At, func() { Perform(action, s.System, s.parts, s.warn) })
	return action.String(), nil
}

// Tasks returns a client for a controller with tasks, "world/name". An empty name means the only
// one.
func (s *Session) Tasks(controller string) (*tasks.Client, error) {
	path, err := s.taskController(controller)
	if err != nil {
		return nil, err
	}
	return tasks.Of(s.System, path), nil
}

// insteadOfWorld names the world that was meant: the nearest one, or that of a joint.
func (s *Session) insteadOfWorld(name string, known []string) string {
	for _, world := range known {
		if s.driven(world, name) {
			return fmt.Sprintf("; %q is a joint of world %s: robo-actors stop %s --joint %s stops it alone", name, world, world, name)
		}
	}
	if hint := source.DidYouMean(name, known); hint != "" {
		return "; " + hint
	}
	return ""
}

// inWorld calls the gate of a known world, with bounded patience.
func (s *Session) inWorld(ctx context.Context, world string, call func(context.Context) (gate.Status, error)) (gate.Status, error) {
	if names := s.worldNames(); !slices.Contains(names, world) {
		return gate.Status{}, fmt.Errorf("application %s has no world %q; known: %s%s", s.Config.Name, world, strings.Join(names, ", "), s.insteadOfWorld(world, names))
	}
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	return call(ctx)
}
