package fleet

import (
	"fmt"
	"math"
	"strings"
)

// controller adds the controller of a joint group to a world.
func (d *drawer) controller(r *robot, w *world, group string, joints []joint) {
	name := "moves_" + group
	add := func(pace, format string, arguments ...any) {
		w.actors = append(w.actors, name+": {"+fmt.Sprintf(format, arguments...)+pace+d.thread()+"}")
	}
	switch {
	case r.control == "position":
		add(d.pace(w), "type: joint_trajectory, options: {joint_group: %s, after_stop: %s, interpolation: %s, waypoints: %s}",
			group, d.pick("hold", "resume"), d.pick("quintic", "cubic"), d.waypoints(joints))
	case r.control == "effort" && r.family == "arm" && w.joints == len(r.joints):
		w.hertz = max(w.hertz, fastRates[0])
		tasks, sets, fro, model := posture(joints), "{name: hold, levels: [[posture]]}", "hold", ""
		if d.chance(0.5) { // a model process, and a second task, for which the posture leaves no freedom
			tip := joints[len(joints)-1].name + "_link"
			tasks += fmt.Sprintf(", {name: reach, kind: frame_position, frame: %s, gains: {proportional: [16], derivative: [8]}, goal: {position: [0, 0, 0.3]}}", tip)
			sets, fro = sets+", {name: reaching, levels: [[posture], [reach]]}", "reaching"
			model = fmt.Sprintf(", model: actor, model_frames: [%s]", tip)
			w.actors = append(w.actors, fmt.Sprintf("model_%s: {type: kinematics, options: {frames: [%s], dynamics: true}, inputs: {request: %s.request}}", group, tip, name))
		}
		add("", "type: whole_body, options: {joint_group: %s, output: effort%s, tasks: [%s], task_sets: [%s], behavior: %s}",
			group, model, tasks, sets, d.toAndFro(joints, fro))
	case r.control == "effort" && r.family != "arm":
		w.hertz = max(w.hertz, fastRates[0])
		add("", "type: joint_space, options: {joint_group: %s, output: effort, goal: %s, position_gains: %s}", group, numbers(goals(joints)), gains(&joints[0]))
	case r.control == "velocity" && d.chance(endless(joints)): // it drives the joints against their bounds, if they have some
		add(d.pace(w), "type: joint_space, options: {joint_group: %s, control: velocity, goal: %s}", group, numbers(d.speeds(joints)))
	default:
		add(d.pace(w), "type: joint_space, options: {joint_group: %s, goal: %s%s}", group, numbers(goals(joints)), d.pick("", ", jerk: 50", ", velocity_share: 0.7"))
	}
}

// pace is the rate of a controller that is slower than its world, or nothing.
func (d *drawer) pace(w *world) string {
	if w.hertz < 100 || !d.chance(0.25) {
		return ""
	}
	return fmt.Sprintf(", rate: %dHz", w.hertz/[]int{2, 4, 5}[d.IntN(3)])
}

// thread is the domain of a controller that has a thread of its own, or nothing. Such a controller
// is replaced when it hangs.
func (d *drawer) thread() string {
	if !d.chance(0.2) {
		return ""
	}
	d.threads++
	return fmt.Sprintf(", domain: own%d", d.threads)
}

func goals(joints []joint) []float64 {
	all := make([]float64, len(joints))
	for i := range joints {
		all[i] = joints[i].goals[1]
	}
	return all
}

// speeds are velocities of joints, in either direction.
func (d *drawer) speeds(joints []joint) []float64 {
	all := make([]float64, len(joints))
	for i := range joints {
		all[i] = d.between(0.2, 0.9) * joints[i].speed
		if d.chance(0.5) {
			all[i] = -all[i]
		}
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

// toAndFro is a behaviour that changes the goal of the posture, and with it the task set.
func (d *drawer) toAndFro(joints []joint, fro string) string {
	var states []string
	for k, next := range [2]string{"fro", "to"} {
		at := make([]float64, len(joints))
		for i := range joints {
			at[i] = joints[i].goals[1-k]
		}
		states = append(states, fmt.Sprintf("{name: %s, task_set: %s, entry: [{task: posture, parameter: goal.joints, numbers: %s}], transitions: [{to: %s, after: %dms}]}", [2]string{"to", "fro"}[k], [2]string{"hold", fro}[k], numbers(at), next, 1500+d.IntN(3000)))
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

// endless is the chance of velocities that stay: joints without bounds can keep them.
func endless(joints []joint) float64 {
	if joints[0].kind == "continuous" {
		return 0.6
	}
	return 0.25
}
