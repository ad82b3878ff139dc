package actors

import (
	"time"

	"github.com/robo-actors/robo-actors/actors/internal/hosting"
	"github.com/robo-actors/robo-actors/internal/protoactor"
	"github.com/robo-actors/robo-actors/messages"
)

// Package actors/protoactor places a system inside an ActorSystem of the program, and asks for the
// PIDs of its actors.
func init() {
	hosting.Within = func(host *protoactor.Host) any {
		return Option(func(s *settings) { s.host = host })
	}
	hosting.NodeOf = func(system any, actor string) (*protoactor.Node, error) {
		c, err := system.(*System).cellAt(actor)
		if err != nil {
			return nil, err
		}
		return c.node, nil
	}
	hosting.Send = func(context any, call func(*protoactor.Foreign, *protoactor.Node)) error {
		c := context.(*Context)
		if c.fenced() {
			return ErrFenced
		}
		return c.cell.sys.courier.post(func(f *protoactor.Foreign) { call(f, c.cell.node) })
	}
	hosting.Ask = func(context any, to string, timeout time.Duration, then any, ask func(*protoactor.Foreign, protoactor.Asked)) error {
		c := context.(*Context)
		if c.fenced() {
			return ErrFenced
		}
		return c.request(to, timeout, then.(func(*Context, any, error) error), func(r *request) error {
			asked := protoactor.Asked{Settle: func(reply any, err error) { r.settle(reply, err) }, Open: r.open}
			return c.cell.sys.courier.post(func(f *protoactor.Foreign) { ask(f, asked) })
		})
	}
	hosting.Watch = func(context any, name string, watch func(*protoactor.Foreign, func()), message any) error {
		return context.(*Context).watchForeign(name, watch, message)
	}
	hosting.Subscribe = func(system any, port string, example any, announce func(*protoactor.Foreign)) (take func() (any, messages.Stamp, uint64), stop func(), err error) {
		x, stop, err := system.(*System).subscribe(port, example, announce)
		if err != nil {
			return nil, nil, err
		}
		return x.take, stop, nil
	}
}
