package core

import (
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// A gate that was closed and opened again rejects what an operator saw of the one before.
func TestARequestForTheGateBeforeIsRejected(t *testing.T) {
	before, again := chain(t, 1, messages.ControlVelocity), chain(t, 1, messages.ControlVelocity)
	before.g.Begin(1, nil, 0)
	again.g.Begin(1, nil, before.now+1)
	seen := before.g.Nonce()
	if _, _, err := again.g.Request(modes.Acknowledge, seen, 1, again.now); err == nil || !strings.Contains(err.Error(), "read the status again") {
		t.Errorf("the error is %v", err)
	}
}
