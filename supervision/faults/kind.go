package faults

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// Kind describes one kind of entry: a fault or an operator action.
type Kind struct {
	// ID is the number in the catalogue of faults: D drives, S sensors, N messages, A actors, C
	// clocks, P process, L storage. Several kinds may be forms of one fault. It is empty for kinds
	// outside the catalogue.
	ID string
	// Name is the word in a line, Title its description.
	Name, Title string
	Verb        Verb
	// Acts is what the kind acts on and a target names: link, actor, job, joint, sensor, agent, body,
	// process, recording, world, gate, part or what was opened.
	Acts string
	// Lasts is the duration of an entry without "for": Once, UntilEnd or Instant.
	Lasts string
	// Parameters are written as name=value, with range and default.
	Parameters []actors.FaultParameter
	// WholeBus reports that a fault of a joint acts on the bus of its drive.
	WholeBus bool
	// Virtual and Real report whether the kind runs in virtual and in real time. Other kinds need a
	// process of their own.
	Virtual, Real bool
	// Heals reports whether everything works as before once the fault is over and was acknowledged.
	// Other faults leave something stopped, lost or wrong.
	Heals bool
	// Detection states how the fault is detected.
	Detection Detection
	// Doc describes the kind in one line.
	Doc string
}

// The values of Kind.Lasts.
const (
	Once     = "once"      // it happens at the next tick or job
	UntilEnd = "until_end" // it persists until it is cleared or the run ends
	Instant  = "instant"   // it happens at once and takes no duration
)

// Child reports whether the kind runs only in a process of its own.
func (k *Kind) Child() bool { return k.Verb == Inject && !k.Virtual && !k.Real }

// Parameter returns the parameter with that name, or nil.
func (k *Kind) Parameter(name string) *actors.FaultParameter {
	for i := range k.Parameters {
		if k.Parameters[i].Name == name {
			return &k.Parameters[i]
		}
	}
	return nil
}

// kinds combine the runtime's kinds and the descriptions.
var kinds = makeKinds()

func makeKinds() []Kind {
	var all []Kind
	for _, c := range actors.FaultClasses() {
		d := descriptions[c.Kind]
		k := Kind{ID: d.id, Name: string(c.Kind), Title: d.title, Verb: Inject, Acts: string(c.Seam), Lasts: UntilEnd, Parameters: c.Parameters,
			WholeBus: c.WholeBus, Virtual: c.Virtual, Real: c.Real, Heals: !d.stays, Detection: d.detection, Doc: d.doc}
		switch {
		case c.Seam == actors.SeamStorage:
			k.Acts = "recording"
		case c.Instant:
			k.Lasts = Instant
		case c.Once:
			k.Lasts = Once
		}
		if c.Instant {
			k.Lasts = Instant
		}
		all = append(all, k)
	}
	return append(all, operators...)
}

// modeOfStop is the one parameter of operator actions.
var modeOfStop = actors.FaultParameter{Name: "mode", Field: actors.FieldChoice, Choices: []string{"ramp_hold", "damp", "ramp_off", "brake", "off"},
	Doc: "the least severe mode that suffices; the gate rejects a mode that does not stop"}

// classOfReport is the parameter of reports.
func classOfReport() []actors.FaultParameter {
	p := actors.FaultParameter{Name: "fault", Field: actors.FieldChoice, Required: true, Doc: "a fault that a gate cannot detect by itself"}
	for _, f := range modes.ExternalFaults() {
		p.Choices = append(p.Choices, f.String())
	}
	return []actors.FaultParameter{p}
}

var operators = []Kind{
	{Name: string(Acknowledge), Title: "an acknowledgement", Verb: Acknowledge, Acts: "world", Lasts: Instant, Virtual: true, Real: true, Heals: true,
		Doc: "an operator agrees to re-arm the joints of a world"},
	{Name: string(Reset), Title: "a reset", Verb: Reset, Acts: "world", Lasts: Instant, Virtual: true, Real: true, Heals: true,
		Doc: "the same, after the start-up sequence ran again"},
	{Name: string(Stop), Title: "a stop", Verb: Stop, Acts: "world", Lasts: Instant, Virtual: true, Real: true, Heals: true,
		Parameters: []actors.FaultParameter{modeOfStop}, Doc: "an operator stops all joints of a world"},
	{Name: string(Report), Title: "a report", Verb: Report, Acts: "gate", Lasts: Instant, Virtual: true, Real: true, Heals: true,
		Parameters: classOfReport(), Doc: "an observer or a safety input reports a fault, which holds until it is cleared"},
	{Name: string(Clear), Title: "the end of a report", Verb: Clear, Acts: "gate", Lasts: Instant, Virtual: true, Real: true, Heals: true,
		Parameters: classOfReport(), Doc: "a reported fault is gone; the joints stay stopped until their re-arm"},
	{Name: string(Open), Title: "an addition", Verb: Open, Acts: "part", Lasts: Instant, Virtual: true, Real: true, Heals: true,
		Doc: "a part is attached to the running application, as a whole or not at all"},
	{Name: string(Close), Title: "a removal", Verb: Close, Acts: "opened", Lasts: Instant, Virtual: true, Real: true, Heals: true,
		Doc: "a part, a world or an actor is removed from the running application; drives are put into their safe mode first"},
}

// Kinds returns every kind: faults of links, actors, jobs, drives, sensors, agents, bodies, the
// process and its storage, then operator actions.
func Kinds() []Kind {
	all := make([]Kind, len(kinds))
	for i, k := range kinds {
		k.Parameters = append([]actors.FaultParameter{}, k.Parameters...)
		all[i] = k
	}
	return all
}

// KindOf returns the kind with that name, or false.
func KindOf(name string) (Kind, bool) {
	for _, k := range Kinds() {
		if k.Name == name {
			return k, true
		}
	}
	return Kind{}, false
}

// kindOf returns the kind with that name, or nil.
func kindOf(name string) *Kind {
	for i := range kinds {
		if kinds[i].Name == name {
			return &kinds[i]
		}
	}
	return nil
}

// kind returns the kind of an action.
func (a *Action) kind() *Kind { return kindOf(a.name()) }

func kindNames() string { return strings.Join(allKinds(), ", ") }

// unknownKind reports a kind that does not exist: the error, and what it expects, the nearest known
// name or all of them.
func unknownKind(name string) (text, expected string) {
	if nearest, found := source.Nearest(name, allKinds()); found {
		return fmt.Sprintf("unknown kind %q; did you mean %q?", name, nearest), nearest
	}
	return fmt.Sprintf("unknown kind %q; known: %s", name, kindNames()), "one of them"
}

func allKinds() []string {
	names := make([]string, len(kinds))
	for i := range kinds {
		names[i] = kinds[i].Name
	}
	return names
}

// Takes lists the parameters of a kind in one line.
func (k *Kind) Takes() string {
	if len(k.Parameters) == 0 {
		return "none"
	}
	var all []string
	for _, p := range k.Parameters {
		all = append(all, fmt.Sprintf("%s=%s", p.Name, p.Range()))
	}
	return strings.Join(all, "; ")
}

// Check returns the error of an action, or nil.
func (a Action) Check() error {
	k := a.kind()
	if k == nil {
		text, _ := unknownKind(a.name())
		return errors.New(text)
	}
	if a.At < 0 {
		return fmt.Errorf("%s starts at %s; expected a time of zero or more", k.Name, time.Duration(a.At))
	}
	if a.Verb != Inject {
		return a.checkOperator(k)
	}
	if a.World != "" || a.Joint != "" || a.Class != "" || a.Part != "" || a.Mode != messages.ModeRun && a.Mode != messages.ModeRampHold {
		return fmt.Errorf("%s has a world, a joint, a reported fault, a mode or a part; expected none of them", k.Name)
	}
	if err := a.Fault.Check(); err != nil {
		return err
	}
	return k.checkTarget(a.Fault.Target)
}

func (a *Action) checkOperator(k *Kind) error {
	switch {
	case k.changes() && a.World != "":
		return fmt.Errorf("%s has a world; expected a part", k.Name)
	case !k.changes() && a.Part != "":
		return fmt.Errorf("%s has a part; expected a world", k.Name)
	case a.Fault != (actors.Fault{}):
		return fmt.Errorf("%s takes neither a duration nor a delay", k.Name)
	case !k.reports() && (a.Joint != "" || a.Class != ""):
		return fmt.Errorf("%s has a joint or a fault; expected none of them", k.Name)
	case k.reports() && !slices.Contains(k.Parameters[0].Choices, a.Class):
		return fmt.Errorf("%s has the fault %q; expected one of %s", k.Name, a.Class, k.Parameters[0].Range())
	case a.Verb == Stop && !a.Mode.Valid():
		return fmt.Errorf("unknown mode %s; expected one of ramp_hold, damp, ramp_off, brake, off", a.Mode)
	}
	return k.checkTarget(a.target())
}

// reports reports whether the kind notifies a gate of a fault, or of its end.
func (k *Kind) reports() bool { return k.Verb == Report || k.Verb == Clear }

// changes reports whether the kind adds or removes actors.
func (k *Kind) changes() bool { return k.Verb == Open || k.Verb == Close }

// target returns the target of the action.
func (a *Action) target() string {
	switch a.Verb {
	case Inject:
		return a.Fault.Target
	case Open, Close:
		return a.Part
	case Report, Clear:
		if a.Joint != "" {
			return a.World + "/" + a.Joint
		}
	}
	return a.World
}

// aim sets the target of the action.
func (a *Action) aim(target string) {
	switch a.Verb {
	case Inject:
		a.Fault.Target = target
	case Open, Close:
		a.Part = target
	case Report, Clear:
		a.World, a.Joint, _ = strings.Cut(target, "/")
	default:
		a.World = target
	}
}

// targets describes the form of targets.
var targets = map[string]string{
	"actor": "an actor, such as mobile_base/wheels", "world": "a world, such as mobile_base", "joint": "a joint, such as wheel_left",
	"gate":   "a world, for all its joints with a drive, or one of them, such as base/wheel_left",
	"sensor": "an inertial measurement unit of a simulated robot, such as plant/robot.imu", "agent": "an actor of the kind spine_agent, such as upkie/driver",
	"job":     "an actor that starts jobs, such as arm/planner",
	"body":    "a body that the options of an environment name, such as arm/environment.post",
	"part":    "a part that the file lists under app.parts, such as second_arm.yaml",
	"opened":  "a part, a world or an actor, such as second_arm.yaml, second_arm or base/tracker",
	"process": "the word process", "recording": "the word recording",
}

// checkTarget checks the form of a target. Only the application knows whether it exists.
func (k *Kind) checkTarget(target string) error {
	switch {
	case target == "" || strings.ContainsAny(target, " \t\r\n#="):
		return fmt.Errorf("target %q of %s; expected a name without spaces, # and =", target, k.Name)
	case k.Acts != "link" && strings.Contains(target, "->"):
		return fmt.Errorf("target %q of %s is a link; expected %s", target, k.Name, targets[k.Acts])
	case (k.Acts == "process" || k.Acts == "recording") && target != k.Acts:
		return fmt.Errorf("target %q of %s; expected %s", target, k.Name, targets[k.Acts])
	}
	return nil
}

// name is the word of the action in a line.
func (a *Action) name() string {
	if a.Verb == Inject {
		return string(a.Fault.Kind)
	}
	return string(a.Verb)
}
