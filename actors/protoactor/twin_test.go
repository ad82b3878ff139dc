package protoactor_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/protoactor"
	"github.com/robo-actors/robo-actors/messages"
)

// keeper keeps what it receives.
type keeper struct{ Got []string }

func (k *keeper) Receive(_ *actors.Context, m any) error {
	k.Got = append(k.Got, fmt.Sprint(m))
	return nil
}
func (k *keeper) Tick(*actors.Tick) error               { return nil }
func (k *keeper) SaveState(w *actors.StateWriter) error { return w.Save(k) }
func (k *keeper) LoadState(r *actors.StateReader) error { return r.Load(k) }

// A message of a foreign actor that waits in a queue while a twin is made reaches both.
func TestAMessageOfAForeignActorThatWaitsReachesTheTwin(t *testing.T) {
	var kept []*keeper
	app := actors.Application{Name: "out", Actors: []actors.Spec{{Name: "w/out", Period: 10 * time.Millisecond, New: func() any {
		k := &keeper{}
		kept = append(kept, k)
		return k
	}}}}
	sys, err := actors.New(app, actors.WithVirtualTime(), protoactor.WithInputs(protoactor.Input{From: camera, Messages: []protoactor.Message{{At: 11 * ms, To: "w/out", Message: messages.Signals{Value: []float64{3}}}}}))
	if err != nil {
		t.Fatal(err)
	}
	if err := sys.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	defer stop(t, sys)
	advance(t, sys, 15*time.Millisecond)
	twin, err := sys.Twin(app)
	if err != nil {
		t.Fatal(err)
	}
	defer stop(t, twin)
	advance(t, sys, 15*time.Millisecond)
	advance(t, twin, 15*time.Millisecond)
	for i, k := range kept {
		if len(k.Got) != 1 || k.Got[0] != "{[3]}" {
			t.Errorf("system %d received %v", i, k.Got)
		}
	}
	if len(kept) != 2 {
		t.Errorf("%d actors, want that of the original and that of the twin", len(kept))
	}
}
