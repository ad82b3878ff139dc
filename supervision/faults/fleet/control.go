package fleet

import (
	"fmt"
	"math"
	"strings"
)

// controller adds the controller of a joint group to a world.
func (d *drawer) controller(r *robot, w *world, group string, joints []joint) {
	name := "moves_" + group
	switch {
	case r.control == "position":
		w.actors = append(w.actors, fmt.Sprintf("%s: {type: joint_trajectory, options: {joint_group: %s, after_stop: %s, interpolation: %s, waypoints: %s}}",
			name, group, d.pick("hold", "resume"), d.pick("quintic", "cubic"), d.waypoints(joints)))
	case r.control == "effort" && r.family == "arm" && w.joints == len(r.joints):
		w.hertz = max(w.hertz, fastRates[0])
		w.actors = append(w.actors, fmt.Sprintf("%s: {type: whole_body, options: {joint_group: %s, output: effort, tasks: [%s], task_sets: [{name: hold, levels: [[posture]]}], behavior: %s}}",
			name, group, posture(joints), d.toAndFro(joints)))
	case r.control == "effort" && r.family != "arm":
		w.hertz = max(w.hertz, fastRates[0])
		w.actors = append(w.actors, fmt.Sprintf("%s: {type: joint_space, options: {joint_group: %s, output: effort, goal: %s, position_gains: %s}}", name, group, numbers(goals(joints)), gains(&joints[0])))
	default:
		w.actors = append(w.actors, fmt.Sprintf("%s: {type: joint_space, options: {joint_group: %s, goal: %s%s}}", name, group, numbers(goals(joints)), d.pick("", ", jerk: 50", ", velocity_share: 0.7")))
	}
}

func goals(joints []joint) []float64 {
	all := make([]float64, len(joints))
	for i := range joints {
		all[i] = joints[i].goals[1]
	}
	return all
}

// waypoints go to and fro for as long as the run lasts, slowly enough for every joint.
func (d *drawer) waypoints(joints []joint) string {
	leg := 1.0 // s
	for i := range joints {
		j := &joints[i]
		way := j.goals[1] - j.goals[0]
		leg = max(leg, 2.5*way/j.speed, 3*math.Sqrt(way/j.acceleration))
	}
	var points []string
	for k := 0; k < 30 && float64(k)*leg < d.lasts.Seconds(); k++ {
		at := make([]float64, len(joints))
		for i := range joints {
			at[i] = joints[i].goals[(k+1)%2]
		}
		points = append(points, fmt.Sprintf("{time: %.4gs, position: %s}", float64(k+1)*leg, numbers(at)))
	}
	return list(points)
}

// posture is a task for joints at torque level.
func posture(joints []joint) string {
	return fmt.Sprintf("{name: posture, kind: posture, gains: {proportional: [64], derivative: [16]}, motion: {velocity: [0.3], acceleration: [1], jerk: [10]}, goal: {joints: %s}}", numbers(goals(joints)))
}

// toAndFro is a behaviour that changes the goal of the posture.
func (d *drawer) toAndFro(joints []joint) string {
	var states []string
	for k, next := range [2]string{"fro", "to"} {
		at := make([]float64, len(joints))
		for i := range joints {
			at[i] = joints[i].goals[1-k]
		}
		states = append(states, fmt.Sprintf("{name: %s, task_set: hold, entry: [{task: posture, parameter: goal.joints, numbers: %s}], transitions: [{to: %s, after: %dms}]}", [2]string{"to", "fro"}[k], numbers(at), next, 1500+d.IntN(3000)))
	}
	return "{states: [" + strings.Join(states, ", ") + "]}"
}

// gains are those of a loop of 2 Hz through efforts that carries the weight of a lift by its
// integral.
func gains(j *joint) string {
	inertia := j.mass + j.rotor
	if j.kind == "continuous" {
		inertia = 0.01*j.mass + j.rotor
	}
	w := 2 * math.Pi * 2
	return fmt.Sprintf("{proportional: %.4g, derivative: %.4g, integral: %.4g, integral_max: %.4g}", inertia*w*w, 1.8*inertia*w, inertia*w*w, j.effort/2)
}
