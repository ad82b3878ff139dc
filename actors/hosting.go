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
	hosting.Inputs = func(inputs []hosting.Input) any {
		return Option(func(s *settings) { s.foreignInputs = append(s.foreignInputs, inputs...) })
	}
	hosting.Send = func(context any, to string, message any, call func(*protoactor.Foreign, *protoactor.Node)) error {
		c := context.(*Context)
		in, err := c.reachForeign(to)
		if err != nil {
			return err
		}
		if in != nil {
			in.take(c, message)
			return nil
		}
		return c.cell.sys.courier.post(func(f *protoactor.Foreign) { call(f, c.cell.node) })
	}
	hosting.Ask = func(context any, to string, message any, timeout time.Duration, then any, ask func(*protoactor.Foreign, protoactor.Asked)) error {
		c := context.(*Context)
		in, err := c.reachForeign(to)
		if err != nil {
			return err
		}
		return c.request(to, timeout, then.(func(*Context, any, error) error), func(r *request) error {
			r.from = to
			if in != nil {
				in.take(c, message)
				in.answer(c.cell.sys, r)
				return nil
			}
			asked := protoactor.Asked{Settle: func(reply any, err error) { r.settle(reply, err) }, Open: r.open}
			return c.cell.sys.courier.post(func(f *protoactor.Foreign) { ask(f, asked) })
		})
	}
	hosting.Watch = func(context any, name, id string, watch func(*protoactor.Foreign, func()), message any) error {
		return context.(*Context).watchForeign(name, id, watch, message)
	}
	hosting.Subscribe = func(system any, to, port string, example any, announce func(*protoactor.Foreign)) (take func() (any, messages.Stamp, uint64), stop func(), err error) {
		x, stop, err := system.(*System).subscribe(to, port, example, announce)
		if err != nil {
			return nil, nil, err
		}
		return x.take, stop, nil
	}
}
