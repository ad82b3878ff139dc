package jitter

import (
	"context"
	"errors"
	"fmt"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/view"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// viewed is the company of a slice: a view with its viewers.
type viewed struct {
	watch func(ctx context.Context, address string) error
	hub   *view.Hub
	live  *view.Live
	stop  context.CancelFunc
	ended chan error // of watch
	stats view.Viewers
}

func newViewed(watch func(context.Context, string) error) *viewed {
	return &viewed{watch: watch, hub: view.NewHub(false), ended: make(chan error, 1)}
}

// topics are those of the outputs of the actors.
func topics(count int) (all []string) {
	for i := range count {
		all = append(all, fmt.Sprintf("bench/ticking_%d.state", i))
	}
	return all
}

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
