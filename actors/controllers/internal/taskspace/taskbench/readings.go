package taskbench

// readings are what ticks took, and the loop after each of them by its rounds, ns; and what of both was interrupted.
type readings struct {
	ticks, loops []float64
	interrupted  []interruption // as many as ticks and loops
}

// interruption says whether something took the processor away from a tick, and from the loop after it: by a mark that knows
// nothing of how long they took.
type interruption struct{ tick, loop bool }

func newReadings(most int) readings {
	return readings{make([]float64, 0, most), make([]float64, 0, most), make([]interruption, 0, most)}
}

func (r *readings) clear() {
	r.ticks, r.loops, r.interrupted = r.ticks[:0], r.loops[:0], r.interrupted[:0]
}

func (r *readings) add(tick, loop float64, by interruption) {
	r.ticks, r.loops, r.interrupted = append(r.ticks, tick), append(r.loops, loop), append(r.interrupted, by)
}

// part is a piece of the readings, which stay where they are.
func (r *readings) part(from, to int) readings {
	return readings{r.ticks[from:to], r.loops[from:to], r.interrupted[from:to]}
}

// interruptions are how many of the ticks were interrupted, and how many of ticks and loops together.
func (r *readings) interruptions() (ticks, all int) {
	for _, by := range r.interrupted {
		if by.tick {
			ticks++
			all++
		}
		if by.loop {
			all++
		}
	}
	return ticks, all
}
