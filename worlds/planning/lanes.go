package planning

import "sync/atomic"

// leastShared is the smallest round that is worth the wait for other workers.
const leastShared = 4

// roundSize returns the number of lanes of the next round, a quarter of the extensions so far: the
// first extensions see every node before them, and later ones miss few. It depends on the search
// alone.
func (s *search) roundSize(most int) int {
	return max(min(s.result.Iterations/4, most, s.maxIteration-s.result.Iterations), 1)
}

// inLanes calls work once for each lane, in the order in which workers become free. A lane that
// reports true makes the lanes after it useless: they may be left out. Work must not depend on the
// order, nor on the worker.
func (s *search) inLanes(lanes int, work func(worker, lane int) (last bool)) {
	var next, useful atomic.Int64 // lanes below useful are of use
	useful.Store(int64(lanes))
	share := func(worker int) {
		for i := next.Add(1) - 1; i < useful.Load(); i = next.Add(1) - 1 {
			if work(worker, int(i)) {
				useful.Store(i + 1)
			}
		}
	}
	if s.problem.Parallel == nil || lanes < leastShared || len(s.problem.Spaces) == 1 {
		share(0)
		return
	}
	s.problem.Parallel(min(len(s.problem.Spaces), lanes), share)
}
