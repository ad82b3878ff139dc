package campaign

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

// A gate answers who asked for a stop when every drive obeys, and names those that do not in time.
func TestAStopIsAnsweredOnceItsDrivesObeyOrByTheNamesOfThoseThatDoNot(t *testing.T) {
	for plan, want := range map[string][]string{
		"at 1s panic whole_body/model":          nil,
		"at 1s rejects_mode mobile_front_left":  {"mobile_front_left"},
		"at 1s rejects_mode mobile_rear_right":  {"mobile_rear_right"},
		"at 1196ms stop mobile_base mode=damp":  nil,
		"at 1196ms stop mobile_base mode=brake": nil,
	} {
		b, err := Run{Config: config(t), Seed: 1, For: 1500 * time.Millisecond, Plan: Plan{Schedule: schedule(t, plan)}}.build()
		if err != nil {
			t.Fatal(err)
		}
		if err := b.operate(); err != nil {
			t.Fatal(err)
		}
		answers, modes := 0, []messages.Mode{}
		var got error
		b.system.At(messages.Instant(1200*time.Millisecond), func() {
			err := b.request("mobile_base", gate.StopRequest{Mode: messages.ModeOff}, func(_ gate.Status, err error) {
				answers, got = answers+1, err
				for _, joint := range []string{"mobile_front_left", "mobile_front_right", "mobile_rear_left", "mobile_rear_right"} {
					_, look, err := b.plant.handle.(hardware.Witness).Traits(joint)
					if err != nil {
						t.Fatal(err)
					}
					var truth hardware.Truth
					look(&truth)
					if (truth.Mode < messages.ModeOff) != slices.Contains(want, joint) {
						t.Errorf("%s: %s is in %s as the stop is answered", plan, joint, truth.Mode)
					}
					modes = append(modes, truth.Mode)
				}
			})
			if err != nil {
				t.Errorf("%s: %v", plan, err)
			}
		})
		if err := b.system.Run(t.Context()); err != nil {
			t.Fatalf("%s: %v", plan, err)
		}
		late, is := errors.AsType[*gate.UnconfirmedError](got)
		switch {
		case answers != 1 || len(modes) != 4:
			t.Errorf("%s: %d answers", plan, answers)
		case want == nil && got != nil:
			t.Errorf("%s: %v", plan, got)
		case want != nil && (!is || !slices.Equal(late.Joints, want) || late.Gate != "mobile_base/gate"):
			t.Errorf("%s: %v; expected the names %v", plan, got, want)
		}
	}
}
