package slot

import (
	"sync"
	"testing"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/messages"
)

func TestTheNewestLifeIsKeptAndAnOlderIncarnationChangesNothing(t *testing.T) {
	var a Announcement
	if got := a.Get(); got != (Life{}) {
		t.Errorf("before the first announcement: %+v", got)
	}
	for _, c := range []struct{ put, want Life }{
		{Life{1, Starting, 0}, Life{1, Starting, 0}},
		{Life{1, Failed, messages.CausePanic}, Life{1, Failed, messages.CausePanic}},
		{Life{7, Running, 0}, Life{7, Running, 0}},
		{Life{6, Stopped, 0}, Life{7, Running, 0}},
		{Life{1<<32 - 1, Stopped, 255}, Life{1<<32 - 1, Stopped, 255}},
	} {
		a.Put(c.put)
		if got := a.Get(); got != c.want || a.Incarnation() != c.want.Incarnation {
			t.Errorf("after %+v: %+v, want %+v", c.put, got, c.want)
		}
	}
}

func TestTheHighestIncarnationWinsAmongManyWriters(t *testing.T) {
	var a Announcement
	n := testkit.Scaled(20_000)
	var wait sync.WaitGroup
	for w := range 4 {
		wait.Go(func() {
			for i := range n {
				a.Put(Life{Incarnation: messages.Incarnation(4*i + w), State: Running})
			}
		})
	}
	wait.Wait()
	if got := a.Incarnation(); got != messages.Incarnation(4*(n-1)+3) {
		t.Errorf("incarnation %d is left, want %d", got, 4*(n-1)+3)
	}
}
