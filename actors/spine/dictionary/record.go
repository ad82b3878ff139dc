package dictionary

import (
	"github.com/robo-actors/robo-actors/messages"
)

// Record is what the log of a spine has for one cycle.
type Record struct {
	TimeS       float64               // wall clock, s since 1970-01-01 UTC
	Observation []byte                // what Observation.Append wrote
	Action      *Action               // the action that the cycle applied
	Config      *messages.SpineConfig // in the first record after a reset, else nil
	Spine       Cycle
}

// Cycle describes one cycle of a spine.
type Cycle struct {
	MeasuredPeriodS float64 // since the cycle before
	SkipCount       uint64  // cycles that were skipped before this one
	SlackS          float64 // time that the cycle had left
	// LoggerBufferSize and LoggerLastSize are the number of records that wait to be written and the
	// size of the record before, bytes.
	LoggerBufferSize, LoggerLastSize uint64
	RxCount                          uint64 // replies of servos
	// StateCycleBeginning and StateCycleEnd are codes of the spine's state.
	StateCycleBeginning, StateCycleEnd int
}

// Append appends the record as one MessagePack map. It allocates nothing if b has room.
func (r *Record) Append(b []byte) []byte { return put(b, recordFields, r) }

var recordFields = []field[Record]{
	number("time", anyNumber, func(r *Record) *float64 { return &r.TimeS }),
	{key: "observation", put: func(b []byte, r *Record) []byte { return append(b, r.Observation...) }},
	{key: "action", put: func(b []byte, r *Record) []byte { return r.Action.Append(b) }},
	{
		key: "config",
		has: func(r *Record) bool { return r.Config != nil },
		put: func(b []byte, r *Record) []byte { return AppendConfig(b, r.Config) },
	},
	part("spine", func(r *Record) *Cycle { return &r.Spine }, cycleFields),
}

var cycleFields = []field[Cycle]{
	group("clock", nil, []field[Cycle]{
		number("measured_period", anyNumber, func(c *Cycle) *float64 { return &c.MeasuredPeriodS }),
		whole("skip_count", func(c *Cycle) *uint64 { return &c.SkipCount }),
		number("slack", anyNumber, func(c *Cycle) *float64 { return &c.SlackS }),
	}),
	group("logger", nil, []field[Cycle]{
		whole("buffer_size", func(c *Cycle) *uint64 { return &c.LoggerBufferSize }),
		whole("last_size", func(c *Cycle) *uint64 { return &c.LoggerLastSize }),
	}),
	whole("rx_count", func(c *Cycle) *uint64 { return &c.RxCount }),
	whole("state_cycle_beginning", func(c *Cycle) *int { return &c.StateCycleBeginning }),
	whole("state_cycle_end", func(c *Cycle) *int { return &c.StateCycleEnd }),
}
