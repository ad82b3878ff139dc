package taskbench

import (
	"slices"
	"sort"
)

// steadiest is the row of passes, one measured after the other, in which the 99th percentile of the loops that judge was least
// beside their median, be the machine fast or slow: what a servo that cannot choose its moments may count on. Nothing within the
// row is left out.
type steadiest struct {
	most   int // passes in a row
	last   []pass
	row    []pass  // the steadiest; as many as last
	uneven float64 // of row
	sorted []float64
}

// pass is one run through the motion: what its ticks took, and the loops that are compared with them, by their rounds, ns.
type pass struct {
	ticks, loops []float64
	interrupted  int     // of the ticks
	median, p99  float64 // of the loops that judge
}

// follow takes the next pass. While there are fewer than the row has, all count.
func (s *steadiest) follow(r readings) {
	var p pass
	if len(s.last) == s.most {
		p = s.last[0]
		s.last = slices.Delete(s.last, 0, 1)
	}
	s.sorted = everySecond(s.sorted[:0], r.loops, 0)
	sort.Float64s(s.sorted)
	p.ticks, p.loops = append(p.ticks[:0], r.ticks...), everySecond(p.loops[:0], r.loops, 1)
	p.interrupted, _ = r.interruptions()
	p.median, p.p99 = s.sorted[len(s.sorted)/2], s.sorted[len(s.sorted)*99/100]
	s.last = append(s.last, p)
	if uneven := unevenness(s.last); len(s.row) < len(s.last) || uneven < s.uneven {
		s.uneven = uneven
		s.keep()
	}
}

// unevenness is what the 99th percentiles are beside the least of the medians: in a row of even passes of which some are slow
// and some fast the ticks are not even.
func unevenness(row []pass) float64 {
	least, sum := row[0].median, 0.0
	for _, p := range row {
		least, sum = min(least, p.median), sum+p.p99
	}
	if least <= 0 { // by a clock that stands still
		return 0
	}
	return sum / least
}

// keep copies the last passes over the row.
func (s *steadiest) keep() {
	for i, p := range s.last {
		if i == len(s.row) {
			s.row = append(s.row, pass{})
		}
		r := &s.row[i]
		*r = pass{append(r.ticks[:0], p.ticks...), append(r.loops[:0], p.loops...), p.interrupted, p.median, p.p99}
	}
}

// figures are zero where there was no pass.
func (s *steadiest) figures() Figures {
	if len(s.row) == 0 {
		return Figures{}
	}
	var ticks, loops []float64
	interrupted := 0
	for _, p := range s.row {
		ticks, loops = append(ticks, p.ticks...), append(loops, p.loops...)
		interrupted += p.interrupted
	}
	return figuresOf(len(s.row), ticks, loops, interrupted)
}
