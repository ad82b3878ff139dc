package record

import (
	"fmt"
	"io"
	"slices"
	"sort"
	"text/tabwriter"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// TopicStats describes the regularity of the values of a topic. Durations are in ns.
type TopicStats struct {
	Topic    string `json:"topic"`
	Messages uint64 `json:"messages"`
	// Dropped counts values that the recorder lost; Missing those that the sequence numbers skip,
	// which the former are among.
	Dropped uint64 `json:"dropped"`
	Missing uint64 `json:"missing"`
	// Restarts counts changes of the sender's incarnation. Events and health come from many
	// senders, and their values have no sequence numbers: there it is 0.
	Restarts uint64 `json:"restarts"`
	// Rate is the number of intervals per second from the first log time to the last; 0 for fewer
	// than two messages.
	Rate float64 `json:"rate_hz"`
	// Interval is from one log time to the next, Jitter the distance of an interval from the median
	// one, and Age the log time minus the time of the stamp.
	Interval Spread `json:"interval_ns"`
	Jitter   Spread `json:"jitter_ns"`
	Age      Spread `json:"age_ns"`
	// Bytes counts the encoded values.
	Bytes uint64 `json:"bytes"`
}

// Spread summarises durations: a share of 50, 99 and 100 % of them is no longer than P50, P99 and
// Max. All are zero where there are none.
type Spread struct {
	Min time.Duration `json:"min"`
	P50 time.Duration `json:"p50"`
	P99 time.Duration `json:"p99"`
	Max time.Duration `json:"max"`
}

// spreadOf sorts durations and summarises them.
func spreadOf(durations []time.Duration) Spread {
	n := len(durations)
	if n == 0 {
		return Spread{}
	}
	sort.Slice(durations, func(i, j int) bool { return durations[i] < durations[j] })
	// The smallest duration that is not exceeded by a share of percent.
	at := func(percent int) time.Duration { return durations[max(0, (n*percent+99)/100-1)] }
	return Spread{Min: durations[0], P50: at(50), P99: at(99), Max: durations[n-1]}
}

// Stats is what StatsOf returns.
type Stats struct {
	Topics []TopicStats `json:"topics"`
}

// StatsOf reads the selected messages once and returns their statistics, by topic in the order
// of the file.
func StatsOf(r *Reader, filter Filter) (Stats, error) {
	filter.ByTime = true
	collected := make([]collector, len(r.channels))
	for m, err := range r.Messages(filter) {
		if err != nil {
			return Stats{}, err
		}
		collected[m.Channel.number-1].add(m)
	}
	stats := Stats{Topics: []TopicStats{}}
	for i, c := range r.channels {
		if len(filter.Topics) == 0 || slices.Contains(filter.Topics, c.Topic) {
			stats.Topics = append(stats.Topics, collected[i].stats(c))
		}
	}
	return stats, nil
}

// collector keeps what the statistics of one topic need.
type collector struct {
	out             TopicStats
	last            messages.Stamp
	first, lastTime messages.Instant
	intervals, ages []time.Duration
}

func (c *collector) add(m Message) {
	if c.out.Messages == 0 {
		c.first = m.LogTime
	} else {
		c.intervals = append(c.intervals, m.LogTime.Sub(c.lastTime))
		if m.Stamp.Sequence > c.last.Sequence+1 {
			c.out.Missing += m.Stamp.Sequence - c.last.Sequence - 1
		}
		if m.Stamp.Incarnation != c.last.Incarnation && m.Stamp.Sequence > 0 {
			c.out.Restarts++
		}
	}
	c.ages = append(c.ages, m.LogTime.Sub(m.Stamp.Time))
	c.last, c.lastTime = m.Stamp, m.LogTime
	c.out.Messages++
	c.out.Bytes += uint64(len(m.Data))
}

func (c *collector) stats(channel *Channel) TopicStats {
	out := c.out
	out.Topic, out.Dropped = channel.Topic, channel.Dropped
	if whole := c.lastTime.Sub(c.first); whole > 0 {
		out.Rate = float64(len(c.intervals)) / whole.Seconds()
	}
	out.Interval, out.Age = spreadOf(c.intervals), spreadOf(c.ages)
	for i, interval := range c.intervals {
		c.intervals[i] = max(interval-out.Interval.P50, out.Interval.P50-interval)
	}
	out.Jitter = spreadOf(c.intervals)
	return out
}

// WriteText prints the statistics for people.
func (s Stats) WriteText(to io.Writer) error {
	out := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprint(out, "topic\tmessages\trate Hz\tinterval p50\tp99\tmax\tjitter p99\tmax\tage p50\tp99\tmax\tmissing\tdropped\trestarts\n")
	for _, t := range s.Topics {
		fmt.Fprintf(out, "%s\t%d\t%.3f\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%d\t%d\t%d\n", printable(t.Topic), t.Messages, t.Rate,
			t.Interval.P50, t.Interval.P99, t.Interval.Max, t.Jitter.P99, t.Jitter.Max, t.Age.P50, t.Age.P99, t.Age.Max,
			t.Missing, t.Dropped, t.Restarts)
	}
	return out.Flush()
}
