package draw

import (
	"google.golang.org/protobuf/proto"

	"github.com/robo-actors/robo-actors/internal/foxglove/schemas"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/explain"
)

// LogLine returns an event as a line of a log: a sentence, its level, and the actor as the name.
func LogLine(e *messages.Event) proto.Message {
	return &schemas.Log{Timestamp: timestamp(e.Time), Level: level(e), Message: explain.Words(e), Name: e.Source}
}

// level returns how serious an event is. What an operator asked for is never a warning.
func level(e *messages.Event) schemas.Log_Level {
	switch e.Kind {
	case messages.EventFailed, messages.EventHang, messages.EventEscalated:
		return schemas.Log_ERROR
	case messages.EventRestarting, messages.EventStale, messages.EventRefused, messages.EventOverrun, messages.EventWaiting, messages.EventFaultInjected:
		return schemas.Log_WARNING
	case messages.EventForeign:
		if e.Cause != messages.CauseNone {
			return schemas.Log_WARNING
		}
	case messages.EventModeChanged:
		if e.To.Stops() && e.Cause != messages.CauseOperator && e.Cause != messages.CauseStartup {
			return schemas.Log_WARNING
		}
	}
	return schemas.Log_INFO
}
