package actors

import (
	"reflect"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/robo-actors/robo-actors/actors/internal/slot"
	"github.com/robo-actors/robo-actors/internal/protoactor"
	"github.com/robo-actors/robo-actors/messages"
)

// subscription passes the newest value of an output to a foreign actor. It announces a value only
// when the one before was taken, so that a slow actor neither delays the output nor fills its own
// mailbox.
type subscription struct {
	sys      *System
	plan     *slot.Plan
	newest   *slot.Slot
	announce any         // a foreignCall
	waiting  atomic.Bool // an announcement is on its way, or was not taken
	lost     atomic.Uint64

	mu sync.Mutex // of takers
}

// subscribe calls announce, beside the ticks, whenever there is a new value to take. In virtual
// time a foreign actor that is declared takes none.
func (s *System) subscribe(to, port string, example any, announce func(*protoactor.Foreign)) (x *subscription, stop func(), err error) {
	in, err := s.courier.reach(to)
	if err != nil {
		return nil, nil, err
	}
	p, err := s.outletOf(port, example)
	if err != nil {
		return nil, nil, err
	}
	x = &subscription{sys: s, plan: p.plan, newest: slot.New(p.plan, p.sizes), announce: foreignCall(announce)}
	if in != nil {
		return x, func() {}, nil
	}
	return x, p.addTap(newTap(p, 0, x.put)), nil
}

// put takes a value on the thread of the sender. It allocates nothing.
func (x *subscription) put(stamp messages.Stamp, value unsafe.Pointer) {
	if value == nil {
		return
	}
	if x.newest.Put(value, slot.Header{Stamp: stamp}) {
		x.lost.Add(1)
	}
	x.wake()
}

// wake announces a value unless an announcement waits already.
func (x *subscription) wake() {
	if x.waiting.CompareAndSwap(false, true) && !x.sys.courier.push(x.announce) {
		x.waiting.Store(false) // the next value is announced instead
	}
}

// take returns a copy of the newest value, nil if it was taken before, and how many values were
// never taken.
func (x *subscription) take() (value any, stamp messages.Stamp, lost uint64) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.waiting.Store(false) // before the value is taken: a later one is announced
	if e := x.newest.Take(); e != nil {
		value, stamp = reflect.NewAt(x.plan.Type, x.plan.Clone(e.Value)).Interface(), e.Stamp
	}
	return value, stamp, x.lost.Load()
}
