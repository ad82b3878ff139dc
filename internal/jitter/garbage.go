package jitter

import (
	"runtime"
	"sync/atomic"
	"time"
)

// garbage allocates at a constant rate in pieces of 4 KiB, some of which live for a while, so that
// the collector has to work.
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

// startGarbage allocates bytesPerSecond until stop. A rate of zero allocates nothing.
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

// stop ends the allocation and returns the number of collections meanwhile.
func (g *garbage) stop() (collections int) {
	g.closing.Store(true)
	<-g.done
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.NumGC - g.before)
}
