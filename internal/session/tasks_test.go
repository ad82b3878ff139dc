package session

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

func TestAnApplicationWithoutTasksSaysSo(t *testing.T) {
	s, err := newSession(t, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.tasks()(json.RawMessage(`{"Request": {"Verb": "list"}}`)); err == nil || !strings.Contains(err.Error(), "no controller with tasks") {
		t.Errorf("the answer is %v", err)
	}
	if _, err := s.tasks()(json.RawMessage(`"list"`)); err == nil || !strings.Contains(err.Error(), "not understood") {
		t.Errorf("the answer is %v", err)
	}
}

// Two controllers with tasks: one must be named, and only one of the two may be.
func TestOneOfSeveralControllersWithTasksMustBeNamed(t *testing.T) {
	const world = `
  SIDE:
    rate: 100Hz
    models: [{path: links.urdf, namespace: SIDE}]
    joint_groups: {both: [SIDE_shoulder, SIDE_elbow]}
    processors:
      controller:
        type: operational_space
        options:
          joint_group: both
          tasks: [{name: still, kind: posture}]
          task_sets: [{name: rest, levels: [[still]]}]
    drives:
      motors: {type: sim, rate: 1kHz, joints: [SIDE_shoulder, SIDE_elbow]}`
	text := "app: {name: two}\nworlds:" + strings.ReplaceAll(world, "SIDE", "left") + strings.ReplaceAll(world, "SIDE", "right") + `
plant:
  type: sim
  rate: 1kHz
  models: [{path: links.urdf, namespace: left}, {path: links.urdf, namespace: right, joint: {parent: left_base}}]
  options: {servos: [{joints: [left_shoulder, left_elbow, right_shoulder, right_elbow]}]}
`
	dir := t.TempDir()
	data, err := os.ReadFile("../../actors/kinds/testdata/links.urdf")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "app.yaml")
	for name, content := range map[string]string{"links.urdf": string(data), "app.yaml": text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := newSession(t, Options{File: file})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"": "left/controller, right/controller; name one", "left/cntroller": "those that have: left/controller, right/controller"} {
		if _, err := s.taskController(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is answered %v, want %q", name, err, want)
		}
	}
	if path, err := s.taskController("right/controller"); err != nil || path != "right/controller" {
		t.Errorf("the controller is %q, error %v", path, err)
	}
	if _, err := askTasks(s.System, "left/controller", messages.TaskRequest{Verb: messages.TaskList}); err == nil {
		t.Error("a system that does not run has answered")
	}
}
