package jitter

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/robo-actors/robo-actors/actors/view/viewtest"
)

// Audience is the number of viewers of a run: those that read, those that connect, subscribe and
// read nothing, and those that connect, subscribe, go, and come again.
type Audience struct{ Reading, Deaf, Reconnecting int }

func (a Audience) count() int { return a.Reading + a.Deaf + a.Reconnecting }

// Twenty is the audience of a demanding day.
var Twenty = Audience{Reading: 10, Deaf: 5, Reconnecting: 5}

// reconnectPause is how long a reconnecting viewer stays, and stays away.
const reconnectPause = 50 * time.Millisecond

// Watch lets viewers watch the outputs of a run at an address until ctx ends.
func Watch(ctx context.Context, address string, topics []string, size Audience) error {
	w := watching{address: address, topics: topics}
	var wait sync.WaitGroup
	for _, kind := range []struct {
		count int
		watch func(context.Context) error
	}{{size.Reading, w.read}, {size.Deaf, w.deaf}, {size.Reconnecting, w.reconnect}} {
		for range kind.count {
			wait.Go(func() {
				if err := kind.watch(ctx); err != nil && ctx.Err() == nil {
					w.fail(err)
				}
			})
		}
	}
	wait.Wait()
	return w.failed
}

// watching is what the viewers of one run share.
type watching struct {
	address string
	topics  []string

	mu     sync.Mutex
	failed error
}

func (w *watching) fail(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.failed = errors.Join(w.failed, err)
}

func (w *watching) connect(ctx context.Context) (*viewtest.Viewer, error) {
	v, err := viewtest.Connect(ctx, strings.Replace(w.address, "http", "ws", 1)+"ws", http.Header{}, nil)
	if err != nil {
		return nil, err
	}
	if err := v.Subscribe(ctx, w.topics...); err != nil {
		v.Close()
		return nil, err
	}
	return v, nil
}

func (w *watching) read(ctx context.Context) error {
	v, err := w.connect(ctx)
	if err != nil {
		return err
	}
	defer v.Close()
	for ctx.Err() == nil {
		if _, err := v.Messages(ctx, w.topics[0], 1); err != nil {
			return err
		}
		v.Forget()
		pause(ctx, reconnectPause)
	}
	return nil
}

func (w *watching) reconnect(ctx context.Context) error {
	for ctx.Err() == nil {
		v, err := w.connect(ctx)
		if err != nil {
			return err
		}
		pause(ctx, reconnectPause)
		v.Close()
		pause(ctx, reconnectPause)
	}
	return nil
}

func (w *watching) deaf(ctx context.Context) error {
	pause(ctx, reconnectPause) // until there are channels
	conn, err := viewtest.Deaf(ctx, w.address)
	if err != nil {
		return err
	}
	<-ctx.Done()
	return conn.Close()
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
