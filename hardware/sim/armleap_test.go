package sim

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
)

// A peer that sends the last arm number, in a command or with a stop, would leave none for later
// re-arms.
func TestAnArmNumberFarBeyondTheNewestIsRejectedAndSpendsNothing(t *testing.T) {
	for name, mode := range map[string]messages.Mode{"run": messages.ModeRun, "stop": messages.ModeRampHold} {
		rig := elbowRig(t, 0)
		bus, now := rig.Driver, messages.Instant(0)
		if err := bus.Open(now, time.Second); err != nil {
			t.Fatal(err)
		}
		command, state := hardware.NewCommand(3), hardware.NewState(3)
		cycle := func() error {
			now = now.Add(rig.Period)
			rig.Wait(now)
			return hardware.Exchange(bus, now, command, state)
		}
		for i := range command.Arm {
			command.Arm[i], command.Mode[i], command.Control[i] = math.MaxUint32, mode, messages.ControlVelocity
		}
		err := cycle()
		refused, is := errors.AsType[*hardware.RefusedError](err)
		if !is || refused.Field != "arm" {
			t.Errorf("%s: %v", name, err)
		}
		for range 500 {
			for i := range command.Arm {
				command.Mode[i] = messages.ModeRun
				if state.Mode[i].Stops() {
					command.Arm[i] = state.Arm[i] + 1
				}
			}
			if err := cycle(); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		for i, m := range state.Mode {
			if m != messages.ModeRun || state.Arm[i] > 500 {
				t.Errorf("%s: drive %d is in %s under number %d; expected that it runs again", name, i, m, state.Arm[i])
			}
		}
	}
}
