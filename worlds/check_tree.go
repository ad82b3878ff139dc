package worlds

import (
	"strings"

	"github.com/robo-actors/robo-actors/worlds/source"
)

// checkTree checks that the joints connect all links to one tree.
func (c *checker) checkTree() {
	parents := make([]int, len(c.d.Links)) // link -> joint that it is the child of, -1 for none
	for i := range parents {
		parents[i] = -1
	}
	names := c.d.linkNames()
	for i := range c.d.Joints {
		joint := &c.d.Joints[i]
		c.checkEnd(Part{JointPart, i, "parent"}, joint.Parent, names)
		if !c.checkEnd(Part{JointPart, i, "child"}, joint.Child, names) {
			continue
		}
		child := c.links[joint.Child]
		switch first := parents[child]; {
		case joint.Parent == joint.Child:
			c.add(Part{JointPart, i, "child"}, "the joint connects link "+source.Quote(joint.Child)+" to itself", "two different links", "")
		case first >= 0:
			c.add(Part{JointPart, i, "child"}, "link "+source.Quote(joint.Child)+" has a parent joint already: "+
				source.Quote(c.d.Joints[first].Name)+c.where(Part{JointPart, first, "child"}), "one parent joint for each link", "")
		default:
			parents[child] = i
		}
	}
	c.checkRoots(parents)
	c.checkCycles(parents)
}

// checkEnd reports an end of a joint that names no link, and returns whether it names one.
func (c *checker) checkEnd(p Part, name string, known []string) bool {
	if name == "" {
		c.add(p, "the "+p.Field+" link is missing", "the name of a link", "")
		return false
	}
	if _, found := c.links[name]; found {
		return true
	}
	c.add(p, "no link is named "+source.Quote(name), expectedNames(known), c.suggest(name, known))
	return false
}

// checkRoots reports the links, beyond the first, that no joint leads to.
func (c *checker) checkRoots(parents []int) {
	root := -1
	for i, joint := range parents {
		if joint >= 0 || c.links[c.d.Links[i].Name] != i {
			continue // a child, or the second declaration of a name
		}
		if root < 0 {
			root = i
			continue
		}
		c.add(Part{LinkPart, i, ""}, "link "+source.Quote(c.d.Links[i].Name)+" is not connected to the root link "+
			source.Quote(c.d.Links[root].Name), "one tree: exactly one link without a parent joint",
			"add a joint with this link as its child")
	}
}

// checkCycles reports each cycle of joints once, with the links it passes.
func (c *checker) checkCycles(parents []int) {
	const (
		unseen = iota
		onPath
		done
	)
	state := make([]uint8, len(parents))
	for start := range parents {
		var path []int
		link := start
		for link >= 0 && state[link] == unseen {
			state[link] = onPath
			path = append(path, link)
			link = c.parentLink(parents, link)
		}
		if link >= 0 && state[link] == onPath {
			c.addCycle(parents, path, link)
		}
		for _, passed := range path {
			state[passed] = done
		}
	}
}

// parentLink returns the parent of a link, -1 for a root or a parent that does not exist.
func (c *checker) parentLink(parents []int, link int) int {
	if parents[link] < 0 {
		return -1
	}
	parent, found := c.links[c.d.Joints[parents[link]].Parent]
	if !found {
		return -1
	}
	return parent
}

// addCycle reports the cycle that a path from child to parent closes when it comes back to link.
func (c *checker) addCycle(parents, path []int, link int) {
	begin := 0
	for path[begin] != link {
		begin++
	}
	const most = 12
	var names []string
	for i := len(path) - 1; i >= begin; i-- {
		if len(names) == most {
			names = append(names, "...")
			break
		}
		names = append(names, c.d.Links[path[i]].Name)
	}
	names = append(names, c.d.Links[path[len(path)-1]].Name)
	c.add(Part{JointPart, parents[link], ""}, "the joints form a cycle: "+strings.Join(names, " -> "),
		"a tree: no link is its own ancestor", "")
}
