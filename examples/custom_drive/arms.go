package main

import "sync/atomic"

// armNumbers has the newest arm number of each drive of a bus. The drivers of a bus share it, one
// driver for each incarnation. Any goroutine may use it.
type armNumbers []atomic.Uint32

func newArmNumbers(drives int) *armNumbers {
	a := make(armNumbers, drives)
	return &a
}

// newest returns the newest number of a drive.
func (a *armNumbers) newest(drive int) uint32 { return (*a)[drive].Load() }

// raise makes the number of a drive at least arm.
func (a *armNumbers) raise(drive int, arm uint32) {
	for word := &(*a)[drive]; ; {
		old := word.Load()
		if old >= arm || word.CompareAndSwap(old, arm) {
			return
		}
	}
}
