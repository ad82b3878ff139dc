package spine_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/robo-actors/robo-actors/actors/spine"
	"github.com/robo-actors/robo-actors/actors/spine/dictionary"
	"github.com/robo-actors/robo-actors/actors/spine/machine"
	"github.com/robo-actors/robo-actors/messages"
)

// Upkie's environments send scales of gains up to 5, at random where an agent learns.
func TestAScaleOfGainsBeyondOneHasTheEffectOfOne(t *testing.T) {
	b := newBench(t, options(), nil)
	a := dictionary.NewAction([]string{"hip", "wheel"}, dictionary.DefaultServoAction())
	a.Servos[0].KpScale, a.Servos[0].KdScale = 4, 0.5
	a.Servos[1].KpScale, a.Servos[1].KdScale = 1e300, 2
	for range 2 {
		b.start("robot")
		for range 3 {
			if _, _, err := b.ask("robot", machine.Action, a.Append(nil)); err != nil {
				t.Fatal(err)
			}
			if c := b.command.Value; !slices.Equal(c.KpScale, []float64{1, 1}) || !slices.Equal(c.KdScale, []float64{0.5, 1}) {
				t.Fatalf("the scales are %v and %v; expected at most 1", c.KpScale, c.KdScale)
			}
		}
		if _, _, err := b.ask("robot", machine.Stop, nil); err != nil {
			t.Fatal(err)
		}
	}
	want := `agent "robot": kp_scale 4 and kd_scale 0.5 of servo.hip: a scale beyond 1 has the effect of 1, the gains of the application`
	if told := b.Told(messages.EventNote); !slices.Equal(told, []string{want, want}) {
		t.Errorf("notes %q; expected one after each start", told)
	}
	b.start("robot")
	for _, scale := range []string{"\xff", "\xcb\x7f\xf0\x00\x00\x00\x00\x00\x00", "\xcb\x7f\xf8\x00\x00\x00\x00\x00\x00"} { // -1, infinite, no number
		if _, _, err := b.ask("robot", machine.Action, []byte("\x81\xa5servo\x81\xa3hip\x81\xa8kd_scale"+scale)); !errors.Is(err, spine.ErrRejected) {
			t.Errorf("the scale %x is answered with %v", scale, err)
		}
	}
}
