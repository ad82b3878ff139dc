package messages

import "time"

// Health is the condition of one actor since its system started.
type Health struct {
	// Actor is the whole path, "world/name".
	Actor       string
	World       string
	Domain      string
	Phase       string
	Incarnation Incarnation
	// State is one of starting, running, suspended, restarting, stopped, lost.
	State  string
	Period time.Duration
	// Ticks counts releases that ran; Missed those that were skipped; Overruns the times that
	// skipping happened.
	Ticks, Missed, Overruns uint64
	Restarts                uint64
	// Lateness is release to start of the tick; Execution is its duration (modelled in virtual
	// time).
	Lateness, Execution Quantiles
	// QueueDropped counts messages that a full queue refused.
	QueueDropped uint64
	// Inputs has one entry a linked input.
	Inputs []InputHealth
	// LastError is the text of the last failure.
	LastError string
}

// InputHealth is the condition of one linked input.
type InputHealth struct {
	Port, From string
	// Age is that of the newest value when the actor last looked, also of one that was withdrawn:
	// it grows until the next comes. It is negative before the first value.
	Age, MaxAge time.Duration
	// Ages are those of values that were not withdrawn.
	Ages Quantiles
	// Overwritten counts values that a newer one replaced before they were read.
	Received, Overwritten uint64
	Stale                 bool
}

// Quantiles summarises a histogram of durations. Resolution: 1/16 of the value.
type Quantiles struct {
	Count               uint64
	P50, P99, P999, Max time.Duration
}
