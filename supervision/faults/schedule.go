package faults

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// Action is one entry of a schedule: a fault, or what an operator does.
type Action struct {
	At messages.Instant
	// Verb is acknowledge or stop, with World, or inject, with Fault.
	Verb  Verb
	World string
	Mode  messages.Mode // of stop
	Fault actors.Fault
}

// Verb says what an Action does.
type Verb string

// The verbs.
const (
	// Inject makes a fault happen.
	Inject Verb = "inject"
	// Acknowledge is an operator's consent to arm the joints of a world again.
	Acknowledge Verb = "acknowledge"
	// Stop is an operator's stop of all joints of a world.
	Stop Verb = "stop"
)

// String prints the entry as Parse reads it.
func (a Action) String() string {
	s := "at " + time.Duration(a.At).String()
	switch a.Verb {
	case Inject:
		return s + " " + a.Fault.String()
	case Stop:
		return s + " stop " + a.World + " mode=" + a.Mode.String()
	}
	return s + " " + string(a.Verb) + " " + a.World
}

var faultKinds = []actors.FaultKind{actors.FaultPanic, actors.FaultError, actors.FaultHang, actors.FaultSlow, actors.FaultCrashLoop,
	actors.FaultDrop, actors.FaultDelay, actors.FaultFreeze, actors.FaultNaN}

// Parse reads one line:
//
//	at 4s panic mobile_base/wheels
//	at 2.8s for 273ms drop whole_body/gate.joint_mobile_planar
//	at 3s for 1s delay mobile_base/controller.state delay=40ms
//	at 5s acknowledge mobile_base
//	at 6s stop whole_body mode=ramp_hold
func Parse(line string) (a Action, err error) {
	words := strings.Fields(line)
	wrong := func(format string, args ...any) (Action, error) {
		return Action{}, fmt.Errorf("%q: %s; expected a line such as \"at 4s panic mobile_base/wheels\", \"at 2s for 100ms drop OUTPUT\" or \"at 5s acknowledge mobile_base\"", line, fmt.Sprintf(format, args...))
	}
	if len(words) < 4 || words[0] != "at" {
		return wrong("it is not \"at TIME KIND TARGET\"")
	}
	at, err := time.ParseDuration(words[1])
	if err != nil || at < 0 {
		return wrong("time %q is no duration of zero or more", words[1])
	}
	a.At = messages.Instant(at)
	words = words[2:]
	if words[0] == "for" {
		if a.Fault.Duration, err = time.ParseDuration(words[1]); err != nil || a.Fault.Duration <= 0 || len(words) < 4 {
			return wrong("\"for %s\" is no positive duration before a kind and a target", words[1])
		}
		words = words[2:]
	}
	kind, target := words[0], words[1]
	a.Mode = messages.ModeRampHold
	for _, parameter := range words[2:] {
		if err := a.parameter(kind, parameter); err != nil {
			return wrong("%v", err)
		}
	}
	if v := Verb(kind); v == Acknowledge || v == Stop {
		a.Verb, a.World = v, target
		if a.Fault != (actors.Fault{}) {
			return wrong("%s takes neither a duration nor a delay", kind)
		}
		return a, nil
	}
	for _, k := range faultKinds {
		if string(k) == kind {
			a.Verb, a.Fault.Kind, a.Fault.Target = Inject, k, target
			return a, nil
		}
	}
	known := make([]string, len(faultKinds))
	for i, k := range faultKinds {
		known[i] = string(k)
	}
	return wrong("kind %q is unknown; known: %s, acknowledge, stop", kind, strings.Join(known, ", "))
}

func (a *Action) parameter(kind, text string) (err error) {
	key, value, ok := strings.Cut(text, "=")
	switch {
	case !ok:
		return fmt.Errorf("%q is no parameter such as delay=40ms", text)
	case key == "delay" && kind != "stop":
		if a.Fault.Delay, err = time.ParseDuration(value); err != nil || a.Fault.Delay <= 0 {
			return fmt.Errorf("delay %s is no positive duration", strconv.Quote(value))
		}
		return nil
	case key == "mode" && kind == "stop":
		a.Mode, err = messages.ParseMode(value)
		return err
	}
	return fmt.Errorf("%s has no parameter %q", kind, key)
}
