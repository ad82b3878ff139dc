package view

import (
	"context"
	"encoding/json"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

// Subject is the running application that a view shows and operates.
type Subject struct {
	// Config returns the application with its parts, and System is what was built from it.
	Config func() *app.Config
	System *actors.System
	// Gate returns the condition of the joints of a world. It is nil in virtual time, where the
	// events tell the modes of the joints.
	Gate func(ctx context.Context, world string) (gate.Status, error)
	// Worlds lists the worlds that have a gate now.
	Worlds func() []string
	// Stops has a line for each stop at present, with its cause and the command that ends it.
	Stops func() []string
	// Verbs are what viewers may call, by name.
	Verbs map[string]Verb
	// Parameters are those of tasks; nil without any.
	Parameters Parameters
}

// Parameters gives viewers access to named values. The methods are called from any goroutine.
type Parameters interface {
	// Get returns the named parameters, all of them if there are no names. Unknown names are left
	// out.
	Get(ctx context.Context, names []string) ([]Parameter, error)
	// Set sets parameters and returns them as they are then. After an error some may be set.
	Set(ctx context.Context, values []Parameter) ([]Parameter, error)
}

// Parameter is a named value: a bool, float64, string or []any of float64.
type Parameter struct {
	Name string
	// Type is float64 or float64_array, or empty for words.
	Type  string
	Value any
}

// Verb is a request of an operator.
type Verb struct {
	// Call carries the request out and returns a reply for JSON.
	Call func(ctx context.Context, arguments json.RawMessage) (any, error)
	// Reads says that the verb changes nothing: every viewer may call it.
	Reads bool
	// Expires says that the verb must not be carried out once the process was paused: all except
	// those that read and those that stop.
	Expires bool
}

// Status is the condition of an application, as the topic /status has it in JSON.
type Status struct {
	Now messages.Instant `json:"-"`
	// NowSeconds is Now in s.
	NowSeconds float64                `json:"now_s"`
	Worlds     map[string]gate.Status `json:"worlds"`
	// Summary has a line for each stop with its cause and the command that ends it.
	Summary []string      `json:"summary"`
	Actors  []ActorStatus `json:"actors"`
	Viewers Viewers       `json:"viewers"`
}

// ActorStatus is the condition of an actor. Times are in s.
type ActorStatus struct {
	Path         string  `json:"path"`
	State        string  `json:"state"`
	Incarnation  uint32  `json:"incarnation"`
	LatenessP99  float64 `json:"lateness_p99_s"`
	ExecutionP99 float64 `json:"execution_p99_s"`
	Missed       uint64  `json:"missed"`
	Restarts     uint64  `json:"restarts"`
	LastError    string  `json:"last_error,omitempty"`
	Inputs       []Input `json:"inputs,omitempty"`
}

// Input is the condition of an input of an actor.
type Input struct {
	Port string `json:"port"`
	From string `json:"from"`
	// Age and MaxAge are in s; MaxAge is 0 without a bound.
	Age    float64 `json:"age_s"`
	MaxAge float64 `json:"max_age_s"`
	Stale  bool    `json:"stale"`
}

// Viewers counts viewers, and the messages that were lost because viewers are slow.
type Viewers struct {
	Count   int    `json:"count"`
	Dropped uint64 `json:"dropped"`
	// Connected counts viewers since the start.
	Connected uint64 `json:"connected"`
	// Refused counts connections beyond the greatest number.
	Refused uint64 `json:"refused"`
	// Slow counts viewers that were disconnected because they did not read.
	Slow uint64 `json:"slow"`
}

// actorStatuses describes the condition of actors.
func actorStatuses(health []messages.Health) []ActorStatus {
	all := make([]ActorStatus, len(health))
	for i := range health {
		h := &health[i]
		all[i] = ActorStatus{Path: h.Actor, State: h.State, Incarnation: uint32(h.Incarnation), LatenessP99: h.Lateness.P99.Seconds(), ExecutionP99: h.Execution.P99.Seconds(),
			Missed: h.Missed, Restarts: h.Restarts, LastError: h.LastError}
		for _, in := range h.Inputs {
			all[i].Inputs = append(all[i].Inputs, Input{Port: in.Port, From: in.From, Age: in.Age.Seconds(), MaxAge: in.MaxAge.Seconds(), Stale: in.Stale})
		}
	}
	return all
}
