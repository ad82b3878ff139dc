package pickplace

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/examples/internal/run"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// A twin that is made while the plan gives way to the ball moves the arm as the original does.
func TestATwinOfAnElasticPlanContinuesAsTheOriginal(t *testing.T) {
	config := run.Load(t, "elastic.yaml")
	sys, err := app.New(config, actors.WithVirtualTime(), actors.WithSeed(1))
	must(t, err)
	must(t, sys.Start(context.Background()))
	must(t, sys.Advance(2500*time.Millisecond))
	twin, err := app.Twin(config, sys)
	for refused := (*actors.TwinError)(nil); errors.As(err, &refused) && sys.Now() < 2600e6; { // a plan is being deformed
		must(t, sys.Advance(time.Millisecond))
		twin, err = app.Twin(config, sys)
	}
	must(t, err)
	var ways [2][][]float64
	for i, s := range []*actors.System{sys, twin} {
		_, err := actors.Tap(s, "arm/perception.snapshot", func(_ messages.Stamp, s *messages.Snapshot) { ways[i] = append(ways[i], slices.Clone(s.Position)) })
		must(t, err)
		must(t, s.Advance(1500*time.Millisecond))
		must(t, s.Stop(context.Background()))
	}
	if len(ways[0]) < 300 || len(ways[0]) != len(ways[1]) {
		t.Fatalf("the original was measured %d times, its twin %d times", len(ways[0]), len(ways[1]))
	}
	first, last := ways[0][0], ways[0][len(ways[0])-1]
	if slices.Equal(first, last) {
		t.Error("the arm does not move; expected it on its way")
	}
	for k := range ways[0] {
		if !slices.Equal(ways[0][k], ways[1][k]) {
			t.Fatalf("at measurement %d the original is at %.6f, its twin at %.6f", k, ways[0][k], ways[1][k])
		}
	}
}
