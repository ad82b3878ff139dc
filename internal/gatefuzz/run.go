package gatefuzz

import (
	"context"
	"sync"
	"sync/atomic"
)

// PerWorld is how many decisions are made in one world, before the next one is drawn.
const PerWorld = 20_000

// Options say what Run does.
type Options struct {
	// Seed is that of the first world; each further one has the next number.
	Seed uint64
	// Decisions is how many are to be made at least.
	Decisions uint64
	// Workers is how many goroutines play, at least 1.
	Workers int
	// Progress is told of the decisions made so far, from any worker, one at a time; nil for nobody.
	Progress func(decisions uint64)
}

// Run plays worlds until enough decisions are made, or the context ends. It returns what it has seen, and the violation
// of the lowest seed that it has come upon, nil if there is none.
func Run(ctx context.Context, o Options) (Counts, error) {
	var (
		next, made atomic.Uint64
		lock       sync.Mutex
		all        Counts
		first      *Violation
		failed     error
		done       sync.WaitGroup
	)
	worlds := (o.Decisions + PerWorld - 1) / PerWorld
	for range max(1, o.Workers) {
		done.Go(func() {
			for {
				k := next.Add(1) - 1
				lock.Lock()
				stop := k >= worlds || first != nil || failed != nil || ctx.Err() != nil
				lock.Unlock()
				if stop {
					return
				}
				counts, err := World(o.Seed+k, PerWorld)
				lock.Lock()
				all.add(counts)
				if v, ok := err.(*Violation); ok && (first == nil || v.Seed < first.Seed) {
					first = v
				} else if !ok && err != nil {
					failed = err
				}
				if o.Progress != nil {
					o.Progress(made.Add(counts.Decisions))
				}
				lock.Unlock()
			}
		})
	}
	done.Wait()
	switch {
	case first != nil:
		return all, first
	case failed != nil:
		return all, failed
	}
	return all, ctx.Err()
}

// World plays the world of one seed for at least so many decisions. The error is a *Violation where gate and auditor do
// not agree.
func World(seed uint64, decisions uint64) (Counts, error) {
	p, err := newPlayer(seed)
	if err != nil {
		return Counts{}, err
	}
	for p.counts.Decisions < decisions {
		if err := p.cycle(); err != nil {
			return p.counts, err
		}
	}
	return p.counts, nil
}
