package worlds

import (
	"strconv"

	"github.com/robo-actors/robo-actors/worlds/source"
)

// checkGroups checks the joint groups.
func (c *checker) checkGroups() {
	names := c.d.jointNames()
	groups := make(map[string]int, len(c.d.Groups))
	for i := range c.d.Groups {
		group := &c.d.Groups[i]
		at := Part{GroupPart, i, "name"}
		if err := CheckName(group.Name); err != nil {
			c.add(at, err.Error(), "", "")
		}
		if first, found := groups[group.Name]; found {
			c.add(at, "a joint group named "+source.Quote(group.Name)+" was declared already"+c.where(Part{GroupPart, first, "name"}), "", "")
		} else {
			groups[group.Name] = i
		}
		if len(group.Joints) == 0 {
			c.add(Part{GroupPart, i, "joints"}, "the joint group is empty", "at least one joint", "")
		}
		c.checkMembers(i, group, names)
	}
}

// checkMembers checks the joints of one group.
func (c *checker) checkMembers(i int, group *Group, names []string) {
	member := make(map[string]bool, len(group.Joints))
	for k, name := range group.Joints {
		at := Part{GroupPart, i, memberField(k)}
		joint, found := c.joints[name]
		switch {
		case !found:
			c.add(at, "no joint is named "+source.Quote(name), expectedNames(names), c.suggest(name, names))
		case c.d.Joints[joint].Type == Fixed:
			c.add(at, "joint "+source.Quote(name)+" is fixed: it has no state", "a joint that moves", "")
		case member[name]:
			c.add(at, "joint "+source.Quote(name)+" is in the group already", "each joint once", "")
		}
		member[name] = true
	}
}

// memberField returns the field of the k-th joint of a group.
func memberField(k int) string { return "joints[" + strconv.Itoa(k) + "]" }
