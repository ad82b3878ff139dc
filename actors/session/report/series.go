package report

import (
	"math"
	"time"

	"github.com/robo-actors/robo-actors/messages"
)

// Series is a curve for a chart: the least and the greatest value in each of at most maxSpans equal
// spans of time. The spans double in length when there are too many, so that a run of any length
// needs the same memory and no peak is lost. The zero value is ready.
type Series struct {
	spans  []Span
	length time.Duration
}

// Span is the part of a Series within one span of time.
type Span struct {
	// At is the instant of the first value.
	At messages.Instant
	// Least and Greatest are the bounds of the values, in the unit of the series.
	Least, Greatest float64
}

// maxSpans is the largest number of spans, and firstLength their length at first.
const (
	maxSpans    = 800
	firstLength = time.Millisecond
)

// Add adds a value. Values come in the order of time; those that are not finite are left out.
func (s *Series) Add(at messages.Instant, value float64) {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return
	}
	if s.length == 0 {
		s.length = firstLength
	}
	if n := len(s.spans); n > 0 && s.index(at) <= s.index(s.spans[n-1].At) {
		last := &s.spans[n-1]
		last.Least, last.Greatest = min(last.Least, value), max(last.Greatest, value)
		return
	}
	s.spans = append(s.spans, Span{at, value, value})
	for len(s.spans) > maxSpans {
		s.length *= 2
		s.merge()
	}
}

func (s *Series) index(at messages.Instant) int64 { return int64(at) / int64(s.length) }

// merge joins the spans that are now one.
func (s *Series) merge() {
	joined := s.spans[:1]
	for _, next := range s.spans[1:] {
		last := &joined[len(joined)-1]
		if s.index(next.At) > s.index(last.At) {
			joined = append(joined, next)
			continue
		}
		last.Least, last.Greatest = min(last.Least, next.Least), max(last.Greatest, next.Greatest)
	}
	s.spans = joined
}

// Spans returns the spans in the order of time. The caller must not change them.
func (s *Series) Spans() []Span { return s.spans }
