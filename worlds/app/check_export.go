package app

import (
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// exporter returns an actor as one that exports joints, or nil.
func (p *Actor) exporter() worlds.JointExporter {
	e, _ := p.Instance.(worlds.JointExporter)
	return e
}

// waitsForParts reports whether an actor that exports joints claims them without couplings.
func (p *Actor) waitsForParts() bool {
	c, ok := p.Instance.(worlds.PartCommander)
	return ok && c.CommandedByParts()
}

// portOf returns the port of an actor at an end of a coupling. An end that names an actor only
// means the port of that joint.
func (l *loader) portOf(flow *rawFlow, p *Actor, joint string, input bool) (port string, ok bool) {
	e := p.exporter()
	if e == nil && flow.port.port == "" {
		flow.portAt.refuse(fmt.Sprintf("%s (%s) has no port for each joint", p.Path, p.Kind.Name), "world/actor.port", "")
		return "", false
	}
	if e == nil {
		return flow.port.port, true
	}
	if p.Group != nil && !slices.Contains(p.Group.JointNames(), joint) {
		flow.portAt.refuse(fmt.Sprintf("%s exports joint group %s, which does not have joint %s", p.Path, source.Quote(p.Group.Name()), source.Quote(joint)),
			oneOf(p.Group.JointNames()), "")
		return "", false
	}
	command, state := e.Ports(joint)
	port = state
	if input {
		port = command
	}
	if flow.port.port != "" && flow.port.port != port {
		flow.portAt.refuse(fmt.Sprintf("port %s of %s is not that of joint %s", source.Quote(flow.port.port), p.Path, source.Quote(joint)), p.Path+"."+port, "")
		return "", false
	}
	return port, true
}

// markCoupled marks the joints of couplings: virtual in the world that takes the state, and in the
// world that gives it, realised where an actor computes it from other joints.
func (l *loader) markCoupled() {
	for _, c := range l.config.Couplings {
		l.joint(c.State.To).Virtual = true
	}
	for _, c := range l.config.Couplings {
		j := l.joint(c.State.From.WorldJoint)
		w := &l.config.Worlds[c.State.From.World]
		passive := w.Model.Joint(c.State.From.Joint).Role == worlds.Passive
		if j.Drive < 0 && !j.Virtual && !passive && w.Actors[c.State.From.Actor].exporter() == nil {
			j.Realised = true
		} else {
			j.Exported = true
		}
	}
	l.releaseObserved()
}

// releaseObserved takes the joint group from actors that export joints which no coupling commands:
// they publish states only, and another controller can command the joints. Joints that wait for the
// couplings of parts are theirs.
func (l *loader) releaseObserved() {
	commanded := map[*Actor]map[string]bool{}
	for _, c := range l.config.Couplings {
		if c.Command != nil {
			p := &l.config.Worlds[c.Command.To.World].Actors[c.Command.To.Actor]
			if commanded[p] == nil {
				commanded[p] = map[string]bool{}
			}
			commanded[p][c.Joint] = true
		}
	}
	for i := range l.config.Worlds {
		w := &l.config.Worlds[i]
		for a := range w.Actors {
			p := &w.Actors[a]
			if p.Group == nil || p.exporter() == nil || p.waitsForParts() {
				continue
			}
			if commanded[p] == nil {
				p.Group = nil
				continue
			}
			for _, joint := range p.Group.JointNames() {
				if !commanded[p][joint] {
					l.complain(p.Where("joint_group"), w.path+".processors."+p.Name+".options.joint_group",
						fmt.Sprintf("%s exports joint %s, and no coupling commands it: it would never move", p.Path, source.Quote(joint)),
						"a coupling with a command for it, or commanded_by_parts: true", "joints that other worlds only observe take an actor of their own that exports them")
				}
			}
		}
	}
}

// drivenIn returns the joints that the drives of a world name, before the drives are read; all
// joints of the description for the word all.
func drivenIn(f fields, d *worlds.Description) map[string]bool {
	driven := map[string]bool{}
	drives, found := f.get("drives")
	if !found {
		return driven
	}
	for _, drive := range drives.Entries {
		joints := drive.Value.Get("joints")
		switch {
		case joints == nil:
		case isAll(joints):
			for i := range d.Joints {
				driven[d.Joints[i].Name] = true
			}
		default:
			for _, joint := range joints.Items {
				driven[joint.Value] = true
			}
		}
	}
	return driven
}
