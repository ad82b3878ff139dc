package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/internal/control"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

// Status is the reply to the verb status.
type Status struct {
	Application string
	Now         messages.Instant
	Health      []messages.Health
	// Jobs are those whose code runs or waits for a thread.
	Jobs      []actors.JobInfo
	JobCounts actors.JobCounts
	Worlds    map[string]gate.Status
}

// Arguments are the arguments of inject and of the verbs that act on a world.
type Arguments struct {
	World  string   `json:"world,omitempty"`
	Joints []string `json:"joints,omitempty"`
	// Mode is the mode of a stop; nil means ramp_hold.
	Mode *messages.Mode `json:"mode,omitempty"`
	// Way is the way of a re-arm, and Seen the condition that the operator consents to.
	Way  modes.Rearm `json:"way,omitempty"`
	Seen *Seen       `json:"seen,omitempty"`
	// Part is the path of a part, and Name the actor or world to remove.
	Part string `json:"part,omitempty"`
	Name string `json:"name,omitempty"`
	// Fault is a line of a schedule without "at TIME".
	Fault string `json:"fault,omitempty"`
}

// Seen identifies the gate.Status that an operator has seen before a re-arm.
type Seen struct {
	Nonce       uint64               `json:"nonce"`
	Incarnation messages.Incarnation `json:"incarnation"`
}

// openControl opens the control socket if the options request one.
func (s *Session) openControl() (*control.Server, error) {
	if !s.options.control || s.System.Virtual() {
		return nil, nil
	}
	dir, err := control.Directory()
	if err != nil {
		return nil, err
	}
	return control.Listen(control.SocketPath(dir, s.Config.Name, os.Getpid()), s.verbs())
}

// verbs are the requests of operators by name, for the control socket and for viewers. Those that
// neither expire nor are urgent change nothing.
func (s *Session) verbs() map[string]control.Handler {
	return map[string]control.Handler{
		"status":  {Answer: func(ctx context.Context, _ json.RawMessage) (any, error) { return s.Status(ctx) }},
		"links":   {Answer: func(context.Context, json.RawMessage) (any, error) { return s.System.LinkNames(), nil }},
		"end":     {Answer: func(context.Context, json.RawMessage) (any, error) { s.End(); return "ending", nil }, Urgent: true},
		"gate":    {Answer: withArguments(func(ctx context.Context, a Arguments) (any, error) { return s.Gate(ctx, a.World) })},
		"stop":    {Answer: withArguments(s.stop), Urgent: true},
		"rearm":   {Answer: withArguments(s.rearmSeen), Expires: true},
		"inject":  {Answer: withArguments(func(_ context.Context, a Arguments) (any, error) { return s.Inject(a.Fault) }), Expires: true},
		"explain": {Answer: withArguments(func(ctx context.Context, a Arguments) (any, error) { return s.Explain(ctx, a.Joints...) })},
		"open":    {Answer: withArguments(func(ctx context.Context, a Arguments) (any, error) { return s.Open(ctx, a.Part) }), Expires: true},
		"close":   {Answer: withArguments(func(ctx context.Context, a Arguments) (any, error) { return s.Close(ctx, a.Name) }), Expires: true},
		"task":    {Answer: s.tasks, Expires: true},
		"goal":    {Answer: s.goals, Expires: true},
		"goals":   {Answer: func(context.Context, json.RawMessage) (any, error) { return s.goalControllers(), nil }},
	}
}

func withArguments(do func(context.Context, Arguments) (any, error)) func(context.Context, json.RawMessage) (any, error) {
	return func(ctx context.Context, raw json.RawMessage) (any, error) {
		var a Arguments
		if err := json.Unmarshal(raw, &a); err != nil {
			return nil, fmt.Errorf("invalid arguments: %w", err)
		}
		return do(ctx, a)
	}
}

// stop handles the verb stop.
func (s *Session) stop(ctx context.Context, a Arguments) (any, error) {
	mode := messages.ModeRampHold
	if a.Mode != nil {
		mode = *a.Mode
	}
	return s.Stop(ctx, a.World, mode, a.Joints...)
}

// rearmSeen handles the verb rearm.
func (s *Session) rearmSeen(ctx context.Context, a Arguments) (any, error) {
	if a.Seen == nil {
		return nil, errors.New("the re-arm does not say which condition the operator has seen; expected seen, with the nonce and the incarnation that the verb gate returns")
	}
	return s.RearmSeen(ctx, a.World, a.Way, gate.Status{Nonce: a.Seen.Nonce, Incarnation: a.Seen.Incarnation})
}
