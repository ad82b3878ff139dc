package actors

import (
	"bytes"
	"fmt"
	"runtime"
	"strconv"

	"github.com/robo-actors/robo-actors/actors/internal/platform"
)

// WithGoroutineCheck makes a system in virtual time end with an error that names the actor if a
// Context is used, or an output is written, from another goroutine than the one that runs the
// actor. Package actortest sets it.
func WithGoroutineCheck() Option { return func(s *settings) { s.checkGoroutines = true } }

// foreign reports whether the caller is another goroutine than the one that runs the actor, where
// that is checked. It then ends the application.
func (c *cell) foreign() bool {
	s := c.sys
	if !s.checkGoroutines || s.virtual == nil {
		return false
	}
	if thread := s.virtual.thread.Load(); thread != 0 && thread == platform.ThreadNumber() {
		return false // no other goroutine runs on a locked thread
	}
	if owner := s.virtual.owner.Load(); owner == 0 || owner == goroutine() {
		return false
	}
	s.halt(fmt.Errorf("%s: its Context or one of its outputs was used by another goroutine than the one that runs the actor; an actor starts no goroutine: use StartJob for long work, and a message for its result", c.spec.Name))
	return true
}

// goroutine returns the number of the calling goroutine. It takes ten microseconds and more where
// many calls are on the stack, so that ticks compare threads first.
func goroutine() uint64 {
	var buffer [64]byte
	fields := bytes.Fields(buffer[:runtime.Stack(buffer[:], false)]) // goroutine 7 [running]: ...
	n, err := strconv.ParseUint(string(fields[1]), 10, 64)
	if err != nil {
		panic(err) // the runtime has another format
	}
	return n
}
