package app

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/coupling"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// resolveCouplings turns what the file says about couplings into flows between joints and ports of
// worlds.
func (l *loader) resolveCouplings() {
	var states []*rawFlow // of each coupling
	for i := range l.couplings {
		raw := &l.couplings[i]
		c := Coupling{Joint: raw.joint, At: raw.at(), Path: raw.path}
		if !l.sameWorlds(raw) {
			continue
		}
		good := true
		if raw.command != nil {
			c.Command = l.command(raw, raw.command)
			good = c.Command != nil
		}
		if state := l.state(raw, raw.state); state != nil && good {
			c.State = *state
			l.config.Couplings, states = append(l.config.Couplings, c), append(states, raw.state)
		}
	}
	l.oneWriter()
	l.markCoupled()
	l.boundStates(states)
}

// joint returns a joint of a world.
func (l *loader) joint(at WorldJoint) *Joint { return &l.config.Worlds[at.World].Joints[at.Joint] }

// sameWorlds reports whether commands and states of a coupling go between the same two worlds.
func (l *loader) sameWorlds(raw *rawCoupling) bool {
	if raw.command == nil || raw.state == nil || !raw.command.ok || !raw.state.ok {
		return true
	}
	if raw.command.world != raw.state.world {
		raw.state.worldAt.refuse(fmt.Sprintf("commands come from world %s, but states go to world %s", source.Quote(raw.command.world), source.Quote(raw.state.world)),
			source.Quote(raw.command.world), "a world that only observes the joint takes a coupling of its own")
		return false
	}
	if raw.command.port.world != raw.state.port.world {
		raw.state.portAt.refuse(fmt.Sprintf("commands go to world %s, but states come from world %s", source.Quote(raw.command.port.world), source.Quote(raw.state.port.world)),
			"a port of world "+source.Quote(raw.command.port.world), "")
		return false
	}
	return true
}

// ends resolves both ends of a flow, and checks that they have the same joint.
func (l *loader) ends(raw *rawCoupling, flow *rawFlow, input bool, valueType string) (world WorldJoint, port Endpoint, ok bool) {
	if flow == nil || !flow.ok {
		return world, port, false
	}
	world.World, port.World = l.worldIndex(flow.world), l.worldIndex(flow.port.world)
	here, there := &l.config.Worlds[world.World], &l.config.Worlds[port.World]
	port.Actor = slices.IndexFunc(there.Actors, func(p Actor) bool { return p.Name == flow.port.actor })
	ok = true
	if port.Actor < 0 && l.broken[there.Name+"/"+flow.port.actor] {
		ok = false
	} else if port.Actor < 0 {
		flow.portAt.refuseName("actor of world "+source.Quote(there.Name), flow.port.actor, actorNames(there))
		ok = false
	} else if port.Port, ok = l.portOf(flow, &there.Actors[port.Actor], raw.joint, input); ok {
		ok = l.checkPort(flow.portAt.at(), flow.portAt.path, &there.Actors[port.Actor], port.Port, input, valueType)
	}
	if here.Model == nil || there.Model == nil {
		return world, port, false
	}
	for _, end := range []struct {
		w  *World
		to *int
	}{{here, &world.Joint}, {there, &port.Joint}} {
		j, err := end.w.Model.JointIndex(raw.joint)
		if err != nil {
			raw.jointAt.refuseName("joint of world "+source.Quote(end.w.Name), raw.joint, end.w.Model.JointNames())
			ok = false
		}
		*end.to = j
	}
	if ok {
		ok = l.sameJoint(raw, here, there, world.Joint, port.Joint)
	}
	return world, port, ok
}

// sameJoint checks that a joint is the same in two worlds: type, limits and frame.
func (l *loader) sameJoint(raw *rawCoupling, a, b *World, i, j int) bool {
	differences := worlds.CompareJoint(a.Model.Joint(i), b.Model.Joint(j))
	if len(differences) == 0 {
		return true
	}
	var texts []string
	for _, d := range differences {
		texts = append(texts, d.String())
	}
	raw.jointAt.refuse(fmt.Sprintf("joint %s differs between worlds %s and %s: %s", source.Quote(raw.joint), source.Quote(a.Name), source.Quote(b.Name), strings.Join(texts, "; ")),
		"the same type, limits and frame in both worlds", fmt.Sprintf("it is declared at %s and at %s", a.Model.Joint(i).At, b.Model.Joint(j).At))
	return false
}

// command resolves the way of commands.
func (l *loader) command(raw *rawCoupling, flow *rawFlow) *CommandFlow {
	c := &CommandFlow{At: flow.at()}
	before := l.list.Len()
	var ok bool
	c.From, c.To, ok = l.ends(raw, flow, true, "messages.JointCommand")
	mode, found := flow.need("mode", "the control mode that is carried: position, velocity, effort or a mix")
	if found {
		c.Control = l.controlMode(mode)
	}
	if ok && c.Control != messages.ControlNone {
		l.takesMode(mode, c)
	}
	c.OnStale = onStale(flow.fields, c.Control)
	if resample, found := flow.get("resample"); found {
		word, _ := resample.word("hold", "linear", "cubic")
		c.Resample, _ = coupling.ParseResample(word)
		known := ok && l.period(c.From.World) > 0 // else it was reported
		if known && c.Resample != coupling.Hold && l.period(c.From.World) <= l.period(c.To.World) {
			resample.refuse(fmt.Sprintf("world %s is not slower than world %s: there is nothing between two values to be filled", source.Quote(flow.world), source.Quote(flow.port.world)), "hold", "")
		}
	}
	if ok {
		c.MaxAge = maxAge(flow.fields, l.period(c.From.World), l.period(c.To.World))
		if age, found := flow.get("max_age"); found && c.MaxAge > longAge {
			l.note(age.at(), age.path, fmt.Sprintf("commands of up to %v are still followed: the joint goes on for as long after world %s has fallen silent", c.MaxAge, source.Quote(flow.world)))
		}
	}
	if l.list.Len() > before || !ok {
		return nil
	}
	return c
}

// state resolves the way of states.
func (l *loader) state(raw *rawCoupling, flow *rawFlow) *StateFlow {
	if flow == nil {
		return nil // reported when it was read
	}
	s := &StateFlow{At: flow.at()}
	before := l.list.Len()
	var ok bool
	s.To, s.From, ok = l.ends(raw, flow, false, "messages.VirtualState")
	if resample, found := flow.get("resample"); found {
		word, _ := resample.word("hold")
		s.Resample, _ = coupling.ParseResample(word)
	}
	if l.list.Len() > before || !ok {
		return nil
	}
	return s
}

func (l *loader) period(world int) time.Duration { return l.config.Worlds[world].Period }

// worldIndex returns the index of a world that is known to be there.
func (l *loader) worldIndex(name string) int {
	return slices.IndexFunc(l.config.Worlds, func(w World) bool { return w.Name == name })
}

// controlMode reads a control mode.
func (l *loader) controlMode(c cursor) messages.ControlMode {
	const expected = "position, velocity, effort, or a mix such as position+velocity"
	text, ok := c.str(expected)
	if !ok {
		return messages.ControlNone
	}
	mode, err := messages.ParseControlMode(text)
	if err != nil || mode == messages.ControlNone {
		c.refuse("the control mode "+source.Quote(text)+" is unknown", expected, l.list.suggest(text, []string{"position", "velocity", "effort"}))
		return messages.ControlNone
	}
	return mode
}

// takesMode checks that the joint takes the control mode in both worlds.
func (l *loader) takesMode(at cursor, c *CommandFlow) {
	for _, end := range []WorldJoint{c.From, c.To.WorldJoint} {
		w := &l.config.Worlds[end.World]
		joint := w.Model.Joint(end.Joint)
		if joint.Role == worlds.Passive { // its actor says what it follows: see checkCarried
			continue
		}
		if !joint.Control.Has(c.Control) {
			at.refuse(fmt.Sprintf("joint %s of world %s takes no commands in %s", source.Quote(joint.Name), source.Quote(w.Name), c.Control),
				"a control mode that it takes: "+joint.Control.String(), "")
		}
	}
}

// onStale reads what an old command leads to. An effort has no default: nobody but the file knows
// what the joint carries.
func onStale(f fields, mode messages.ControlMode) coupling.OnStale {
	choice, found := f.get("on_stale")
	if !found {
		switch {
		case mode.Has(messages.ControlEffort):
			f.need("on_stale", "what an old effort leads to: ramp_to_zero, or withdraw where the joint carries weight")
		case mode.Has(messages.ControlPosition):
			return coupling.DecelerateAndHold
		}
		return coupling.RampToZero
	}
	word, ok := choice.word("ramp_to_zero", "decelerate_and_hold", "withdraw")
	if !ok {
		return coupling.RampToZero
	}
	o, err := coupling.ParseOnStale(word)
	switch {
	case err != nil:
		choice.refuse(err.Error(), "", "")
	case o == coupling.RampToZero && mode.Has(messages.ControlPosition):
		choice.refuse("ramp_to_zero would drive a position to zero", "decelerate_and_hold or withdraw", "")
	case o == coupling.DecelerateAndHold && mode != messages.ControlNone && !mode.Has(messages.ControlPosition):
		choice.refuse("decelerate_and_hold holds a position, which the coupling does not carry", "ramp_to_zero or withdraw", "")
	}
	return o
}

// maxAge reads the bound of a flow's values, and checks it against the period of their source.
func maxAge(f fields, source, receiver time.Duration) time.Duration {
	c, found := f.get("max_age")
	if !found {
		return coupling.DefaultMaxAge(source, receiver)
	}
	d, ok := c.duration(time.Nanosecond)
	if ok && d < source {
		c.refuse(fmt.Sprintf("the age %v is below the period of the source, %v: values would be too old before the next one can come", d, source),
			fmt.Sprintf("at least %v", source), "")
	}
	return d
}

// oneWriter checks that no two couplings write the same port, or the same joint of a world.
func (l *loader) oneWriter() {
	first := map[string]source.Position{}
	claim := func(what string, at source.Position, path string) bool {
		if before, found := first[what]; found {
			l.complain(at, path, "another coupling writes "+what+" already", "one writer", "the other one is at "+before.String())
			return false
		}
		first[what] = at
		return true
	}
	for _, c := range l.config.Couplings {
		path := c.Path
		to := &l.config.Worlds[c.State.To.World]
		claim("the state of joint "+source.Quote(c.Joint)+" of world "+source.Quote(to.Name), c.State.At, path+".state")
		if c.Command == nil {
			continue
		}
		from, target := &l.config.Worlds[c.Command.From.World], &l.config.Worlds[c.Command.To.World]
		claim("the commands of joint "+source.Quote(c.Joint)+" of world "+source.Quote(from.Name), c.Command.At, path+".command")
		if !claim("input "+target.Actors[c.Command.To.Actor].Path+"."+c.Command.To.Port, c.Command.At, path+".command") {
			continue
		}
		claim("the commands that world "+source.Quote(target.Name)+" receives for joint "+source.Quote(c.Joint), c.Command.At, path+".command")
	}
}
