package session

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/internal/control"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
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
	Mode   string   `json:"mode,omitempty"`
	// Reset re-arms by a reset, with the start-up checks.
	Reset bool `json:"reset,omitempty"`
	// Fault is a line of a schedule without "at TIME".
	Fault string `json:"fault,omitempty"`
}

// openControl opens the control socket if the options request one.
func (s *Session) openControl() (*control.Server, error) {
	if !s.options.Control || s.System.Virtual() {
		return nil, nil
	}
	dir, err := control.Directory()
	if err != nil {
		return nil, err
	}
	return control.Listen(control.SocketPath(dir, s.Config.Name, os.Getpid()), map[string]control.Handler{
		"status":  s.status,
		"links":   func(json.RawMessage) (any, error) { return s.System.LinkNames(), nil },
		"end":     func(json.RawMessage) (any, error) { s.System.Halt(ErrEnded); return "ending", nil },
		"stop":    s.withArguments(s.stop),
		"rearm":   s.withArguments(s.rearm),
		"inject":  s.withArguments(s.inject),
		"explain": s.withArguments(s.explain),
		"task":    s.tasks(),
	})
}

// ErrEnded is the reason of a run that an operator ended over the control socket.
var ErrEnded = errors.New("ended by an operator")

func (s *Session) withArguments(do func(Arguments) (any, error)) control.Handler {
	return func(raw json.RawMessage) (any, error) {
		var a Arguments
		if err := json.Unmarshal(raw, &a); err != nil {
			return nil, fmt.Errorf("invalid arguments: %w", err)
		}
		return do(a)
	}
}

// answerWithin bounds the time in which a gate answers an operator.
const answerWithin = 2 * time.Second

func (s *Session) status(json.RawMessage) (any, error) {
	st := Status{Application: s.Config.Name, Now: s.System.Now(), Health: s.System.Health(), Jobs: s.System.Jobs(), JobCounts: s.System.JobCounts(), Worlds: map[string]gate.Status{}}
	for i := range s.Config.Worlds {
		name := s.Config.Worlds[i].Name
		got, err := await(func(then func(gate.Status, error)) { request(s.System, name, gate.StatusRequest{}, then) })
		if err != nil {
			return nil, err
		}
		st.Worlds[name] = got
	}
	return st, nil
}

// knows returns an error for an unknown world.
func (s *Session) knows(world string) error {
	var names []string
	for i := range s.Config.Worlds {
		names = append(names, s.Config.Worlds[i].Name)
	}
	if slices.Contains(names, world) {
		return nil
	}
	return fmt.Errorf("application %s has no world %q; known: %s", s.Config.Name, world, strings.Join(names, ", "))
}

func (s *Session) rearm(a Arguments) (any, error) {
	if err := s.knows(a.World); err != nil {
		return nil, err
	}
	way := modes.Acknowledge
	if a.Reset {
		way = modes.Reset
	}
	return await(func(then func(gate.Status, error)) { Rearm(s.System, a.World, way, then) })
}

func (s *Session) stop(a Arguments) (any, error) {
	if err := s.knows(a.World); err != nil {
		return nil, err
	}
	stop := gate.StopRequest{Joints: a.Joints, Mode: messages.ModeRampHold}
	if a.Mode != "" {
		mode, err := messages.ParseMode(a.Mode)
		if err != nil {
			return nil, err
		}
		stop.Mode = mode
	}
	return await(func(then func(gate.Status, error)) { Stop(s.System, a.World, stop, then) })
}

func (s *Session) inject(a Arguments) (any, error) {
	action, err := faults.Parse("at 0s " + a.Fault)
	if err != nil {
		return nil, err
	}
	if action.Verb != faults.Inject {
		return nil, fmt.Errorf("%q is not a fault; use the verbs rearm and stop for actions of an operator", a.Fault)
	}
	if err := s.System.Inject(action.Fault); err != nil {
		return nil, err
	}
	return action.Fault.String(), nil
}

func await(ask func(then func(gate.Status, error))) (gate.Status, error) {
	type answer struct {
		status gate.Status
		err    error
	}
	got := make(chan answer, 1)
	ask(func(s gate.Status, err error) { got <- answer{s, err} })
	ctx, cancel := context.WithTimeout(context.Background(), answerWithin)
	defer cancel()
	select {
	case a := <-got:
		return a.status, a.err
	case <-ctx.Done():
		return gate.Status{}, fmt.Errorf("the gate did not answer within %v: %w", answerWithin, actors.ErrTimeout)
	}
}
