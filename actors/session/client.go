package session

import (
	"context"
	"errors"

	"github.com/robo-actors/robo-actors/actors/controllers/tasks"
	"github.com/robo-actors/robo-actors/internal/control"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

// Client operates an application that runs in another process of this user, over its control
// socket, as a Session operates its own. A request that starts or changes something expires when
// the client gives up, after a few seconds: an application that was paused meanwhile does not carry
// it out later. A stop is carried out at any age.
type Client struct {
	socket string
	silent error
}

// Connect finds a running application by its name or NAME-PID. An empty name means the only one.
func Connect(application string) (*Client, error) {
	dir, err := control.Directory()
	if err != nil {
		return nil, err
	}
	socket, silent, err := control.Find(dir, application)
	if err != nil {
		return nil, errors.Join(err, silent)
	}
	return &Client{socket, silent}, nil
}

// Silent names the applications that Connect skipped because they did not answer, or nil. Such an
// application hangs or is paused; Connect finds it by NAME-PID, so that it can be stopped.
func (c *Client) Silent() error { return c.silent }

// OnSocket returns a client for the application behind a control socket.
func OnSocket(path string) *Client { return &Client{socket: path} }

// Status returns the condition of the actors, jobs and joints.
func (c *Client) Status(ctx context.Context) (*Status, error) {
	var status Status
	if err := control.Call(ctx, c.socket, "status", nil, &status); err != nil {
		return nil, err
	}
	return &status, nil
}

// Links lists the links of the application.
func (c *Client) Links(ctx context.Context) (links []string, err error) {
	err = control.Call(ctx, c.socket, "links", nil, &links)
	return links, err
}

// Gate returns the condition of the joints of a world.
func (c *Client) Gate(ctx context.Context, world string) (status gate.Status, err error) {
	err = control.Call(ctx, c.socket, "gate", Arguments{World: world}, &status)
	return status, err
}

// Rearm acknowledges the causes for which joints of a world stopped, as gate.Rearm does.
func (c *Client) Rearm(ctx context.Context, world string) (gate.Status, error) {
	return c.rearm(ctx, world, modes.Acknowledge)
}

// Reset re-arms the joints of a world with start-up checks, as gate.Reset does.
func (c *Client) Reset(ctx context.Context, world string) (gate.Status, error) {
	return c.rearm(ctx, world, modes.Reset)
}

func (c *Client) rearm(ctx context.Context, world string, way modes.Rearm) (gate.Status, error) {
	seen, err := c.Gate(ctx, world)
	if err != nil {
		return gate.Status{}, err
	}
	return c.RearmSeen(ctx, world, way, seen)
}

// RearmSeen re-arms what the operator has seen, by modes.Acknowledge or modes.Reset. The gate
// rejects it if the condition has changed since seen was read.
func (c *Client) RearmSeen(ctx context.Context, world string, way modes.Rearm, seen gate.Status) (status gate.Status, err error) {
	err = control.Change(ctx, c.socket, "rearm", Arguments{World: world, Way: way, Seen: &Seen{Nonce: seen.Nonce, Incarnation: seen.Incarnation}}, &status)
	return status, err
}

// Stop brings joints of a world, or all of them, to at least a mode, and waits until every drive
// obeys.
func (c *Client) Stop(ctx context.Context, world string, mode messages.Mode, joints ...string) (status gate.Status, err error) {
	err = control.Call(ctx, c.socket, "stop", Arguments{World: world, Joints: joints, Mode: &mode}, &status)
	return status, err
}

// End ends the application: every drive confirms its stop.
func (c *Client) End(ctx context.Context) error { return control.Call(ctx, c.socket, "end", nil, nil) }

// Inject injects a fault now, as Session.Inject does.
func (c *Client) Inject(ctx context.Context, fault string) (done string, err error) {
	err = control.Change(ctx, c.socket, "inject", Arguments{Fault: fault}, &done)
	return done, err
}

// Open attaches a part to the application, as Session.Open does. The path is one of the
// application's machine; a relative one is relative to the application's working directory.
func (c *Client) Open(ctx context.Context, part string) (added []string, err error) {
	err = control.Change(ctx, c.socket, "open", Arguments{Part: part}, &added)
	return added, err
}

// Close removes an actor or a whole world from the application, as Session.Close does.
func (c *Client) Close(ctx context.Context, name string) (removed []string, err error) {
	err = control.Change(ctx, c.socket, "close", Arguments{Name: name}, &removed)
	return removed, err
}

// Explain explains joints and actors, as Session.Explain does.
func (c *Client) Explain(ctx context.Context, names ...string) (all []Explained, err error) {
	err = control.Call(ctx, c.socket, "explain", Arguments{Joints: names}, &all)
	return all, err
}

// Tasks returns a client for a controller with tasks, "world/name". An empty name means the only
// one.
func (c *Client) Tasks(controller string) *tasks.Client {
	return tasks.Over(func(ctx context.Context, r messages.TaskRequest) (reply messages.TaskReply, err error) {
		err = control.Change(ctx, c.socket, "task", TaskArguments{Controller: controller, Request: r}, &reply)
		return reply, err
	})
}

// GoalControllers lists the controllers that pursue goals.
func (c *Client) GoalControllers(ctx context.Context) (all []GoalController, err error) {
	err = control.Call(ctx, c.socket, "goals", nil, &all)
	return all, err
}

// Goals returns a client for a controller that pursues goals, "world/name". An empty name means the
// only one.
func (c *Client) Goals(controller string) *tasks.GoalClient {
	return tasks.GoalsOver(func(ctx context.Context, r messages.GoalRequest) (reply messages.GoalReply, err error) {
		err = control.Change(ctx, c.socket, "goal", GoalArguments{Controller: controller, Request: r}, &reply)
		return reply, err
	})
}
