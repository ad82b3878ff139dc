package faults

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"sort"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// Record is an Entry as a mapping of an application file or of JSON. Its keys are the words of a
// line. Times are durations from the start of the run, written as 2.8s in YAML and as nanoseconds
// in JSON.
type Record struct {
	// At, or Every with From and Until, is the time. Without From, an entry starts after one
	// period.
	At    time.Duration  `yaml:"at,omitempty" json:"at,omitempty"`
	Every time.Duration  `yaml:"every,omitempty" json:"every,omitempty"`
	From  *time.Duration `yaml:"from,omitempty" json:"from,omitempty"`
	Until time.Duration  `yaml:"until,omitempty" json:"until,omitempty"`
	// For is the duration of a fault.
	For time.Duration `yaml:"for,omitempty" json:"for,omitempty"`
	// P is the probability of each occurrence.
	P      float64 `yaml:"p,omitempty" json:"p,omitempty"`
	Kind   string  `yaml:"kind" json:"kind"`
	Target string  `yaml:"target" json:"target"`
	Mode   string  `yaml:"mode,omitempty" json:"mode,omitempty"`
	// With holds the parameters of the kind by name, as in a line: numbers, words, and durations
	// such as 40ms.
	With map[string]any `yaml:"with,omitempty" json:"with,omitempty"`
	// Delay is short for the parameter delay in With.
	Delay time.Duration `yaml:"delay,omitempty" json:"delay,omitempty"`
}

// Record returns the entry as a mapping.
func (e Entry) Record() Record {
	r := Record{Every: e.Every, Until: time.Duration(e.Until), For: e.Fault.Duration, P: e.Probability, Kind: e.name(), Target: e.target()}
	switch {
	case e.Every == 0:
		r.At = time.Duration(e.At)
	case e.At != messages.Instant(e.Every):
		from := time.Duration(e.At)
		r.From = &from
	}
	switch e.Verb {
	case Inject:
		r.With = settings(e.kind(), &e.Fault)
	case Stop:
		r.Mode = e.Mode.String()
	case Report, Clear:
		r.With = map[string]any{e.kind().Parameters[0].Name: e.Class}
	}
	return r
}

// Entry returns the mapping as an entry, or the error of the mapping.
func (r Record) Entry() (Entry, error) {
	k := kindOf(r.Kind)
	if k == nil {
		text, _ := unknownKind(r.Kind)
		return Entry{}, errors.New(text)
	}
	e := Entry{Every: r.Every, Until: messages.Instant(r.Until), Probability: r.P}
	e.At, e.Verb, e.Mode = messages.Instant(r.At), k.Verb, messages.ModeRampHold
	if r.Every != 0 {
		e.At = messages.Instant(r.Every)
		if r.From != nil {
			e.At = messages.Instant(*r.From)
		}
	}
	switch {
	case r.Every != 0 && r.At != 0:
		return Entry{}, fmt.Errorf("%s has at %s and every %s; expected one of them", r.Kind, r.At, r.Every)
	case r.Every == 0 && r.From != nil:
		return Entry{}, fmt.Errorf("%s has from %s, but does not repeat; expected every, or at", r.Kind, *r.From)
	case r.Mode != "" && k.Verb != Stop:
		return Entry{}, fmt.Errorf("%s has mode %q; expected none", r.Kind, r.Mode)
	case r.Mode != "":
		mode, err := messages.ParseMode(r.Mode)
		if err != nil {
			return Entry{}, err
		}
		e.Mode = mode
	}
	e.Fault.Duration, e.Fault.Delay = r.For, r.Delay
	e.aim(r.Target)
	if k.Verb == Inject {
		e.Fault.Kind = actors.FaultKind(k.Name)
	}
	if err := r.set(k, &e); err != nil {
		return Entry{}, err
	}
	return e, e.Check()
}

// set sets the parameters of an entry, in the order of their names.
func (r *Record) set(k *Kind, e *Entry) error {
	names := slices.Collect(maps.Keys(r.With))
	sort.Strings(names)
	for _, name := range names {
		p := k.Parameter(name)
		switch {
		case p == nil || k.Verb != Inject && !k.reports():
			return fmt.Errorf("%s has no parameter %q; expected %s", k.Name, name, k.Takes())
		case k.reports():
			e.Class = fmt.Sprint(r.With[name])
			continue
		}
		if err := p.Parse(&e.Fault, fmt.Sprint(r.With[name])); err != nil {
			return err
		}
	}
	return nil
}

// settings returns the parameters that a fault has, nil where it has none.
func settings(k *Kind, f *actors.Fault) map[string]any {
	if k == nil {
		return nil
	}
	var with map[string]any
	for i := range k.Parameters {
		p := &k.Parameters[i]
		var value any
		switch number := p.Number(f); {
		case p.Field == actors.FieldChoice && f.Choice != "":
			value = f.Choice
		case number == 0:
			continue
		case p.Field == actors.FieldDelay:
			value = f.Delay.String()
		case p.Field == actors.FieldCount:
			value = f.Count
		default:
			value = number
		}
		if with == nil {
			with = map[string]any{}
		}
		with[p.Name] = value
	}
	return with
}
