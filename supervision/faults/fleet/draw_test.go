package fleet

import (
	"flag"
	"maps"
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
