package stats

import (
	"sync/atomic"
	"time"
)

// Counter is written by one thread and read by others.
type Counter struct{ n atomic.Uint64 }

// Add adds n. Only one thread may call Add.
func (c *Counter) Add(n uint64) { c.n.Store(c.n.Load() + n) }

// AddShared adds n; any thread may call AddShared.
func (c *Counter) AddShared(n uint64) { c.n.Add(n) }

// Load returns the count.
func (c *Counter) Load() uint64 { return c.n.Load() }

// Age is the age of a value when its receiver last looked.
type Age struct{ n atomic.Int64 }

// Set sets the age.
func (a *Age) Set(d time.Duration) { a.n.Store(int64(d) + 1) }

// Get returns the age, a negative duration before the first Set.
func (a *Age) Get() time.Duration { return time.Duration(a.n.Load() - 1) }
