package taskbench

import (
	"fmt"
	"runtime"
	"slices"
	"sort"
	"time"

	"github.com/robo-actors/robo-actors/internal/pace"
)

// Result is what one workload took.
type Result struct {
	Workload string
	Unknowns int // accelerations and contact forces
	// Figures are of the calmest: of the Measured times that each piece of the motion, of 5 to 20 ticks, was gone through,
	// those Passes that the fewest interruptions fell into, mostly none, and of as many interruptions those in which the machine
	// was fastest and calmest, by what every second loop took. Neither knows what the ticks took, nor the other loops.
	Figures
	Measured int // whole passes
	// CanTell is whether interruptions leave a trace on this machine; without one, none is counted.
	CanTell bool
	// InterruptedShare is of all ticks, whether they count or not.
	InterruptedShare float64
	// InARow are of as many passes, but one measured after the other with nothing left out: those in which every second loop was
	// steadiest, be the machine fast or slow. Of fewer passes where fewer were measured; zero without a whole one.
	InARow Figures
	// BestNs is the least median of Block ticks in a row, in any pass: what the code takes while the machine does nothing else.
	BestNs float64
	// StatesP99 and StatesP999 are percentiles over the states of the motion of the least time that each took in all passes,
	// over the median of these: what some states take more than others. The more passes, the less of the machine is in it; 0
	// with less than MeasuredMin.
	StatesP99, StatesP999 float64
	TargetNs              float64 // of the median; 0 without one
	References            []Reference
}

// MeasuredMin is how often the states must have been visited for their times to be compared.
const MeasuredMin = 5

// Round is how many ticks a pass takes: the motion that all workloads go through again and again.
const Round = 6283

// Block is how many ticks in a row BestNs is the median of, and the fewest that are measured.
const Block = 200

// Options say how long to measure.
type Options struct {
	// Turns is how often all workloads are measured, one after the other; at least once.
	Turns int
	// Ticks is how many ticks of each workload count. A turn measures as many passes through the motion as have them, or those
	// that Budget allows; less than a pass where Ticks is less, but at least a Block.
	Ticks int
	// Budget is the most time a workload is measured in a turn, by the clock Now, which must not go backwards.
	Budget time.Duration
	Now    func() time.Duration
	// Progress, if not nil, is told of each turn, from 1, as it begins.
	Progress func(turn int)
}

// Run times all workloads in turns. Of each piece of the motion the calmest times count, as many as have Ticks ticks together.
func Run(o Options) ([]Result, error) {
	runtime.LockOSThread() // marks are kept by thread
	defer runtime.UnlockOSThread()
	canTell := pace.CanTell()
	bench := make([]*series, len(plans))
	for turn := range max(1, o.Turns) {
		if o.Progress != nil {
			o.Progress(turn + 1)
		}
		for i := range plans {
			if turn == 0 {
				x, err := plans[i].make()
				if err != nil {
					return nil, fmt.Errorf("taskbench: %s: %w", plans[i].name, err)
				}
				bench[i] = newSeries(x, o.Ticks)
				bench[i].canTell = canTell
			}
			if err := bench[i].turn(o.Budget, o.Now); err != nil {
				return nil, fmt.Errorf("taskbench: %s: %w", plans[i].name, err)
			}
		}
	}
	results := make([]Result, len(bench))
	for i, s := range bench {
		results[i] = s.result()
	}
	return results, nil
}

// series measures one workload.
type series struct {
	x       *workload
	loop    *pace.Loop
	canTell bool // of interruptions
	length  int  // ticks of a whole pass
	passes  int  // of a turn, and in the figures
	calmest
	steadiest
	present          readings  // of the present pass
	all, interrupted int       // ticks of all passes
	least            []float64 // ns of each state of the motion, over all whole passes of Round ticks
	bestNs           float64   // of all passes
	block            []float64 // scratch
}

func newSeries(x *workload, ticks int) *series {
	length := min(max(ticks, Block), Round)
	passes := max(1, (ticks+Round-1)/Round)
	return &series{
		x: x, loop: pace.NewLoop(), length: length, passes: passes,
		calmest: calmest{most: passes}, steadiest: steadiest{most: passes},
		present: newReadings(length),
	}
}

// turn measures passes until they have the ticks that count, or the budget is over.
func (s *series) turn(budget time.Duration, now func() time.Duration) error {
	rounds, err := s.prepare(now)
	if err != nil {
		return err
	}
	end := now() + budget
	for k := range s.passes {
		s.present.clear()
		for i := 0; i < s.length && (k == 0 && i < Block || now() < end); i++ {
			if i%s.piece == 0 {
				if err := s.yield(Block + i - 1); err != nil {
					return err
				}
			}
			if err := s.read(Block+i, rounds, now); err != nil {
				return err
			}
		}
		s.count()
	}
	return nil
}

// read times the tick at a state and the loop after it.
func (s *series) read(state, rounds int, now func() time.Duration) error {
	var by interruption
	s.x.move(state)
	pace.Mark()
	start := now()
	if err := s.x.tick(); err != nil {
		return err
	}
	tick := now() - start
	by.tick = pace.Interrupted()
	pace.Mark()
	loop := s.loop.Run(rounds, now)
	by.loop = pace.Interrupted()
	s.present.add(float64(tick), loop, by)
	return nil
}

// count adds the present pass to all figures.
func (s *series) count() {
	p := s.present
	if len(p.ticks) == 0 {
		return
	}
	interrupted, _ := p.interruptions()
	s.all, s.interrupted = s.all+len(p.ticks), s.interrupted+interrupted
	s.best(p.ticks)
	if len(p.ticks) == Round {
		s.compare(p.ticks)
	}
	whole := len(p.ticks) == s.length
	s.take(p, whole)
	if whole {
		s.follow(p)
	}
}

// yield lets Go's scheduler have its turn, for what runs for 10 ms without a pause is interrupted by it; an actor does not.
// Thereafter the caches may be those of another processor: the tick before is gone through again without a look at the clock.
func (s *series) yield(state int) error {
	runtime.Gosched()
	s.x.move(state)
	return s.x.tick()
}

// prepare brings the code into the caches, and says how many rounds the loop needs to be as long as a tick; the first time also
// how long the pieces are.
func (s *series) prepare(now func() time.Duration) (rounds int, err error) {
	first := make([]float64, 0, Block)
	for i := range Block {
		s.x.move(i)
		start := now()
		if err := s.x.tick(); err != nil {
			return 0, err
		}
		first = append(first, float64(now()-start))
	}
	sort.Float64s(first)
	if s.piece == 0 {
		s.piece = pieceOf(first[Block/2])
		if s.canTell { // or there would be an interruption around every piece
			s.reach = reachOf(first[Block/2])
		}
	}
	return s.loop.Rounds(first[Block/2], now), nil
}

// best keeps the least median of the blocks of a pass.
func (s *series) best(ticks []float64) {
	for i := 0; i+Block <= len(ticks); i += Block {
		s.block = append(s.block[:0], ticks[i:i+Block]...)
		sort.Float64s(s.block)
		if m := s.block[Block/2]; s.bestNs == 0 || m < s.bestNs {
			s.bestNs = m
		}
	}
}

// compare keeps the least time of each state; ticks stand in the order of the states.
func (s *series) compare(ticks []float64) {
	if s.least == nil {
		s.least = slices.Clone(ticks)
		return
	}
	for i, t := range ticks {
		s.least[i] = min(s.least[i], t)
	}
}

func (s *series) result() Result {
	r := Result{
		Workload: s.x.name, Unknowns: s.x.unknowns, TargetNs: s.x.targetNs, References: s.x.references,
		Figures: s.calmest.figures(), Measured: s.measured, CanTell: s.canTell, InARow: s.steadiest.figures(), BestNs: s.bestNs,
	}
	if s.all > 0 {
		r.InterruptedShare = float64(s.interrupted) / float64(s.all)
	}
	if s.measured >= MeasuredMin && s.least != nil {
		least := slices.Clone(s.least)
		sort.Float64s(least)
		median := least[Round/2]
		r.StatesP99, r.StatesP999 = least[Round*99/100]/median, least[Round*999/1000]/median
	}
	return r
}
