package srdf

import (
	"slices"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/internal/strictxml"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// resolve returns a declared group with everything that its subgroups have. A group that contains
// itself is reported, and is empty where it does.
func (r *reader) resolve(name string) *Group {
	if g, begun := r.resolved[name]; begun {
		if g != nil {
			return g
		}
		e := r.groups[name]
		r.fail(e.Offset, groupPath(name), "the group contains itself", "subgroups without a cycle", "")
		return &Group{Name: name}
	}
	r.resolved[name] = nil
	e := r.groups[name]
	g := &members{Group: Group{Name: name, At: r.text.Position(e.Offset)}, joints: map[string]bool{}, links: map[string]bool{}}
	path := groupPath(name)
	for _, part := range e.Children {
		switch part.Name {
		case "joint":
			if joint := r.joint(part, path+".joint", "name"); joint != nil {
				g.addJoint(joint)
			}
		case "link":
			if link, ok := r.link(part, path+".link", "name"); ok {
				g.addLink(link)
				if joint := r.links[link]; joint != nil {
					g.addJoint(joint)
				}
			}
		case "chain":
			r.chain(part, path+".chain", g)
		case "group":
			if sub := r.groupNamed(part, path+".group", "name"); sub != nil {
				r.include(part, path, g, sub)
			}
		default:
			r.other(part, "joint", "link", "chain", "group")
		}
	}
	if len(e.Children) == 0 {
		r.fail(e.Offset, path, "the group is empty", "joint, link, chain or group", "")
	}
	r.resolved[name] = &g.Group
	return &g.Group
}

// members is a group that is being resolved, with its joints and links as sets.
type members struct {
	Group
	joints, links map[string]bool
}

// mostIncluded bounds the joints and links that subgroups bring, counted as often as they do.
const mostIncluded = 1_000_000

// include adds what a subgroup has.
func (r *reader) include(e *strictxml.Element, path string, g *members, sub *Group) {
	r.included += len(sub.Joints) + len(sub.Links) + 1
	if r.included > mostIncluded {
		r.fail(e.Offset, path, "the groups include one another too often", "", "")
		return
	}
	for _, joint := range sub.Joints {
		g.addJoint(r.joints[joint])
	}
	for _, link := range sub.Links {
		g.addLink(link)
	}
}

// addJoint adds a joint with the link that it moves. A fixed joint only adds the link.
func (g *members) addJoint(joint *worlds.Joint) {
	g.addLink(joint.Child)
	if joint.Type != worlds.Fixed && !g.joints[joint.Name] {
		g.joints[joint.Name] = true
		g.Joints = append(g.Joints, joint.Name)
	}
}

func (g *members) addLink(link string) {
	if !g.links[link] {
		g.links[link] = true
		g.Links = append(g.Links, link)
	}
}

// chain adds the joints between two links, from the base on.
func (r *reader) chain(e *strictxml.Element, path string, g *members) {
	base, okBase := r.link(e, path, "base_link")
	tip, okTip := r.link(e, path, "tip_link")
	if !okBase || !okTip {
		return
	}
	var joints []*worlds.Joint
	for link := tip; link != base; {
		joint := r.links[link]
		if joint == nil {
			r.fail(e.Offset, path, "link "+source.Quote(tip)+" is not below link "+source.Quote(base), "a tip that joints connect to the base", "")
			return
		}
		joints = append(joints, joint)
		link = joint.Parent
	}
	if len(joints) == 0 {
		r.fail(e.Offset, path, "base and tip of the chain are one link", "two links", "")
	}
	g.Chains = append(g.Chains, Chain{base, tip})
	g.addLink(base)
	for _, joint := range slices.Backward(joints) {
		g.addJoint(joint)
	}
}
