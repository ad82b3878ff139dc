// Package planted breaks every rule for code that actors call; the comment on a line says what must be found there.
package planted

import (
	"context"
	"maps"
	"math/rand"
	randv2 "math/rand/v2"
	"slices"
	clock "time"
)

type actor struct {
	began clock.Time
	gains map[string]float64
	draw  *rand.Rand
	sum   float64
}

func (a *actor) tick(d clock.Duration) {
	a.began = clock.Now() // want time.Now
	now := clock.Now      // want time.Now
	a.sum += now().Sub(a.began).Seconds()
	a.sum += clock.Since(a.began).Hours()                     // want time.Since
	clock.Sleep(d)                                            // want time.Sleep
	<-clock.After(d)                                          // want time.After
	<-clock.NewTimer(d).C                                     // want time.NewTimer
	<-clock.NewTicker(d).C                                    // want time.NewTicker
	<-clock.Tick(d)                                           // want time.Tick
	clock.AfterFunc(d, func() {})                             // want time.AfterFunc
	go a.tick(d)                                              // want a goroutine
	_, cancel := context.WithTimeout(context.Background(), d) // want context.WithTimeout
	cancel()
}

func (a *actor) noise() float64 {
	own := rand.New(rand.NewSource(1)) // a stream of one's own is no global one
	return own.Float64() + a.draw.Float64() +
		rand.Float64() + // want rand.Float64
		randv2.Float64() // want rand.Float64
}

func (a *actor) order() (names []string) {
	for _, g := range a.gains { // want the order of a map
		a.sum += g
	}
	for name := range maps.Keys(a.gains) { // want the order of a map
		names = append(names, name)
	}
	for _, name := range slices.Sorted(maps.Keys(a.gains)) {
		names = append(names, name)
	}
	for name := range a.gains { // sorted below
		names = append(names, name)
	}
	slices.Sort(names)
	copied := map[string]float64{}
	for name, g := range a.gains { // the same in any order
		copied[name] = g
	}
	for name, g := range copied { // want the order of a map
		copied["last"] = g
		a.sum += copied[name]
	}
	return names
}
