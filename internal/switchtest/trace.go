package switchtest

import (
	"errors"
	"math"
	"slices"

	"github.com/robo-actors/robo-actors/messages"
)

// trace is what a controller did, tick by tick.
type trace struct {
	limit  []float64
	ticks  []tick
	failed error // requests that were refused
}

type tick struct {
	at             messages.Instant
	state          uint32
	phase          messages.TaskPhase
	commanded, own []float64
}

// add takes what a tick commanded.
func (t *trace) add(c Controller, at messages.Stamp, s *messages.TaskStatus) {
	commanded, own, limit := c.Outputs()
	t.limit = limit
	t.ticks = append(t.ticks, tick{at.Time, s.State, s.Phase, slices.Clone(commanded), slices.Clone(own)})
}

// ownStep has how far the law in force stepped by itself at a tick, an axis.
func (t *trace) ownStep(k int) []float64 {
	step := make([]float64, len(t.limit))
	for i := range step {
		step[i] = math.Abs(t.ticks[k].own[i] - t.ticks[k-1].own[i])
	}
	return step
}

// excess is the greatest step at a tick beyond another one, as a share of the axis's limit a
// millisecond.
func (t *trace) excess(k int, own []float64) (worst float64) {
	ms := 1e3 * t.ticks[k].at.Sub(t.ticks[k-1].at).Seconds()
	for i, limit := range t.limit {
		worst = math.Max(worst, (math.Abs(t.ticks[k].commanded[i]-t.ticks[k-1].commanded[i])-own[i])/(limit*ms))
	}
	return worst
}

// compare looks at the last change of a trace, and at the same tick of its twin.
func compare(t, twin *trace) (p Pair, err error) {
	n := len(t.ticks)
	if n < 3 || n != len(twin.ticks) {
		return p, errors.New("the runs have no ticks, or not the same number")
	}
	change := n - 1
	for change > 0 && t.ticks[change-1].state == t.ticks[n-1].state {
		change--
	}
	if change == 0 || t.ticks[n-1].state == twin.ticks[n-1].state {
		return p, errors.New("the state did not change")
	}
	if t.ticks[change-1].state != twin.ticks[change].state {
		return p, errors.New("the twin is in another state")
	}
	for i, limit := range t.limit {
		x := t.ticks[change].commanded[i]
		p.AtChange = math.Max(p.AtChange, math.Abs(x-twin.ticks[change].commanded[i])/limit)
		p.Without = math.Max(p.Without, math.Abs(t.ticks[change].own[i]-x)/limit)
	}
	for k := change + 1; k < n; k++ {
		if t.ticks[k].phase != messages.TaskRunning {
			return p, errors.New("the task sets do not run any more")
		}
		p.Worst = math.Max(p.Worst, t.excess(k, t.ownStep(k)))
	}
	return p, nil
}
