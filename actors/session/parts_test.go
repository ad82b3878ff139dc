package session

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/kinds"
	"github.com/robo-actors/robo-actors/messages"
)

// mobileManipulator is a session of the edited example in virtual time, in a folder to which parts
// can be added. It has run for a second.
func mobileManipulator(t *testing.T, edits ...string) (s *Session, folder string) {
	t.Helper()
	folder = t.TempDir()
	if err := os.CopyFS(folder, os.DirFS("../../examples/mobile_manipulator")); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "app.yaml")
	text, err := os.ReadFile(file)
	if err == nil {
		err = os.WriteFile(file, []byte(strings.NewReplacer(edits...).Replace(string(text))), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	registry, err := kinds.Standard()
	if err != nil {
		t.Fatal(err)
	}
	s, err = New(registry, file, WithVirtualTime(), WithDuration(time.Minute), WithLogger(nil))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.System.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.System.Stop(context.Background()) })
	runFor(t, s, time.Second)
	return s, folder
}

func runFor(t *testing.T, s *Session, d time.Duration) {
	t.Helper()
	if err := s.System.Advance(d); err != nil {
		t.Fatal(err)
	}
}

func health(s *Session, actor string) (h messages.Health) {
	for _, one := range s.System.Health() {
		if one.Actor == actor {
			return one
		}
	}
	return h
}

// A second arm with its drives and its simulated robot is attached, runs, is removed, and attached
// again. The robot that runs meanwhile misses no release.
func TestASecondArmIsAttachedAndRemoved(t *testing.T) {
	s, folder := mobileManipulator(t)
	before := len(s.System.Actors())
	part := filepath.Join(folder, "second_arm.yaml")
	for range 2 {
		added, err := s.Open(context.Background(), part)
		if err != nil {
			t.Fatal(err)
		}
		if want := []string{"plant/second_arm", "second_arm/arm", "second_arm/perception", "second_arm/gate", "second_arm/controller"}; !slices.Equal(added, want) {
			t.Errorf("added %v, want %v", added, want)
		}
		if _, err := s.Open(context.Background(), part); err == nil || !strings.Contains(err.Error(), "second_arm.yaml:") {
			t.Errorf("attached twice: %v", err)
		}
		runFor(t, s, time.Second)
		if h := health(s, "second_arm/controller"); h.State != "running" || h.Ticks < 90 {
			t.Errorf("the controller is %s after %d ticks", h.State, h.Ticks)
		}
		if names := s.worldNames(); !slices.Contains(names, "second_arm") {
			t.Errorf("the worlds are %v", names)
		}
		if _, err := s.Close(context.Background(), "plant/second_arm"); err != nil {
			t.Fatal(err)
		}
		removed, err := s.Close(context.Background(), "second_arm")
		if err != nil || len(removed) != 4 {
			t.Fatalf("removed %v: %v", removed, err)
		}
		if names := s.worldNames(); slices.Contains(names, "second_arm") || len(s.System.Actors()) != before {
			t.Errorf("%v and %d actors are left, want %d", names, len(s.System.Actors()), before)
		}
	}
	for _, h := range s.System.Health() {
		if h.Missed > 0 || h.Restarts > 0 {
			t.Errorf("%s missed %d releases and was restarted %d times", h.Actor, h.Missed, h.Restarts)
		}
	}
}

func TestAPartAddsActorsToAWorldThatRuns(t *testing.T) {
	s, folder := mobileManipulator(t)
	part := filepath.Join(folder, "observer.yaml")
	write := func(text string) {
		if err := os.WriteFile(part, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("worlds:\n  mobile_base:\n    processors:\n      tracker: {type: kinematics, options: {frames: [mobile_body]}}\n")
	added, err := s.Open(context.Background(), part)
	if err != nil || !slices.Equal(added, []string{"mobile_base/tracker"}) {
		t.Fatalf("added %v: %v", added, err)
	}
	runFor(t, s, time.Second)
	if h := health(s, "mobile_base/tracker"); h.State != "running" || len(h.Inputs) == 0 || h.Inputs[0].Received < 400 {
		t.Errorf("it has the health %+v", h)
	}
	if removed, err := s.Close(context.Background(), "mobile_base/tracker"); err != nil || len(removed) != 1 {
		t.Fatalf("removed %v: %v", removed, err)
	}
	for name, c := range map[string]struct{ text, want string }{
		"an unknown key":         {"worlds:\n  mobile_base:\n    rate: 10Hz\n", "observer.yaml:3:5"},
		"an unknown section":     {"app: {name: x}\n", "observer.yaml:1:1"},
		"an unknown kind":        {"worlds:\n  mobile_base:\n    processors:\n      tracker: {type: kinematik}\n", "observer.yaml:4:"},
		"a known name":           {"worlds:\n  mobile_base:\n    processors:\n      controller: {type: kinematics, options: {frames: [mobile_body]}}\n", `has an actor "controller"`},
		"nothing":                {"worlds: {}\n", "adds no actor"},
		"a link that would part": {"worlds:\n  whole_body:\n    processors:\n      tracker: {type: kinematics, options: {frames: [mobile_body]}}\n", "whole_body/model.model -> whole_body/path.model"},
		"a running plant":        {"worlds:\n  again:\n    rate: 100Hz\n    models: [{path: models/arm.urdf, namespace: arm}]\n    drives:\n      arm: {type: simulated, joints: [arm_joint_1, arm_joint_2, arm_joint_3, arm_joint_4, arm_joint_5, arm_joint_6, arm_joint_7]}\n", "running plant robot"},
	} {
		write(c.text)
		if _, err := s.Open(context.Background(), part); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := s.Open(context.Background(), filepath.Join(t.TempDir(), "part.yaml")); err == nil || !strings.Contains(err.Error(), "outside of the folder") {
		t.Errorf("a part elsewhere: %v", err)
	}
	for name, want := range map[string]string{"nobody": `no actor, no world and no open part "nobody"`, "mobile_base/perception": "needs its link from mobile_base/perception"} {
		if _, err := s.Close(context.Background(), name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("close %s: %v", name, err)
		}
	}
}

func TestTheFileBoundsHowManyActorsPartsAdd(t *testing.T) {
	s, folder := mobileManipulator(t, "  seed: 1\n", "  seed: 1\n  room: 4\n")
	_, err := s.Open(context.Background(), filepath.Join(folder, "second_arm.yaml"))
	if err == nil || !strings.Contains(err.Error(), "no room for 5 more actors: changes may add 4 actors") || !strings.Contains(err.Error(), "app.room") {
		t.Errorf("the error is %v", err)
	}
}
