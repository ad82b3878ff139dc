package taskbench

import (
	"slices"
	"sort"
)

// visit is one run through a piece of the motion: what its ticks took, and the loops that are compared with them, by their
// rounds; ns.
type visit struct {
	ticks, loops []float64
	pace         float64 // what the loops that judge took at most
}

// calmest are, of each piece of the motion, the visits in which the machine was fast and calm: a machine that is slow without a
// pause, for somebody has the other half of its core, is calm too, so what the loops took itself decides and not what it is
// beside their median. Of the loops, by turns, one judges and one is compared: what decides by itself that it was not
// interrupted could be compared with nothing. All pieces have as many visits, or states that are easy could count more often
// than others.
type calmest struct {
	most     int        // visits of a piece that are kept
	piece    int        // ticks in a row that are judged together; a piece has these or a few more
	pieces   [][]*visit // in the order of the motion; of each the visits kept, by pace
	measured int        // whole passes
	part     []*visit   // while measured is 0: the calmest pass that is not whole, or none
	judges   []float64  // scratch
}

// take keeps the pieces of a pass that are calmer than one of those kept. A pass that is not whole has not been through all
// states of the motion: it counts only until there is a whole one.
func (c *calmest) take(ticks, loops []float64, whole bool) {
	if !whole {
		if c.measured == 0 {
			c.part = c.keep(c.part, 1, ticks, loops)
		}
		return
	}
	if c.measured++; c.measured == 1 {
		c.part, c.pieces = nil, make([][]*visit, max(1, len(ticks)/c.piece))
	}
	for i := range c.pieces {
		from, to := i*len(ticks)/len(c.pieces), (i+1)*len(ticks)/len(c.pieces)
		c.pieces[i] = c.keep(c.pieces[i], c.most, ticks[from:to], loops[from:to])
	}
}

// everySecond appends every second of the loops, from one on: from 0 those that judge, from 1 those that are compared.
func everySecond(dst, loops []float64, from int) []float64 {
	for i := from; i < len(loops); i += 2 {
		dst = append(dst, loops[i])
	}
	return dst
}

// pieceOf is how many ticks a piece has: no more than last, with the loops, some half a millisecond, in which a machine mostly
// keeps its pace and is hardly interrupted twice, but so many that their loops tell that pace.
func pieceOf(tickNs float64) int {
	const least, most, lastNs = 10, 20, 0.6e6
	return max(least, int(min(most, lastNs/(2*tickNs))))
}

// keep writes over the least calm of a piece's visits when there are most of them.
func (c *calmest) keep(kept []*visit, most int, ticks, loops []float64) []*visit {
	c.judges = everySecond(c.judges[:0], loops, 0)
	pace := slices.Max(c.judges)
	at := sort.Search(len(kept), func(i int) bool { return kept[i].pace > pace })
	if at == most {
		return kept
	}
	var v *visit
	if len(kept) == most {
		v, kept = kept[most-1], kept[:most-1]
	} else {
		v = new(visit)
	}
	v.ticks, v.loops, v.pace = append(v.ticks[:0], ticks...), everySecond(v.loops[:0], loops, 1), pace
	return slices.Insert(kept, at, v)
}

// figures are of the visits kept.
func (c *calmest) figures() Figures {
	var ticks, loops []float64
	pieces := c.pieces
	if c.measured == 0 {
		pieces = [][]*visit{c.part}
	}
	for _, kept := range pieces {
		for _, v := range kept {
			ticks, loops = append(ticks, v.ticks...), append(loops, v.loops...)
		}
	}
	return figuresOf(len(pieces[0]), ticks, loops)
}
