package app

import (
	"fmt"
	"slices"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
)

// jointRules are what a drive or a joint says about faults. What is nil is not given.
type jointRules struct {
	safeMode     *messages.Mode
	rearm, start *modes.Rearm
	settle       *time.Duration
	kind         *modes.JointKind
	modes        []faultMode

	safeModeAt, kindAt cursor
}

// faultMode is the mode that one fault is to lead to, and where the file says so.
type faultMode struct {
	fault modes.FaultClass
	mode  messages.Mode
	at    cursor
}

// rules reads the keys safe_mode, kind, modes, rearm, start and settle.
func (f fields) rules() jointRules {
	var r jointRules
	if c, found := f.get("safe_mode"); found {
		r.safeModeAt = c
		r.safeMode = c.mode(safeModes())
	}
	if c, found := f.get("kind"); found {
		r.kindAt = c
		if word, ok := c.word(words(modes.JointKinds())...); ok {
			kind, _ := modes.ParseJointKind(word)
			r.kind = &kind
		}
	}
	if c, found := f.get("modes"); found {
		section := c.fields(keyNames(faultModeKeys())...)
		for _, fault := range modes.FaultClasses() {
			if c, found := section.get(fault.String()); found {
				if mode := c.mode(faultModes()); mode != nil {
					r.modes = append(r.modes, faultMode{fault, *mode, c})
				}
			}
		}
	}
	r.rearm, r.start = f.rearm("rearm"), f.rearm("start")
	if c, found := f.get("settle"); found {
		if d, ok := c.duration(0); ok {
			r.settle = &d
		}
	}
	return r
}

// mode reads the name of a mode, and returns nil for an unknown one.
func (c cursor) mode(known []string) *messages.Mode {
	word, ok := c.word(known...)
	if !ok {
		return nil
	}
	mode, _ := messages.ParseMode(word)
	return &mode
}

// rearm reads a way of re-arm behind a key, nil where none is given.
func (f fields) rearm(key string) *modes.Rearm {
	if c, found := f.get(key); found {
		if word, ok := c.word(words(modes.Rearms())...); ok {
			way, _ := modes.ParseRearm(word)
			return &way
		}
	}
	return nil
}

// over returns the rules with those of another place over them.
func (r jointRules) over(base jointRules) jointRules {
	out := base
	if r.safeMode != nil {
		out.safeMode, out.safeModeAt = r.safeMode, r.safeModeAt
	}
	if r.kind != nil {
		out.kind, out.kindAt = r.kind, r.kindAt
	}
	out.modes = slices.Concat(base.modes, r.modes) // the later one counts
	if r.rearm != nil {
		out.rearm = r.rearm
	}
	if r.start != nil {
		out.start = r.start
	}
	if r.settle != nil {
		out.settle = r.settle
	}
	return out
}

// apply writes the rules into a joint that a drive moves.
func (l *loader) apply(r jointRules, j *Joint) {
	if r.safeMode != nil {
		j.SafeMode = *r.safeMode
	}
	if r.rearm != nil {
		j.Rearm = *r.rearm
	}
	if r.start != nil {
		j.Start = *r.start
	}
	if r.settle != nil {
		j.Settle = *r.settle
	}
	if r.kind == nil && r.modes == nil {
		return
	}
	d := &modes.Declared{Rearm: j.Rearm, RearmGiven: r.rearm != nil}
	if r.kind != nil {
		d.Kind = *r.kind
	}
	if r.safeMode != nil {
		d.SafeMode = *r.safeMode
	}
	if r.kind != nil && r.safeMode != nil && !slices.Contains(d.Allowed(modes.CommandLate), d.SafeMode) {
		r.safeModeAt.refuse(fmt.Sprintf("mode %s does not suit a joint of kind %s", d.SafeMode, d.Kind), oneOf(words(d.Allowed(modes.CommandLate))), "")
	}
	for _, m := range r.modes {
		if allowed := d.Allowed(m.fault); !slices.Contains(allowed, m.mode) {
			m.at.refuse(fmt.Sprintf("mode %s after %s does not suit %s", m.mode, m.fault, kindText(d.Kind)), oneOf(words(allowed)), "")
			continue
		}
		d.Modes[m.fault] = m.mode
	}
	j.Declared = d
	failed := modes.Resolve(modes.ActorFailed, d)
	j.SafeMode = failed.First()
}

func kindText(k modes.JointKind) string {
	if k == modes.AnyJoint {
		return "a joint without a kind"
	}
	return "a joint of kind " + k.String()
}

// safeModes lists the modes that every fault may lead to: those that stop.
func safeModes() []string {
	var names []string
	for _, m := range messages.Modes() {
		if m.Stops() {
			names = append(names, m.String())
		}
	}
	return names
}

// faultModes lists the modes that a single fault may lead to.
func faultModes() []string { return append([]string{messages.ModeLimited.String()}, safeModes()...) }

// faultModeKeys are the keys of the section modes.
func faultModeKeys() []key {
	var keys []key
	for _, f := range modes.FaultClasses() {
		keys = append(keys, key{f.String(), oneWord(faultModes()...), "mode when " + f.Meaning() + "; default: by kind"})
	}
	return keys
}
