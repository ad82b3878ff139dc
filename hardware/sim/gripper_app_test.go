package sim_test

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/app"
)

const gripperFile = "testdata/gripper/app.yaml"

// loaded reads an application file, for virtual time.
func loaded(file string) (*app.Config, error) {
	registry, err := kinds.Standard()
	if err != nil {
		return nil, err
	}
	config, err := app.LoadFile(file, registry)
	if err != nil {
		return nil, err
	}
	config.Virtual = true
	return config, nil
}

// The application of a gripper whose second finger, and an indicator that follows that one, mimic the first: what the world
// perceives of all joints is what is true, to a count of the encoders, and one drive holds a box with two fingers and lifts it.
func TestPerceptionAndTruthOfAMimicGripperAgree(t *testing.T) {
	config, err := loaded(gripperFile)
	if err != nil {
		t.Fatal(err)
	}
	system, err := app.New(config)
	if err != nil {
		t.Fatal(err)
	}
	robot, world := config.Plant.Model, config.Worlds[0].Model
	names := []string{"lift", "grip", "grip_right", "opening"}
	slotOf := func(w *worlds.World, joint string) worlds.Slot {
		i, err := w.JointIndex(joint)
		if err != nil {
			t.Fatal(err)
		}
		return w.Slot(i)
	}
	truths := map[messages.Instant][]float64{} // of each instant, joints as in names
	var seen []messages.Snapshot
	tap := func(_ func(), err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	tap(actors.Tap(system, "plant/robot.state", func(s messages.Stamp, x *messages.JointState) {
		var q []float64
		for _, name := range names {
			q = append(q, x.Position[slotOf(robot, name).Position])
		}
		truths[s.Time] = q
	}))
	tap(actors.Tap(system, "arm/perception.snapshot", func(s messages.Stamp, x *messages.Snapshot) {
		copied := messages.Snapshot{Position: append([]float64(nil), x.Position...), Valid: append([]bool(nil), x.Valid...), Time: append([]messages.Instant(nil), x.Time...)}
		seen = append(seen, copied)
	}))
	var contacts []float64
	tap(actors.Tap(system, "plant/robot.contacts", func(_ messages.Stamp, x *messages.Signals) { contacts = append(contacts[:0], x.Value...) }))
	height := 0.0
	tap(actors.Tap(system, "plant/robot.truth", func(_ messages.Stamp, x *messages.BodyState) { height = x.Pose.Position[2] }))
	if reason := system.Run(context.Background()); reason != nil {
		t.Fatal(reason)
	}

	compared := 0
	for _, s := range seen {
		for k, name := range names {
			i, err := world.JointIndex(name)
			if err != nil {
				t.Fatal(err)
			}
			truth, known := truths[s.Time[i]]
			if !s.Valid[i] || !known {
				continue
			}
			compared++
			_, multiplier, _ := world.Reduction().Leader(i)
			if got, want := s.Position[slotOf(world, name).Position], truth[k]; math.Abs(got-want) > 1e-6*math.Abs(multiplier) {
				t.Fatalf("at %s joint %s is perceived at %g, and is at %g", s.Time[i], name, got, want)
			}
		}
	}
	if compared < 5000 {
		t.Errorf("%d positions were compared", compared)
	}
	const signals = 9 // of a set of contacts; the second is the force along y, the eighth the number of points that touch
	left, right, bottom := contacts[1], contacts[signals+1], contacts[2*signals+7]
	if left < 10 || math.Abs(left+right) > 0.01 || bottom != 0 || height < 0.2 {
		t.Errorf("the fingers press with %g and %g N, %g points of the box are on the ground, it is at %g m; expected two equal forces and the box in the air",
			left, right, bottom, height)
	}
}

// A drive, a command and a start of a joint that mimics are refused by the name of its leader.
func TestAFileThatDrivesAMimicJointIsRefused(t *testing.T) {
	for change, want := range map[[2]string]string{
		{"{joints: [grip], stiffness", "{joints: [grip, grip_right], stiffness"}: `servo 2 drives joint "grip_right", which mimics "grip"; the drive of joint "grip" moves both`,
		{"joints: [lift, grip],", "joints: [lift, grip, grip_right],"}:           `joint "grip_right" follows joint "grip"`,
		{"fingers: [grip]", "fingers: [opening]"}:                                `joint "opening" of the group follows joint "grip_right"`,
		{"{joint: grip, position: [0.05]}", "{joint: opening, position: [0.1]}"}: `Start of joint "opening" is 0.1, but it mimics "grip_right": 0 of joint "grip" puts it at 0.5; leave it out, or start joint "grip" at 0.02`,
	} {
		folder := t.TempDir()
		if err := os.CopyFS(folder, os.DirFS("testdata/gripper")); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(folder, "app.yaml")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		changed := strings.Replace(string(text), change[0], change[1], 1)
		if changed == string(text) {
			t.Fatalf("the file has no %q", change[0])
		}
		if err := os.WriteFile(file, []byte(changed), 0o600); err != nil {
			t.Fatal(err)
		}
		config, err := loaded(file)
		if err == nil {
			_, err = app.New(config)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v\n\twant %s", err, want)
		}
	}
}
