package app

import (
	"fmt"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/modes"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// world reads one world: its model first, because everything else names joints, groups and links of
// it.
func (l *loader) world(n named) {
	f := n.fields(keyNames(worldKeys)...)
	if !f.ok {
		return
	}
	w := World{Name: n.name, Domain: l.domain(f, "main"), At: n.keyAt(), Restart: l.defaults, path: n.path}
	if policy, found := l.policies[n.name]; found {
		w.Restart = policy
	}
	w.Period, _ = f.period()
	l.tolerance(f, &w)
	settings := l.jointSettings(f, n.name)
	w.Model = l.worldModel(f, n.name, settings)
	l.applySettings(&w, settings)
	l.actors(f, &w)
	l.finish(settings, &w, l.drives(f, &w))
	l.checkChildren(&w)
	l.config.Worlds = append(l.config.Worlds, w)
}

// tolerance reads what a world bears of missed releases and of ticks that do not return.
func (l *loader) tolerance(f fields, w *World) {
	w.Tolerance = DefaultTolerance(w.Period)
	overrun, found := f.get("on_overrun")
	if !found {
		return
	}
	o := overrun.fields(keyNames(overrunKeys)...)
	if missed, found := o.get("missed"); found {
		v, _ := missed.integerFrom(1, 1_000_000)
		w.Tolerance.Missed = int(v)
	}
	if per, found := o.get("recover_per"); found {
		v, _ := per.integerFrom(1, 1_000_000)
		w.Tolerance.RecoverPer = int(v)
	}
	if hang, found := o.get("hang_after"); found {
		w.HangAfter, _ = hang.duration(w.Period)
	}
}

// worldModel builds the model of a world, and returns nil after reporting an error.
func (l *loader) worldModel(f fields, name string, settings *jointSettings) *worlds.World {
	models, found := f.need("models", "models: [{path: ...}]")
	if !found {
		return nil
	}
	d := l.models(name, models, []string{f.text.File()})
	if d == nil {
		return nil
	}
	before := l.list.Len()
	l.roles(name, d, settings, drivenIn(f, d)) // before groups, which have no passive joint in all
	l.groups(f, d)
	l.limits(f, d)
	if l.list.Len() > before {
		return nil
	}
	l.noteAll(d.Notes)
	if len(jointsOf(d).moving) == 0 {
		models.refuse("no joint of the world moves", "a robot description with a joint that is not fixed: a world commands joints",
			"add it to the world of the robot that it stands on: models: [..., {path: ..., joint: {parent: LINK}}]")
		return nil
	}
	return l.build(d, f.cursor)
}

// build makes a world of a description.
func (l *loader) build(d *worlds.Description, at cursor) *worlds.World {
	model, err := worlds.Build(d)
	if err != nil {
		l.list.AddError(at.at(), at.path, err)
		return nil
	}
	return model
}

// roles writes into a description who moves each joint: nobody where the file says so, a drive, or
// another world where a coupling does.
func (l *loader) roles(world string, d *worlds.Description, settings *jointSettings, driven map[string]bool) {
	for i := range d.Joints {
		joint := &d.Joints[i]
		if s := settings.of(joint.Name); s != nil && s.passive != nil {
			if *s.passive {
				joint.Role, joint.Control = worlds.Passive, messages.ControlNone
			} else if joint.Role == worlds.Passive {
				joint.Role = worlds.Driven
			}
		}
		switch coupled := l.coupled(world, joint.Name); {
		case coupled && joint.Role == worlds.Passive && (l.observedOnly(world, joint.Name) || l.estimated(world, joint.Name, settings)):
		case coupled && joint.Role == worlds.Passive:
			l.complain(joint.At, joint.Name, "joint "+source.Quote(joint.Name)+" of world "+source.Quote(world)+" is passive, but a coupling has it",
				"a joint that somebody moves, or one whose state the commanded actor estimates", "passive: false under joints overrules a model; state: ACTOR.state under joints names the actor that estimates it, as a wheeled base does")
		case coupled && driven[joint.Name] && !l.virtual(world, joint.Name):
			joint.Role = worlds.Driven
		case coupled:
			joint.Role = worlds.Virtual
		}
	}
	joints := jointsOf(d)
	for _, s := range settings.entries {
		at := s.cursor
		at.Node = s.key
		joints.check(at, s.name)
	}
}

// jointSettings are the entries of the section joints of a world.
type jointSettings struct {
	entries []jointSetting
	index   map[string]int // joint -> entry
}

// jointSetting is what a world says about one joint. What is nil is left to the drive.
type jointSetting struct {
	named
	passive *bool
	state   Input
	rules   jointRules
}

// of returns the setting of a joint, or nil.
func (s *jointSettings) of(joint string) *jointSetting {
	i, found := s.index[joint]
	if !found {
		return nil
	}
	return &s.entries[i]
}

// jointSettings reads the section joints.
func (l *loader) jointSettings(f fields, world string) *jointSettings {
	settings := &jointSettings{index: map[string]int{}}
	section, found := f.get("joints")
	if !found {
		return settings
	}
	for _, n := range section.named("joint", worlds.CheckName) {
		s := jointSetting{named: n}
		j := n.fields(keyNames(jointKeys)...)
		if passive, found := j.get("passive"); found {
			if v, ok := passive.boolean(); ok {
				s.passive = &v
			}
		}
		if state, found := j.get("state"); found {
			s.state = estimate(state, world)
		}
		s.rules = j.rules()
		settings.index[n.name] = len(settings.entries)
		settings.entries = append(settings.entries, s)
	}
	return settings
}

// estimate reads the output that has the state of a joint.
func estimate(c cursor, world string) Input {
	const expected = "an output of this world, as actor.port"
	text, ok := c.str(expected)
	if !ok {
		return Input{}
	}
	from, ok := c.outputOf(world, text)
	if ok && isSensor(from) {
		c.refuse(source.Quote(text)+" is a sensor of the plant", expected, "an actor that reads the sensor says where the joint is, and for how long without it")
		ok = false
	}
	if !ok {
		return Input{}
	}
	return Input{From: from, At: c.at()}
}

// defaultSettle is the time without a cause before a joint re-arms by itself.
const defaultSettle = 500 * time.Millisecond

// applySettings makes the joints of a world, with the defaults.
func (l *loader) applySettings(w *World, settings *jointSettings) {
	if w.Model == nil {
		return
	}
	for _, joint := range w.Model.Joints() {
		j := Joint{Name: joint.Name, SafeMode: messages.ModeRampHold, Rearm: modes.Acknowledge, Start: modes.Acknowledge,
			Settle: defaultSettle, Drive: -1, Controller: -1, At: joint.At}
		if s := settings.of(joint.Name); s != nil {
			j.At, j.State = s.keyAt(), s.state
		}
		w.Joints = append(w.Joints, j)
	}
}

// finish writes the rules of drives, and those of single joints over them, into the joints.
func (l *loader) finish(s *jointSettings, w *World, drives []jointRules) {
	for i := range w.Joints {
		j := &w.Joints[i]
		var r jointRules
		if j.Drive >= 0 {
			r = drives[j.Drive]
		}
		if one := s.of(j.Name); one != nil {
			if one.rules.kind != nil && j.Drive < 0 {
				one.rules.kindAt.refuse("joint "+source.Quote(j.Name)+" has no drive in this world", "a kind for joints that a drive moves", "")
				one.rules.kind = nil
			}
			r = one.rules.over(r)
		}
		l.apply(r, j)
	}
}

// words returns the texts of a list of named values.
func words[T any](values []T) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = fmt.Sprint(v)
	}
	return out
}
