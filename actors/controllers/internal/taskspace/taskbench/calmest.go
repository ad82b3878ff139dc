package taskbench

import (
	"math"
	"slices"
	"sort"
)

// visit is one run through a piece of the motion: what its ticks took, and the loops that are compared with them, by their
// rounds; ns.
type visit struct {
	ticks, loops []float64
	interrupted  int     // of the ticks
	broken       int     // interruptions of ticks and of all loops
	pace         float64 // what the loops that judge took at most, but those that were interrupted
}

// calmer is whether the visit counts before another.
func (v *visit) calmer(broken int, pace float64) bool {
	return v.broken < broken || v.broken == broken && v.pace <= pace
}

// calmest are, of each piece of the motion, the visits that were interrupted least, and among these the ones in which the machine
// was fast and calm: a machine that is slow without a pause, for somebody has the other half of its core, is calm too, so what
// the loops took itself decides and not what it is beside their median. Of the loops, by turns, one judges and one is compared:
// what decides by itself that it was not disturbed could be compared with nothing. All pieces have as many visits, or states that
// are easy could count more often than others.
type calmest struct {
	most     int        // visits of a piece that are kept
	piece    int        // ticks in a row that are judged together; a piece has these or a few more
	reach    int        // ticks before and after a piece whose loops judge it too
	pieces   [][]*visit // in the order of the motion; of each the visits kept, the calmest first
	measured int        // whole passes
	part     []*visit   // while measured is 0: the calmest pass that is not whole, or none
}

// take keeps the pieces of a pass that are calmer than one of those kept. A pass that is not whole has not been through all
// states of the motion: it counts only until there is a whole one.
func (c *calmest) take(pass readings, whole bool) {
	if !whole {
		if c.measured == 0 {
			c.part = keep(c.part, 1, pass, c.pace(&pass, 0, len(pass.ticks)))
		}
		return
	}
	n := len(pass.ticks)
	if c.measured++; c.measured == 1 {
		c.part, c.pieces = nil, make([][]*visit, max(1, n/c.piece))
	}
	for i := range c.pieces {
		from, to := i*n/len(c.pieces), (i+1)*n/len(c.pieces)
		c.pieces[i] = keep(c.pieces[i], c.most, pass.part(from, to), c.pace(&pass, from, to))
	}
}

// pace is what the loops that judge a piece took at most. A machine may stand still for some microseconds at a time, dozens of
// times in a row, and leave no trace of it: the loops around the piece tell that as well as its own, and are more.
func (c *calmest) pace(pass *readings, from, to int) float64 {
	first := from - c.reach/2*2 // the loops that are compared are never among every second one from here
	most := -1.0
	for i := max(first, from%2); i < min(to+c.reach, len(pass.loops)); i += 2 {
		if !pass.interrupted[i].loop {
			most = max(most, pass.loops[i])
		}
	}
	if most < 0 {
		return math.Inf(1) // nothing tells
	}
	return most
}

// everySecond appends every second of the loops, from one on: from 0 those that judge, from 1 those that are compared.
func everySecond(dst, loops []float64, from int) []float64 {
	for i := from; i < len(loops); i += 2 {
		dst = append(dst, loops[i])
	}
	return dst
}

// pieceOf is how many ticks a piece has: no more than last, with the loops, a third of a millisecond, in which a machine that is
// interrupted a thousand times a second mostly is not, but some.
func pieceOf(tickNs float64) int {
	const least, most, lastNs = 5, 20, 0.3e6
	return max(least, int(min(most, lastNs/(2*tickNs))))
}

// reachOf is how many ticks last a millisecond with their loops.
func reachOf(tickNs float64) int {
	const most, lastNs = 500, 1e6
	return int(min(most, lastNs/(2*tickNs)))
}

// keep writes over the least calm of a piece's visits when there are most of them.
func keep(kept []*visit, most int, r readings, pace float64) []*visit {
	interrupted, broken := r.interruptions()
	at := sort.Search(len(kept), func(i int) bool { return !kept[i].calmer(broken, pace) })
	if at == most {
		return kept
	}
	var v *visit
	if len(kept) == most {
		v, kept = kept[most-1], kept[:most-1]
	} else {
		v = new(visit)
	}
	*v = visit{ticks: append(v.ticks[:0], r.ticks...), loops: everySecond(v.loops[:0], r.loops, 1),
		interrupted: interrupted, broken: broken, pace: pace}
	return slices.Insert(kept, at, v)
}

// figures are of the visits kept.
func (c *calmest) figures() Figures {
	var ticks, loops []float64
	interrupted := 0
	pieces := c.pieces
	if c.measured == 0 {
		pieces = [][]*visit{c.part}
	}
	for _, kept := range pieces {
		for _, v := range kept {
			ticks, loops = append(ticks, v.ticks...), append(loops, v.loops...)
			interrupted += v.interrupted
		}
	}
	return figuresOf(len(pieces[0]), ticks, loops, interrupted)
}
