package protoactor

import (
	"context"
	"log/slog"
	"sync/atomic"

	"go.uber.org/zap"
	"go.uber.org/zap/exp/zapslog"
)

// forwarder hands log records to the logger of the System that uses an ActorSystem at the moment.
type forwarder struct {
	target *atomic.Pointer[slog.Handler]
	// refine holds the attributes and groups that a derived logger adds, in order.
	refine []func(slog.Handler) slog.Handler
}

func newForwarder() *forwarder {
	f := &forwarder{target: &atomic.Pointer[slog.Handler]{}}
	f.to(zap.NewNop())
	return f
}

// to sends what follows to log.
func (f *forwarder) to(log *zap.Logger) {
	var h slog.Handler = zapslog.NewHandler(log.Core(), zapslog.WithName("protoactor"))
	f.target.Store(&h)
}

func (f *forwarder) handler() slog.Handler {
	h := *f.target.Load()
	for _, refine := range f.refine {
		h = refine(h)
	}
	return h
}

// Enabled lets warnings and errors through. Proto.Actor reports every start and every recovered
// panic at Info; the runtime reports them itself, with a stack.
func (f *forwarder) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && f.handler().Enabled(ctx, level)
}

func (f *forwarder) Handle(ctx context.Context, r slog.Record) error {
	return f.handler().Handle(ctx, r)
}

func (f *forwarder) WithAttrs(attrs []slog.Attr) slog.Handler {
	return f.derive(func(h slog.Handler) slog.Handler { return h.WithAttrs(attrs) })
}

func (f *forwarder) WithGroup(name string) slog.Handler {
	return f.derive(func(h slog.Handler) slog.Handler { return h.WithGroup(name) })
}

func (f *forwarder) derive(refine func(slog.Handler) slog.Handler) slog.Handler {
	refined := append(append([]func(slog.Handler) slog.Handler{}, f.refine...), refine)
	return &forwarder{target: f.target, refine: refined}
}
