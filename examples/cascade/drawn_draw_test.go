package cascade

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// drawn is a topology that a seed draws.
type drawn struct {
	worlds  []*drawnWorld
	joints  []*drawnJoint
	links   []string // of couplings, from one world to another
	movers  []string // actors that may fail
	couples strings.Builder
}

type drawnWorld struct {
	name                           string
	hertz                          int
	domain                         string
	joints, groups, actors, driven []string
	sees                           map[*drawnJoint]int // largest age of a state, ms
}

type drawnJoint struct {
	name, kind string
	driven     bool
	home       *drawnWorld
	way        []*drawnWorld // worlds that command it, the next one to home first
	watched    bool          // somebody takes its state out of home
}

var (
	drawnKinds = []string{"revolute", "continuous", "prismatic", "planar", "floating"}
	drawnRates = []int{20, 50, 100, 200, 500}
)

// draw draws 2 to 8 worlds and up to 6 joints.
func draw(r *rand.Rand) *drawn {
	d := &drawn{}
	for i := range 2 + r.IntN(7) {
		d.worlds = append(d.worlds, &drawnWorld{name: fmt.Sprintf("w%d", i), hertz: drawnRates[r.IntN(len(drawnRates))], domain: []string{"main", "fast"}[r.IntN(2)], sees: map[*drawnJoint]int{}})
	}
	for i := range 1 + r.IntN(6) {
		j := &drawnJoint{name: fmt.Sprintf("j%d", i), kind: drawnKinds[r.IntN(len(drawnKinds))]}
		order := r.Perm(len(d.worlds))
		j.home, j.driven = d.worlds[order[0]], i%2 == 0 && j.kind != "planar" && j.kind != "floating"
		for _, w := range order[1 : 1+r.IntN(min(4, len(order)))] {
			j.way = append(j.way, d.worlds[w])
		}
		d.joints = append(d.joints, j)
		d.place(r, j, order)
	}
	for _, w := range d.worlds { // none without a joint
		if len(w.joints) == 0 {
			j := d.joints[r.IntN(len(d.joints))]
			d.observe(j, w, j.home)
		}
	}
	return d
}

// place gives a joint to its home, to the worlds on its way, and to some that observe it.
func (d *drawn) place(r *rand.Rand, j *drawnJoint, order []int) {
	j.home.has(j)
	switch {
	case !j.driven:
		j.home.actor("ideal_"+j.name, "ideal", "virtual_joint: "+j.name)
		j.home.sees[j] = age(j.home, j.home)
	case len(j.way) > 0:
		j.home.driven = append(j.home.driven, j.name)
		j.home.actor("exports_"+j.name, "exported_joints", "joint_group: g_"+j.name)
		d.movers = append(d.movers, j.home.name+"/exports_"+j.name)
	default:
		j.home.driven = append(j.home.driven, j.name)
		j.home.actor("source_"+j.name, "source", "joint_group: g_"+j.name)
	}
	from := j.home
	for i, w := range j.way {
		w.has(j)
		if i == len(j.way)-1 {
			w.actor("source_"+j.name, "source", "joint_group: g_"+j.name)
		} else {
			w.actor("exports_"+j.name, "exported_joints", "joint_group: g_"+j.name)
			d.movers = append(d.movers, w.name+"/exports_"+j.name)
		}
		command, state := from.end(j, "target"), from.end(j, "state")
		fmt.Fprintf(&d.couples, "  - {joint: %s, command: {from: %s, to: %s, mode: velocity}, state: {from: %s, to: %s}}\n", j.name, w.name, command, state, w.name)
		d.links = append(d.links, from.name+"/*->"+w.name+"/*", w.name+"/*->"+from.name+"/*")
		w.sees[j] = from.behind(j) + age(from, w)
		from, j.watched = w, true
	}
	having := append([]*drawnWorld{j.home}, j.way...)
	for _, k := range order {
		if w := d.worlds[k]; !slices.Contains(having, w) && r.IntN(3) == 0 {
			d.observe(j, w, having[r.IntN(len(having))])
		}
	}
	if !j.watched && !j.driven {
		d.observe(j, d.worlds[order[1]], j.home)
	}
}

// observe has a world observe a joint of another one.
func (d *drawn) observe(j *drawnJoint, w, from *drawnWorld) {
	state := from.end(j, "state")
	if slices.Contains(from.actors, from.line("source_"+j.name, "source", "joint_group: g_"+j.name)) {
		state = from.name + "/seen_" + j.name
		if line := from.line("seen_"+j.name, "exported_joints", "joint_group: g_"+j.name); !slices.Contains(from.actors, line) {
			from.actors = append(from.actors, line)
			d.movers = append(d.movers, state)
		}
	}
	w.has(j)
	fmt.Fprintf(&d.couples, "  - {joint: %s, state: {from: %s, to: %s}}\n", j.name, state, w.name)
	d.links = append(d.links, from.name+"/*->"+w.name+"/*")
	w.sees[j], j.watched = from.behind(j)+age(from, w), true
}

// behind is what the age of a state is bounded by in the world that passes it on.
func (w *drawnWorld) behind(j *drawnJoint) int {
	if w == j.home {
		return 0
	}
	return w.sees[j]
}

// age is the default bound of a state on its way from one world to the next, ms.
func age(from, to *drawnWorld) int { return min(max(3*1000/min(from.hertz, to.hertz), 30), 250) }

// end is the port of a joint in a world, as couplings name it.
func (w *drawnWorld) end(j *drawnJoint, port string) string {
	if w == j.home && !j.driven {
		return w.name + "/ideal_" + j.name + "." + port
	}
	return w.name + "/exports_" + j.name
}

func (w *drawnWorld) has(j *drawnJoint) {
	w.joints, w.groups = append(w.joints, jointText(j)), append(w.groups, "g_"+j.name+": ["+j.name+"]")
}

func (w *drawnWorld) actor(name, kind, options string) {
	w.actors = append(w.actors, w.line(name, kind, options))
}

func (w *drawnWorld) line(name, kind, options string) string {
	return name + ": {type: " + kind + ", options: {" + options + "}}"
}

// jointText is the description of a joint, on a link of its own.
func jointText(j *drawnJoint) string {
	limit := fmt.Sprintf("{velocity: %g, acceleration: %g, effort: 100}", speedLimit, accelLimit)
	more := ""
	switch j.kind {
	case "planar":
		more = ", axis: [0, 0, 1], limits: [" + strings.Repeat(limit+", ", 2) + limit + "]"
	case "floating":
		more = ", limits: [" + strings.Repeat(limit+", ", 5) + limit + "]"
	case "continuous":
		more = ", axis: [0, 0, 1], limits: " + limit
	default:
		more = ", axis: [1, 0, 0], limits: {lower: -3, upper: 3, velocity: 1, acceleration: 2, effort: 100}"
	}
	return fmt.Sprintf("{name: %s, type: %s, parent: base, child: l_%s%s}", j.name, j.kind, j.name, more)
}

// description is a robot description with joints.
func description(joints []string) string {
	links := []string{"{name: base}"}
	for _, j := range joints {
		name := strings.TrimPrefix(strings.SplitN(j, ",", 2)[0], "{name: ")
		links = append(links, "{name: l_"+name+", inertial: {mass: 1, inertia: {ixx: 0.1, iyy: 0.1, izz: 0.1}}}")
	}
	return "robot:\n  name: drawn\n  links: [" + strings.Join(links, ", ") + "]\n  joints:\n    - " + strings.Join(joints, "\n    - ") + "\n"
}

// files are the application file and the descriptions.
func (d *drawn) files() map[string]string {
	files := map[string]string{}
	var b strings.Builder
	b.WriteString("app: {name: drawn, duration: 8s, faults: allowed}\ndomains: {main: {}, fast: {}}\nworlds:\n")
	var all, driven []string
	for _, w := range d.worlds {
		files[w.name+".urdf.yaml"] = description(w.joints)
		fmt.Fprintf(&b, "  %s:\n    rate: %dHz\n    domain: %s\n    models: [{include: %s.urdf.yaml}]\n    joint_groups: {%s}\n", w.name, w.hertz, w.domain, w.name, strings.Join(w.groups, ", "))
		if len(w.actors) > 0 {
			b.WriteString("    processors:\n      " + strings.Join(w.actors, "\n      ") + "\n")
		}
		if len(w.driven) > 0 {
			fmt.Fprintf(&b, "    drives: {bus: {type: simulated, joints: [%s], start: auto, rearm: auto}}\n", strings.Join(w.driven, ", "))
			driven = append(driven, w.driven...)
		}
	}
	if d.couples.Len() > 0 {
		b.WriteString("couplings:\n" + d.couples.String())
	}
	for _, j := range d.joints {
		if j.driven {
			all = append(all, jointText(j))
		}
	}
	if len(all) > 0 {
		files["plant.urdf.yaml"] = description(all)
		fmt.Fprintf(&b, "plant: {type: rigid_body, rate: 500Hz, models: [{include: plant.urdf.yaml}], options: {servos: [{joints: [%s], brake_effort: 100}]}}\n", strings.Join(driven, ", "))
	}
	files["app.yaml"] = b.String()
	return files
}
