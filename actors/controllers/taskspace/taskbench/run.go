package taskbench

import (
	"fmt"
	"runtime"
	"slices"
	"time"
)

// Result is what one workload took.
type Result struct {
	Workload string
	Unknowns int // accelerations and contact forces
	Ticks    int
	// MedianNs, P99Ns and P999Ns are of all ticks; BestNs is the least median of Block ticks in a row, which says what the code
	// takes while the machine does nothing else. All with one look at the clock, tens of nanoseconds.
	MedianNs, BestNs, P99Ns, P999Ns float64
	// StatesP99 and StatesP999 are percentiles over the states of the motion of the least time that each took, over the median
	// of these: what some states take more than others. The more rounds, the less of the machine is in it; 0 with less than
	// RoundsMin.
	StatesP99, StatesP999 float64
	Rounds                int // how often the last of the states was visited
	// LoopTail is the 99.9th percentile over the median of an arithmetic loop as long as a tick, run by turns with the ticks:
	// what the machine does to any code.
	LoopTail   float64
	TargetNs   float64 // of the median; 0 without one
	References []Reference
}

// Tail is the 99.9th percentile of the ticks over their median.
func (r *Result) Tail() float64 { return r.P999Ns / r.MedianNs }

// RoundsMin is how often the states must have been visited for their times to be compared.
const RoundsMin = 5

// Round is how many ticks the motion takes that all workloads go through again and again.
const Round = 6283

// Block is how many ticks in a row BestNs is the median of.
const Block = 200

// Run times all workloads for about budget each on the clock now, and at most ticks ticks each; at least a Block of each.
func Run(budget time.Duration, ticks int, now func() time.Duration) ([]Result, error) {
	results := make([]Result, 0, len(plans))
	for i := range plans {
		r, err := run(&plans[i], budget, ticks, now)
		if err != nil {
			return nil, fmt.Errorf("taskbench: %s: %w", plans[i].name, err)
		}
		results = append(results, r)
	}
	return results, nil
}

func run(p *plan, budget time.Duration, ticks int, now func() time.Duration) (Result, error) {
	x, err := p.make()
	if err != nil {
		return Result{}, err
	}
	r := Result{Workload: x.name, Unknowns: x.unknowns, TargetNs: x.targetNs, References: x.references}
	first := make([]float64, 0, Block)
	for i := range Block { // brings it into the caches, and says how long the loop has to be
		x.move(i)
		start := now()
		if err := x.tick(); err != nil {
			return r, err
		}
		first = append(first, float64(now()-start))
	}
	slices.Sort(first)
	rounds := calibrate(first[Block/2], now)
	times, loops := make([]float64, 0, ticks), make([]float64, 0, ticks)
	begin := now()
	for i := 0; len(times) < max(ticks, Block) && (len(times) < Block || now()-begin < budget); i++ {
		x.move(Block + i)
		start := now()
		if err := x.tick(); err != nil {
			return r, err
		}
		middle := now()
		runtime.KeepAlive(arithmetic(rounds)) // or it could be left out
		times, loops = append(times, float64(middle-start)), append(loops, float64(now()-middle))
	}
	r.compare(times)
	r.take(times, loops)
	return r, nil
}

// compare looks at the states apart; times stand in the order of the ticks.
func (r *Result) compare(times []float64) {
	if r.Rounds = len(times) / Round; r.Rounds < RoundsMin {
		return
	}
	least := slices.Clone(times[:Round])
	for i, t := range times[Round:] {
		least[i%Round] = min(least[i%Round], t)
	}
	slices.Sort(least)
	median := least[Round/2]
	r.StatesP99, r.StatesP999 = least[Round*99/100]/median, least[Round*999/1000]/median
}

func (r *Result) take(times, loops []float64) {
	r.Ticks = len(times)
	block := make([]float64, 0, Block)
	for i := 0; i+Block <= len(times); i += Block {
		block = append(block[:0], times[i:i+Block]...)
		slices.Sort(block)
		if m := block[Block/2]; r.BestNs == 0 || m < r.BestNs {
			r.BestNs = m
		}
	}
	slices.Sort(times)
	slices.Sort(loops)
	r.MedianNs, r.P99Ns, r.P999Ns = times[len(times)/2], times[len(times)*99/100], times[len(times)*999/1000]
	if m := loops[len(loops)/2]; m > 0 {
		r.LoopTail = loops[len(loops)*999/1000] / m
	}
}

// arithmetic takes a time in proportion to rounds, whatever the values are.
func arithmetic(rounds int) float64 {
	a, b, c, d := 1.0, 1.1, 1.2, 1.3
	for range rounds {
		a, b, c, d = a*0.999+0.001, b*0.998+0.002, c*0.997+0.003, d*0.996+0.004
	}
	return a + b + c + d
}

// calibrate finds how many rounds of arithmetic take a time, ns.
func calibrate(ns float64, now func() time.Duration) int {
	const rounds = 1 << 14
	best := 0.0
	for range 20 {
		start := now()
		runtime.KeepAlive(arithmetic(rounds)) // or it could be left out
		if took := float64(now() - start); best == 0 || took < best {
			best = took
		}
	}
	return max(1, int(ns/best*rounds))
}
