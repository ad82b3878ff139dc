package app

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// drives reads the section drives of a world, and returns the rules of each drive that it takes.
func (l *loader) drives(f fields, w *World) (rules []jointRules) {
	section, found := f.get("drives")
	if !found {
		return nil
	}
	for _, n := range section.named("drive", checkActorName) {
		switch by := takenByPort(n.name); {
		case by != "":
			n.refuseName("the name "+source.Quote(n.name)+" is used by "+by, "another name", "")
		case w.Actor(n.name) != nil:
			n.refuseName("an actor of this world is named "+source.Quote(n.name)+" too", "another name", "")
		}
		if r, ok := l.drive(n, w); ok {
			rules = append(rules, r)
		}
	}
	return rules
}

// takenByPort returns what a world has by the name of a drive, empty where it has nothing: the
// ports of gate and perception that lead to a drive have its name.
func takenByPort(name string) string {
	switch {
	case name == "snapshot":
		return "the snapshot of every world"
	case strings.HasPrefix(name, "command_"), strings.HasPrefix(name, "joint_"), strings.HasSuffix(name, "_state"):
		return "the ports of the gate: command_, joint_ and _state"
	}
	return takenName(name)
}

func (l *loader) drive(n named, w *World) (rules jointRules, ok bool) {
	f := n.fields(keyNames(driveKeys)...)
	d := Drive{Name: n.name, Path: w.Name + "/" + n.name, Domain: l.domain(f, ""), At: n.keyAt(),
		MaxAge: min(max(3*w.Period, shortestCommandAge), longestCommandAge), Restart: l.defaults}
	d.Restart.Escalate = "world"
	options, ok := l.options(f, actors.RoleDriver)
	if !ok {
		for _, joint := range l.driveJoints(f, &d, w) { // they need no other drive
			l.broken[w.Name+"/"+w.Joints[joint].Name] = true
		}
		return rules, false
	}
	d.Options = options.Options
	d.Period, _ = f.periodOr(w.Period)
	d.Execution = l.execution(f)
	if plant, found := f.get("plant"); found {
		d.Plant, _ = plant.str("the name of a plant")
		d.plantAt = plant.at()
	}
	if age, found := f.get("max_age"); found {
		var ok bool
		d.MaxAge, ok = age.duration(time.Nanosecond)
		if ok && d.MaxAge < w.Period {
			age.refuse(fmt.Sprintf("the age %v is below the period of the world, %v: every command would be too old", d.MaxAge, w.Period),
				fmt.Sprintf("at least %v", w.Period), "")
		}
	}
	if age, found := f.get("max_age"); found && d.MaxAge > longAge {
		l.note(age.at(), age.path, fmt.Sprintf("commands of up to %v still move the joints: they go on for as long after their controller has fallen silent", d.MaxAge))
	}
	if d.MaxAge > 0 && d.MaxAge < d.Period && d.MaxAge >= w.Period { // zero: it has an error of its own
		l.slowDrive(f, &d)
	}
	if restart, found := f.get("restart"); found {
		d.Restart = l.restart(restart, "policy", d.Restart)
	}
	joints := l.driveJoints(f, &d, w)
	options.references(w.Model)
	for _, joint := range joints {
		w.Joints[joint].Drive = len(w.Drives)
	}
	d.Joints = joints
	w.Drives = append(w.Drives, d)
	return f.rules(), true
}

// slowDrive refuses a bus whose states are older than a command may be before the next ones come.
func (l *loader) slowDrive(f fields, d *Drive) {
	at := f.cursor
	for _, key := range []string{"rate", "period", "max_age"} {
		if c, found := f.get(key); found {
			at = c
			break
		}
	}
	at.refuse(fmt.Sprintf("the bus exchanges every %v, but values older than %v are not used: each would be too old before the next one comes", d.Period, d.MaxAge),
		fmt.Sprintf("an exchange every %v or more often", d.MaxAge), "max_age of the drive says how old values may be")
}

// Bounds of the age of a command where a drive does not say, see T_cmd in the usual deadlines of
// drives.
const (
	shortestCommandAge = 10 * time.Millisecond
	longestCommandAge  = 100 * time.Millisecond
)

// longAge is the age of commands beyond which a note says what it means.
const longAge = time.Second

// driveJoints reads the joints that a bus moves, without those that were refused.
func (l *loader) driveJoints(f fields, d *Drive, w *World) []int {
	c, found := f.need("joints", "a list of joints, one a drive")
	if !found {
		return nil
	}
	if c.isAll() {
		return l.allDriveJoints(c, d, w)
	}
	names, at := c.strs("a list of joints, one a drive, or all")
	if len(c.Items) == 0 && len(names) == 0 {
		c.refuse("the bus has no joints", "a list of joints, one a drive, or all", "")
	}
	if w.Model == nil {
		return nil
	}
	var joints []int
	for i, name := range names {
		if l.list.Full() {
			break
		}
		j, err := w.Model.JointIndex(name)
		if err != nil {
			at[i].refuseName("joint", name, w.Model.JointNames())
			continue
		}
		joint := w.Model.Joint(j)
		switch other := w.Joints[j].Drive; {
		case slices.Contains(joints, j):
			at[i].refuse("joint "+source.Quote(name)+" is in the list already", "each joint once", "")
			continue
		case other >= 0:
			at[i].refuse(fmt.Sprintf("joint %s is moved by drive %s already", source.Quote(name), source.Quote(w.Drives[other].Name)),
				"one drive a joint", "")
			continue
		case joint.Type.Velocities() != 1:
			at[i].refuse(fmt.Sprintf("joint %s is %s and has %d degrees of freedom", source.Quote(name), joint.Type, joint.Type.Velocities()),
				"joints of one degree of freedom: a drive moves no other", "a joint that another world realises needs a coupling")
			continue
		case joint.Mimic != nil:
			at[i].refuse("joint "+source.Quote(name)+" follows joint "+source.Quote(joint.Mimic.Joint), "joints that follow no other", "name "+source.Quote(joint.Mimic.Joint)+" instead")
			continue
		}
		joints = append(joints, j)
		d.jointsAt = append(d.jointsAt, at[i].at())
	}
	return joints
}

// allDriveJoints returns the joints of a bus with joints: all, those that a drive can move and that
// no drive before it moves.
func (l *loader) allDriveJoints(c cursor, d *Drive, w *World) (joints []int) {
	if w.Model == nil {
		return nil
	}
	for i, joint := range w.Model.Joints() {
		if drivable(&joint) && w.Joints[i].Drive < 0 {
			joints = append(joints, i)
			d.jointsAt = append(d.jointsAt, c.at())
		}
	}
	if len(joints) == 0 {
		c.refuse("no joint of the world is left for this bus", "a list of joints, one a drive", "")
	}
	return joints
}

// plants reads the section plants: several simulated robots, by name.
func (l *loader) plants(c cursor) {
	for _, n := range c.named("plant", checkActorName) {
		if slices.ContainsFunc(l.config.Plants, func(p *Plant) bool { return p.Name == n.name }) {
			n.refuseName("the application has a plant "+source.Quote(n.name), "another name", "")
			continue
		}
		l.plant(n.cursor, &Plant{Name: n.name})
	}
}

// plant reads a plant.
func (l *loader) plant(c cursor, p *Plant) {
	f := c.fields(keyNames(plantKeys)...)
	p.Path, p.Domain, p.At = PlantWorld+"/"+p.Name, l.domain(f, actors.DefaultDomain), c.at()
	p.Period, _ = f.period()
	p.Execution = l.execution(f)
	if hang, found := f.get("hang_after"); found {
		p.HangAfter, _ = hang.duration(p.Period)
	}
	if models, found := f.need("models", "models: [{path: ...}]"); found {
		before := l.list.Len()
		if d := l.models(p.section(), models, []string{f.text.File()}); d != nil {
			l.limits(f, d)
			if l.list.Len() == before {
				l.noteAll(d.Notes)
				p.Model = l.build(d, f.cursor)
			}
		}
	}
	options, ok := l.options(f, actors.RolePlant)
	if ok {
		p.Options = options.Options
		options.references(p.Model)
	}
	l.config.Plants = append(l.config.Plants, p)
}
