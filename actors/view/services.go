package view

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/actors/view/draw"
	"github.com/robo-actors/robo-actors/internal/foxglove"
	"github.com/robo-actors/robo-actors/internal/usercode"
)

// Topics of a view beside those of package draw and the outputs of the application.
const (
	ApplicationTopic = "/application"
	StatusTopic      = "/status"

	eventsTopic = record.EventsTopic
	healthTopic = record.HealthTopic
)

// encodeWithin bounds the methods of a reply's values that write JSON.
const encodeWithin = 2 * time.Second

// services are the verbs of the application. Those that change something need the right to operate.
func (l *Live) services() (all []foxglove.Service) {
	for _, name := range slices.Sorted(maps.Keys(l.subject.Verbs)) {
		verb := l.subject.Verbs[name]
		all = append(all, foxglove.Service{Name: name, Type: "robo_actors/" + name, Call: func(ctx context.Context, request []byte) ([]byte, error) {
			if !verb.Reads {
				if err := l.server.mayOperate(ctx); err != nil {
					return nil, err
				}
			}
			if verb.Expires {
				if err := l.pauses.check(time.Now()); err != nil {
					return nil, err
				}
			}
			reply, err := verb.Call(ctx, json.RawMessage(request))
			if err != nil {
				return nil, err
			}
			return usercode.JSON(encodeWithin, reply)
		}})
	}
	return all
}

// parameters returns the parameters of the subject, which only operators may set, or nil.
func (l *Live) parameters() foxglove.Parameters {
	if l.subject.Parameters == nil {
		return nil
	}
	return &guardedParameters{l.subject.Parameters, l.server, &l.pauses}
}

type guardedParameters struct {
	of     Parameters
	server *Server
	pauses *pauses
}

// Get implements foxglove.Parameters.
func (g *guardedParameters) Get(ctx context.Context, names []string) ([]foxglove.Parameter, error) {
	values, err := g.of.Get(ctx, names)
	return sent(values), err
}

// Set implements foxglove.Parameters.
func (g *guardedParameters) Set(ctx context.Context, values []foxglove.Parameter) ([]foxglove.Parameter, error) {
	if err := g.server.mayOperate(ctx); err != nil {
		return nil, err
	}
	if err := g.pauses.check(time.Now()); err != nil {
		return nil, err
	}
	asked := make([]Parameter, len(values))
	for i, v := range values {
		asked[i] = Parameter{v.Name, v.Type, v.Value}
	}
	now, err := g.of.Set(ctx, asked)
	return sent(now), err
}

func sent(values []Parameter) []foxglove.Parameter {
	all := make([]foxglove.Parameter, len(values))
	for i, v := range values {
		all[i] = foxglove.Parameter{Name: v.Name, Type: v.Type, Value: v.Value}
	}
	return all
}

// graphOf returns the connection graph: which actor sends each output, and which actors receive it.
func graphOf(a *draw.Application, verbs map[string]Verb) foxglove.Graph {
	actor := func(port string) string { name, _, _ := strings.Cut(port, "."); return name }
	g := foxglove.Graph{Published: map[string][]string{}, Subscribed: map[string][]string{}, Services: map[string][]string{}}
	for _, l := range a.Links {
		g.Published[l.From] = []string{actor(l.From)}
		if to := actor(l.To); !slices.Contains(g.Subscribed[l.From], to) {
			g.Subscribed[l.From] = append(g.Subscribed[l.From], to)
		}
	}
	for name := range verbs {
		g.Services[name] = []string{a.Name}
	}
	return g
}
