package taskbench

import (
	"slices"
	"sort"
)

// pass is one run through the motion: what its ticks took, and one by one with them the loops, by their rounds; ns.
type pass struct {
	ticks, loops []float64
	loopP99      float64
}

// calmest are the passes in which the machine was fast and calm: a machine that is slow without a pause, for somebody has the
// other half of its core, is calm too, so the loops' 99th percentile itself decides and not what it is beside their median.
type calmest struct {
	most     int     // passes that are kept
	kept     []*pass // by loopP99, all of them whole, or one that is not
	measured int     // whole passes
	spare    *pass   // measured and not kept: its memory is used again, or the collector would run beside the ticks
}

// empty is a pass to measure, with room for length ticks.
func (c *calmest) empty(length int) *pass {
	p := c.spare
	if c.spare = nil; p == nil {
		p = &pass{ticks: make([]float64, 0, length), loops: make([]float64, 0, length)}
	}
	p.ticks, p.loops = p.ticks[:0], p.loops[:0]
	return p
}

// take keeps a pass that is calmer than one of those kept. One that is not whole has not been through all states of the
// motion: it counts only until there is a whole one.
func (c *calmest) take(p *pass, whole bool) {
	loops := slices.Clone(p.loops)
	sort.Float64s(loops)
	p.loopP99 = loops[len(loops)*99/100]
	most := 1
	if whole {
		if c.measured++; c.measured == 1 {
			c.kept = c.kept[:0]
		}
		most = c.most
	} else if c.measured > 0 {
		c.spare = p
		return
	}
	at := sort.Search(len(c.kept), func(i int) bool { return c.kept[i].loopP99 > p.loopP99 })
	c.kept = slices.Insert(c.kept, at, p)
	if len(c.kept) > most {
		c.spare = c.kept[most]
		c.kept = c.kept[:most]
	}
}

// summarise fills in the figures of the passes kept.
func (c *calmest) summarise(r *Result) {
	var ticks, loops, block []float64
	for _, p := range c.kept {
		ticks, loops = append(ticks, p.ticks...), append(loops, p.loops...)
		for i := 0; i+Block <= len(p.ticks); i += Block {
			block = append(block[:0], p.ticks[i:i+Block]...)
			sort.Float64s(block)
			if m := block[Block/2]; r.BestNs == 0 || m < r.BestNs {
				r.BestNs = m
			}
		}
	}
	sort.Float64s(ticks)
	sort.Float64s(loops)
	r.Passes, r.Measured, r.Ticks = len(c.kept), c.measured, len(ticks)
	r.MedianNs, r.P99Ns, r.P999Ns = ticks[len(ticks)/2], ticks[len(ticks)*99/100], ticks[len(ticks)*999/1000]
	r.LoopRoundNs = loops[len(loops)/2]
	if r.LoopRoundNs > 0 {
		r.LoopP99, r.LoopTail = loops[len(loops)*99/100]/r.LoopRoundNs, loops[len(loops)*999/1000]/r.LoopRoundNs
	}
}
