package taskbench

import "sort"

// Figures are of some ticks and of the loops that ran by turns with them, but for those loops that chose them.
type Figures struct {
	// Ticks are how many; Passes how often each state of the motion is in them, 1 too where no pass was whole and they are of a
	// part of it.
	Ticks, Passes int
	// Interrupted is how many of the ticks something took the processor away from, where that can be told.
	Interrupted int
	// MedianNs, P99Ns and P999Ns are of the ticks, with one look at the clock, tens of nanoseconds.
	MedianNs, P99Ns, P999Ns float64
	// LoopP99 and LoopTail are the 99th and 99.9th percentile over the median of an arithmetic loop as long as a tick: what the
	// machine does to any code.
	LoopP99, LoopTail float64
	// LoopRoundNs is the median of the loop's time by its rounds, which are the same work for all workloads: how fast the
	// machine was.
	LoopRoundNs float64
}

// P99 is the 99th percentile of the ticks over their median.
func (f *Figures) P99() float64 { return f.P99Ns / f.MedianNs }

// Tail is the 99.9th percentile of the ticks over their median.
func (f *Figures) Tail() float64 { return f.P999Ns / f.MedianNs }

// figuresOf sorts the ticks and the loops.
func figuresOf(passes int, ticks, loops []float64, interrupted int) Figures {
	sort.Float64s(ticks)
	sort.Float64s(loops)
	f := Figures{
		Ticks: len(ticks), Passes: passes, Interrupted: interrupted,
		MedianNs: ticks[len(ticks)/2], P99Ns: ticks[len(ticks)*99/100], P999Ns: ticks[len(ticks)*999/1000],
		LoopRoundNs: loops[len(loops)/2],
	}
	if f.LoopRoundNs > 0 {
		f.LoopP99, f.LoopTail = loops[len(loops)*99/100]/f.LoopRoundNs, loops[len(loops)*999/1000]/f.LoopRoundNs
	}
	return f
}
