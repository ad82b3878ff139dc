package actors

import (
	"context"
	"fmt"
	"iter"
	"reflect"
	"time"
	"unsafe"

	"github.com/robo-actors/robo-actors/actors/internal/slot"
	"github.com/robo-actors/robo-actors/actors/internal/stats"
	"github.com/robo-actors/robo-actors/internal/usercode"
	"github.com/robo-actors/robo-actors/messages"
)

// Recorder takes the values of all outputs, and all events; a [HealthRecorder] takes more. In
// virtual time it is called synchronously; in real time from one goroutine of the runtime, which
// empties bounded buffers, so that no tick waits for it.
type Recorder interface {
	// Channel declares an output before its actor starts; topic is its path. It reports whether
	// values of this type can be recorded. Outputs that a Change adds are declared like the others,
	// between two other calls.
	Channel(topic string, value reflect.Type) (id int, ok bool)
	// Record takes a value, a pointer to the channel's type, which is valid during the call only.
	Record(id int, stamp messages.Stamp, value any)
	// Event takes an event.
	Event(messages.Event)
	// Dropped takes the number of values of a channel that were lost because its buffer was full;
	// it is called at the end.
	Dropped(id int, count uint64)
}

// WithdrawalRecorder is a Recorder that also takes withdrawals.
type WithdrawalRecorder interface {
	Recorder
	Withdraw(id int, stamp messages.Stamp)
}

// tap receives every value of an output, in order. Without a ring it calls deliver on the writer's
// thread. With a ring it copies the values, and counts those that do not fit.
type tap struct {
	deliver func(messages.Stamp, unsafe.Pointer) // nil for a withdrawal
	ring    *slot.Ring                           // nil without a buffer
	dropped stats.Counter
	outlet  *outlet
	report  func() // reports lost values to a recorder at the end
}

func newTap(p *outlet, buffer int, deliver func(messages.Stamp, unsafe.Pointer)) *tap {
	t := &tap{deliver: deliver, outlet: p}
	if buffer > 0 {
		t.ring = slot.NewRing(buffer, p.plan, p.sizes)
	}
	return t
}

// put takes a value, or nil for a withdrawal.
func (t *tap) put(value unsafe.Pointer, h slot.Header) {
	if t.ring == nil {
		t.deliver(h.Stamp, value)
	} else if !t.ring.Put(value, h) {
		t.dropped.Add(1)
	}
}

func (t *tap) drain() {
	if t.ring == nil {
		return
	}
	t.ring.Drain(func(e *slot.Entry) {
		if e.Withdrawn {
			t.deliver(e.Stamp, nil)
			return
		}
		t.deliver(e.Stamp, e.Value)
	})
}

func (p *outlet) addTap(t *tap) (remove func()) {
	for {
		old := p.taps.Load()
		list := []*tap{t}
		if old != nil {
			list = append(append([]*tap{}, *old...), t)
		}
		if p.taps.CompareAndSwap(old, &list) {
			return func() { p.removeTap(t) }
		}
	}
}

func (p *outlet) removeTap(t *tap) {
	for {
		old := p.taps.Load()
		var list []*tap
		for _, have := range *old {
			if have != t {
				list = append(list, have)
			}
		}
		if p.taps.CompareAndSwap(old, &list) {
			return
		}
	}
}

// record joins the output to a channel of a recorder.
func (p *outlet) record(r Recorder, id, buffer int) *tap {
	w, withdrawals := r.(WithdrawalRecorder)
	guarded := func(call func()) { // a panic of a recorder blames no actor and ends no thread
		if err := usercode.Call(func() error { call(); return nil }); err != nil {
			p.owner.sys.halt(fmt.Errorf("the recorder of %s failed: %w", p.path, err))
		}
	}
	t := newTap(p, buffer, func(stamp messages.Stamp, value unsafe.Pointer) {
		guarded(func() {
			switch {
			case value != nil:
				r.Record(id, stamp, p.boxed(value))
			case withdrawals:
				w.Withdraw(id, stamp)
			}
		})
	})
	t.report = func() {
		if n := t.dropped.Load(); n > 0 {
			guarded(func() { r.Dropped(id, n) })
		}
	}
	p.addTap(t)
	return t
}

// Tap calls fn with every value that an output sends, on the sender's own thread, before a receiver
// gets it. It is for tests and virtual time; the value is valid during the call only. The output is
// written "world/actor.port".
func Tap[T any](s *System, port string, fn func(messages.Stamp, *T)) (remove func(), err error) {
	if fn == nil {
		return nil, fmt.Errorf("the tap of output %s has no function for its values", port)
	}
	return s.tap(port, (*T)(nil), func(stamp messages.Stamp, v unsafe.Pointer) {
		if v != nil {
			fn(stamp, (*T)(v))
		}
	})
}

func (s *System) tap(port string, example any, deliver func(messages.Stamp, unsafe.Pointer)) (remove func(), err error) {
	p, err := s.outletOf(port, example)
	if err != nil {
		return nil, err
	}
	return p.addTap(newTap(p, 0, deliver)), nil
}

// watchInterval is how often Watch looks for a new value.
const watchInterval = 5 * time.Millisecond

// Watch yields the values that an output sends, at most the latest value of every 5 ms. A slow loop
// misses values. The loop ends with ctx, or with the system after its last value. The caller owns
// the value.
func Watch[T any](ctx context.Context, s *System, port string) (iter.Seq2[messages.Stamp, T], error) {
	values, err := s.watch(ctx, port, (*T)(nil))
	if err != nil {
		return nil, err
	}
	return func(yield func(messages.Stamp, T) bool) {
		for stamp, v := range values {
			if !yield(stamp, *(*T)(v)) {
				return
			}
		}
	}, nil
}

// watch yields a copy of the newest value of an output whenever it changes, until ctx or the system
// ends.
func (s *System) watch(ctx context.Context, port string, example any) (iter.Seq2[messages.Stamp, unsafe.Pointer], error) {
	p, err := s.outletOf(port, example)
	if err != nil {
		return nil, err
	}
	return func(yield func(messages.Stamp, unsafe.Pointer) bool) {
		newest := slot.New(p.plan, p.sizes)
		remove := p.addTap(newTap(p, 0, func(stamp messages.Stamp, v unsafe.Pointer) {
			if v != nil {
				newest.Put(v, slot.Header{Stamp: stamp})
			}
		}))
		defer remove()
		ticker := time.NewTicker(watchInterval)
		defer ticker.Stop()
		for ended := false; ; {
			if e := newest.Take(); e != nil && !yield(e.Stamp, p.plan.Clone(e.Value)) || ended {
				return
			}
			select {
			case <-ctx.Done():
				return
			case <-s.done:
				ended = true
			case <-ticker.C:
			}
		}
	}, nil
}

// outletOf returns the output at a path if it carries the type to which example points.
func (s *System) outletOf(port string, example any) (*outlet, error) {
	p, err := s.roster.Load().outputAt(port)
	if err != nil {
		return nil, err
	}
	if typ := reflect.TypeOf(example).Elem(); p.plan.Type != typ {
		return nil, fmt.Errorf("output %s carries %s, not %s", port, p.plan.Type, typ)
	}
	return p, nil
}
