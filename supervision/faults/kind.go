package faults

import (
	"fmt"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// Kind describes one kind of entry.
type Kind struct {
	Name string
	Verb Verb
	// Acts says on what: actor, link or world.
	Acts string
	// Lasts says what the entry does without "for": once, until_end, or that it takes none.
	Lasts string
	// Parameters are what it takes as name=value.
	Parameters []Parameter
	// Virtual and Real say where it runs: in virtual time, in real time.
	Virtual, Real bool
	// Doc is a line for people.
	Doc string
}

// What a fault does that is given no duration.
const (
	Once     = "once"      // it happens at the actor's next tick
	UntilEnd = "until_end" // it lasts until it is cleared, or the run ends
	Instant  = "instant"   // it has no duration
)

// Parameter describes a parameter of a kind.
type Parameter struct {
	Name string
	// Unit is that of the value: a duration, or a word.
	Unit string
	// Range says in words what it may be, Default what it is where it is not given; empty means that it must be given.
	Range, Default string
	// Short is a shorter name for it, which takes a plain number of ShortUnit.
	Short, ShortUnit string
	Doc              string
}

var delay = Parameter{Name: "delay", Unit: "duration", Range: "above 0", Short: "ms", ShortUnit: "ms", Doc: "how much later"}

var kinds = []Kind{
	{string(actors.FaultPanic), Inject, "actor", Once, nil, true, true, "the next tick panics; with a duration, every tick"},
	{string(actors.FaultError), Inject, "actor", Once, nil, true, true, "the next tick returns an error; with a duration, every tick"},
	{string(actors.FaultHang), Inject, "actor", Once, nil, true, true, "the next tick does not return; in virtual time the clock models it"},
	{string(actors.FaultSlow), Inject, "actor", UntilEnd, []Parameter{delay}, true, true, "ticks take longer"},
	{string(actors.FaultCrashLoop), Inject, "actor", UntilEnd, nil, true, true, "ticks panic, and so does every start"},
	{string(actors.FaultDrop), Inject, "link", UntilEnd, nil, true, true, "values are lost"},
	{string(actors.FaultDelay), Inject, "link", UntilEnd, []Parameter{delay}, true, true, "values arrive later"},
	{string(actors.FaultFreeze), Inject, "link", UntilEnd, nil, true, true, "the last value repeats, with new stamps"},
	{string(actors.FaultNaN), Inject, "link", UntilEnd, nil, true, true, "every number becomes NaN"},
	{string(Acknowledge), Acknowledge, "world", Instant, nil, true, true, "an operator consents to arm the joints of a world again"},
	{string(Reset), Reset, "world", Instant, nil, true, true, "the same after the start-up sequence was run again"},
	{string(Stop), Stop, "world", Instant, []Parameter{{Name: "mode", Unit: "word", Range: "ramp_hold, damp, ramp_off, brake, off",
		Default: messages.ModeRampHold.String(), Doc: "the least severe mode that will do; the gate refuses one that stops nothing"}}, true, true, "an operator stops all joints of a world"},
}

// Kinds lists every kind, faults of actors first, then those of links, then what an operator does.
func Kinds() []Kind {
	all := make([]Kind, len(kinds))
	for i, k := range kinds {
		k.Parameters = append([]Parameter{}, k.Parameters...)
		all[i] = k
	}
	return all
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
func (a *Action) kind() *Kind {
	if a.Verb == Inject {
		return kindOf(string(a.Fault.Kind))
	}
	return kindOf(string(a.Verb))
}

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
		all = append(all, p.Name+"="+strings.ToUpper(p.Unit))
	}
	return strings.Join(all, ", ")
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
	f := &a.Fault
	switch {
	case f.Duration < 0:
		return fmt.Errorf("%s lasts %s; expected a duration above zero, or none", k.Name, f.Duration)
	case a.World != "" || a.Mode != messages.ModeRun && a.Mode != messages.ModeRampHold:
		return fmt.Errorf("%s has a world or a mode; expected neither", k.Name)
	case len(k.Parameters) == 0 && f.Delay != 0:
		return fmt.Errorf("%s has a delay; expected none", k.Name)
	case len(k.Parameters) > 0 && f.Delay <= 0:
		return fmt.Errorf("%s needs a delay above zero, as delay=40ms", k.Name)
	}
	return k.checkTarget(f.Target)
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

// checkTarget looks at the form of a target; whether it exists, only the application knows.
func (k *Kind) checkTarget(target string) error {
	switch {
	case target == "" || strings.ContainsAny(target, " \t\r\n#="):
		return fmt.Errorf("target %q of %s; expected a name without spaces, # and =", target, k.Name)
	case k.Acts != "link" && strings.Contains(target, "->"):
		return fmt.Errorf("target %q of %s is a link; expected %s", target, k.Name, map[string]string{"actor": "an actor, as mobile_base/wheels", "world": "a world, as mobile_base"}[k.Acts])
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
