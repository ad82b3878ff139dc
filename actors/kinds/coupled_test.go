package kinds_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/app"
)

const coupledRobot = `
robot:
  name: robot
  links: [{name: room}, {name: body}, {name: wheel_0}, {name: wheel_1}, {name: slider}]
  joints:
    - {name: planar, type: planar, parent: room, child: body, axis: [0, 0, 1], role: virtual, limits: [{velocity: 1, acceleration: 1}, {velocity: 1, acceleration: 1}, {velocity: 1, acceleration: 1}]}
    - {name: left, type: continuous, parent: body, child: wheel_0, origin: {xyz: [0, 0.2, 0]}, axis: [0, 1, 0], limits: {velocity: 25, acceleration: 50, effort: 5}}
    - {name: right, type: continuous, parent: body, child: wheel_1, origin: {xyz: [0, -0.2, 0]}, axis: [0, 1, 0], limits: {velocity: 25, acceleration: 50, effort: 5}}
    - {name: lift, type: prismatic, parent: body, child: slider, axis: [0, 0, 1], limits: {lower: 0, upper: 1, velocity: 1, acceleration: 1, effort: 50}}
`

const coupledWorlds = `
worlds:
  above:
    rate: 100Hz
    models: [{include: robot.urdf.yaml}]
    joint_groups: {lift: [lift], all: [planar, lift]}
    joints: {left: {passive: true}, right: {passive: true}}
    processors:
      controller: {type: whole_body, options: {joint_group: all, law: constrained, output: velocity, tasks: [{name: raised, kind: posture, joints: [lift], goal: {joints: [0.5]}}], task_sets: [{name: raise, levels: [[raised]]}]}}
    drives: {lift: {type: remote, rate: 1kHz, joints: [lift]}}
  below:
    rate: 500Hz
    models: [{include: robot.urdf.yaml}]
    joint_groups: {wheels: [left, right]}
    joints: {lift: {passive: true}}
    processors:
      controller: {type: differential_drive_base, options: {joint_group: wheels, virtual_joint: planar, wheel_separation: 0.4, left_wheel_radius: 0.1}}
    drives: {wheels: {type: remote, rate: 1kHz, joints: [left, right]}}
couplings:
  - joint: planar
    command: {from: above, to: below/controller.target, mode: MODE, on_stale: withdraw}
    state: {from: below/controller.state, to: above}
`

// A receiver refuses every command of another control mode than that of its coupling: nothing would
// move, and no event say so.
func TestACouplingCarriesWhatItsControllersCommandAndFollow(t *testing.T) {
	for mode, want := range map[string]string{
		"velocity":          "",
		"position":          "couplings[0].command.mode: the coupling carries position, and above/controller (whole_body) commands velocity",
		"position+velocity": "the coupling carries position+velocity, and above/controller (whole_body) commands velocity",
		"effort":            "expected: mode: velocity",
	} {
		t.Run(mode, func(t *testing.T) {
			dir := t.TempDir()
			for file, text := range map[string]string{"robot.urdf.yaml": coupledRobot, "app.yaml": strings.Replace(coupledWorlds, "MODE", mode, 1)} {
				if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			_, err := app.LoadFile(filepath.Join(dir, "app.yaml"), standard(t))
			if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
				t.Errorf("%v; expected %q", err, want)
			}
		})
	}
}
