package fleet

import (
	"fmt"
	"math"
	"slices"
)

// world is a drawn world.
type world struct {
	name, domain string
	hertz        int
	models       []string // files
	groups       []string // entries of joint_groups
	actors       []string // entries of processors
	drives       []string // entries of drives
	joints       int      // driven and virtual joints that it knows
}

// Rates of worlds, Hz. A loop through efforts needs a fast world.
var (
	homeRates  = []int{200, 250, 500, 1000}
	upperRates = []int{25, 50, 100, 200}
	fastRates  = []int{500, 1000}
)

// topology draws the worlds and the couplings.
func (d *drawer) topology() {
	homes := make([]*world, len(d.parts))
	for i, r := range d.parts {
		if i > 0 && d.chance(0.3) {
			homes[i] = homes[0]
		} else {
			homes[i] = d.world("home", homeRates)
		}
		homes[i].knows(r, r.name+".urdf.yaml")
		d.drives(r, homes[i])
	}
	if len(d.parts) == 2 && homes[0] != homes[1] && d.chance(0.4) && d.mutual(homes) {
		return
	}
	for i, r := range d.parts {
		d.commands(r, homes[i])
	}
}

// world adds a world at one of some rates.
func (d *drawer) world(role string, rates []int) *world {
	w := &world{name: fmt.Sprintf("%s%d", role, len(d.worlds)+1), hertz: rates[d.IntN(len(rates))], domain: d.pick("main", "main", "fast")}
	d.worlds = append(d.worlds, w)
	return w
}

// knows adds a robot to a world.
func (w *world) knows(r *robot, model string) {
	if slices.Contains(w.models, model) {
		return
	}
	w.models = append(w.models, model)
	w.joints += len(r.joints)
	w.groups = append(w.groups, r.name+": "+list(r.names()))
}

// commands draws how the joints of a robot are commanded.
func (d *drawer) commands(r *robot, home *world) {
	if r.family == "base" {
		d.drivesBase(r, home)
		return
	}
	switch way := d.IntN(4); {
	case way == 0 && len(r.joints) > 1 && r.control != "effort":
		d.split(r, home)
	case way == 1:
		if r.family == "arm" && r.control == "effort" { // a whole-body controller commands virtual joints by velocities
			r.control = "velocity"
		}
		d.chain(r, home, 1+d.IntN(2))
	default:
		d.controller(r, home, r.name, r.joints)
		if d.chance(0.4) { // an observer
			joints := r.names()
			group := r.name
			if len(r.followers) > 0 && d.chance(0.5) {
				for i := range r.followers {
					joints = append(joints, r.followers[i].name)
				}
				group = r.name + "_whole"
				home.groups = append(home.groups, group+": "+list(joints))
			}
			home.export("seen_"+r.name, group)
			d.observer(r, joints, home.name+"/seen_"+r.name)
		}
	}
}

// export adds an actor that exports a joint group.
func (w *world) export(name, group string) {
	w.actors = append(w.actors, fmt.Sprintf("%s: {type: exported_joints, options: {joint_group: %s}}", name, group))
}

// observer adds a world that observes joints of a robot.
func (d *drawer) observer(r *robot, joints []string, from string) {
	w := d.world("watch", upperRates)
	w.knows(r, r.name+".urdf.yaml")
	d.couplings = append(d.couplings, coupling{joints: joints, state: from, upper: w})
}

// chain has worlds above the home pass on commands; the last one decides.
func (d *drawer) chain(r *robot, home *world, n int) {
	rates := upperRates
	if r.control == "effort" {
		rates, n = fastRates, 1
		home.hertz = fastRates[d.IntN(len(fastRates))]
	}
	below := home
	for i := range n {
		below.export("exports_"+r.name, r.name)
		w := d.world("upper", rates)
		w.knows(r, r.name+".urdf.yaml")
		d.couple(r, r.names(), w, below, "exports_"+r.name)
		if i == n-1 {
			d.controller(r, w, r.name, r.joints)
			if d.chance(0.4) {
				d.observer(r, r.names(), below.name+"/exports_"+r.name)
			}
		}
		below = w
	}
}

// split has two worlds command one half of the joints each and observe the other half.
func (d *drawer) split(r *robot, home *world) {
	cut := 1 + d.IntN(len(r.joints)-1)
	halves := [2][]string{r.names()[:cut], r.names()[cut:]}
	joints := [2][]joint{r.joints[:cut], r.joints[cut:]}
	var uppers [2]*world
	for i, names := range halves {
		group := fmt.Sprintf("%s_part%d", r.name, i+1)
		home.groups = append(home.groups, group+": "+list(names))
		home.export("exports_"+group, group)
		w := d.world("upper", upperRates)
		w.knows(r, r.name+".urdf.yaml")
		w.groups = append(w.groups, group+": "+list(names))
		d.couple(r, names, w, home, "exports_"+group)
		d.controller(r, w, group, joints[i])
		uppers[i] = w
	}
	for i := range halves {
		d.couplings = append(d.couplings, coupling{joints: halves[i], state: fmt.Sprintf("%s/exports_%s_part%d", home.name, r.name, i+1), upper: uppers[1-i]})
	}
}

// mutual has the homes of two robots command each other's joints.
func (d *drawer) mutual(homes []*world) bool {
	for _, r := range d.parts {
		if r.family == "base" || r.control == "effort" {
			return false
		}
	}
	for i, r := range d.parts {
		other := homes[1-i]
		other.knows(r, r.name+".urdf.yaml")
		homes[i].export("exports_"+r.name, r.name)
		d.couple(r, r.names(), other, homes[i], "exports_"+r.name)
		d.controller(r, other, r.name, r.joints)
	}
	return true
}

// coupling is an entry of couplings.
type coupling struct {
	joints         []string
	command, state string // inputs and outputs of the world below; without a command, the joints are observed
	keys           string // further keys of the command
	slower         string // the same, where the upper world is slower
	upper, below   *world
}

// couple adds a coupling of commands and states through an actor that exports joints.
func (d *drawer) couple(r *robot, joints []string, upper, below *world, actor string) {
	c := coupling{joints: joints, command: below.name + "/" + actor, upper: upper, below: below}
	c.state = c.command
	switch r.control {
	case "effort":
		stale := d.pick("ramp_to_zero", "withdraw")
		if r.family == "arm" || r.family == "lift" { // without effort its weight falls
			stale = "withdraw"
		}
		c.keys = "mode: effort, on_stale: " + stale
	case "velocity":
		c.keys, c.slower = "mode: velocity"+d.pick("", ", on_stale: ramp_to_zero"), d.pick("", ", resample: linear")
	case "position":
		c.keys, c.slower = "mode: position+velocity"+d.pick("", ", on_stale: decelerate_and_hold"), d.pick("", ", resample: linear", ", resample: cubic")
	}
	if d.chance(0.3) {
		c.keys += ", max_age: " + d.pick("150ms", "200ms")
	}
	d.couplings = append(d.couplings, c)
}

// text writes the entry. The rates of the worlds are known by then.
func (c *coupling) text() string {
	text := fmt.Sprintf("  - joints: %s\n    state: {from: %s, to: %s}", list(c.joints), c.state, c.upper.name)
	if c.command == "" {
		return text
	}
	keys := c.keys
	if c.upper.hertz < c.below.hertz {
		keys += c.slower
	}
	return text + fmt.Sprintf("\n    command: {from: %s, to: %s, %s}", c.upper.name, c.command, keys)
}

// drivesBase has one or two worlds plan the motion of a base that its home realises.
func (d *drawer) drivesBase(r *robot, home *world) {
	kind := fmt.Sprintf("differential_drive_base, options: {joint_group: %s, virtual_joint: %s, wheel_separation: 0.52 m, left_wheel_radius: 0.1 m}", r.name, r.planar)
	unmoved, axes, goal := fmt.Sprintf(", unmoved: [%s/1]", r.planar), "x", []float64{d.between(0.3, 2), 0, 0}
	if r.mecanum {
		kind = fmt.Sprintf("mecanum_base, options: {joint_group: %s, virtual_joint: %s, half_length: 0.25 m, half_width: 0.26 m, wheel_radius: 0.1 m, acceleration: 1.5 m/s^2%s}", r.name, r.planar, r.rollerAngle())
		unmoved, axes, goal = "", "x,y", []float64{d.between(0.3, 2), d.between(-1, 1), 0}
	}
	task := fmt.Sprintf("kind: frame_position, frame: %s_body, axes: '%s', gains: {proportional: [2], derivative: [1], velocity_max: [0.5], saturation: by_norm}, goal: {position: %s}", r.name, axes, numbers(goal))
	if r.mecanum && d.chance(0.5) { // it turns on the way
		yaw := d.between(-2.5, 2.5)
		task = fmt.Sprintf("kind: frame_pose, frame: %s_body, axes: 'x,y,rz', gains: {proportional: [2], derivative: [1], velocity_max: [0.5, 0.8], saturation: by_norm}, goal: {position: %s, orientation: %s}", r.name, numbers(goal), numbers([]float64{math.Cos(yaw / 2), 0, 0, math.Sin(yaw / 2)}))
	}
	home.actors = append(home.actors, fmt.Sprintf("base_%s: {type: %s}", r.name, kind))
	file := r.name + "_plan.urdf.yaml"
	d.files[file] = r.description(false)
	below, to, state := home, home.name+"/base_"+r.name+".target", home.name+"/base_"+r.name+".state"
	n := 1 + d.IntN(2)
	for i := range n {
		w := d.world("plan", upperRates)
		w.models, w.joints = []string{file}, 1
		w.groups = []string{"all: [" + r.planar + "]"}
		d.couplings = append(d.couplings, coupling{joints: []string{r.planar}, command: to, state: state, keys: "mode: velocity", slower: d.pick("", ", resample: linear"), upper: w, below: below})
		if i < n-1 {
			w.export("exports_"+r.name, "all")
			to = w.name + "/exports_" + r.name
			below, state = w, to
			continue
		}
		w.actors = append(w.actors, fmt.Sprintf(`controller: {type: whole_body, options: {joint_group: all, law: constrained, output: velocity%s, tasks: [{name: drive, %s}], task_sets: [{name: go, levels: [[drive]]}]}}`,
			unmoved, task))
	}
}

// rollerAngle is a further option of wheels with rollers of another angle than 45 degrees.
func (r *robot) rollerAngle() string {
	if r.rollers == 0 {
		return ""
	}
	return fmt.Sprintf(", roller_angle: %.4g rad", r.rollers)
}
