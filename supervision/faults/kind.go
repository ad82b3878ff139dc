package faults

import (
	"fmt"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// Kind describes one kind of entry: a fault, or what an operator does.
type Kind struct {
	// ID is that of the catalogue of faults: D of drives, S sensors, N messages, A actors, C clocks, P process, L storage,
	// with a number. Several kinds may be forms of one. It is empty for what the catalogue does not have.
	ID string
	// Name is what a line calls it, Title the same in words.
	Name, Title string
	Verb        Verb
	// Acts says on what, and so what a target names: link, actor, joint, process, recording or world.
	Acts string
	// Lasts says what the entry does without "for".
	Lasts string
	// Parameters are what it takes as name=value, with range and default, for people and for generators of schedules.
	Parameters []actors.FaultParameter
	// Virtual and Real say where it runs: in virtual time, in real time. What runs in neither needs a process of its own.
	Virtual, Real bool
	// Heals is set where everything goes on as before once the fault is over and an operator has acknowledged. What does
	// not heal leaves something stopped, lost or wrong for good.
	Heals bool
	// Detection says when the condition of its detector holds.
	Detection Detection
	// Doc is a line for people.
	Doc string
}

// What an entry does that is given no duration.
const (
	Once     = "once"      // it happens at the next tick
	UntilEnd = "until_end" // it lasts until it is cleared, or the run ends
	Instant  = "instant"   // it happens at once, and takes no duration
)

// Child reports whether the kind runs in a process of its own only.
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

// kinds are made from what the runtime knows of them, and from what people are told.
var kinds = makeKinds()

func makeKinds() []Kind {
	var all []Kind
	for _, c := range actors.FaultClasses() {
		told := told[c.Kind]
		k := Kind{ID: told.id, Name: string(c.Kind), Title: told.title, Verb: Inject, Acts: string(c.Seam), Lasts: UntilEnd, Parameters: c.Parameters,
			Virtual: c.Virtual, Real: c.Real, Heals: !told.stays, Detection: told.detection, Doc: told.doc}
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

// modeOfStop is the one parameter of what an operator does.
var modeOfStop = actors.FaultParameter{Name: "mode", Field: actors.FieldChoice, Choices: []string{"ramp_hold", "damp", "ramp_off", "brake", "off"},
	Doc: "the least severe mode that will do; the gate refuses one that stops nothing"}

var operators = []Kind{
	{Name: string(Acknowledge), Title: "an acknowledgement", Verb: Acknowledge, Acts: "world", Lasts: Instant, Virtual: true, Real: true, Heals: true,
		Doc: "an operator consents to arm the joints of a world again"},
	{Name: string(Reset), Title: "a reset", Verb: Reset, Acts: "world", Lasts: Instant, Virtual: true, Real: true, Heals: true,
		Doc: "the same after the start-up sequence was run again"},
	{Name: string(Stop), Title: "a stop", Verb: Stop, Acts: "world", Lasts: Instant, Virtual: true, Real: true, Heals: true,
		Parameters: []actors.FaultParameter{modeOfStop}, Doc: "an operator stops all joints of a world"},
}

// Kinds lists every kind: faults of links, actors, drives, sensors, the process and its storage, then what an operator
// does.
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

// kindOf returns the kind with that name, nil if there is none.
func kindOf(name string) *Kind {
	for i := range kinds {
		if kinds[i].Name == name {
			return &kinds[i]
		}
	}
	return nil
}

// kind returns that of an action.
func (a *Action) kind() *Kind { return kindOf(a.name()) }

func kindNames() string {
	names := make([]string, len(kinds))
	for i := range kinds {
		names[i] = kinds[i].Name
	}
	return strings.Join(names, ", ")
}

// takes lists the parameters of a kind for an error.
func (k *Kind) takes() string {
	if len(k.Parameters) == 0 {
		return "none"
	}
	var all []string
	for _, p := range k.Parameters {
		all = append(all, fmt.Sprintf("%s=%s", p.Name, p.Range()))
	}
	return strings.Join(all, "; ")
}

// Check returns what is wrong with an action, nil if it can be carried out.
func (a Action) Check() error {
	k := a.kind()
	if k == nil {
		return fmt.Errorf("kind %q is unknown; known: %s", a.name(), kindNames())
	}
	if a.At < 0 {
		return fmt.Errorf("%s begins at %s; expected a time of zero or more", k.Name, time.Duration(a.At))
	}
	if a.Verb != Inject {
		return a.checkOperator(k)
	}
	if a.World != "" || a.Mode != messages.ModeRun && a.Mode != messages.ModeRampHold {
		return fmt.Errorf("%s has a world or a mode; expected neither", k.Name)
	}
	if err := a.Fault.Check(); err != nil {
		return err
	}
	return k.checkTarget(a.Fault.Target)
}

func (a *Action) checkOperator(k *Kind) error {
	switch {
	case a.Fault != (actors.Fault{}):
		return fmt.Errorf("%s takes neither a duration nor a delay", k.Name)
	case a.Verb == Stop && !a.Mode.Valid():
		return fmt.Errorf("%s is unknown; expected one of ramp_hold, damp, ramp_off, brake, off", a.Mode)
	}
	return k.checkTarget(a.World)
}

// targets says what a target of each sort looks like.
var targets = map[string]string{
	"actor": "an actor, as mobile_base/wheels", "world": "a world, as mobile_base", "joint": "a joint, as wheel_left",
	"process": "the word process", "recording": "the word recording",
}

// checkTarget looks at the form of a target; whether it exists, only the application knows.
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

// name is what a line calls the action.
func (a *Action) name() string {
	if a.Verb == Inject {
		return string(a.Fault.Kind)
	}
	return string(a.Verb)
}
