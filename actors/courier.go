package actors

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.uber.org/zap"

	"github.com/robo-actors/robo-actors/actors/internal/queue"
	"github.com/robo-actors/robo-actors/internal/protoactor"
	"github.com/robo-actors/robo-actors/internal/usercode"
	"github.com/robo-actors/robo-actors/messages"
)

// courier makes calls for actors that may block, in order, on one goroutine beside the ticks: calls
// of mailboxes that belong to the embedding program.
type courier struct {
	sys     *System
	queue   *queue.Queue
	woken   chan struct{} // holds one token while calls wait
	quit    chan struct{}
	done    chan struct{}
	foreign *protoactor.Foreign // nil unless the system runs in the ActorSystem of a program
	inputs  []*foreignInput     // declared, in virtual time
}

// courierQueue is how many calls wait at most.
const courierQueue = 1024

func newCourier(s *System) *courier {
	return &courier{sys: s, queue: queue.New(courierQueue), woken: make(chan struct{}, 1), quit: make(chan struct{}), done: make(chan struct{})}
}

// available returns an error if the system can never reach a foreign actor.
func (k *courier) available() error {
	if !k.sys.host.Embedded() {
		return errors.New("there are no foreign actors: the system runs in an ActorSystem of its own; expected protoactor.WithActorSystem")
	}
	return nil
}

// start starts the goroutine of a system in real time that runs in the ActorSystem of a program,
// and in virtual time the declared inputs.
func (k *courier) start() {
	for _, in := range k.inputs {
		in.schedule(k.sys)
	}
	if k.sys.virtual == nil && k.sys.host.Embedded() {
		k.foreign = k.sys.host.NewForeign()
		go k.run()
	}
}

// foreignCall is a call that may block.
type foreignCall func(*protoactor.Foreign)

// post has a call made soon. It never blocks.
func (k *courier) post(call foreignCall) error {
	if err := k.available(); err != nil {
		return err
	}
	if k.foreign == nil || k.sys.stopping.Load() {
		return errors.New("foreign actors can be reached between Start and Stop only")
	}
	if !k.push(call) {
		return fmt.Errorf("%w: %d messages to foreign actors wait, because a mailbox of the embedding program blocks", ErrQueueFull, courierQueue)
	}
	return nil
}

// push queues a foreignCall, unless too many wait. It allocates nothing.
func (k *courier) push(call any) bool {
	if !k.queue.Push(call) {
		return false
	}
	select {
	case k.woken <- struct{}{}:
	default:
	}
	return true
}

func (k *courier) run() {
	defer close(k.done)
	defer k.foreign.Close()
	for {
		select {
		case <-k.quit:
			return
		case <-k.woken:
		}
		for {
			call, waits := k.queue.Pop()
			if !waits {
				break
			}
			if err := usercode.Call(func() error { call.(foreignCall)(k.foreign); return nil }); err != nil {
				k.sys.log.Error("a message to a foreign actor was lost", zap.Error(err))
			}
		}
	}
}

// stop ends the goroutine, unless a mailbox of the embedding program blocks it.
func (k *courier) stop() error {
	if k.foreign == nil {
		return nil
	}
	close(k.quit)
	grace, cancel := context.WithTimeout(context.Background(), stopGrace)
	defer cancel()
	return awaitEnd(grace, k.done, nil, "the goroutine of messages to foreign actors")
}

// reachForeign returns what is declared of a foreign actor in virtual time, and nil in real time.
func (c *Context) reachForeign(name string) (*foreignInput, error) {
	if c.fenced() {
		return nil, ErrFenced
	}
	return c.cell.sys.courier.reach(name)
}

// untilItsEnd is the timeout of a request that ends with its incarnation.
const untilItsEnd = 100 * 365 * 24 * time.Hour

// watchForeign has the actor receive a message once a foreign actor has stopped. A watch is an open
// request without a reply.
func (c *Context) watchForeign(name, id string, watch func(*protoactor.Foreign, func()), message any) error {
	in, err := c.reachForeign(name)
	if err != nil {
		return err
	}
	died := func(c *Context, _ any, _ error) error {
		c.Emit(messages.Event{Kind: messages.EventForeign, Cause: messages.CauseError, Peer: name, Text: "foreign actor " + name + " has stopped"})
		if c.receiver == nil {
			return nil
		}
		return c.receiver.Receive(c, message)
	}
	return c.request(id, untilItsEnd, died, func(r *request) error {
		r.from, r.watch = name, true
		if in != nil {
			in.watch(c.cell.sys, func() { r.settle(nil, nil) })
			return nil
		}
		return c.cell.sys.courier.post(func(f *protoactor.Foreign) { watch(f, func() { r.settle(nil, nil) }) })
	})
}
