package supervision_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/actortest"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

// cart is a robot with a vertical axis, a boom under gravity and two wheels, each declared by its
// kind.
func cart(t *testing.T) *actortest.Lab {
	t.Helper()
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	return actortest.FromFile(t, "testdata/kinds/app.yaml", registry, 1)
}

// TestEachJointGoesWhereItsKindSays strikes the whole robot in virtual time, with the invariants of
// package invariant in force, and looks where its joints end.
func TestEachJointGoesWhereItsKindSays(t *testing.T) {
	const lift, boom, left = "lift", "boom", "left"
	for fault, c := range map[string]struct {
		after time.Duration // from the fault on
		want  map[string]messages.Mode
	}{
		"panic cart/mast":                {300 * time.Millisecond, map[string]messages.Mode{lift: messages.ModeRampHold, boom: messages.ModeRampHold, left: messages.ModeRun}},
		"panic cart/turning":             {300 * time.Millisecond, map[string]messages.Mode{lift: messages.ModeRun, left: messages.ModeDamp}},
		"for 4s drop cart/mast.command":  {2900 * time.Millisecond, map[string]messages.Mode{lift: messages.ModeBrake, boom: messages.ModeRampHold, left: messages.ModeRun}},
		"for 4s drop cart/motors.state":  {300 * time.Millisecond, map[string]messages.Mode{lift: messages.ModeRampOff, boom: messages.ModeRampHold, left: messages.ModeRun}},
		"for 1s derating left":           {500 * time.Millisecond, map[string]messages.Mode{lift: messages.ModeRun, left: messages.ModeLimited, "right": messages.ModeLimited}},
		"for 1s derating boom":           {500 * time.Millisecond, map[string]messages.Mode{lift: messages.ModeLimited, boom: messages.ModeRampHold}},
		"for 1s fault_code left code=33": {500 * time.Millisecond, map[string]messages.Mode{left: messages.ModeOff, "right": messages.ModeDamp, lift: messages.ModeRun}},
	} {
		t.Run(fault, func(t *testing.T) {
			lab := cart(t)
			lab.Inject("at 2s " + fault)
			lab.Sometimes("everything runs", func(v *actortest.View) bool {
				for _, j := range []string{lift, boom, left} {
					if m, _ := v.Mode(j); m != messages.ModeRun {
						return false
					}
				}
				return true
			})
			lab.Run(2*time.Second + c.after)
			for joint, want := range c.want {
				if got, _ := lab.View().Mode(joint); got != want {
					t.Errorf("%s is in %s, want %s", joint, got, want)
				}
			}
			if t.Failed() {
				for _, e := range lab.Events() {
					if e.Kind == messages.EventModeChanged && e.Time > messages.Instant(time.Second) {
						t.Log(fmt.Sprint(e))
					}
				}
			}
		})
	}
}

// TestAWheelThatItsControllerLosesForAMomentResumes has the file's rearm: auto count where the
// table allows it.
func TestAWheelThatItsControllerLosesForAMomentResumes(t *testing.T) {
	for _, c := range []struct {
		gap  string
		want messages.Mode
	}{{"300ms", messages.ModeRun}, {"700ms", messages.ModeRampHold}} {
		lab := cart(t)
		lab.Inject("at 2s for " + c.gap + " drop cart/turning.command")
		lab.Within("the wheels stop", 2*time.Second, 100*time.Millisecond, func(v *actortest.View) bool { m, _ := v.Mode("left"); return m == messages.ModeRampHold })
		lab.Run(4 * time.Second)
		if got, _ := lab.View().Mode("left"); got != c.want {
			t.Errorf("after a gap of %s the wheel is in %s, want %s", c.gap, got, c.want)
		}
	}
}

// TestAnEmergencyStopOutlivesTheGate has the gate fail while the emergency stop is pressed.
func TestAnEmergencyStopOutlivesTheGate(t *testing.T) {
	lab := cart(t)
	lab.Inject("at 1s report cart fault=emergency_stop", "at 1200ms error cart/gate", "at 2s reset cart", "at 3s clear cart fault=emergency_stop")
	lab.Run(2900 * time.Millisecond)
	if got, _ := lab.View().Mode("left"); got != messages.ModeOff {
		t.Errorf("the emergency stop is pressed, and a wheel is in %s", got)
	}
	lab.Inject("at 3500ms reset cart")
	lab.Run(4 * time.Second)
	if got, _ := lab.View().Mode("left"); got != messages.ModeRun {
		t.Errorf("after the end of the emergency stop and a reset a wheel is in %s", got)
	}
}

// TestASafetyInputStopsEachJointAsItsKindSays has a program tell the gate of an emergency stop,
// take it back, and reset.
func TestASafetyInputStopsEachJointAsItsKindSays(t *testing.T) {
	lab := cart(t)
	lab.Run(2 * time.Second)
	tell := func(message any) (status gate.Status, failed error) {
		t.Helper()
		err := lab.System().Request("cart/gate", message, func(reply any, err error) {
			failed = err
			status, _ = reply.(gate.Status)
		})
		if err != nil {
			t.Fatal(err)
		}
		lab.Run(5 * time.Millisecond)
		return status, failed
	}
	for text, notice := range map[string]gate.FaultNotice{
		`fault "emergency" is unknown; expected one of`:     {Fault: "emergency"},
		"the gate detects fault bus_lost by itself":         {Fault: "bus_lost"},
		`unknown joint "lfit"; expected one of`:             {Fault: "emergency_stop", Joints: []string{"lfit"}},
		`fault "" is unknown; expected one of command_late`: {},
	} {
		if _, err := tell(notice); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%+v: %v, want %q", notice, err, text)
		}
	}
	if _, err := tell(gate.FaultNotice{Fault: "emergency_stop"}); err != nil {
		t.Fatal(err)
	}
	lab.Run(time.Second)
	for joint, want := range map[string]messages.Mode{"lift": messages.ModeOff, "boom": messages.ModeRampHold, "left": messages.ModeOff} {
		if got, _ := lab.View().Mode(joint); got != want {
			t.Errorf("%s is in %s, want %s", joint, got, want)
		}
	}
	reset := func() error {
		status, err := tell(gate.StatusRequest{})
		if err != nil {
			t.Fatal(err)
		}
		_, err = tell(gate.RearmRequest{Way: modes.Reset, Nonce: status.Nonce, Incarnation: status.Incarnation})
		return err
	}
	if err := reset(); err == nil || !strings.Contains(err.Error(), "still present: operator") {
		t.Errorf("%v", err)
	}
	if _, err := tell(gate.FaultNotice{Fault: "emergency_stop", Gone: true}); err != nil {
		t.Fatal(err)
	}
	lab.Inject("at 3100ms reset cart") // as an operator, whom the invariants know
	lab.Run(time.Second)
	if got, _ := lab.View().Mode("lift"); got != messages.ModeRun {
		t.Errorf("after the reset the lift is in %s", got)
	}
}
