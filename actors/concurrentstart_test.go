package actors

import (
	"context"
	"sync"
	"testing"
)

// An endpoint that reports the state of the system answers before, while and after it starts.
func TestEveryQuestionMayBeAskedWhileTheSystemStarts(t *testing.T) {
	for range 5 {
		sys, err := New(Application{Actors: []Spec{counting().spec("w/a", ms)}})
		if err != nil {
			t.Fatal(err)
		}
		var asking sync.WaitGroup
		begun := make(chan struct{})
		asking.Go(func() {
			close(begun)
			for len(sys.Grants().Domains) == 0 {
				_, _ = sys.cellAt("w/a")
				_, _, _, _, _, _ = sys.Health(), sys.Links(), sys.Actors(), sys.Now(), sys.Timers(), sys.HaltReason()
			}
		})
		<-begun
		if err := sys.Start(context.Background()); err != nil {
			t.Fatal(err)
		}
		asking.Wait()
		if err := sys.Stop(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
}
