package fleet

import (
	"fmt"
	"strings"
)

// rules draws what a fault leads to, and how joints come back.
func (d *drawer) rules(r *robot) {
	add := func(format string, arguments ...any) { r.rules = append(r.rules, fmt.Sprintf(format, arguments...)) }
	kind := map[string]string{"arm": "gravity", "gripper": "", "lift": "vertical", "turntable": "", "base": "wheel"}[r.family]
	switch {
	case kind != "" && d.chance(0.6):
		add("kind: %s", kind)
		modes := []string{"", "derated: limited"}
		switch r.family {
		case "lift":
			modes = append(modes, "", "actor_failed: brake")
		case "base":
			modes = append(modes, "overrun: limited", "actor_failed: ramp_off")
		default:
			modes = append(modes, "overrun: limited")
		}
		if mode := d.pick(modes...); mode != "" {
			add("modes: {%s}", mode)
		}
	case r.family == "base":
		add("safe_mode: damp")
	case r.brake:
		add("safe_mode: %s", d.pick("ramp_hold", "ramp_off", "brake"))
	case r.family == "turntable":
		add("safe_mode: %s", d.pick("ramp_hold", "damp", "ramp_off"))
	default:
		add("safe_mode: ramp_hold")
	}
	ways := []string{"acknowledge", "acknowledge", "reset", "auto"}
	if r.family == "base" { // wheels come back by themselves after a short gap
		ways[0] = "auto"
	}
	add("rearm: %s", d.pick(ways...))
	add("start: %s", d.pick("auto", "auto", "auto", "acknowledge"))
	if d.chance(0.3) {
		add("settle: %s", d.pick("20ms", "100ms", "1s"))
	}
	if d.chance(0.5) {
		add("restart: {policy: %s, max: %d, within: %s, backoff: {min: %s, max: %s, factor: 2}%s}", d.pick("one_for_one", "degrade"), 1+d.IntN(6), d.pick("2s", "5s", "10s"), d.pick("1ms", "10ms", "100ms"), d.pick("500ms", "5s"),
			d.pick("", ", escalate: world", ", escalate: application"))
	}
}

// drives adds the buses of a robot to its home.
func (d *drawer) drives(r *robot, home *world) {
	buses := [][]string{r.names()}
	if n := len(r.joints); n > 1 && r.family != "base" && d.chance(0.3) {
		cut := 1 + d.IntN(n-1)
		buses = [][]string{r.names()[:cut], r.names()[cut:]}
	}
	for i, joints := range buses {
		keys := []string{"type: simulated", "joints: " + list(joints)}
		if d.chance(0.6) {
			keys = append(keys, "rate: 1kHz")
		}
		if d.chance(0.2) {
			keys = append(keys, "max_age: "+d.pick("20ms", "50ms"))
		}
		var sensors []string
		if r.moteus != "" {
			keys[0] = "type: emulated_moteus"
			keys = append(keys, "options: {"+r.moteus+"}")
		} else if d.unit == "" && i == 0 && d.chance(0.3) {
			d.unit = r.joints[0].name + "_link"
			sensors = append(sensors, "imu")
		}
		if r.ring != "" && i == 0 {
			sensors = append(sensors, r.ring)
		}
		if len(sensors) > 0 {
			keys = append(keys, "options: {sensors: "+list(sensors)+"}")
		}
		home.drives = append(home.drives, fmt.Sprintf("%s_bus%d: {%s}", r.name, i+1, strings.Join(append(keys, r.rules...), ", ")))
	}
}

// application writes the application file.
func (d *drawer) application(name string) string {
	var b strings.Builder
	line := func(format string, arguments ...any) { fmt.Fprintf(&b, format+"\n", arguments...) }
	line("app: {name: %s, duration: %v, seed: 1, faults: allowed}", name, d.lasts)
	domains := "main: {}, fast: {}"
	for i := range d.threads {
		domains += fmt.Sprintf(", own%d: {}", i+1)
	}
	line("domains: {%s}", domains)
	line("worlds:")
	for _, w := range d.worlds {
		line("  %s:", w.name)
		line("    rate: %dHz", w.hertz)
		line("    domain: %s", w.domain)
		if d.chance(0.3) {
			line("    on_overrun: {missed: %d, recover_per: 10, hang_after: %dms}", 20+d.IntN(200), 100+d.IntN(200))
		}
		line("    models: %s", models(w.models))
		line("    joint_groups: {%s}", strings.Join(w.groups, ", "))
		section(line, "processors", w.actors)
		section(line, "drives", w.drives)
	}
	if len(d.couplings) > 0 {
		line("couplings:")
		for i := range d.couplings {
			line("%s", d.couplings[i].text())
		}
	}
	d.supervision(line)
	d.plant(line)
	return b.String()
}

func section(line func(string, ...any), name string, entries []string) {
	if len(entries) == 0 {
		return
	}
	line("    %s:", name)
	for _, e := range entries {
		line("      %s", e)
	}
}

// models writes a list of models. All but the first one are attached to the room.
func models(files []string) string {
	words := make([]string, len(files))
	for i, f := range files {
		words[i] = "{path: " + f + ", joint: {parent: world}}"
	}
	return list(words)
}

func (d *drawer) supervision(line func(string, ...any)) {
	var entries []string
	for _, w := range d.worlds {
		if d.chance(0.6) {
			entries = append(entries, fmt.Sprintf("  %s: {strategy: %s, max: %d, within: %s, backoff: {min: %s, max: %s, factor: 2}}", w.name, d.pick("one_for_one", "one_for_all", "rest_for_one"), 1+d.IntN(6),
				d.pick("2s", "5s", "10s"), d.pick("1ms", "10ms", "100ms"), d.pick("500ms", "5s")))
		}
	}
	if len(entries) > 0 {
		line("supervision:\n%s", strings.Join(entries, "\n"))
	}
}

// plant writes the simulated robots.
func (d *drawer) plant(line func(string, ...any)) {
	var files, servos, wheels, start, springs, grasps, actuated []string
	for _, r := range d.parts {
		files = append(files, r.name+".urdf.yaml")
		if r.ring != "" {
			files, springs, grasps = append(files, r.ring+".urdf.yaml"), append(springs, r.spring), append(grasps, r.grip)
		}
		timeout := ""
		switch r.family {
		case "base":
			timeout = ", timeout_mode: damp"
			kind := "standard"
			if r.mecanum {
				kind = "mecanum"
			}
			wheels = append(wheels, fmt.Sprintf("{type: %s, joints: %s, radius: 0.1 m%s}", kind, list(r.names()), r.rollerAngle()))
		case "lift":
			timeout = ", timeout_mode: ramp_off"
		}
		brake := "" // one that needs more time to open than the watchdog grants
		if r.brake && d.chance(0.3) {
			brake = ", brake_opens: " + d.pick("150ms", "300ms")
		}
		bandwidth := d.between(4.5, 9) // a softer servo lets a lift sag by more than 10 mm
		for i := range r.joints {
			j := &r.joints[i]
			if r.moteus != "" {
				actuated = append(actuated, j.name)
				continue
			}
			servo := fmt.Sprintf("joints: [%s], rotor_inertia: %.4g, bandwidth: %.3g Hz", j.name, j.rotor, bandwidth)
			if j.brake > 0 {
				servo += fmt.Sprintf(", brake_effort: %.4g, torque_sensor: true%s", j.brake, brake)
			}
			servos = append(servos, "{"+servo+timeout+"}")
			if r.family == "gripper" {
				start = append(start, fmt.Sprintf("{joint: %s, position: [0.03]}", j.name))
			}
		}
	}
	line("plant:\n  type: rigid_body\n  rate: 1kHz\n  models: %s\n  options:", models(files))
	if len(servos) > 0 {
		line("    servos:\n      - %s", strings.Join(servos, "\n      - "))
	}
	for _, option := range []struct {
		name    string
		entries []string
	}{{"wheels", wheels}, {"start", start}, {"springs", springs}, {"grasps", grasps}, {"actuated", actuated}} {
		if len(option.entries) > 0 {
			line("    %s: %s", option.name, list(option.entries))
		}
	}
	if d.unit != "" {
		line("    imu: {body: %s}", d.unit)
	}
}
