package fleet

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing/fstest"
	"time"

	"github.com/robo-actors/robo-actors/worlds/app/draft"
	"github.com/robo-actors/robo-actors/worlds/urdf"
)

// drawBiped draws a robot that balances on two wheels at the ends of legs. Package draft completes
// it.
func drawBiped(r *rand.Rand, name string, lasts time.Duration) (*Application, error) {
	scale := func(x float64) float64 { return round(x * (0.9 + 0.2*r.Float64())) }
	thigh, shank, radius, mass := scale(0.17), scale(0.17), scale(0.06), scale(2.8)
	var links, joints []string
	links = append(links, fmt.Sprintf("{name: torso, inertial: {mass: %.4g, origin: {xyz: [0, 0, 0.04]}, inertia: {ixx: 0.0185, iyy: 0.0115, izz: 0.0155}}}", mass))
	for _, side := range [2]string{"left", "right"} {
		sign := 1.0
		if side == "right" {
			sign = -1
		}
		links = append(links,
			fmt.Sprintf("{name: %s_thigh, inertial: {mass: 0.7, origin: {xyz: [0, 0, %.4g]}, inertia: {ixx: 0.002, iyy: 0.002, izz: 0.001}}}", side, -thigh/2),
			fmt.Sprintf("{name: %s_shank, inertial: {mass: 0.4, origin: {xyz: [0, 0, %.4g]}, inertia: {ixx: 0.001, iyy: 0.001, izz: 0.0005}}}", side, -shank/2),
			fmt.Sprintf("{name: %s_tyre, inertial: {mass: 0.19, inertia: {ixx: 0.0003, iyy: 0.00045, izz: 0.0003}}, collisions: [{origin: {rpy: [1.570796, 0, 0]}, geometry: {cylinder: {radius: %.4g, length: 0.03}}}]}", side, radius))
		joints = append(joints,
			fmt.Sprintf("{name: %s_hip, type: revolute, parent: torso, child: %[1]s_thigh, origin: {xyz: [0, %.4g, -0.1]}, axis: [0, 1, 0], limits: {lower: -1.26, upper: 1.26, velocity: 28, effort: 16}}", side, 0.1*sign),
			fmt.Sprintf("{name: %s_knee, type: revolute, parent: %[1]s_thigh, child: %[1]s_shank, origin: {xyz: [0, 0, %.4g]}, axis: [0, 1, 0], limits: {lower: -2.5, upper: 2.5, velocity: 28, effort: 16}}", side, -thigh),
			fmt.Sprintf("{name: %s_wheel, type: continuous, parent: %[1]s_shank, child: %[1]s_tyre, origin: {xyz: [0, %.4g, %.4g]}, axis: [0, 1, 0], limits: {velocity: 100, effort: 1.7}}", side, 0.05*sign, -shank))
	}
	text := "robot:\n  name: " + name + "\n  links:\n    - " + strings.Join(links, "\n    - ") + "\n  joints:\n    - " + strings.Join(joints, "\n    - ") + "\n"
	const file = "biped.urdf.yaml"
	description, err := urdf.Load(fstest.MapFS{file: {Data: []byte(text)}}, file, urdf.Options{})
	if err != nil {
		return nil, err
	}
	made, err := draft.App(description, draft.Choices{Path: file, World: "biped"})
	if err != nil {
		return nil, err
	}
	app := string(made.Text)
	if r.Float64() < 0.5 { // these joints wait for a person after a failure, and the robot may fall
		app = strings.Replace(app, "safe_mode: damp, rearm: auto", "kind: balancing", 1)
	}
	if app, err = senses(r, app, mass, lasts); err != nil {
		return nil, err
	}
	return &Application{Name: name, Files: map[string]string{file: text, File: app}, Duration: lasts}, nil
}

// senses adds what a person adds to the draft: noise of the inertial measurement unit, a filter of
// the floating base with a sensor of its pose, and hands that push the robot, so that its wheels
// roll and lose the ground.
func senses(r *rand.Rand, app string, mass float64, lasts time.Duration) (string, error) {
	chance := func(p float64) bool { return r.Float64() < p }
	amount := func(low, high float64) float64 { return round(low + (high-low)*r.Float64()) }
	plant := "imu: {body: torso}"
	if chance(0.7) {
		plant = fmt.Sprintf("imu: {body: torso, gyro_noise: %.3g, acceleration_noise: %.3g, orientation_noise: %.3g}", amount(0.001, 0.01), amount(0.01, 0.1), amount(0.0002, 0.001))
	}
	edits := [][2]string{}
	if chance(0.6) {
		plant += fmt.Sprintf("\n    base: {joint: base_motion, position_noise: %.3g, orientation_noise: %.3g}", amount(0.0005, 0.003), amount(0.0005, 0.003))
		edits = append(edits, [2]string{"    processors:\n", "    processors:\n      base: {type: floating_base, options: {joint: base_motion}, inputs: {pose: plant/robot.base, imu: plant/robot.imu}}\n"},
			[2]string{"base_motion: {passive: true}", "base_motion: {passive: true, state: base.state}"})
	}
	var pushes []string
	for chance(0.6) && len(pushes) < maxPushes {
		speed := mass * pushedMass / pushLasts.Seconds() // the force that adds 1 m/s
		pushes = append(pushes, fmt.Sprintf("{body: torso, force: [%.3g, %.3g, 0], moment: [0, 0, %.3g], from: %v, duration: %v}",
			speed*amount(-0.2, 0.2), speed*amount(-0.1, 0.1), amount(-1, 1), time.Duration(r.Float64()*float64(lasts)).Round(time.Millisecond), pushLasts))
	}
	if len(pushes) > 0 {
		plant += "\n    pushes: " + list(pushes)
	}
	for _, e := range append(edits, [2]string{"imu: {body: torso}", plant}) {
		if strings.Count(app, e[0]) != 1 {
			return "", fmt.Errorf("the draft of a biped has %d times %q; expected once", strings.Count(app, e[0]), e[0])
		}
		app = strings.Replace(app, e[0], e[1], 1)
	}
	return app, nil
}

// Pushes of a biped: a hand pushes for that long, as often as that at most. The robot weighs twice
// its torso.
const (
	pushLasts  = 100 * time.Millisecond
	maxPushes  = 4
	pushedMass = 2
)
