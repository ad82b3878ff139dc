package command

import (
	"testing"

	"github.com/robo-actors/robo-actors/actors/session"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/gate"
)

func TestWorldsWithStoppedJointsAreListed(t *testing.T) {
	world := func(mode messages.Mode) gate.Status {
		return gate.Status{Joints: []gate.JointStatus{{Joint: "a", Mode: messages.ModeRun}, {Joint: "b", Mode: mode}}}
	}
	status := &session.Status{Worlds: map[string]gate.Status{"legs": world(messages.ModeDamp), "arm": world(messages.ModeOff), "head": world(messages.ModeLimited)}}
	if got := stoppedWorlds(status); got != "worlds with stopped joints: arm, legs" {
		t.Error(got)
	}
	if got := stoppedWorlds(&session.Status{}); got != "no world has stopped joints" {
		t.Error(got)
	}
}
