package audit

import (
	"errors"
	"sync"
	"sync/atomic"
)

// perWorld is the number of decisions made in one world before the next one is drawn.
const perWorld = 20_000

// run plays the worlds of consecutive seeds, beginning with seed, until at least that many
// decisions are made. It returns the counts of all worlds, and the violation of the lowest seed
// found, or nil. The counts do not depend on the number of workers.
func run(seed, decisions uint64, workers int) (Counts, error) {
	var (
		next   atomic.Uint64
		lock   sync.Mutex
		all    Counts
		first  *Violation
		failed error
		done   sync.WaitGroup
	)
	worlds := (decisions + perWorld - 1) / perWorld
	for range workers {
		done.Go(func() {
			for {
				k := next.Add(1) - 1
				lock.Lock()
				stop := k >= worlds || first != nil || failed != nil
				lock.Unlock()
				if stop {
					return
				}
				counts, err := playWorld(seed + k)
				lock.Lock()
				all.add(counts)
				if v, ok := errors.AsType[*Violation](err); ok && (first == nil || v.Seed < first.Seed) {
					first = v
				} else if !ok && err != nil {
					failed = err
				}
				lock.Unlock()
			}
		})
	}
	done.Wait()
	if first != nil {
		return all, first
	}
	return all, failed
}

// playWorld makes at least perWorld decisions in the world of one seed. The error is a *Violation
// if gate and auditor disagree.
func playWorld(seed uint64) (Counts, error) {
	p, err := newPlayer(seed)
	if err != nil {
		return Counts{}, err
	}
	for p.counts.Decisions < perWorld {
		if err := p.cycle(); err != nil {
			return p.counts, err
		}
	}
	return p.counts, nil
}
