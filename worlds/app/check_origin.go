package app

import (
	"fmt"
	"slices"
	"strings"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// checkOrigins rejects couplings whose joints never get a first state: the state of each joint must
// begin at a drive, at an estimate of a passive joint, or at an actor that needs no joint. It looks
// at files without other errors only, which can be the reason.
func (l *loader) checkOrigins() {
	if l.list.Len() > 0 {
		return
	}
	o := origins{loader: l, sound: map[WorldJoint]bool{}}
	for i := range l.config.Couplings {
		c := &l.config.Couplings[i]
		o.way = o.way[:0]
		if fault := o.follow(c.State.To); fault != "" {
			l.complain(c.State.At, c.Path+".state", fmt.Sprintf("the state of joint %s never begins: %s", source.Quote(c.Joint), fault),
				"a drive of the joint in one of these worlds, or an actor that computes its state", "")
			return // the other couplings of a cycle have the same error
		}
	}
}

// origins follows states to where they begin.
type origins struct {
	*loader
	sound map[WorldJoint]bool
	way   []WorldJoint // from the joint that is checked to the present one
}

// follow returns why the state of a joint never begins, or nothing.
func (o *origins) follow(at WorldJoint) string {
	if o.sound[at] {
		return ""
	}
	if i := slices.Index(o.way, at); i >= 0 {
		return o.cycle(o.way[i:])
	}
	o.way = append(o.way, at)
	fault := o.behind(at)
	o.way = o.way[:len(o.way)-1]
	if fault == "" {
		o.sound[at] = true
	}
	return fault
}

// behind follows the state of a joint one step.
func (o *origins) behind(at WorldJoint) string {
	w := &o.config.Worlds[at.World]
	j, model := &w.Joints[at.Joint], w.Model.Joint(at.Joint)
	switch {
	case j.Drive >= 0, model.Mimic != nil, j.State.From != "":
		return ""
	case model.Role == worlds.Passive:
		return fmt.Sprintf("joint %s of world %s is passive, and no actor estimates its state: state under joints names one", source.Quote(j.Name), source.Quote(w.Name))
	}
	for i := range o.config.Couplings {
		s := &o.config.Couplings[i].State
		if s.To != at && (s.From.WorldJoint != at || !j.Realised) {
			continue
		}
		p := &o.config.Worlds[s.From.World].Actors[s.From.Actor]
		if p.exporter() != nil {
			return o.follow(s.From.WorldJoint)
		}
		return o.computed(s.From.World, p)
	}
	return "" // nobody moves the joint, which is an error of its own
}

// computed follows the joints from which a controller that realises virtual joints computes their
// states. Nothing is known of other kinds.
func (o *origins) computed(world int, p *Actor) string {
	if _, realises := p.Instance.(worlds.AcceptsControlMode); !realises || p.Group == nil {
		return ""
	}
	for k := range p.Group.NumJoints() {
		if fault := o.follow(WorldJoint{world, p.Group.WorldJoint(k)}); fault != "" {
			return fault
		}
	}
	return ""
}

// cycle describes joints that wait for each other.
func (o *origins) cycle(way []WorldJoint) string {
	names := make([]string, len(way))
	for i, at := range way {
		w := &o.config.Worlds[at.World]
		names[i] = w.Name + "/" + w.Joints[at.Joint].Name
	}
	return strings.Join(names, " waits for ") + ", which waits for " + names[0]
}
