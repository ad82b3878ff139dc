package fleet

import (
	"flag"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/worlds/app"
)

var seeds = flag.Uint64("seeds", 60, "seeds of TestDrawnApplicationsLoad")

func TestDrawnApplicationsLoad(t *testing.T) {
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	for seed := range *seeds {
		a, err := Draw(seed)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		again, err := Draw(seed)
		if err != nil || !maps.Equal(a.Files, again.Files) || a.Duration != again.Duration {
			t.Errorf("seed %d draws two applications", seed)
		}
		if a.Duration < Shortest || a.Duration > Longest {
			t.Errorf("seed %d: a run lasts %v", seed, a.Duration)
		}
		if _, err := app.Load(a.FS(), File, registry); err != nil {
			t.Errorf("seed %d: %v\n%s", seed, err, a.Files[File])
		}
	}
}

// Some arms and grippers have joints that mimic others, which end the way of none and take no room
// from it; others observe some of them, and some grippers report what they hold.
func TestDrawnJointsMimicOthersAndStopNone(t *testing.T) {
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]int{}
	for seed := range uint64(300) {
		a, err := Draw(seed)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(a.Names(), func(name string) bool { return strings.Contains(a.Files[name], "mimic:") }) {
			continue
		}
		config, err := app.Load(a.FS(), File, registry)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for _, p := range config.Plants {
			found["grasp"] += strings.Count(a.Files[File], "grasps:")
			whole, led := p.Model.Limits(), p.Model.Reduction().Limits()
			for _, i := range p.Model.Reduction().Independent() {
				at := p.Model.Slot(i)
				if !slices.Equal(whole[at.Velocity:at.Velocity+at.VelocityLength], led[at.Velocity:at.Velocity+at.VelocityLength]) {
					t.Errorf("seed %d: what mimics joint %s limits it: %+v, alone %+v", seed, p.Model.Joint(i).Name, led[at.Velocity], whole[at.Velocity])
				}
			}
			for _, j := range p.Model.Joints() {
				if j.Mimic != nil {
					_, word, _ := strings.Cut(strings.TrimRight(j.Name, "0123456789"), "_")
					found[word]++
				}
			}
		}
		for _, c := range config.Couplings {
			if w := &config.Worlds[c.State.To.World]; w.Model.Joint(c.State.To.Joint).Mimic != nil {
				found["observed"]++
			}
		}
	}
	for _, what := range []string{"j", "finger", "dial", "grasp", "observed"} {
		if found[what] == 0 {
			t.Errorf("none of 300 seeds draws a %s: %v", what, found)
		}
	}
}
