package actortest_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/actortest"
	"github.com/robo-actors/robo-actors/messages"
)

// TestALossOfTheStateStopsTheSpring is how a test with a fault reads: what is fed, when what
// happens, what must always hold, what must be met in time.
func TestALossOfTheStateStopsTheSpring(t *testing.T) {
	lab := actortest.New(t, springs(), 7)
	state := actortest.Feed[messages.JointState](lab, "arm/spring.state")
	state.Every(10*ms, func(now messages.Instant) (messages.JointState, bool) { return at(math.Sin(now.Seconds())), true })

	lab.At(2*time.Second, actortest.Drop("arm/spring.state", 200*ms))
	lab.Always("effort within 5 N m", func(v *actortest.View) error {
		if c, _, ok := actortest.Value[messages.JointCommand](v, "arm/spring.effort"); ok && math.Abs(c.Effort[0]) > 5 {
			return fmt.Errorf("effort %.2f N m, limit 5 N m", c.Effort[0])
		}
		return nil
	})
	lab.Within("no effort without a state", 2*time.Second, 40*ms, func(v *actortest.View) bool {
		_, _, ok := actortest.Value[messages.JointCommand](v, "arm/spring.effort")
		return !ok
	})
	lab.Run(10 * time.Second)
}

// ExampleLab shows an experiment outside of go test, with a TB of its own.
func ExampleLab() {
	t := printing{}
	lab := actortest.New(t, springs(), 7)
	state := actortest.Feed[messages.JointState](lab, "arm/spring.state")
	effort := actortest.Probe[messages.JointCommand](lab, "arm/spring.effort")
	state.Send(at(0.2))
	lab.Run(20 * ms)
	for _, s := range effort.Samples() {
		fmt.Printf("%s %.1f N m\n", s.Stamp.Time, s.Value.Effort[0])
	}
	lab.Close()
	// Output:
	// 0.000000s -1.0 N m
	// 0.010000s -1.0 N m
	// 0.020000s -1.0 N m
}

// printing is the least that a TB must do.
type printing struct{}

func (printing) Helper()                           {}
func (printing) Name() string                      { return "example" }
func (printing) Cleanup(func())                    {}
func (printing) Errorf(format string, args ...any) { fmt.Printf(format+"\n", args...) }
func (printing) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }
func (printing) Logf(string, ...any)               {}
