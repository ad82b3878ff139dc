package session

import (
	"context"
	"log/slog"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/robo-actors/robo-actors/messages"
)

// programLogger returns the logger of the embedding program: that of zap if the program has
// replaced it, or else that of slog.
func programLogger() *zap.Logger {
	if zap.L().Core().Enabled(zapcore.ErrorLevel) {
		return zap.L()
	}
	return zap.New(slogCore{})
}

// slogCore hands log entries of zap to slog.Default().
type slogCore struct{ fields []zapcore.Field }

// Enabled implements zapcore.LevelEnabler.
func (slogCore) Enabled(level zapcore.Level) bool {
	return slog.Default().Enabled(context.Background(), slogLevel(level))
}

// With implements zapcore.Core.
func (c slogCore) With(fields []zapcore.Field) zapcore.Core {
	return slogCore{append(c.fields[:len(c.fields):len(c.fields)], fields...)}
}

// Check implements zapcore.Core.
func (c slogCore) Check(e zapcore.Entry, checked *zapcore.CheckedEntry) *zapcore.CheckedEntry {
	if !c.Enabled(e.Level) {
		return checked
	}
	return checked.AddCore(e, c)
}

// Write implements zapcore.Core.
func (c slogCore) Write(e zapcore.Entry, fields []zapcore.Field) error {
	r := slog.NewRecord(e.Time, slogLevel(e.Level), e.Message, 0)
	if e.LoggerName != "" {
		r.AddAttrs(slog.String("logger", e.LoggerName))
	}
	for _, list := range [][]zapcore.Field{c.fields, fields} {
		for i := range list {
			o := zapcore.NewMapObjectEncoder()
			list[i].AddTo(o)
			for key, value := range o.Fields {
				r.AddAttrs(slog.Any(key, value))
			}
		}
	}
	if e.Stack != "" {
		r.AddAttrs(slog.String("stack", e.Stack))
	}
	return slog.Default().Handler().Handle(context.Background(), r)
}

// Sync implements zapcore.Core.
func (slogCore) Sync() error { return nil }

func slogLevel(level zapcore.Level) slog.Level {
	switch {
	case level >= zapcore.ErrorLevel:
		return slog.LevelError
	case level == zapcore.WarnLevel:
		return slog.LevelWarn
	case level == zapcore.InfoLevel:
		return slog.LevelInfo
	}
	return slog.LevelDebug
}

// logEvents returns a receiver of events that logs each of them once. The runtime logs failures and
// the decisions of supervisors itself, with more than the event has.
func logEvents(log *zap.Logger) func(messages.Event) {
	return func(e messages.Event) {
		switch e.Kind {
		case messages.EventFailed, messages.EventHang, messages.EventRestarting, messages.EventEscalated:
			return
		}
		log.Log(logLevel(&e), e.String())
	}
}

// logLevel returns the level of an event: a warning for a joint that stops unasked, and for what
// may stop one.
func logLevel(e *messages.Event) zapcore.Level {
	switch e.Kind {
	case messages.EventModeChanged:
		if e.To > e.From && e.Cause != messages.CauseOperator && e.Cause != messages.CauseStartup {
			return zapcore.WarnLevel
		}
	case messages.EventForeign:
		if e.Cause != messages.CauseNone {
			return zapcore.WarnLevel
		}
	case messages.EventStale, messages.EventRefused, messages.EventOverrun, messages.EventWaiting:
		return zapcore.WarnLevel
	case messages.EventStarted, messages.EventStopped, messages.EventStopSent, messages.EventJob:
		return zapcore.DebugLevel
	}
	return zapcore.InfoLevel
}
