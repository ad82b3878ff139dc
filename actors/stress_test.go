package actors

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/messages"
)

// From the first moment to the last, anybody may send, ask, listen, look, inject and stop, from
// anywhere.
func TestEverythingMayBeAskedOfASystemAtAnyMoment(t *testing.T) {
	seed := testkit.Random(t).Uint64()
	kinds := []FaultKind{FaultError, FaultPanic, FaultCrashLoop, FaultDrop, FaultClog, FaultSuspend, FaultStopActor, FaultParentDies, FaultFlood, FaultTickLate, FaultSlow}
	for run := range uint64(testkit.Scaled(40)) {
		echo := &script{receive: func(_ *scripted, c *Context, m any) error {
			switch m {
			case 1:
				c.Reply("at once")
			case 2:
				d := c.Defer()
				c.After("later", ms, d)
			}
			if d, is := m.(*Deferred); is {
				d.Reply("later")
			}
			return nil
		}, tick: counting().tick}
		sys, err := New(Application{Name: t.Name(), Actors: []Spec{echo.spec("w/a", ms), echo.spec("w/b", 0), echo.spec("v/c", 2*ms), echo.spec("v/d", 0)},
			Links: []Link{{From: "w/a.out", To: "w/b.in", MaxAge: 5 * ms}, {From: "v/c.out", To: "v/d.in"}, {From: "w/b.out", To: "v/c.in"}},
		}, WithFaults(), WithStopDeadline(time.Second))
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		var all sync.WaitGroup
		for i := range uint64(4) {
			r := rand.New(rand.NewPCG(seed, run*10+i))
			all.Add(1)
			go func() {
				defer all.Done()
				names := []string{"w/a", "w/b", "v/c", "v/d"}
				for ctx.Err() == nil {
					name := names[r.IntN(len(names))]
					switch r.IntN(8) {
					case 0:
						_ = sys.Send(name, r.IntN(3))
					case 1:
						bound, done := context.WithTimeout(ctx, ms)
						_, _ = sys.Ask(bound, name, 1+r.IntN(2))
						done()
					case 2:
						k := kinds[r.IntN(len(kinds))]
						target := name
						if classOf(k).Seam == SeamLink {
							target = name + ".*"
						}
						_ = sys.Inject(Fault{Kind: k, Target: target, Duration: time.Duration(r.IntN(3)) * ms})
					case 3:
						sys.ClearFaults()
					case 4:
						sys.Health()
						sys.Links()
						sys.Timers()
					case 5:
						sys.At(sys.Now().Add(ms), func() {})
					case 6:
						remove, err := Tap(sys, name+".out", func(messages.Stamp, *note) {})
						if err == nil {
							remove()
						}
					case 7:
						_, _ = sys.cellAt(name)
					}
					time.Sleep(time.Duration(r.IntN(300)) * time.Microsecond)
				}
			}()
		}
		r := rand.New(rand.NewPCG(seed, run*10+9))
		bound, done := context.WithTimeout(ctx, time.Duration(r.IntN(30_000))*time.Microsecond)
		_ = sys.Run(bound)
		done()
		cancel()
		all.Wait()
		if _, open := <-sys.Done(); open {
			t.Fatal("the system has not stopped")
		}
		for _, h := range sys.Health() {
			if h.State != "stopped" && h.State != "starting" {
				t.Errorf("seed %d, run %d: %s is %s after the stop", seed, run, h.Actor, h.State)
			}
		}
	}
}
