package actors

import (
	"github.com/robo-actors/robo-actors/actors/internal/hosting"
	"github.com/robo-actors/robo-actors/internal/protoactor"
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
}
