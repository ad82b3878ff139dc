package actors

import (
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/stats"
)

// Measurement has what Health summarises of one actor in full, for programs that monitor a system.
type Measurement struct {
	Actor string
	// Lateness is release to start of the tick; Execution is its duration, modelled in virtual time.
	Lateness, Execution Distribution
	// Inputs has one entry a linked input.
	Inputs []InputMeasurement
	// Queued is the number of messages that wait for the actor, QueueLimit the most that may wait.
	Queued, QueueLimit int
}

// InputMeasurement has the ages of the values at a linked input, as the actor saw them.
type InputMeasurement struct {
	Port, From string
	Ages       Distribution
}

// Distribution counts durations since the start of the system, in buckets of at most 1/16 of their
// size, from the shortest to the longest. Empty buckets are left out.
type Distribution []Bucket

// Bucket is the number of durations from Low to High, both included.
type Bucket struct {
	Low, High time.Duration
	Count     uint64
}

// Measurements returns the measurements of every actor, in the order of the application. It may be
// called while the system runs, and takes no lock.
func (s *System) Measurements() []Measurement {
	cells := s.cells()
	all := make([]Measurement, len(cells))
	for i, c := range cells {
		m := Measurement{Actor: c.spec.Name, Lateness: distribution(&c.stats.lateness), Execution: distribution(&c.stats.execution)}
		if c.mailbox != nil {
			m.Queued, m.QueueLimit = c.mailbox.queue.Length(), c.mailbox.queue.Limit()
		}
		for _, in := range c.inputs {
			if l := in.link.Load(); l != nil {
				m.Inputs = append(m.Inputs, InputMeasurement{Port: in.name, From: l.from, Ages: distribution(&in.ages)})
			}
		}
		all[i] = m
	}
	return all
}

func distribution(h *stats.Histogram) (d Distribution) {
	h.Each(func(low, high time.Duration, count uint64) { d = append(d, Bucket{low, high, count}) })
	return d
}
