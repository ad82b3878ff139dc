package worlds

import (
	"math"
	"strings"

	"github.com/robo-actors/robo-actors/worlds/source"
)

// checkMimics checks that every mimic relation ends at an independent joint.
func (c *checker) checkMimics() {
	names := c.d.jointNames()
	for i := range c.d.Joints {
		joint := &c.d.Joints[i]
		if joint.Mimic == nil {
			continue
		}
		at := Part{JointPart, i, "mimic.joint"}
		leader, found := c.joints[joint.Mimic.Joint]
		switch {
		case joint.Mimic.Joint == "":
			c.add(at, "the joint to mimic is missing", "the name of a joint", "")
		case !found:
			c.add(at, "no joint is named "+source.Quote(joint.Mimic.Joint), expectedNames(names), c.suggest(joint.Mimic.Joint, names))
		case leader == i:
			c.add(at, "the joint mimics itself", "another joint", "")
		case joint.Type.Velocities() != 1:
			c.add(Part{JointPart, i, "mimic"}, "a "+joint.Type.String()+" joint cannot mimic", "a joint with one degree of freedom", "")
		case c.d.Joints[leader].Type.Velocities() != 1:
			c.add(at, "joint "+source.Quote(joint.Mimic.Joint)+" is "+c.d.Joints[leader].Type.String()+" and cannot be mimicked",
				"a joint with one degree of freedom", "")
		}
		c.checkRelation(i, joint.Mimic)
	}
	c.checkMimicCycles()
}

// checkRelation checks the numbers of a mimic relation.
func (c *checker) checkRelation(i int, m *Mimic) {
	for _, n := range []struct {
		field string
		value float64
	}{{"mimic.multiplier", m.Multiplier}, {"mimic.offset", m.Offset}} {
		if math.IsNaN(n.value) || math.IsInf(n.value, 0) {
			c.add(Part{JointPart, i, n.field}, "the value is not finite", "a finite number", "")
		}
	}
}

// checkMimicCycles reports each cycle of mimic relations once.
func (c *checker) checkMimicCycles() {
	seen := make([]int, len(c.d.Joints)) // 0: not seen, else the number of the walk that saw it
	for start := range c.d.Joints {
		var path []string
		at, walk := start, start+1
		for at >= 0 && seen[at] == 0 {
			seen[at] = walk
			path = append(path, c.d.Joints[at].Name)
			at = c.leaderOf(at)
		}
		if at < 0 || seen[at] != walk {
			continue // ends at an independent joint, or at one that an earlier walk passed
		}
		for path[0] != c.d.Joints[at].Name {
			path = path[1:]
		}
		if len(path) == 1 {
			continue // mimics itself: reported before
		}
		if len(path) > 12 {
			path = append(path[:12:12], "...")
		}
		c.add(Part{JointPart, at, "mimic.joint"}, "mimic relations form a cycle: "+strings.Join(path, " -> ")+" -> "+c.d.Joints[at].Name,
			"a joint that mimics none at the end", "")
	}
}

// leaderOf returns the joint that joint i mimics, -1 if it mimics none that exists.
func (c *checker) leaderOf(i int) int {
	if c.d.Joints[i].Mimic == nil {
		return -1
	}
	if leader, found := c.joints[c.d.Joints[i].Mimic.Joint]; found {
		return leader
	}
	return -1
}
