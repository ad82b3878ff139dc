package protoactor

import (
	"testing"
	"time"

	"go.uber.org/zap"
)

// Proto.Actor keeps a goroutine after each dead letter, by default for a second: a message to an
// actor that has stopped would outlive the system.
func TestADeadLetterKeepsAGoroutineForAMomentOnly(t *testing.T) {
	host := Borrow(zap.NewNop())
	defer host.Return()
	if kept := host.system.Config.DeadLetterThrottleInterval; kept > time.Millisecond {
		t.Errorf("it is kept for %v", kept)
	}
}
