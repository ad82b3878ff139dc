package campaign

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

// patient is the example with drives whose watchdogs tolerate a gate that is silent for 130 ms.
func patient(t *testing.T) *app.Config {
	t.Helper()
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(filepath.Dir(file))); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, filepath.Base(file))
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.ReplaceAll(text, []byte("        gear_ratio:"), []byte("        watchdog: 1s\n        gear_ratio:"))
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := load(path)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// waits pauses the machine just after the gate has sent a stop, for longer than a drive
// may take to confirm it.
const waits = "at 1199500us suspend mobile_base/wheels pause=132600us\nat 1200500us suspend mobile_base/gate pause=130ms"

// A gate answers a stop request when every drive obeys, and names those that do not in time.
func TestAStopIsAnsweredOnceItsDrivesObeyOrByTheNamesOfThoseThatDoNot(t *testing.T) {
	wholeTestOnly(t)
	for plan, want := range map[string][]string{
		"at 1s panic whole_body/model":                              nil,
		"at 1s rejects_mode mobile_front_left":                      {"mobile_front_left"},
		"at 1s rejects_mode mobile_rear_right":                      {"mobile_rear_right"},
		"at 1196ms stop mobile_base mode=damp":                      nil,
		"at 1196ms stop mobile_base mode=brake":                     nil,
		waits:                                                       nil,
		waits + "\nat 1s for 450ms rejects_mode mobile_front_right": {"mobile_front_right"},
	} {
		c := config(t)
		if strings.Contains(plan, waits) {
			c = patient(t)
		}
		b, err := plannedRun{Config: c, Seed: 1, Duration: 1500 * time.Millisecond, Plan: Plan{Schedule: schedule(t, plan)}}.build()
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
					_, look, err := b.plants.GroundTruths()[app.PlantActor].DriveModel(joint)
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
