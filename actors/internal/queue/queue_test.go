package queue

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/robo-actors/robo-actors/internal/testkit"
)

// The queue is compared with a slice, over random pushes, pops and peeks.
func TestAQueueGivesMessagesInTheirOrder(t *testing.T) {
	r := testkit.Random(t)
	for range testkit.Scaled(500) {
		limit := 1 + r.IntN(9)
		q := New(limit)
		var model []int
		for i := range 300 {
			switch r.IntN(5) {
			case 0, 1, 2:
				if ok := q.Push(i); ok != (len(model) < limit) {
					t.Fatalf("push of message %d onto %d of %d: %v", i, len(model), limit, ok)
				} else if ok {
					model = append(model, i)
				}
			case 3:
				v, ok := q.Pop()
				if ok != (len(model) > 0) || ok && v != model[0] {
					t.Fatalf("popped %v, %v; the model holds %v", v, ok, model)
				}
				if ok {
					model = model[1:]
				}
			case 4:
				v, ok := q.Peek()
				if ok != (len(model) > 0) || ok && v != model[0] {
					t.Fatalf("peeked at %v, %v; the model holds %v", v, ok, model)
				}
			}
			if q.Length() != len(model) {
				t.Fatalf("length %d, want %d", q.Length(), len(model))
			}
		}
	}
}

// numbered is a message of one of several writers.
type numbered struct{ writer, n int }

// Several writers and one reader: every accepted message arrives once, those of one writer in
// order.
func TestMessagesOfOneWriterArriveOnceAndInOrder(t *testing.T) {
	const writers = 4
	each := testkit.Scaled(50_000)
	q := New(37)
	var accepted [writers]int
	var wait sync.WaitGroup
	var done atomic.Bool
	for w := range writers {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for n := range each {
				if q.Push(numbered{w, n}) {
					accepted[w]++
				} else {
					runtime.Gosched()
				}
			}
		}()
	}
	go func() { wait.Wait(); done.Store(true) }()
	var arrived [writers]int
	last := [writers]int{-1, -1, -1, -1}
	for {
		ended := done.Load()
		v, ok := q.Pop()
		if !ok {
			if ended {
				break
			}
			runtime.Gosched()
			continue
		}
		m := v.(numbered)
		if m.n <= last[m.writer] {
			t.Fatalf("message %d of writer %d came after %d", m.n, m.writer, last[m.writer])
		}
		last[m.writer] = m.n
		arrived[m.writer]++
	}
	if arrived != accepted {
		t.Errorf("accepted %v, arrived %v", accepted, arrived)
	}
}

// The limit holds while writers race for the last places, also where it is no power of two.
func TestNeverMoreThanTheLimitWaits(t *testing.T) {
	const limit = 5
	for range testkit.Scaled(2000) {
		q := New(limit)
		var accepted atomic.Int32
		var wait sync.WaitGroup
		for range 4 {
			wait.Add(1)
			go func() {
				defer wait.Done()
				for i := range 3 {
					if q.Push(i) {
						accepted.Add(1)
					}
				}
			}()
		}
		wait.Wait()
		if n := accepted.Load(); n != limit {
			t.Fatalf("%d messages were accepted, want %d", n, limit)
		}
	}
}

// Readers may race too: a writer that makes room discards the oldest message.
func TestRacingReadersShareTheMessages(t *testing.T) {
	q := New(64)
	n := testkit.Scaled(100_000)
	var sum, got atomic.Int64
	var wait sync.WaitGroup
	var closed atomic.Bool
	for range 3 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for {
				ended := closed.Load()
				v, ok := q.Pop()
				if ok {
					sum.Add(int64(v.(int)))
					got.Add(1)
					continue
				}
				if ended {
					return
				}
				runtime.Gosched()
			}
		}()
	}
	for i := range n {
		for !q.Push(i) {
			runtime.Gosched()
		}
	}
	closed.Store(true)
	wait.Wait()
	if want := int64(n) * int64(n-1) / 2; got.Load() != int64(n) || sum.Load() != want {
		t.Errorf("%d messages with the sum %d arrived, want %d with %d", got.Load(), sum.Load(), n, want)
	}
}
