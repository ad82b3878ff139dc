package command

import (
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/supervision/faults/campaign"
)

func TestRefusalsOfOneCommandAfterTheOtherAppearOnce(t *testing.T) {
	events := []string{"1s g refused joint j_1: command 7: velocity is -5.25 rad/s; expected it in [-3, 3]", "2s g refused joint j_2: command 7: velocity is 4 rad/s; expected it in [-3, 3]",
		"3s g refused joint j_1: command 8: velocity is -4.5e-07 rad/s; expected it in [-3, 3]", "4s h started, incarnation 1", "5s h started, incarnation 2"}
	want := []string{events[1], events[2] + " (2 times)", events[3], events[4]}
	if got := lastEvents(events, 10); !slices.Equal(got, want) {
		t.Errorf("%q; expected %q", got, want)
	}
}

func TestAPlanWithoutFaultsIsSaidToHaveNone(t *testing.T) {
	for line, want := range map[string]bool{"at 1s reset arm": true, "at 1s panic arm/gate": false} {
		var b strings.Builder
		(&campaignFlags{}).printFailure(&b, "app.yaml", &campaign.Failure{Plan: []string{line}})
		if got := strings.Contains(b.String(), "the plan has no fault: the application breaks the invariant by itself"); got != want {
			t.Errorf("%s: %s", line, b.String())
		}
	}
}

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
