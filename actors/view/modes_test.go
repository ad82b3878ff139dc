package view

import (
	"testing"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// A part that is opened or closed changes no mode of the joints that go on.
func TestJointsKeepTheirModesWhileAPartIsOpenedAndClosed(t *testing.T) {
	world := func(name string) app.World {
		return app.World{Name: name, Joints: []app.Joint{{Name: "elbow"}}, Actors: []app.Actor{{Name: "c", Path: name + "/c"}}}
	}
	base, with := &app.Config{Worlds: []app.World{world("arm")}}, &app.Config{Worlds: []app.World{world("arm"), world("second")}}
	m := newJointModes(base)
	runs := func(name string) {
		m.event(&messages.Event{Kind: messages.EventModeChanged, Source: name + "/gate", Joint: "elbow", To: messages.ModeRun, Cause: messages.CauseRearm})
	}
	mode := func(name string) messages.Mode { return m.status(name).Joints[0].Mode }
	runs("arm")
	m = m.with(with)
	if mode("arm") != messages.ModeRun || mode("second") != messages.ModeOff {
		t.Errorf("after a part was opened, arm is in %s and second in %s", mode("arm"), mode("second"))
	}
	runs("second")
	m = m.with(base)
	if mode("arm") != messages.ModeRun || len(m.status("second").Joints) != 0 {
		t.Errorf("after it was closed, arm is in %s and second in %v", mode("arm"), m.status("second"))
	}
	if m = m.with(with); mode("second") != messages.ModeOff {
		t.Errorf("after it was opened again, second is in %s", mode("second"))
	}
}
