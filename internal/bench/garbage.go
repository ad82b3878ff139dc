package bench

import (
	"runtime"
	"sync/atomic"
	"time"
)

// mallocs counts the allocations of the whole process while fn runs.
func mallocs(fn func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	fn()
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs
}

// garbage allocates at a rate, in pieces of 4 KiB some of which live for a while, so that the collector has to work.
type garbage struct {
	closing atomic.Bool
	done    chan struct{}
	before  uint32
}

const (
	garbagePiece = 4096
	garbageStep  = 2 * time.Millisecond
	garbageAlive = 4096 // pieces
)

// startGarbage begins to allocate bytesPerSecond; none is a rate too.
func startGarbage(bytesPerSecond int) *garbage {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	g := &garbage{done: make(chan struct{}), before: m.NumGC}
	if bytesPerSecond <= 0 {
		close(g.done)
		return g
	}
	go func() {
		defer close(g.done)
		alive := make([][]byte, garbageAlive)
		began, made := time.Now(), 0
		for !g.closing.Load() {
			due := int(time.Since(began).Seconds() * float64(bytesPerSecond))
			for ; made < due; made += garbagePiece {
				alive[made/garbagePiece%garbageAlive] = make([]byte, garbagePiece)
			}
			time.Sleep(garbageStep)
		}
		runtime.KeepAlive(alive)
	}()
	return g
}

// stop ends it and returns how often the collector ran.
func (g *garbage) stop() (collections int) {
	g.closing.Store(true)
	<-g.done
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.NumGC - g.before)
}
