package app

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/hardware"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/coupling"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// check judges the application as a whole, after everything was read and every name resolved.
func (l *loader) check() {
	for i := range l.config.Worlds {
		w := &l.config.Worlds[i]
		l.checkPlant(w)
		l.listSensors(w)
		l.checkInputs(w)
		l.checkClaims(w)
		l.checkJoints(w)
		l.checkStates(w)
	}
	l.checkFed()
	l.checkOrigins()
	l.remark()
}

// remarkJobs warns of actors that need more threads of jobs than the file gives.
func (l *loader) remarkJobs() {
	for i := range l.config.Worlds {
		w := &l.config.Worlds[i]
		for k := range w.Actors {
			a := &w.Actors[k]
			if r, is := a.Instance.(worlds.JobRunner); is && r.JobThreads() > l.config.JobThreads {
				l.note(a.At, w.path+".processors."+a.Name, fmt.Sprintf("its jobs wait for those of the actors that it asks, because app.job_threads is %d; expected %d or more", l.config.JobThreads, r.JobThreads()))
			}
		}
	}
}

// remark adds the warnings of the plants, and of too few threads of jobs.
func (l *loader) remark() {
	l.remarkJobs()
	l.remarkIdlePlants()
	for _, p := range l.config.Plants {
		if r, ok := p.Instance.(hardware.Linter); ok && p.Model != nil {
			var texts []string
			if err := protect(func() error { texts = r.Lint(p.Model); return nil }); err != nil {
				l.list.AddError(p.At, p.section(), err)
				continue
			}
			for _, text := range texts {
				l.note(p.At, p.section(), text)
			}
		}
	}
}

// complain reports a problem of a place; the line is added at the end of the load.
func (l *loader) complain(at source.Position, path, problem, expected, hint string) {
	l.list.Add(source.Diagnostic{Position: at, Path: path, Problem: problem, Expected: expected, Hint: hint})
}

// note adds a warning.
func (l *loader) note(at source.Position, path, text string) {
	l.config.Notes = append(l.config.Notes, source.Diagnostic{Position: at, Path: path, Problem: text})
}

// noteAll adds the notes of a description, except those of an earlier reading by another world or
// by the plant.
func (l *loader) noteAll(notes []source.Diagnostic) {
	for _, n := range notes {
		if !slices.Contains(l.config.Notes, n) {
			l.config.Notes = append(l.config.Notes, n)
		}
	}
}

// checkInputs checks the links that the file declares inside of a world: both ends exist, carry the
// same, and no value is too old before the next one can come.
func (l *loader) checkInputs(w *World) {
	for i := range w.Actors {
		p := &w.Actors[i]
		for j, in := range p.Inputs {
			path := w.path + ".processors." + p.Name + ".inputs." + in.Port
			if in.From == "" {
				path = w.path + ".processors." + p.Name + ".max_age." + in.Port
			}
			known := l.checkPort(in.At, path, p, in.Port, true, "")
			if in.From == "" {
				continue
			}
			period, ok := l.checkSource(w, &in, path, portType(p.Kind, in.Port))
			if !known || !ok {
				continue
			}
			if in.MaxAge == 0 {
				p.Inputs[j].MaxAge = defaultAge(p, in.Port, period)
			} else if in.MaxAge < period {
				l.complain(in.At, w.path+".processors."+p.Name+".max_age."+in.Port,
					fmt.Sprintf("the age %v is below the period of the source, %v", in.MaxAge, period), fmt.Sprintf("at least %v", period), "")
			}
		}
	}
}

// checkStates checks the actors that estimate passive joints.
func (l *loader) checkStates(w *World) {
	for i := range w.Joints {
		j := &w.Joints[i]
		if j.State.From == "" {
			continue
		}
		path := w.path + ".joints." + j.Name + ".state"
		if w.Model.Joint(i).Role != worlds.Passive {
			l.complain(j.State.At, path, "joint "+source.Quote(j.Name)+" is not passive: a drive or a coupling has its state", "passive: true, or no state", "")
			continue
		}
		if period, ok := l.checkSource(w, &j.State, path, "messages.VirtualState"); ok {
			j.State.MaxAge = coupling.DefaultMaxAge(period, w.Period)
		}
	}
}

// defaultAge bounds the age of an input that the file gives no bound: that of the port itself if it
// has one, otherwise the one of couplings. What comes from an actor without a period may be of any
// age.
func defaultAge(p *Actor, port string, period time.Duration) time.Duration {
	for _, info := range p.Kind.Ports {
		if info.Name == port && info.MaxAge > 0 {
			return 0
		}
	}
	if period == 0 {
		return 0
	}
	return coupling.DefaultMaxAge(period, p.Period)
}

// checkPort checks that an actor has a port of a direction and, if given, of a type of values.
func (l *loader) checkPort(at source.Position, path string, p *Actor, port string, input bool, valueType string) bool {
	word := map[bool]string{true: "input", false: "output"}[input]
	var known []string
	if kind, has := p.Instance.(worlds.OptionPorts); has {
		carries := "messages.VirtualState"
		inputs, all := kind.OptionPorts()
		if input {
			all, carries = inputs, "messages.JointCommand"
		}
		if slices.Contains(all, port) && (valueType == "" || valueType == carries) {
			return true
		}
		known = append(known, all...)
	}
	for _, info := range p.Kind.Ports {
		carries := carriedType(info.Type)
		switch {
		case info.Name == port && info.Input != input:
			l.complain(at, path, fmt.Sprintf("port %s of %s (%s) is not an %s", source.Quote(port), p.Path, p.Kind.Name, word), "", "")
			return false
		case info.Name == port && valueType != "" && carries != valueType:
			l.complain(at, path, fmt.Sprintf("%s %s of %s (%s) carries %s", word, source.Quote(port), p.Path, p.Kind.Name, carries), "a port that carries "+valueType, "")
			return false
		case info.Name == port:
			return true
		case info.Input == input:
			known = append(known, info.Name)
		}
	}
	if _, dynamic := p.Instance.(worlds.DynamicPorts); dynamic {
		return true
	}
	l.complain(at, path, fmt.Sprintf("%s (%s) has no %s named %s", p.Path, p.Kind.Name, word, source.Quote(port)), oneOf(known), l.list.suggest(port, known))
	return false
}

// carriedType returns what a port carries: "messages.JointState" for
// "In[path/messages.JointState]".
func carriedType(port string) string {
	inner := strings.TrimSuffix(port[strings.IndexByte(port, '[')+1:], "]")
	return inner[strings.LastIndexByte(inner, '/')+1:]
}

// portType returns what a port of a kind carries, empty where the kind does not list it.
func portType(kind *actors.Kind, port string) string {
	for _, info := range kind.Ports {
		if info.Name == port {
			return carriedType(info.Type)
		}
	}
	return ""
}

func actorNames(w *World) []string {
	names := make([]string, len(w.Actors))
	for i := range w.Actors {
		names[i] = w.Actors[i].Name
	}
	return names
}

// checkClaims finds out which controller commands which joint: one at most.
func (l *loader) checkClaims(w *World) {
	for i := range w.Actors {
		p := &w.Actors[i]
		if p.Group == nil {
			continue
		}
		at, path := p.Where("joint_group"), w.path+".processors."+p.Name+".options.joint_group"
		l.checkPort(p.TypeAt, w.path+".processors."+p.Name+".type", p, "command", false, "messages.JointCommand")
		for k := range p.Group.NumJoints() {
			j := &w.Joints[p.Group.WorldJoint(k)]
			joint := w.Model.Joint(p.Group.WorldJoint(k))
			if j.Controller >= 0 {
				l.complain(at, path, fmt.Sprintf("joint %s is commanded by %s already", source.Quote(j.Name), source.Quote(w.Actors[j.Controller].Name)),
					"one controller a joint", "joint groups of two controllers may not overlap")
				continue
			}
			j.Controller = i
			switch {
			case joint.Role == worlds.Passive:
				l.complain(at, path, "joint "+source.Quote(j.Name)+" of the group is passive: nobody moves it", "joints that are moved", "")
			case joint.Mimic != nil:
				l.complain(at, path, fmt.Sprintf("joint %s of the group follows joint %s", source.Quote(j.Name), source.Quote(joint.Mimic.Joint)),
					"joints that follow no other", "command "+source.Quote(joint.Mimic.Joint)+" instead")
			case j.Virtual && !l.carriesCommands(w.Name, j.Name):
				l.complain(at, path, "no coupling carries the commands of virtual joint "+source.Quote(j.Name), "a command in its coupling", "")
			case j.Realised && !j.Virtual && j.Drive < 0:
				l.complain(at, path, "joint "+source.Quote(j.Name)+" has no drive: this world realises it by other joints", "a group without it", "")
			}
		}
	}
}

// carriesCommands reports whether a coupling takes the commands of a joint out of a world.
func (l *loader) carriesCommands(world, joint string) bool {
	return slices.ContainsFunc(l.config.Couplings, func(c Coupling) bool {
		return c.Command != nil && c.Joint == joint && l.config.Worlds[c.Command.From.World].Name == world
	})
}

// checkJoints checks that every joint is moved in one way: by a drive, by another world, by the
// joint that it follows, or by nobody where that is declared.
func (l *loader) checkJoints(w *World) {
	if w.Model == nil {
		return
	}
	for i := range w.Joints {
		j, joint := &w.Joints[i], w.Model.Joint(i)
		passive, driven := joint.Role == worlds.Passive, j.Drive >= 0
		switch {
		case passive && driven:
			l.complain(w.Drives[j.Drive].At, w.path+".drives."+w.Drives[j.Drive].Name, "joint "+source.Quote(j.Name)+" is declared passive, but the drive moves it", "", "")
		case j.Virtual && driven:
			l.complain(w.Drives[j.Drive].At, w.path+".drives."+w.Drives[j.Drive].Name, "joint "+source.Quote(j.Name)+" is virtual in this world: another one moves it", "joints of this world's own", "")
		case joint.Mimic != nil, passive, j.Virtual, j.Realised:
		case !driven && (l.coupled(w.Name, j.Name) && !j.Exported || l.uncoupled && (joint.Role == worlds.Virtual || joint.Type.Velocities() != 1)):
			// the coupling that it waits for has errors of its own
		case !driven && l.broken[w.Name+"/"+j.Name]:
		case !driven:
			l.complain(w.At, w.path, fmt.Sprintf("nobody moves joint %s, declared at %s", source.Quote(j.Name), joint.At),
				"a drive, a coupling with a world that realises it, or passive: true under joints", "")
		case l.checkMoves(w, i):
		case j.Controller < 0:
			l.note(w.Drives[j.Drive].At, w.path+".drives."+w.Drives[j.Drive].Name, "no controller commands joint "+source.Quote(j.Name)+": it stays off")
		}
	}
}

// checkMoves complains of a joint with a drive that a limit of zero keeps from moving, at that
// limit. No more is said of the controller, which would not begin. It reports whether it has
// complained.
func (l *loader) checkMoves(w *World, i int) (stuck bool) {
	joint := w.Model.Joint(i)
	for dof, limit := range joint.Limits {
		at := joint.At
		if dof < len(joint.LimitsAt) {
			at = joint.LimitsAt[dof]
		}
		for _, q := range []struct {
			name, unit string
			value      float64
		}{{"velocity", worlds.UnitOf(joint.Type, messages.ControlVelocity), limit.Velocity}, {"effort", worlds.UnitOf(joint.Type, messages.ControlEffort), limit.Effort}} {
			if q.value != 0 {
				continue
			}
			l.complain(at, joint.Name, fmt.Sprintf("joint %s of world %s has a drive, and its %s limit is 0: it cannot move", source.Quote(joint.Name), source.Quote(w.Name), q.name),
				"more than 0 "+q.unit, "a joint that nobody moves has no drive, and passive: true under joints")
			stuck = true
		}
	}
	if p := w.Joints[i].Controller; stuck && p >= 0 {
		delete(l.sound, w.Actors[p].Path)
	}
	return stuck
}

// checkFed checks that no input is fed both by a link of its world and by a coupling.
func (l *loader) checkFed() {
	for _, c := range l.config.Couplings {
		if c.Command == nil {
			continue
		}
		p := &l.config.Worlds[c.Command.To.World].Actors[c.Command.To.Actor]
		l.noteRestricted(&c, p)
		l.checkCarried(&c, p)
		for _, in := range p.Inputs {
			if in.Port == c.Command.To.Port && in.From != "" {
				l.complain(c.Command.At, c.Path+".command", "input "+p.Path+"."+in.Port+" is fed by "+in.From+" already", "one writer an input", "")
			}
		}
	}
}

// checkCarried checks that a coupling carries what the controller at its one end commands, and what
// that at the other follows.
func (l *loader) checkCarried(c *Coupling, to *Actor) {
	carried, path := c.Command.Control, c.Path+".command.mode"
	if carried == messages.ControlNone {
		return // told where the mode stands
	}
	var commands, follows messages.ControlMode
	from, by := &l.config.Worlds[c.Command.From.World], l.joint(c.Command.From).Controller
	if by >= 0 {
		if kind, can := from.Actors[by].Instance.(worlds.SendsControlMode); can {
			commands = kind.SendsControlMode(from.Model, worlds.Virtual)
		}
		if from.Actors[by].exporter() != nil {
			commands = l.passesOn(c.Command.From, by)
		}
	}
	if kind, can := to.Instance.(worlds.AcceptsControlMode); can {
		follows = kind.AcceptsControlMode()
	}
	switch {
	case commands != messages.ControlNone && commands != carried:
		p := &from.Actors[by]
		l.complain(c.Command.At, path, fmt.Sprintf("the coupling carries %s, and %s (%s) commands %s", carried, p.Path, p.Kind.Name, commands), "mode: "+commands.String(), "")
	case !carried.Has(follows):
		l.complain(c.Command.At, path, fmt.Sprintf("the coupling carries %s, and %s (%s) follows %s", carried, to.Path, to.Kind.Name, follows), "a mode with "+follows.String(), "")
	}
	if kind, can := to.Instance.(worlds.UsesControlModes); can {
		if uses, by := kind.UsesControlModes(c.Command.To.Port); uses != messages.ControlNone && carried&uses == 0 {
			l.complain(c.Command.At, path, fmt.Sprintf("the coupling carries %s, and %s of %s uses none of it", carried, by, to.Path), "a mode with "+strings.ReplaceAll(uses.String(), "+", " or "), "")
		}
	}
}

// passesOn is what an actor that exports a joint commands of it: what its own coupling carries.
func (l *loader) passesOn(of WorldJoint, actor int) messages.ControlMode {
	for _, c := range l.config.Couplings {
		if c.Command != nil && c.Command.To.WorldJoint == of && c.Command.To.Actor == actor {
			return c.Command.Control
		}
	}
	return messages.ControlNone
}

// noteRestricted notes that a controller does not follow all of what is commanded of a virtual
// joint.
func (l *loader) noteRestricted(c *Coupling, p *Actor) {
	kind, restricted := p.Instance.(worlds.PartialFollower)
	from := &l.config.Worlds[c.Command.From.World]
	by := l.joint(c.Command.From).Controller
	if !restricted || kind.Unmoved() == "" || by < 0 {
		return
	}
	if excluder, can := from.Actors[by].Instance.(worlds.AxisExcluder); can && excluder.ExcludesAxis(c.Joint) {
		return
	}
	l.note(c.Command.At, c.Path+".command", fmt.Sprintf("%s (%s) moves joint %s not %s: what %s commands of it there is lost, and shows as its error; name the axis there, if its kind has an option for axes that do not move, such as unmoved",
		p.Path, p.Kind.Name, source.Quote(c.Joint), kind.Unmoved(), from.Actors[by].Path))
}
