package fleet

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// Mistake is a mistake in one line of a drawn application, as people make them. The files with the
// mistake must not load, and an error must be at the line.
type Mistake struct {
	// What names the mistake: "a velocity limit of zero".
	What string
	// File and Line, counted from 1, are where it is.
	File string
	Line int
	// Was and Is are the line without and with the mistake.
	Was, Is string
}

// String returns the mistake in one line.
func (m *Mistake) String() string {
	return fmt.Sprintf("%s:%d: %s: %s", m.File, m.Line, m.What, strings.TrimSpace(m.Is))
}

// blunder is a kind of mistake: what a line has, and what is written instead.
type blunder struct {
	what    string
	has     *regexp.Regexp
	instead string // with $1, $2 for the groups
}

// oops returns a kind of mistake.
func oops(what, has, instead string) blunder { return blunder{what, regexp.MustCompile(has), instead} }

// inApplication are mistakes in application files.
var inApplication = []blunder{
	oops("a rate of zero", `\brate: \w+`, "rate: 0Hz"),
	oops("a negative rate", `\brate: (\w+)`, "rate: -$1"),
	oops("a rate with the unit of a time", `\brate: \d+k?Hz`, "rate: 5ms"),
	oops("a misspelt key", `\brate:`, "rat:"),
	oops("a key that is there twice", `\brearm: (\w+)`, "rearm: $1, rearm: $1"),
	oops("a domain that is not declared", `\bdomain: \w+`, "domain: elsewhere"),
	oops("an unknown joint in a group", `(joint_groups: \{\w+: \[)\w+`, "${1}nobody"),
	oops("a joint that is in a group twice", `(joint_groups: \{\w+: \[)(\w+), \w+`, "$1$2, $2"),
	oops("a description that does not exist", `(models: \[\{path: )\w+`, "${1}missing"),
	oops("a link that does not exist", `(joint: \{parent: )world`, "${1}nowhere"),
	oops("an unknown kind of drive", `type: simulated`, "type: simulatd"),
	oops("an unknown kind of controller", `type: joint_(\w+)`, "type: joint_${1}s"),
	oops("an unknown joint of a bus", `(type: simulated, joints: \[)\w+`, "${1}nobody"),
	oops("a joint that a bus has twice", `(type: simulated, joints: \[)(\w+)`, "$1$2, $2"),
	oops("a safe mode that goes on", `safe_mode: \w+`, "safe_mode: run"),
	oops("a safe mode that goes on slowly", `safe_mode: \w+`, "safe_mode: limited"),
	oops("an unknown safe mode", `safe_mode: \w+`, "safe_mode: freeze"),
	oops("an unknown way of re-arm", `rearm: \w+`, "rearm: sometimes"),
	oops("an unknown way to start", `start: (auto|acknowledge)`, "start: ${1}s"),
	oops("a negative time to settle", `settle: (\w+)`, "settle: -$1"),
	oops("a mode for a fault that nobody knows", `modes: \{\w+:`, "modes: {tired:"),
	oops("an unknown mode for a fault", `(modes: \{\w+: )\w+`, "${1}slowly"),
	oops("an age below the period", `max_age: \w+`, "max_age: 1us"),
	oops("a negative age", `max_age: (\w+)`, "max_age: -$1"),
	oops("an age without a unit", `max_age: (\d+)ms`, "max_age: $1"),
	oops("a negative number of restarts", `\bmax: \d+, within`, "max: -1, within"),
	oops("a window of no time", `within: \w+`, "within: 0s"),
	oops("a back-off that shrinks", `factor: 2`, "factor: 0.5"),
	oops("a longest back-off below the first one", `(backoff: \{min: \w+, max: )\w+`, "${1}1us"),
	oops("an unknown strategy", `strategy: (\w+)`, "strategy: ${1}s"),
	oops("an unknown policy", `policy: (\w+)`, "policy: ${1}s"),
	oops("an escalation to nobody", `escalate: \w+`, "escalate: nobody"),
	oops("positions that ramp to zero", `mode: position\+velocity(, on_stale: \w+)?`, "mode: position+velocity, on_stale: ramp_to_zero"),
	oops("an unknown reaction to stale commands", `on_stale: \w+`, "on_stale: freeze"),
	oops("an unknown interpolation", `resample: \w+`, "resample: spline"),
	oops("an unknown control mode", `(command: .*mode: )\w+`, "${1}speed"),
	oops("a control mode that the controller does not send", `mode: velocity`, "mode: effort"),
	oops("a coupling with a world that does not exist", `(command: \{from: )\w+`, "${1}nobody"),
	oops("a coupling to an actor that does not exist", `(command: \{from: \w+, to: \w+)/\w+`, "$1/nobody"),
	oops("a state of an actor that does not exist", `(state: \{from: \w+)/\w+`, "$1/nobody"),
	oops("an unknown joint of a coupling", `(- joints: \[)\w+`, "${1}nobody"),
	oops("a goal with a number too many", `goal: \[`, "goal: [0, "),
	oops("a goal that is no number", `goal: \[[^],]+`, "goal: [.nan"),
	oops("a negative gain", `proportional: ([\d.]+)`, "proportional: -$1"),
	oops("two waypoints at one time", `(\{time: )(\w+)(, position: \S+ ?[^}]*\}, \{time: )\w+`, "$1$2$3$2"),
	oops("a negative width of a base", `half_width: `, "half_width: -"),
	oops("a length with the unit of an angle", `(half_length|wheel_separation): ([\d.]+) m`, "$1: $2 rad"),
	oops("a radius of zero", `(\w*wheel_radius): [\d.]+`, "$1: 0"),
	oops("a wheel of negative radius", `\bradius: `, "radius: -"),
	oops("a time of hangs below the period", `hang_after: \w+`, "hang_after: 1us"),
	oops("a negative tolerance", `missed: `, "missed: -"),
	oops("a servo of an unknown joint", `(- \{joints: \[)\w+`, "${1}nobody"),
	oops("a servo of negative inertia", `rotor_inertia: [\d.e-]+`, "rotor_inertia: -1"),
	oops("a negative bandwidth", `bandwidth: `, "bandwidth: -"),
	oops("a bandwidth that is no number", `bandwidth: [\d.]+`, "bandwidth: .nan"),
	oops("a brake that pushes", `(\{.*brake_effort: )`, "${1}-"),
	oops("an unknown reaction to silence", `timeout_mode: \w+`, "timeout_mode: freeze"),
	oops("a sensor on an unknown body", `(imu: \{body: )\w+`, "${1}nobody"),
	oops("a sensor that the plant lacks", `sensors: \[imu\]`, "sensors: [compass]"),
}

// inDescription are mistakes in robot descriptions.
var inDescription = []blunder{
	oops("a velocity limit of zero", `(child: \w+, origin: .*limits: \{.*)velocity: [\d.]+([^}]*\}\})$`, "${1}velocity: 0$2"),
	oops("a negative velocity limit", `velocity: ([\d.]+)`, "velocity: -$1"),
	oops("a velocity limit that is no number", `velocity: [\d.]+`, "velocity: .nan"),
	oops("an acceleration limit of zero", `(child: \w+, origin: .*limits: \{.*)acceleration: [\d.]+([^}]*\}\})$`, "${1}acceleration: 0$2"),
	oops("a negative acceleration limit", `acceleration: ([\d.]+)`, "acceleration: -$1"),
	oops("a negative effort limit", `effort: ([\d.]+)`, "effort: -$1"),
	oops("an effort limit that is no number", `effort: [\d.]+`, "effort: .nan"),
	oops("bounds in the wrong order", `lower: (\S+), upper: ([^,]+)`, "lower: $2, upper: $1"),
	oops("a bound that is no number", `upper: [\d.]+`, "upper: .nan"),
	oops("a negative mass", `mass: `, "mass: -"),
	oops("a mass that is no number", `mass: [\d.]+`, "mass: .nan"),
	oops("a negative moment of inertia", `ixx: `, "ixx: -"),
	oops("an axis without a direction", `axis: \[[^]]*\]`, "axis: [0, 0, 0]"),
	oops("a link that does not exist", `(- \{name: \w+, type: \w+, parent: )\w+`, "${1}nowhere"),
	oops("a joint between a link and itself", `parent: (\w+), child: \w+`, "parent: $1, child: $1"),
	oops("an unknown kind of joint", `type: \w+`, "type: hinge"),
	oops("an unknown control mode of a joint", `control: \w+`, "control: speed"),
	oops("an unknown key", `axis:`, "axes:"),
}

// kindsOf are the kinds of mistakes that a file can have.
func kindsOf(name string) []blunder {
	if name == File {
		return inApplication
	}
	return inDescription
}

// streamOfMistakes separates the draws of mistakes from other draws of the seed.
const streamOfMistakes = 0x6f_6f_70_73

// Wrong draws a mistake in an application. It returns the files with it, and does not change the
// application.
func Wrong(seed uint64, a *Application) (*Application, Mistake) {
	r := rand.New(rand.NewPCG(seed, streamOfMistakes))
	names := a.Names()
	for {
		name := names[r.IntN(len(names))]
		kinds := kindsOf(name)
		if wrong, m, ok := a.with(r, &kinds[r.IntN(len(kinds))], name); ok {
			return wrong, m
		}
	}
}

// with makes a mistake in a file, in one of the lines that can have it.
func (a *Application) with(r *rand.Rand, b *blunder, name string) (*Application, Mistake, bool) {
	lines := strings.Split(a.Files[name], "\n")
	var fit []int
	for i, line := range lines {
		if b.has.MatchString(line) && !strings.HasPrefix(strings.TrimSpace(line), "#") {
			fit = append(fit, i)
		}
	}
	if len(fit) == 0 {
		return nil, Mistake{}, false
	}
	at := fit[r.IntN(len(fit))]
	m := Mistake{What: b.what, File: name, Line: at + 1, Was: lines[at], Is: b.once(r, lines[at])}
	lines = slices.Clone(lines)
	lines[at] = m.Is
	wrong := &Application{Name: a.Name, Files: maps.Clone(a.Files), Duration: a.Duration}
	wrong.Files[name] = strings.Join(lines, "\n")
	return wrong, m, m.Is != m.Was
}

// once makes the mistake at one of the places of a line that can have it.
func (b *blunder) once(r *rand.Rand, line string) string {
	places := b.has.FindAllStringSubmatchIndex(line, -1)
	at := places[r.IntN(len(places))]
	return line[:at[0]] + string(b.has.ExpandString(nil, b.instead, line, at)) + line[at[1]:]
}
