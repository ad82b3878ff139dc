package session

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

func TestAnApplicationWithoutTasksSaysSo(t *testing.T) {
	const path = ", waypoints: [{time: 1s, position: [0.1, 0.2]}]"
	s := twoArms(t, "joint_trajectory", path, "joint_trajectory", path)
	if _, err := s.tasks(t.Context(), json.RawMessage(`{"Request": {"Verb": "list"}}`)); err == nil || !strings.Contains(err.Error(), "no controller with tasks") {
		t.Errorf("the answer is %v", err)
	}
	if _, err := s.tasks(t.Context(), json.RawMessage(`"list"`)); err == nil || !strings.Contains(err.Error(), "invalid arguments") {
		t.Errorf("the answer is %v", err)
	}
}

// Some clients write NaN as null, which JSON reads as no change: a goal of NaN
// would have become one of 0.
func TestANumberThatIsNullIsRefused(t *testing.T) {
	for _, numbers := range []string{"[null]", "[0.3, null, 0.5]"} {
		raw := json.RawMessage(`{"Controller": "arm/controller", "Request": {"Verb": "set", "Task": "reach", "Parameter": "goal.position", "Numbers": ` + numbers + `}}`)
		if _, _, err := readTask(raw); err == nil || !strings.Contains(err.Error(), "is null; expected a finite number") {
			t.Errorf("%s: the answer is %v", numbers, err)
		}
	}
	want := messages.TaskRequest{Verb: messages.TaskSet, Task: "reach", Parameter: "goal.position", Name: "name", Numbers: []float64{0.3, 0, -1}, Text: "text"}
	raw, err := json.Marshal(TaskArguments{Controller: "arm/controller", Request: want})
	if err != nil {
		t.Fatal(err)
	}
	if controller, got, err := readTask(raw); err != nil || controller != "arm/controller" || !reflect.DeepEqual(got, want) {
		t.Errorf("%q, %+v, %v; expected %+v", controller, got, err, want)
	}
}

// twoArms is an application of two arms with two joints each, and one controller of a type each.
func twoArms(t *testing.T, leftType, leftOptions, rightType, rightOptions string) *Session {
	t.Helper()
	const world = `
  SIDE:
    rate: 100Hz
    models: [{path: links.urdf, namespace: SIDE}]
    joint_groups: {both: [SIDE_shoulder, SIDE_elbow]}
    processors:
      controller:
        type: TYPE
        options: {joint_group: bothOPTIONS}
    drives:
      motors: {type: simulated, rate: 1kHz, joints: [SIDE_shoulder, SIDE_elbow]}`
	text := "app: {name: two}\nworlds:" + strings.NewReplacer("SIDE", "left", "TYPE", leftType, "OPTIONS", leftOptions).Replace(world) +
		strings.NewReplacer("SIDE", "right", "TYPE", rightType, "OPTIONS", rightOptions).Replace(world) + `
plant:
  type: rigid_body
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
	s, err := newSession(t, file, []Option{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const posture = ", tasks: [{name: still, kind: posture}], task_sets: [{name: rest, levels: [[still]]}]"

// Two controllers with tasks: one must be named, and only one of the two may be.
func TestOneOfSeveralControllersWithTasksMustBeNamed(t *testing.T) {
	s := twoArms(t, "whole_body", posture, "whole_body", posture)
	for name, want := range map[string]string{"": "left/controller, right/controller; name one", "left/cntroller": "controllers with tasks: left/controller, right/controller"} {
		if _, err := s.taskController(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is answered %v, want %q", name, err, want)
		}
	}
	if path, err := s.taskController("right/controller"); err != nil || path != "right/controller" {
		t.Errorf("the controller is %q, error %v", path, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	client, err := s.Tasks("left/controller")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.List(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v; expected no answer from a system that does not run", err)
	}
	if _, err := s.Tasks("nobody"); err == nil {
		t.Error("an unknown controller has a client")
	}
}

// A controller may prepare a transition for longer than anybody waits for its answer: it is not as
// if nothing had happened.
func TestAnAnswerThatIsOverdueSaysWhatMayStillHappen(t *testing.T) {
	for verb, want := range map[messages.TaskVerb]bool{messages.TaskState: true, messages.TaskEvent: true, messages.TaskSet: false, messages.TaskList: false} {
		err := overdue("arm/controller", verb)
		if !errors.Is(err, actors.ErrTimeout) || !strings.Contains(err.Error(), "arm/controller: no reply in time") || strings.Contains(err.Error(), "prepare_within: robo-actors behavior") != want {
			t.Errorf("%s: %v", verb, err)
		}
	}
}

// The goal of a joint_space controller is its one task; beside a controller with a status of tasks
// it has to be named.
func TestAJointSpaceControllerHasATask(t *testing.T) {
	alone := twoArms(t, "joint_space", "", "joint_space", "")
	if _, err := alone.taskController(""); err == nil || !strings.Contains(err.Error(), "left/controller, right/controller; name one") {
		t.Errorf("of two, one is chosen: %v", err)
	}
	beside := twoArms(t, "joint_space", "", "whole_body", posture)
	for name, want := range map[string]string{"": "right/controller", "left/controller": "left/controller", "right/controller": "right/controller"} {
		if path, err := beside.taskController(name); err != nil || path != want {
			t.Errorf("%q is %q, error %v; expected %s", name, path, err, want)
		}
	}
}
