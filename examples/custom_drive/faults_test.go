package main

import (
	"context"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds/app"
)

// headSystem builds the application of app.yaml in virtual time.
func headSystem(t *testing.T) *actors.System {
	t.Helper()
	config, err := load(t, "", "")
	if err != nil {
		t.Fatal(err)
	}
	system, err := app.New(config)
	if err != nil {
		t.Fatal(err)
	}
	return system
}

// panDuring runs the head with a fault of the drive of joint pan from 1 s to 1.5 s. It returns what
// the driver reported of pan shortly before the end of the fault, and at the end of the run.
func panDuring(t *testing.T, kind actors.FaultKind) (during, after drivePan) {
	t.Helper()
	system := headSystem(t)
	system.At(messages.Instant(time.Second), func() {
		if err := system.Inject(actors.Fault{Kind: kind, Target: "pan", Duration: 500 * time.Millisecond}); err != nil {
			t.Error(err)
		}
	})
	tap(t, system, "head/line.state", func(s *messages.DriveState) {
		after = drivePan{s.Answered[0], s.Mode[0], s.Velocity[0]}
		if system.Now() < messages.Instant(1490*time.Millisecond) {
			during = after
		}
	})
	if err := system.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	return during, after
}

// drivePan is the state of the drive of joint pan, velocity in rad/s.
type drivePan struct {
	answered bool
	mode     messages.Mode
	velocity float64
}

func TestAMuteDriveDoesNotAnswerAndRunsAgainAfterIt(t *testing.T) {
	during, after := panDuring(t, actors.FaultMute)
	if during.answered || !after.answered || after.mode != messages.ModeRun {
		t.Errorf("during the fault %+v, at the end %+v", during, after)
	}
}

func TestAStuckJointDoesNotMove(t *testing.T) {
	if during, _ := panDuring(t, actors.FaultStuckJoint); !during.answered || during.mode != messages.ModeRun || during.velocity != 0 {
		t.Errorf("during the fault: %+v", during)
	}
}

func TestAFaultThatTheEmulatorDoesNotHaveNamesThoseThatItHas(t *testing.T) {
	err := headSystem(t).CheckFault(actors.Fault{Kind: actors.FaultNoReply, Target: "pan"})
	if want := "no_reply pan p=1 burst=1 was refused: no joint of this application can have it; faults that one can have: mute, stuck_joint"; err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
}
