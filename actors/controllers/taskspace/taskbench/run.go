package taskbench

import (
	"fmt"
	"runtime"
	"slices"
	"sort"
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
	// LoopP99 and LoopTail are the 99th and 99.9th percentile over the median of an arithmetic loop as long as a tick, run by
	// turns with the ticks: what the machine does to any code.
	LoopP99, LoopTail float64
	// LoopRoundNs and LoopRoundP99Ns are the median and the 99th percentile of the loop's time by its rounds, which are the same
	// work for all workloads and on every turn: how fast the machine was.
	LoopRoundNs, LoopRoundP99Ns float64
	// Turn is which of the turns this is: the one with the least LoopRoundP99Ns.
	Turn       int
	TargetNs   float64 // of the median; 0 without one
	References []Reference
}

// Tail is the 99.9th percentile of the ticks over their median.
func (r *Result) Tail() float64 { return r.P999Ns / r.MedianNs }

// keep takes the result of a turn, counted from 1, in the place of those before where the machine was faster and calmer: a
// machine that is slow without a pause, for somebody has the other half of its core, is calm too.
func (r *Result) keep(turn int, next Result) {
	if next.Turn = turn; turn == 1 || next.LoopRoundP99Ns < r.LoopRoundP99Ns {
		*r = next
	}
}

// RoundsMin is how often the states must have been visited for their times to be compared.
const RoundsMin = 5

// Round is how many ticks the motion takes that all workloads go through again and again.
const Round = 6283

// Block is how many ticks in a row BestNs is the median of.
const Block = 200

// Run times all workloads in turns, at least one, on the clock now, each for about budget a turn, and at most ticks ticks a turn; at least
// a Block of each. Of each workload the turn with the least LoopRoundP99Ns counts, which knows nothing of the ticks.
func Run(turns int, budget time.Duration, ticks int, now func() time.Duration) ([]Result, error) {
	results := make([]Result, len(plans))
	for turn := range turns {
		for i := range plans {
			r, err := run(&plans[i], budget, ticks, now)
			if err != nil {
				return nil, fmt.Errorf("taskbench: %s: %w", plans[i].name, err)
			}
			results[i].keep(turn+1, r)
		}
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
	sort.Float64s(first)
	mirror := reflection()
	rounds := calibrate(mirror, first[Block/2], now)
	times, loops := make([]float64, 0, ticks), make([]float64, 0, ticks)
	begin := now()
	for i := 0; len(times) < max(ticks, Block) && (len(times) < Block || now()-begin < budget); i++ {
		x.move(Block + i)
		start := now()
		if err := x.tick(); err != nil {
			return r, err
		}
		middle := now()
		runtime.KeepAlive(arithmetic(mirror, rounds)) // or it could be left out
		times, loops = append(times, float64(middle-start)), append(loops, float64(now()-middle))
	}
	r.compare(times)
	r.take(times, loops, rounds)
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
	sort.Float64s(least)
	median := least[Round/2]
	r.StatesP99, r.StatesP999 = least[Round*99/100]/median, least[Round*999/1000]/median
}

func (r *Result) take(times, loops []float64, rounds int) {
	r.Ticks = len(times)
	block := make([]float64, 0, Block)
	for i := 0; i+Block <= len(times); i += Block {
		block = append(block[:0], times[i:i+Block]...)
		sort.Float64s(block)
		if m := block[Block/2]; r.BestNs == 0 || m < r.BestNs {
			r.BestNs = m
		}
	}
	sort.Float64s(times)
	sort.Float64s(loops)
	r.MedianNs, r.P99Ns, r.P999Ns = times[len(times)/2], times[len(times)*99/100], times[len(times)*999/1000]
	median, p99 := loops[len(loops)/2], loops[len(loops)*99/100]
	if median > 0 {
		r.LoopP99, r.LoopTail = p99/median, loops[len(loops)*999/1000]/median
	}
	r.LoopRoundNs, r.LoopRoundP99Ns = median/float64(rounds), p99/float64(rounds)
}

// side is that of the matrix which arithmetic multiplies with: as many numbers as a small robot's mass matrix has.
const side = 8

// arithmetic takes a time in proportion to rounds, whatever the values are: each round multiplies a vector with a matrix that
// mirrors it, so that it keeps its length. Like a law of control it keeps all of a processor's units busy; a chain of sums
// would not notice that the other half of the processor works too.
func arithmetic(mirror *[side][side]float64, rounds int) float64 {
	x := [side]float64{1}
	for range rounds {
		var y [side]float64
		for i := range y {
			row := &mirror[i]
			y[i] = row[0]*x[0] + row[1]*x[1] + row[2]*x[2] + row[3]*x[3] + row[4]*x[4] + row[5]*x[5] + row[6]*x[6] + row[7]*x[7]
		}
		x = y
	}
	return x[0]
}

// reflection is the matrix I - 2 u u^T / (u^T u), which mirrors at the plane that u stands on (Householder).
func reflection() *[side][side]float64 {
	var m [side][side]float64
	square := 0.0
	for i := range side {
		square += float64((i + 1) * (i + 1))
	}
	for i := range m {
		for j := range m[i] {
			m[i][j] = -2 * float64((i+1)*(j+1)) / square
		}
		m[i][i]++
	}
	return &m
}

// calibrate finds how many rounds of arithmetic take a time, ns.
func calibrate(mirror *[side][side]float64, ns float64, now func() time.Duration) int {
	const rounds = 1 << 8
	best := 0.0
	for range 20 {
		start := now()
		runtime.KeepAlive(arithmetic(mirror, rounds)) // or it could be left out
		if took := float64(now() - start); best == 0 || took < best {
			best = took
		}
	}
	return max(1, int(ns/best*rounds))
}
