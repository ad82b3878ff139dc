package worlds

import (
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// Manipulator is the chain of joints from a base to a tool. The joints are those between the two
// links.
type Manipulator struct {
	Name string
	// Base and Tip are links. Targets are given in the frame of Base; Tip carries the tool.
	Base, Tip string
	// Tool is the pose of the tool in the frame of Tip. The zero value is the frame of Tip.
	Tool spatial.Pose
	// Direction is the unit vector along which the tool approaches things, in the frame of the
	// tool; zero if there is none.
	Direction [3]float64
	// Gripper are the joints that open and close the tool.
	Gripper []GripperJoint
	// At is where the manipulator was declared, for errors. It may be zero.
	At source.Position
}

// GripperJoint is a joint that opens and closes a tool.
type GripperJoint struct {
	Joint string
	// Closing is the sign of the velocity that closes the tool: -1, 1, or 0 where it is unknown.
	Closing float64
}

// Sensor is a sensor that the description of a robot attaches to a link.
type Sensor struct {
	Name string
	// Kind is the word of the description, such as camera or laser.
	Kind string
	Link string
	// Pose is that of the sensor in the frame of Link. The zero value is the frame of Link.
	Pose spatial.Pose
	// Properties are the numbers that the description gives, sorted by name.
	Properties []Property
	// At is where the sensor was declared, for errors. It may be zero.
	At source.Position
}

// Property is a named list of numbers.
type Property struct {
	Name   string
	Values []float64
}

// Manipulators returns copies of the manipulators in the order of declaration.
func (w *World) Manipulators() []Manipulator { return w.description.Clone().Manipulators }

// Sensors returns copies of the sensors that the description attaches to links, in the order of
// declaration.
func (w *World) Sensors() []Sensor { return w.description.Clone().Sensors }

// addTools copies the manipulators and sensors of d to out, with the namespace before the names.
func (d *Description) addTools(out *Description, prefix func(string) string) {
	for _, m := range d.Manipulators {
		m.Name, m.Base, m.Tip, m.Gripper = prefix(m.Name), prefix(m.Base), prefix(m.Tip), slices.Clone(m.Gripper)
		for i := range m.Gripper {
			m.Gripper[i].Joint = prefix(m.Gripper[i].Joint)
		}
		out.Manipulators = append(out.Manipulators, m)
	}
	for _, s := range d.Sensors {
		s.Name, s.Link, s.Properties = prefix(s.Name), prefix(s.Link), slices.Clone(s.Properties)
		for i := range s.Properties {
			s.Properties[i].Values = slices.Clone(s.Properties[i].Values)
		}
		out.Sensors = append(out.Sensors, s)
	}
}

// checkTools checks manipulators and sensors.
func (c *checker) checkTools() {
	seen := map[string]bool{}
	for i := range c.d.Manipulators {
		m := &c.d.Manipulators[i]
		c.checkNamed(ManipulatorPart, i, "manipulator", m.Name, seen)
		c.checkLink(Part{ManipulatorPart, i, "base"}, m.Base)
		c.checkLink(Part{ManipulatorPart, i, "tip"}, m.Tip)
		c.checkToolPose(Part{ManipulatorPart, i, "tool"}, m.Tool)
		for k, v := range m.Direction {
			if v-v != 0 {
				c.add(Part{ManipulatorPart, i, fmt.Sprintf("direction[%d]", k)}, fmt.Sprintf("the direction is %v", m.Direction), "finite numbers", "")
			}
		}
		for k, g := range m.Gripper {
			if _, found := c.joints[g.Joint]; !found {
				names := c.d.jointNames()
				c.add(Part{ManipulatorPart, i, fmt.Sprintf("gripper[%d]", k)}, "no joint is named "+source.Quote(g.Joint), expectedNames(names), c.suggest(g.Joint, names))
			}
			if g.Closing != -1 && g.Closing != 0 && g.Closing != 1 {
				c.add(Part{ManipulatorPart, i, fmt.Sprintf("gripper[%d].closing", k)}, fmt.Sprintf("the closing direction is %v", g.Closing), "-1, 0 or 1", "")
			}
		}
	}
	seen = map[string]bool{}
	for i := range c.d.Sensors {
		s := &c.d.Sensors[i]
		c.checkNamed(SensorPart, i, "sensor", s.Name, seen)
		c.checkLink(Part{SensorPart, i, "link"}, s.Link)
		c.checkToolPose(Part{SensorPart, i, "pose"}, s.Pose)
		for k, p := range s.Properties {
			if at := firstNotFinite(p.Values); at >= 0 {
				c.add(Part{SensorPart, i, fmt.Sprintf("properties[%d]", k)}, fmt.Sprintf("%s has the value %v", source.Quote(p.Name), p.Values[at]), "finite numbers", "")
			}
			if k > 0 && s.Properties[k-1].Name >= p.Name {
				c.add(Part{SensorPart, i, fmt.Sprintf("properties[%d]", k)}, source.Quote(p.Name)+" comes after "+source.Quote(s.Properties[k-1].Name), "properties sorted by name, each once", "")
			}
		}
	}
}

// checkNamed checks the name of a manipulator or sensor.
func (c *checker) checkNamed(kind PartKind, i int, what, name string, seen map[string]bool) {
	if err := CheckName(name); err != nil {
		c.add(Part{kind, i, "name"}, err.Error(), "", "")
	}
	if seen[name] {
		c.add(Part{kind, i, "name"}, "a "+what+" named "+source.Quote(name)+" was declared already", "", "")
	}
	seen[name] = true
}

// checkLink checks that a link exists.
func (c *checker) checkLink(at Part, name string) {
	if _, found := c.links[name]; !found {
		names := c.d.linkNames()
		c.add(at, "no link is named "+source.Quote(name), expectedNames(names), c.suggest(name, names))
	}
}

// checkToolPose checks a pose that may be zero.
func (c *checker) checkToolPose(at Part, pose spatial.Pose) {
	if pose.R != (spatial.Rotation{}) && !pose.R.Valid() {
		c.add(at, "the orientation is not a rotation matrix", "an orthonormal matrix with determinant 1", "")
	}
	for _, v := range pose.P {
		if !(v >= -mostLength && v <= mostLength) {
			c.add(at, fmt.Sprintf("the position is %v m", pose.P), fmt.Sprintf("finite numbers of at most %g m", mostLength), "")
			return
		}
	}
}

// hashTools returns the hashes of manipulators and sensors. A link or joint counts by its place in
// the tree of joints.
func hashTools(w *World, kinematics Hash, subtree []Hash) (manipulators, sensors Hash) {
	place := placesInTree(w, subtree)
	write := func(b *canonicalBytes, pose spatial.Pose) {
		if pose.R == (spatial.Rotation{}) {
			pose.R = spatial.IdentityRotation()
		}
		writePose(b, pose)
	}
	ofLink := func(b *canonicalBytes, name string) { h := place[w.bodyByName[name]]; b.Write(h[:]) }
	var all []Hash
	for _, m := range w.description.Manipulators {
		var b canonicalBytes
		ofLink(&b, m.Base)
		ofLink(&b, m.Tip)
		write(&b, m.Tool)
		for _, v := range m.Direction {
			b.number(v, directionQuantum)
		}
		var gripper []Hash
		for _, g := range m.Gripper {
			var joint canonicalBytes
			ofLink(&joint, w.description.Joint(g.Joint).Child)
			joint.float(g.Closing + 0)
			gripper = append(gripper, joint.sum())
		}
		writeSorted(&b, gripper)
		all = append(all, b.sum())
	}
	manipulators = sortedSum(kinematics, all)
	all = nil
	for _, s := range w.description.Sensors {
		var b canonicalBytes
		b.text(s.Kind)
		ofLink(&b, s.Link)
		write(&b, s.Pose)
		for _, p := range s.Properties {
			b.text(p.Name)
			b.float(float64(len(p.Values)))
			for _, v := range p.Values {
				b.significant(v)
			}
		}
		all = append(all, b.sum())
	}
	return manipulators, sortedSum(kinematics, all)
}

// writeSorted writes hashes in an order that does not depend on the order of declaration.
func writeSorted(b *canonicalBytes, hashes []Hash) {
	sortHashes(hashes)
	b.float(float64(len(hashes)))
	for _, h := range hashes {
		b.Write(h[:])
	}
}

// sortedSum hashes a tree of joints with what is attached to it.
func sortedSum(kinematics Hash, attached []Hash) Hash {
	var b canonicalBytes
	b.Write(kinematics[:])
	writeSorted(&b, attached)
	return b.sum()
}
