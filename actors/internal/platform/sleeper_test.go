package platform

import (
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/internal/testkit"
)

// sleepers are the ones of this system.
func sleepers() map[string]func() Sleeper {
	return map[string]func() Sleeper{"domain": NewThreadSleeper, "shared": NewSharedSleeper}
}

func eachSleeper(t *testing.T, test func(t *testing.T, s Sleeper)) {
	for name, make := range sleepers() {
		t.Run(name, func(t *testing.T) {
			s := make()
			defer s.Close()
			test(t, s)
		})
	}
}

func TestASleepNeverEndsBeforeItsInstant(t *testing.T) {
	eachSleeper(t, func(t *testing.T, s Sleeper) {
		for i := range 20 {
			until := time.Now().Add(time.Duration(i) * 300 * time.Microsecond)
			for n := 0; ; n++ {
				if s.Sleep(until); !time.Now().Before(until) {
					break
				}
				if n > 3 {
					t.Fatalf("woke %d times too early", n)
				}
			}
		}
	})
}

func TestASleepUntilThePastEndsAtOnce(t *testing.T) {
	eachSleeper(t, func(t *testing.T, s Sleeper) {
		s.Sleep(time.Now().Add(-time.Hour))
		s.Sleep(time.Now())
	})
}

func TestAKickEndsTheSleepUnderWayOrTheNext(t *testing.T) {
	eachSleeper(t, func(t *testing.T, s Sleeper) {
		s.Kick()
		s.Sleep(time.Time{}) // forever, except for the kick before
		woken := make(chan struct{})
		go func() {
			s.Sleep(time.Time{})
			close(woken)
		}()
		time.Sleep(5 * time.Millisecond) // most likely it sleeps now; the test holds either way
		s.Kick()
		<-woken
	})
}

// A worker that sleeps forever finds all the work that others hand it: no kick is lost, whatever
// the interleaving.
func TestNoKickIsLost(t *testing.T) {
	eachSleeper(t, func(t *testing.T, s Sleeper) {
		n := int64(testkit.Scaled(5_000))
		var handed, done atomic.Int64
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			for done.Load() < n {
				if h := handed.Load(); h > done.Load() {
					done.Store(h)
					continue
				}
				s.Sleep(time.Time{})
			}
		}()
		for i := int64(1); i <= n; i++ {
			handed.Store(i)
			s.Kick()
			if i%7 == 0 {
				for done.Load() < i { // until it has seen this one, and sleeps or is about to
					runtime.Gosched()
				}
			}
		}
		<-ended
	})
}

func TestTheMachineSaysWhatItGranted(t *testing.T) {
	done := make(chan Scheduling)
	for _, priority := range []int{0, 10} {
		go func() {
			runtime.LockOSThread()
			g, release := EnterThread(priority)
			release()
			done <- g
		}()
		g := <-done
		if g.Policy == "" || g.Wait == "" {
			t.Errorf("got %+v", g)
		}
		if granted := g.Priority > 0; granted != (g.Policy == "SCHED_FIFO") || priority > 0 && !granted && g.Note == "" {
			t.Errorf("priority %d was asked for: %+v", priority, g)
		}
	}
}

func BenchmarkKick(b *testing.B) {
	for name, make := range sleepers() {
		b.Run(fmt.Sprint(name), func(b *testing.B) {
			s := make()
			defer s.Close()
			for b.Loop() {
				s.Kick()
				s.Sleep(time.Time{})
			}
		})
	}
}
