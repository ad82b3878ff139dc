package command

import (
	"slices"
	"testing"
)

func TestAnEventThatRepeatsAppearsOnceAmongTheLast(t *testing.T) {
	events := []string{"1s a failed", "2s b stale", "3s c recovered", "4s b stale", "5s c recovered", "6s b stale", "7s d started"}
	for n, want := range map[int][]string{
		10: {"1s a failed", "5s c recovered (2 times)", "6s b stale (3 times)", "7s d started"},
		2:  {"6s b stale (3 times)", "7s d started"},
		0:  nil,
	} {
		if got := lastEvents(events, n); !slices.Equal(got, want) {
			t.Errorf("the last %d are %q; expected %q", n, got, want)
		}
	}
}
