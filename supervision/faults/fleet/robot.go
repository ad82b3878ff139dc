package fleet

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// gravity is the standard acceleration of free fall, m/s^2.
const gravity = 9.81

// robot is a drawn mechanism.
type robot struct {
	name   string // arm, gripper, lift, turntable or base, with a number
	family string
	joints []joint
	// followers mimic joints. Nothing drives them.
	followers []joint
	// control is the control mode of its commands: position, velocity or effort.
	control string
	// rules are the keys of its drives for faults and re-arm.
	rules []string
	brake bool
	// planar is the virtual joint of a base, mecanum whether it has four wheels, and rollers the
	// angle of their rollers in rad, 0 for 45 degrees.
	planar  string
	mecanum bool
	rollers float64
	room    string // position limits of the planar joint in x and y, or nothing
	// moteus is the option of its drive if that is an emulated moteus servo.
	moteus string
	// ring is what a gripper may hold, and the name of its switch; spring and grip are their options
	// in the plant.
	ring, spring, grip string
}

// joint is a driven joint, or one that mimics another joint. Its child link is its name with the
// suffix _link.
type joint struct {
	name, kind, parent   string
	mimics               string     // a joint, for one that is not driven
	multiplier, offset   float64    // of that joint's position; the offset in rad or m
	origin, axis         [3]float64 // m in the parent link
	lower, upper         float64    // rad or m; equal for a continuous joint
	speed, acceleration  float64    // rad/s and rad/s^2, or m/s and m/s^2
	effort, rotor, brake float64    // N m, kg m^2, N m; or N, kg, N
	mass                 float64    // of the child link, kg
	centre               [3]float64 // of the child link's mass in its frame, m
	goals                [2]float64 // between which it moves
}

// robots draws one or two robots.
func (d *drawer) robots() {
	families := []string{"arm", "arm", "gripper", "lift", "turntable", "base"}
	for i := range 1 + d.IntN(2) {
		family := families[d.IntN(len(families))]
		r := &robot{name: fmt.Sprintf("%s%d", family, i+1), family: family}
		switch family {
		case "arm":
			d.arm(r)
		case "gripper":
			d.gripper(r)
		case "lift":
			d.lift(r)
		case "turntable":
			d.turntable(r)
		case "base":
			d.base(r)
		}
		d.rules(r)
		d.parts = append(d.parts, r)
		d.files[r.name+".urdf.yaml"] = r.description(true)
	}
}

// arm draws a chain of joints. One with brakes points up or to the side, one without hangs.
func (d *drawer) arm(r *robot) {
	r.control = d.pick("velocity", "position", "effort")
	r.brake = d.chance(0.7)
	parent, length, up := r.name+"_base", 0.2, -1.0
	if r.brake {
		up = 1
	}
	slides := -1
	n := 2 + d.IntN(4)
	linked := n > 2 && d.chance(0.3)
	if d.chance(0.3) {
		slides = 1 + d.IntN(n-1)
	}
	for i := range n {
		j := joint{name: fmt.Sprintf("%s_j%d", r.name, i+1), kind: "revolute", parent: parent, origin: [3]float64{0, 0, up * length}}
		length = d.between(0.15, 0.35) * math.Pow(0.9, float64(i))
		j.mass = round(d.between(1.5, 4) * math.Pow(0.7, float64(i)))
		j.centre = [3]float64{0, 0, round(up * length / 2)}
		j.axis = [3]float64{0, 1, 0}
		if d.chance(0.3) {
			j.axis = [3]float64{1, 0, 0}
		}
		j.lower, j.upper = -d.between(1.5, 2.6), d.between(1.5, 2.6)
		j.speed, j.acceleration = d.between(0.8, 2.5), d.between(4, 15)
		if i == slides {
			j.kind, j.axis = "prismatic", [3]float64{0, 0, 1}
			j.lower, j.upper = -0.1, d.between(0.1, 0.2)
			j.speed, j.acceleration = d.between(0.2, 0.5), d.between(1, 4)
		}
		for k := range j.goals {
			j.goals[k] = round((0.15 + 0.5*d.Float64()) * [2]float64{j.lower, j.upper}[k])
		}
		r.joints = append(r.joints, j)
		parent = j.name + "_link"
	}
	if linked {
		d.linkage(r)
	}
	r.size()
	r.part()
}

// Inertias of the rotors of an arm, as multiples of the load of a joint and of that of the first
// joint. Joints of arms have gears, so that a joint that stops shakes the next ones little.
const (
	ownInertia   = 4
	firstInertia = 1
)

// size chooses rotors, efforts and brakes that carry the arm stretched out, with what mimics a
// joint.
func (r *robot) size() {
	loads := make([]load, len(r.joints))
	for i := len(r.joints) - 1; i >= 0; i-- { // joints that mimic others come after them
		j := &r.joints[i]
		loads[i].add(1, r.stretched(i))
		if k := r.index(j.mimics); k >= 0 {
			loads[k].add(math.Abs(j.multiplier), loads[i])
		}
	}
	for i := range r.joints {
		j, at := &r.joints[i], &loads[i]
		j.rotor = round(ownInertia * at.inertia)
		if j.kind != "prismatic" {
			j.rotor = round(max(ownInertia*at.inertia, firstInertia*loads[0].inertia))
		}
		j.effort = round(3*at.weight + 3*(j.rotor+at.inertia)*j.acceleration + 5)
		if r.brake {
			j.brake = round(1.6*at.weight + 2)
		}
	}
}

// load is what a joint carries and moves: N m and kg m^2, or N and kg.
type load struct{ weight, inertia float64 }

// add adds a load that moves a multiple as far as the joint, and in the worst case with its own.
func (l *load) add(multiple float64, more load) {
	l.weight += multiple * more.weight
	l.inertia = math.Pow(math.Sqrt(l.inertia)+multiple*math.Sqrt(more.inertia), 2)
}

// stretched returns the load of a joint of an arm that is stretched out.
func (r *robot) stretched(i int) load {
	weight, inertia, mass, reach := 0.0, 0.0, 0.0, 0.0
	for k := i; k < len(r.joints); k++ {
		j := &r.joints[k]
		if k > i {
			reach += math.Abs(j.origin[2])
		}
		if j.kind == "prismatic" {
			reach += j.upper
		}
		at := reach + math.Abs(j.centre[2])
		weight += j.mass * gravity * at
		inertia += j.mass * at * at
		mass += j.mass
	}
	if r.joints[i].kind == "prismatic" {
		return load{mass * gravity, mass}
	}
	return load{weight, inertia}
}

// index returns the place of a joint, -1 for none.
func (r *robot) index(name string) int {
	return slices.IndexFunc(r.joints, func(j joint) bool { return j.name == name })
}

func (d *drawer) gripper(r *robot) {
	r.control = d.pick("velocity", "position", "effort")
	for i := range 1 + d.IntN(2) {
		side := 1 - 2*float64(i)
		r.joints = append(r.joints, joint{name: fmt.Sprintf("%s_finger%d", r.name, i+1), kind: "prismatic", parent: r.name + "_base",
			origin: [3]float64{0, side * 0.02, 0.1}, axis: [3]float64{0, side, 0}, lower: 0, upper: 0.1, speed: d.between(0.05, 0.3), acceleration: d.between(0.5, 3),
			effort: 60, rotor: d.between(0.2, 1), mass: d.between(0.1, 0.5), goals: [2]float64{0.01, 0.08}})
	}
	if len(r.joints) > 1 && d.chance(0.6) {
		d.parallel(r)
	}
	if d.chance(0.4) {
		d.grasp(r)
	}
}

func (d *drawer) lift(r *robot) {
	r.control = d.pick("velocity", "position", "effort")
	r.brake = true
	mass := d.between(5, 30)
	r.joints = []joint{{name: r.name + "_axis", kind: "prismatic", parent: r.name + "_base", axis: [3]float64{0, 0, 1}, lower: -0.5, upper: d.between(0.5, 1.5),
		speed: d.between(0.2, 1), acceleration: d.between(1, 4), effort: round(4 * mass * gravity), rotor: round(0.5 * mass), brake: round(2 * mass * gravity), mass: mass,
		goals: [2]float64{-0.2, 0.3}}}
}

func (d *drawer) turntable(r *robot) {
	r.control = d.pick("velocity", "position", "effort")
	mass := d.between(2, 10)
	r.joints = []joint{{name: r.name + "_axis", kind: "continuous", parent: r.name + "_base", axis: [3]float64{0, 0, 1}, speed: d.between(1, 6), acceleration: d.between(4, 20),
		effort: 60, rotor: round(0.02 * mass), mass: mass, goals: [2]float64{-1, 2}}}
	if d.chance(0.6) { // its servo has a gear, and perhaps turns the other way round
		turn := d.between(0.5, 7)
		gear := turn / (2 * math.Pi)
		if d.chance(0.5) {
			turn = -turn
		}
		inertia, pace := 0.01*mass*gear*gear, 2*math.Pi*d.between(3, 6) // at the servo
		r.moteus = fmt.Sprintf("servos: [{joint: %s, id: %d, max_torque: %.4g N m, kp: %.4g N m/rad, kd: %.4g N m s/rad, per_revolution: %.4g rad}]",
			r.joints[0].name, 1+d.IntN(100), 60*gear, inertia*pace*pace, 2*inertia*pace, turn)
	}
}

// base draws a cart. Its wheels are commanded by velocities.
func (d *drawer) base(r *robot) {
	r.control, r.planar = "velocity", r.name+"_planar"
	r.mecanum = d.chance(0.5)
	places := [][2]float64{{0, 0.26}, {0, -0.26}}
	if r.mecanum {
		places = [][2]float64{{0.25, 0.26}, {0.25, -0.26}, {-0.25, 0.26}, {-0.25, -0.26}}
		if d.chance(0.5) {
			r.rollers = d.between(0.72, 0.85)
		}
	}
	if d.chance(0.5) {
		r.room = fmt.Sprintf("lower: -%.4g, upper: %.4g, ", d.between(0.2, 0.8), d.between(0.2, 0.8))
	}
	for i, at := range places {
		r.joints = append(r.joints, joint{name: fmt.Sprintf("%s_wheel%d", r.name, i+1), kind: "continuous", parent: r.name + "_body", origin: [3]float64{at[0], at[1], 0.1},
			axis: [3]float64{0, 1, 0}, speed: 25, acceleration: 80, effort: 10, rotor: 0.004, mass: 1})
	}
}

// description writes the robot description, with the driven joints or, of a base, without them.
func (r *robot) description(driven bool) string {
	var links, joints []string
	if r.family == "base" {
		links = append(links, fmt.Sprintf("{name: %s_room}", r.name), fmt.Sprintf("{name: %s_body, inertial: {mass: 20, inertia: {ixx: 0.5, iyy: 0.5, izz: 1}}}", r.name))
		joints = append(joints, fmt.Sprintf("{name: %s, type: planar, parent: %s_room, child: %s_body, axis: [0, 0, 1], control: velocity, limits: [{%[4]s%[5]s}, {%[4]s%[5]s}, {%[5]s}]}", r.planar, r.name, r.name, r.room, "velocity: 1, acceleration: 2"))
	} else {
		links = append(links, fmt.Sprintf("{name: %s_base}", r.name))
	}
	all := slices.Concat(r.joints, r.followers)
	for i := range all {
		if !driven {
			break
		}
		j := &all[i]
		inertia := round(0.01 * j.mass)
		links = append(links, fmt.Sprintf("{name: %s_link, inertial: {mass: %.4g, origin: {xyz: %s}, inertia: {ixx: %.4g, iyy: %.4g, izz: %.4g}}}", j.name, j.mass, numbers(j.centre[:]), inertia, inertia, inertia))
		limits := fmt.Sprintf("velocity: %.4g, acceleration: %.4g, effort: %.4g", j.speed, j.acceleration, j.effort)
		if j.kind != "continuous" {
			limits = fmt.Sprintf("lower: %.4g, upper: %.4g, ", j.lower, j.upper) + limits
		}
		joints = append(joints, fmt.Sprintf("{name: %s, type: %s, parent: %s, child: %s_link, origin: {xyz: %s}, axis: %s, limits: {%s}%s}", j.name, j.kind, j.parent, j.name, numbers(j.origin[:]), numbers(j.axis[:]), limits, j.relation()))
	}
	return "robot:\n  name: " + r.name + "\n  links:\n    - " + strings.Join(links, "\n    - ") + "\n  joints:\n    - " + strings.Join(joints, "\n    - ") + "\n"
}

// names lists the driven joints.
func (r *robot) names() []string {
	names := make([]string, len(r.joints))
	for i := range r.joints {
		names[i] = r.joints[i].name
	}
	return names
}
