package actortest_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// busy is a site that refuses a fault at the moment at which it is to begin.
type busy struct{}

func (busy) FaultKinds() []actors.FaultKind { return []actors.FaultKind{actors.FaultNoReply} }
func (busy) FaultTargets() []string         { return []string{"elbow"} }

func (busy) InjectFault(_ actors.Fault, target string, _ messages.Instant, _ *rand.Rand) (end func(), err error) {
	return nil, fmt.Errorf("the %s is busy", target)
}
