package mobilemanipulator

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/examples/internal/run"
	"github.com/robo-actors/robo-actors/messages"
)

// robocop is the example of RoboCoP about several worlds, with its keys and paths. Its second
// world ends with dots there.
const robocop = `whole_body:
  models:
    - include: robocop-example-description/models/mobile_base.urdf.yaml
      namespace: mobile
    - path: robocop-example-description/models/kuka_lwr.urdf
      namespace: arm
      joint:
        parent: mobile_body
  processors:
    controller:
      type: robocop-tutorial-controller/processors/tutorial-controller
      options:
        joint_group: lwr_joints
    model:
      type: robocop-model-ktm/processors/model-ktm
      options:
        implementation: pinocchio
        input: state
        forward_kinematics: true
        forward_velocity: false
mobile_base:
  models:
    - include: robocop-tutorial-controller/models/mobile_base_complete.urdf.yaml
      namespace: mobile
  processors:
    controller:
      type: mecanum_base
      options: {joint_group: wheels, virtual_joint: mobile_planar, half_length: 0.25 m, half_width: 0.26 m, wheel_radius: 0.1 m}
`

// What a program of RoboCoP sets up in code is more keys here: rates, drives, the joint group of
// the arm's description, and what is copied between the worlds.
const (
	forWholeBody = `  rate: 100Hz
  joint_groups: {lwr_joints: [arm_joint_1, arm_joint_2, arm_joint_3, arm_joint_4, arm_joint_5, arm_joint_6, arm_joint_7]}
  drives: {arm: {type: simulated, rate: 1kHz, joints: [arm_joint_1, arm_joint_2, arm_joint_3, arm_joint_4, arm_joint_5, arm_joint_6, arm_joint_7], start: auto}}
`
	forMobileBase = `  rate: 500Hz
  joint_groups: {wheels: [mobile_front_left, mobile_front_right, mobile_rear_left, mobile_rear_right]}
  drives: {wheels: {type: simulated, rate: 1kHz, joints: [mobile_front_left, mobile_front_right, mobile_rear_left, mobile_rear_right], safe_mode: damp, start: auto}}
`
	forTheApplication = `
couplings: [{joint: mobile_planar, state: {from: mobile_base/controller.state, to: whole_body}}]
plant:
  type: rigid_body
  rate: 1kHz
  models:
    - {include: robocop-tutorial-controller/models/mobile_base_complete.urdf.yaml, namespace: mobile}
    - {path: robocop-example-description/models/kuka_lwr.urdf, namespace: arm, joint: {parent: mobile_mount}}
  options:
    servos:
      - {joints: [arm_joint_1, arm_joint_2, arm_joint_3, arm_joint_4, arm_joint_5, arm_joint_6, arm_joint_7], rotor_inertia: 6e-5, gear_ratio: 100, brake_effort: 200}
      - {joints: [mobile_front_left, mobile_front_right, mobile_rear_left, mobile_rear_right], rotor_inertia: 1e-5, gear_ratio: 20, timeout_mode: damp}
    wheels: [{type: mecanum, joints: [mobile_front_left, mobile_front_right, mobile_rear_left, mobile_rear_right], radius: 0.1 m}]
`
)

func TestTheExampleOfRoboCoPLoadsWithItsKeysUnchanged(t *testing.T) {
	folder := t.TempDir()
	for from, to := range map[string]string{
		"mobile_base.urdf.yaml":          "robocop-example-description/models/mobile_base.urdf.yaml",
		"arm.urdf":                       "robocop-example-description/models/kuka_lwr.urdf",
		"mobile_base_complete.urdf.yaml": "robocop-tutorial-controller/models/mobile_base_complete.urdf.yaml",
	} {
		text, err := os.ReadFile(filepath.Join("models", from))
		if err != nil {
			t.Fatal(err)
		}
		to = filepath.Join(folder, to)
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	text := strings.NewReplacer("robocop-tutorial-controller/processors/tutorial-controller", "joint_space",
		"robocop-model-ktm/processors/model-ktm", "kinematics", "whole_body:\n", "whole_body:\n"+forWholeBody, "mobile_base:\n", "mobile_base:\n"+forMobileBase).Replace(robocop)
	file := filepath.Join(folder, "app.yaml")
	if err := os.WriteFile(file, []byte("app: {name: robocop, duration: 2s}\n"+text+forTheApplication), 0o600); err != nil {
		t.Fatal(err)
	}
	config := run.Load(t, file)
	if names := config.WorldNames(); !slices.Equal(names, []string{"whole_body", "mobile_base"}) {
		t.Errorf("the worlds are %q", names)
	}
	_, path := run.Simulate(t, file, 1)
	all := run.Series[messages.Snapshot](t, run.Open(t, path), "whole_body/perception.snapshot")
	if last := all[len(all)-1]; slices.Contains(last.Value.Valid, false) || last.Stamp.Time < messages.Instant(1900*time.Millisecond) {
		t.Errorf("at %s joints are valid as %v", last.Stamp.Time, last.Value.Valid)
	}
	if models := run.Series[messages.Model](t, run.Open(t, path), "whole_body/model.model"); len(models) < 100 {
		t.Errorf("%d models were computed", len(models))
	}
}
