package actors

import (
	"testing"
	"time"

	"go.uber.org/zap"

	"github.com/robo-actors/robo-actors/internal/pact"
)

// Proto.Actor keeps a goroutine after each dead letter, by default for a second: a message to somebody who has stopped would
// outlive the system.
func TestADeadLetterKeepsAGoroutineForAMomentOnly(t *testing.T) {
	lease := pact.Borrow(zap.NewNop())
	defer lease.Return()
	if kept := pact.SystemOf(lease).Config.DeadLetterThrottleInterval; kept > time.Millisecond {
		t.Errorf("it is kept for %v", kept)
	}
}
