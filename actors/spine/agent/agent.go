package agent

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/platform"
	"github.com/robo-actors/robo-actors/actors/spine/dictionary"
	"github.com/robo-actors/robo-actors/actors/spine/sharedmemory"
	"github.com/robo-actors/robo-actors/messages"
)

// Errors of a spine that does not serve a request.
var (
	// ErrNoSpine means that no spine serves the name, or that it has ended.
	ErrNoSpine = sharedmemory.ErrNoSpine
	// ErrTimeout means that the spine did not answer in time.
	ErrTimeout = sharedmemory.ErrTimeout
	// ErrRejected means that the spine answered with Error: it is not started, a joint has stopped,
	// or the data are invalid. The text of the error has the reason.
	ErrRejected = sharedmemory.ErrRejected
	// ErrNoObservation means that the spine has not published any observation yet.
	ErrNoObservation = sharedmemory.ErrNoObservation
)

// Options of Connect. The zero value is right for a robot.
type Options struct {
	// Folder holds the spine's files; /dev/shm if empty.
	Folder string
	// Timeout bounds each wait for the spine; 100 ms if zero. An agent of a simulation in lock-step
	// needs more than the computer needs for a step.
	Timeout time.Duration
}

// An Agent is a connection to a spine. One goroutine uses it.
type Agent struct {
	name    string
	options sharedmemory.ClientOptions
	client  *sharedmemory.Client
	live    *sharedmemory.Live // nil until it is needed

	action, reply, newest []byte
}

// retryAfter is the pause between the attempts of Connect.
const retryAfter = 20 * time.Millisecond

// Connect opens the files of a spine, such as "upkie". It waits for a spine that has not started
// yet until the context ends, and returns an ErrNoSpine then.
func Connect(ctx context.Context, name string, o Options) (*Agent, error) {
	options := sharedmemory.ClientOptions{Folder: o.Folder, Timeout: o.Timeout}
	pause := platform.NewSharedSleeper()
	defer pause.Close()
	for {
		client, err := sharedmemory.Open(name, options)
		if err == nil {
			return &Agent{name: name, options: options, client: client, reply: make([]byte, client.Size())}, nil
		}
		if !errors.Is(err, ErrNoSpine) {
			return nil, err
		}
		if ended := ctx.Err(); ended != nil {
			return nil, fmt.Errorf("%w (%w)", err, ended)
		}
		pause.Sleep(time.Now().Add(retryAfter))
	}
}

// Start starts the spine with a configuration and returns its first observation. A spine that runs
// already resets nothing.
func (a *Agent) Start(ctx context.Context, config *messages.SpineConfig) (dictionary.Observation, error) {
	reply, err := a.StartRaw(ctx, dictionary.AppendConfig(nil, config))
	if err != nil {
		return dictionary.Observation{}, err
	}
	return dictionary.ParseObservation(reply)
}

// StartRaw is Start with a configuration and an observation in MessagePack. The observation is
// valid until the next call.
func (a *Agent) StartRaw(ctx context.Context, config []byte) ([]byte, error) {
	// An agent that was killed may have left its last request rejected.
	if err := a.client.Wait(ctx); err != nil && !errors.Is(err, ErrRejected) {
		return nil, a.explain(err)
	}
	return a.call(ctx, sharedmemory.Start, config)
}

// Step sends an action and returns the observation with which the spine answers.
func (a *Agent) Step(ctx context.Context, action *dictionary.Action) (dictionary.Observation, error) {
	a.action = action.Append(a.action[:0])
	reply, err := a.StepRaw(ctx, a.action)
	if err != nil {
		return dictionary.Observation{}, err
	}
	return dictionary.ParseObservation(reply)
}

// StepRaw is Step with an action and an observation in MessagePack. The observation is valid until
// the next call.
func (a *Agent) StepRaw(ctx context.Context, action []byte) ([]byte, error) {
	return a.call(ctx, sharedmemory.Action, action)
}

func (a *Agent) call(ctx context.Context, request sharedmemory.Request, data []byte) ([]byte, error) {
	reply, err := a.client.Call(ctx, request, data, a.reply)
	if errors.Is(err, ErrRejected) {
		if why := dictionary.ParseReason(reply); why != "" {
			err = fmt.Errorf("%w (%s)", err, why)
		}
		return nil, err
	}
	return reply, a.explain(err)
}

// Stop stops all drives, and returns when the spine has taken the request. The drives confirm their
// stop to the spine, which starts again only after that.
func (a *Agent) Stop(ctx context.Context) error {
	err := a.client.Stop(ctx)
	if err == nil {
		err = a.client.Wait(ctx)
	}
	return a.explain(err)
}

// explain returns ErrNoSpine in place of a timeout if the spine has ended.
func (a *Agent) explain(err error) error {
	if !errors.Is(err, ErrTimeout) {
		return err
	}
	live, failed := a.published()
	if failed != nil { // Upkie's own spines publish nothing
		return err
	}
	if ended := live.Ended(); ended != nil {
		return ended
	}
	return err
}

// Close unmaps the spine's files. It neither stops the spine nor removes them.
func (a *Agent) Close() error {
	err := a.client.Close()
	if a.live != nil {
		err = errors.Join(err, a.live.Close())
	}
	return err
}
