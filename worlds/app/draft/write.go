package draft

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/robo-actors/robo-actors/worlds"
)

// write returns the application file.
func (r *robot) write(c *Choices) []byte {
	var b strings.Builder
	line := func(format string, arguments ...any) { fmt.Fprintf(&b, format+"\n", arguments...) }
	line("# Robot %s with simulated drives. robo-actors new wrote this file from %s; it is yours now.", r.description.Name, text(c.Path))
	line("#   robo-actors check FILE    reports mistakes with their lines")
	line("#   robo-actors run FILE      runs it in real time; sim FILE in virtual time")
	line("#   robo-actors schema        prints a JSON schema, with which an editor completes keys")
	line("app:")
	line("  name: %s", text(plainName(r.description.Name)))
	line("  duration: %ss # a run ends then; run --duration 0 goes on until Ctrl-C", number(r.duration()))
	line("  seed: 1")
	line("  faults: allowed # robo-actors inject; leave it out on a real robot")
	line("")
	if r.biped != nil {
		line("supervision: # a failed controller is back before the robot falls")
		line("  %s: {max: 10, backoff: {min: 500us}}", text(c.World))
		line("")
	}
	line("worlds:")
	line("  %s:", text(c.World))
	line("    rate: %s", pick(r.biped == nil, "500Hz", "1kHz"))
	line("    models: &robot")
	line("      - path: %s", text(c.Path))
	if len(c.Accept) > 0 {
		line("        accept: [%s] # errors of the description that load with a note", strings.Join(c.Accept, ", "))
	}
	if r.base != nil {
		r.base.writeModel(line)
	}
	if r.biped != nil {
		line("        joint: {parent: world, name: %s, type: floating} # nothing but the ground holds the robot", baseJoint)
	}
	r.writeGroups(line)
	r.writeLimits(line)
	r.writeIdle(line)
	line("    processors:")
	if r.base != nil {
		r.writeBase(line)
	}
	switch {
	case r.biped != nil:
		r.writeBalance(line)
	case len(r.joints) > 0:
		r.writeController(line, c)
	}
	line("    drives:")
	if r.base != nil {
		r.writeDrive(line, c, "wheels", "["+r.wheelNames()+"]", "damp # after a fault the wheels come to rest without holding a position")
	}
	switch {
	case r.biped != nil:
		line("      motors: # the joints come back by themselves, before the robot falls; kind: balancing waits for a person after a failure")
		line("        {type: simulated, rate: 1kHz, joints: all, safe_mode: damp, rearm: auto, start: auto, settle: 20ms}")
	case len(r.joints) > 0:
		r.writeDrive(line, c, "motors", "all", "ramp_hold # after a fault the joints come to rest and hold")
	}
	line("")
	if r.base != nil {
		r.writePlan(line, c)
	}
	line("# The simulated robot. A real one needs no plant.")
	line("plant:")
	line("  type: rigid_body")
	line("  rate: 1kHz")
	line("  models: *robot")
	line("  limits: *limits")
	line("  options:")
	line("    truth: %s # the body whose true pose is recorded", text(r.tip))
	line("    servos: # rotor_inertia: half of what the joint moves; brake_effort: 1.5 times the weight, for drives that are off; coulomb_friction stops a joint that coasts")
	if r.massless() {
		line("      # the description has no <inertial> for the links that move: these inertias are guesses, and nothing weighs")
	}
	for i := range r.rolling {
		r.rolling[i].writeServo(line, ", timeout_mode: damp")
	}
	for i := range r.joints {
		r.joints[i].writeServo(line, pick(r.biped == nil, r.joints[i].friction(), ", timeout_mode: damp"))
	}
	for i := range r.idle {
		if j := &r.idle[i]; j.kind.Velocities() == 1 {
			line("      - {joints: [%s], rotor_inertia: %s, velocity_limit: 1, effort_limit: 1} # no drive uses it: it gives the joint an inertia", text(j.name), pick(j.kind == worlds.Prismatic, "0.1", "1e-3"))
		}
	}
	if r.base != nil {
		r.writeWheels(line)
	}
	if r.biped != nil {
		r.biped.writeFloor(line)
	}
	r.writeStand(line)
	r.writeStart(line)
	return []byte(b.String())
}

// writer writes one line.
type writer func(format string, arguments ...any)

func (r *robot) writeGroups(line writer) {
	line("    joint_groups:")
	switch {
	case r.base == nil:
		line("      all: all # every joint that somebody moves, in the order of the description")
		return
	case len(r.joints) > 0:
		names := make([]string, len(r.joints))
		for i := range r.joints {
			names[i] = text(r.joints[i].name)
		}
		line("      all: [%s] # beside the wheels", strings.Join(names, ", "))
	}
	line("      wheels: [%s]", r.wheelNames())
}

func (r *robot) writeDrive(line writer, c *Choices, name, joints, safe string) {
	line("      %s:", name)
	line("        type: simulated # the type of a real drive comes here: robo-actors list kinds")
	line("        rate: 1kHz")
	line("        max_age: 50ms # an older state of the drives stops the joints; the default, 3 periods of the world, needs a quiet machine")
	line("        joints: %s", joints)
	line("        safe_mode: %s", safe)
	line("        rearm: acknowledge # robo-actors rearm %s brings them back", c.World)
	line("        start: auto # acknowledge: they wait for a person first")
}

func (r *robot) writeLimits(line writer) {
	line("    limits: &limits # beside those of the description, so that drives keep a reserve of effort")
	for _, j := range slices.Concat(r.rolling, r.joints) {
		switch {
		case j.chosen && j.rolls > 0:
			line("      %s: {velocity: %s, effort: %s} # the description lacks some", text(j.name), atMost(j.speed), atMost(j.effort))
			continue
		case j.chosen:
			line("      %s: {velocity: %s, acceleration: %s, effort: %s} # the description lacks some", text(j.name), atMost(j.speed), atMost(j.acceleration), atMost(j.effort))
			continue
		}
		if !math.IsInf(j.acceleration, 1) {
			line("      %s: {acceleration: %s}", text(j.name), atMost(j.acceleration))
		}
	}
}

func (r *robot) writeIdle(line writer) {
	if len(r.idle) == 0 && r.biped == nil {
		return
	}
	line("    joints:")
	if r.biped != nil {
		line("      %s: {passive: true}", baseJoint)
	}
	for i := range r.idle {
		j := &r.idle[i]
		why := "no drive moves it"
		if j.kind.Velocities() == 1 && (j.limit.Velocity == 0 || j.limit.Effort == 0) {
			why = "the description allows it no motion or no effort"
		}
		if j.kind == worlds.Planar || j.kind == worlds.Floating {
			why += ": it slides freely, and the world takes it as resting at zero; the view draws where it truly is in blue"
		}
		line("      %s: {passive: true} # %s", text(j.name), why)
	}
}

func (r *robot) writeController(line writer, c *Choices) {
	names, goals := make([]string, len(r.joints)), make([]string, len(r.joints))
	for i := range r.joints {
		names[i], goals[i] = text(r.joints[i].name), number(r.joints[i].goal)
	}
	line("      controller:")
	line("        type: %s", c.Controller)
	line("        options:")
	line("          joint_group: all")
	if c.Controller == jointSpace {
		line("          goal: [%s] # %s", strings.Join(goals, ", "), r.units())
		line("          # while it runs, each joint by its name: robo-actors goal send %s=%s", names[0], number(r.joints[0].start))
		return
	}
	line("          law: constrained # within limits")
	line("          output: velocity")
	line("          tasks:")
	line("            - {name: tip, kind: frame_position, frame: %s, gains: {proportional: [4], derivative: [1], velocity_max: [0.3], saturation: by_norm}, goal: {position: [%s]}}", text(r.tip), r.tipGoal())
	line("            - name: posture")
	line("              kind: posture")
	line("              joints: [%s]", strings.Join(names, ", "))
	line("              gains: {proportional: [2], derivative: [1]}")
	line("              goal: {joints: [%s]} # %s", strings.Join(goals, ", "), r.units())
	line("          task_sets:")
	line("            - {name: reach, levels: [[tip], [posture]]} # strict: the posture only moves what the tip leaves free")
}

// massless reports whether no joint moves a mass.
func (r *robot) massless() bool {
	for _, j := range slices.Concat(r.rolling, r.joints) {
		if j.inertia > 0 {
			return false
		}
	}
	return true
}

// tipGoal is where the tip is at the goal, m.
func (r *robot) tipGoal() string {
	at, err := r.space.Model().BodyIndex(r.tip)
	if err != nil || r.space.SetPosition(r.positions(func(j *joint) float64 { return j.goal })) != nil {
		return "0, 0, 0"
	}
	p := r.space.PointPosition(at, [3]float64{})
	return number(math.Round(p[0]*1e4)/1e4) + ", " + number(math.Round(p[1]*1e4)/1e4) + ", " + number(math.Round(p[2]*1e4)/1e4)
}

// units says in what the goal is.
func (r *robot) units() string {
	turn, slide := false, false
	for i := range r.joints {
		turn, slide = turn || r.joints[i].unit() == "rad", slide || r.joints[i].unit() == "m"
	}
	switch {
	case turn && slide:
		return "rad, or m where a joint slides"
	case slide:
		return "m"
	}
	return "rad"
}

// coasting is the deceleration by friction of a joint whose drive is off, rad/s^2 or m/s^2.
const coasting = 0.2

// friction is that of a joint without a brake: without any, it would slide on once its drive
// is off, and a gate re-arms no joint that moves. The rotor is a third of all that moves.
func (j *joint) friction() string {
	if j.brake > 0 {
		return ""
	}
	return ", coulomb_friction: " + number(coasting*3*j.rotor)
}

func (j *joint) writeServo(line writer, more string) {
	brake := more
	if j.brake > 0 {
		brake += fmt.Sprintf(", brake_effort: %s, torque_sensor: true", number(j.brake))
	}
	note := ""
	if j.weak {
		brake += ", effort_limit: " + number(j.effort)
		note = fmt.Sprintf(" # the %s of the description cannot carry it", number(j.limit.Effort))
	}
	line("      - {joints: [%s], rotor_inertia: %s%s}%s", text(j.name), number(j.rotor), brake, note)
}

func (r *robot) writeStart(line writer) {
	head := false
	if r.biped != nil {
		line("    start: # just above the ground; zero for all others")
		line("      - {joint: %s, position: [0, 0, %s, 1, 0, 0, 0]}", baseJoint, short(r.biped.height))
		head = true
	}
	if r.free != "" {
		line("    start: # just above the ground, clear of the ends; zero for all others")
		line("      - {joint: %s, position: [0, 0, %s, 1, 0, 0, 0]}", text(r.free), short(r.stand.height))
		head = true
	}
	for i := range r.joints {
		j := &r.joints[i]
		if j.start == 0 {
			continue
		}
		if !head {
			line("    start: # clear of the ends, and where the drives can carry the robot; zero for all others")
			head = true
		}
		line("      - {joint: %s, position: [%s]}", text(j.name), number(j.start))
	}
	for i := range r.idle {
		j := &r.idle[i]
		if q := clamp(0, j.limit.Lower, j.limit.Upper); j.kind.Velocities() == 1 && j.kind != worlds.Continuous && q != 0 {
			if !head {
				line("    start:")
				head = true
			}
			line("      - {joint: %s, position: [%s]}", text(j.name), number(q))
		}
	}
}

// number writes a number in decimals.
func number(v float64) string {
	if v == 0 {
		return "0" // also for -0
	}
	return strconv.FormatFloat(v, 'g', 6, 64)
}

// atMost writes a positive limit in decimals, rounded down: a limit of the file may not be looser
// than that of the model.
func atMost(v float64) string {
	rounded := number(v)
	if back, err := strconv.ParseFloat(rounded, 64); err == nil && back > v {
		return number(v - math.Pow(10, math.Floor(math.Log10(v))-5))
	}
	return rounded
}

// plainText is what YAML reads as a text without quotes.
var plainText = regexp.MustCompile(`^[A-Za-z_./][A-Za-z0-9_./-]*$`)

// text writes a name or a path.
func text(s string) string {
	if plainText.MatchString(s) && !reserved[strings.ToLower(s)] && s != "." && s != ".." {
		return s
	}
	return strconv.Quote(s)
}
