package actors

import (
	"fmt"
	"sync"
	"time"

	"github.com/robo-actors/robo-actors/internal/usercode"
	"github.com/robo-actors/robo-actors/messages"
)

// fenceAtMost bounds how long a Fencer may take. A shorter limit of the actor's steps applies to
// its Fencer, too, but not below hangAtLeast.
const fenceAtMost = time.Second

// fence calls the Fencer of the actor, and waits for it. A Fencer is code of a user: in real time
// it runs on a goroutine of its own, so that one that does not return holds no thread of the
// system. Its goroutine is then given up, and the drives stop by their own watchdogs.
func (c *cell) fence(cause messages.Cause) { c.callFencer(c.fencer.Swap(nil), cause) }

func (c *cell) callFencer(f *Fencer, cause messages.Cause) {
	if f == nil {
		return
	}
	now := c.now()
	e := messages.Event{Time: now, Kind: messages.EventStopSent, Cause: cause, Source: c.spec.Name, Incarnation: c.current()}
	call := func() error { c.panicIn("fence"); return (*f).Fence(now, cause) }
	var err error
	if c.sys.virtual != nil {
		err = usercode.Call(call)
	} else {
		err = usercode.CallWithin(min(max(c.limit, hangAtLeast), fenceAtMost), call)
	}
	if err != nil {
		c.stats.note(fmt.Errorf("the safe command failed: %w", err))
		e.Text = "the safe command failed: " + err.Error()
	}
	c.sys.emit(e)
}

// fences are the calls of Fencers under way for the watchdog, which does not wait for them, and for
// Stop, which does.
type fences struct{ sync.WaitGroup }

// start fences off an actor without waiting for it. In virtual time it waits.
func (f *fences) start(c *cell, cause messages.Cause) {
	if c.sys.virtual != nil {
		c.fence(cause)
		return
	}
	fencer := c.fencer.Swap(nil) // here: a successor may begin before the goroutine does
	f.Add(1)
	go func() {
		defer f.Done()
		c.callFencer(fencer, cause)
	}()
}
