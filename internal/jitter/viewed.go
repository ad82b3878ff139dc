package jitter

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/view"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// viewed is the company of a slice: a view with its viewers.
type viewed struct {
	watch func(ctx context.Context, address string) error
	count int // of viewers
	hub   *view.Hub
	live  *view.Live
	stop  context.CancelFunc
	ended chan error // of watch
	stats view.Viewers
}

func newViewed(watch func(context.Context, string) error, count int) *viewed {
	return &viewed{watch: watch, count: count, hub: view.NewHub(false), ended: make(chan error, 1)}
}

// topics are those of the outputs of the actors.
func topics(count int) (all []string) {
	for i := range count {
		all = append(all, fmt.Sprintf("bench/ticking_%d.state", i))
	}
	return all
}

func (v *viewed) extend(*actors.Application) {}

func (v *viewed) options() []actors.Option { return []actors.Option{actors.WithRecorder(v.hub)} }

func (v *viewed) join(ctx context.Context, sys *actors.System) (err error) {
	config := &app.Config{Name: "bench"}
	subject := view.Subject{Config: func() *app.Config { return config }, System: sys, Worlds: func() []string { return nil }}
	v.live, err = view.Start(v.hub, subject, view.Options{Address: "127.0.0.1:0"}, nil, nil)
	if err != nil {
		return err
	}
	ctx, v.stop = context.WithCancel(ctx)
	go func() { v.ended <- v.watch(ctx, v.live.URLs()[0]) }()
	return v.await(ctx)
}

// await waits until as many viewers have connected as there are.
func (v *viewed) await(ctx context.Context) error {
	for end := time.Now().Add(patience); v.live.Viewers().Connected < uint64(v.count); pause(ctx, time.Millisecond) {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case len(v.ended) > 0: // leave returns why
			return errors.New("the viewers ended before all of them had connected")
		case time.Now().After(end):
			return fmt.Errorf("%d of %d viewers connected within %v", v.live.Viewers().Connected, v.count, patience)
		}
	}
	return nil
}

func (v *viewed) leave() error {
	if v.live == nil {
		return nil
	}
	v.stats = v.live.Viewers()
	v.stop()
	return errors.Join(<-v.ended, v.live.Close())
}
