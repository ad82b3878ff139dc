package session

import (
	"testing"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/explain"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/app"
)

func TestWhatReArmTakesFollowsFromTheCausesUnlessTheJointIsOfAKind(t *testing.T) {
	c := &app.Config{Worlds: []app.World{{Name: "cart", Joints: []app.Joint{
		{Name: "plain", Rearm: modes.Acknowledge, Start: modes.Auto},
		{Name: "lift", Rearm: modes.Acknowledge, Start: modes.Auto, Declared: &modes.Declared{Kind: modes.Vertical}},
	}}}}
	for joint, want := range map[string]string{"plain": "reset", "lift": byKind} {
		x := &Explained{Explanation: explain.Explanation{World: "cart", Joint: joint, Mode: messages.ModeRampHold, Causes: []messages.Cause{messages.CauseDrive}}}
		if got := required(c, x); got != want {
			t.Errorf("%s takes %q, want %q", joint, got, want)
		}
	}
}
