package environment

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"math"
	"slices"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Hashes are the hashes of a scene. The first six combine those of its robots and bodies, see
// [worlds.Hashes], and depend on neither names nor the order in which objects were added. IDs, the
// number and the time of the scene are part of no hash.
//
//	rename an object           changes Names and State
//	move a joint or an object,
//	grab, attach, allow        changes State
//	change a range sensor      changes State and Sensors
type Hashes struct {
	Kinematics, Geometry, Dynamics, Limits, Sensors, Manipulators worlds.Hash
	// Names has the names of objects, links, joints and joint groups.
	Names worlds.Hash
	// State has the pose and the joint values of every named object, how it is held, which parts may
	// touch, and the range sensors. Lengths and entries of rotation matrices count up to 1e-9,
	// joint values, too.
	State worlds.Hash
	// All is the hash of the others.
	All worlds.Hash
}

// Hash returns the hash of everything, equal for scenes of the same content.
func (s *Scene) Hash() worlds.Hash { return s.Hashes().All }

// structure returns a hash of what an object is made of.
func (o *object) structure() worlds.Hash { return o.hashes().All }

func (o *object) hashes() worlds.Hashes {
	if o.body != nil {
		return o.body.hashes
	}
	return o.robot.world.Hashes()
}

// Hashes returns the hashes of the scene.
func (s *Scene) Hashes() Hashes {
	var parts [6][]worlds.Hash
	names := make([]worlds.Hash, 0, len(s.objects))
	state := make([]worlds.Hash, 0, len(s.objects))
	for _, o := range s.objects {
		h := o.hashes()
		for i, part := range [6]worlds.Hash{h.Kinematics, h.Geometry, h.Dynamics, h.Limits, h.Sensors, h.Manipulators} {
			if o.body == nil || i == 1 || i == 2 {
				parts[i] = append(parts[i], part)
			}
		}
		var c content
		c.text(o.name)
		c.hash(h.Names)
		names = append(names, c.sum())
		c.Reset()
		c.text(o.name)
		s.writeState(&c, o)
		state = append(state, c.sum())
	}
	for _, p := range s.allowed {
		state = append(state, s.hashPair(p))
	}
	for _, r := range s.sensors {
		var c content
		c.pose(&r.pose)
		c.number(r.min)
		c.number(r.max)
		parts[4] = append(parts[4], c.sum())
		s.writePart(&c, allowedPart{r.on.id, r.link})
		c.text(r.name)
		state = append(state, c.sum())
	}
	out := Hashes{Kinematics: combine(parts[0]), Geometry: combine(parts[1]), Dynamics: combine(parts[2]), Limits: combine(parts[3]),
		Sensors: combine(parts[4]), Manipulators: combine(parts[5]), Names: combine(names), State: combine(state)}
	var all content
	for _, h := range []worlds.Hash{out.Kinematics, out.Geometry, out.Dynamics, out.Limits, out.Sensors, out.Manipulators, out.Names, out.State} {
		all.hash(h)
	}
	out.All = all.sum()
	return out
}

func (s *Scene) writeState(c *content, o *object) {
	c.pose(&o.pose)
	if o.robot != nil {
		for _, v := range o.robot.position {
			c.number(v)
		}
	}
	if o.hold.by == nil {
		return
	}
	c.text("held")
	if o.hold.grabbed {
		c.text("grabbed")
	}
	s.writePart(c, allowedPart{o.hold.by.id, o.hold.link})
	for _, link := range o.hold.touch {
		s.writePart(c, allowedPart{o.hold.by.id, link})
	}
}

// writePart writes the name of an object and of its link.
func (s *Scene) writePart(c *content, p allowedPart) {
	o := s.find(p.id)
	c.text(o.name)
	if o.robot != nil && p.link >= 0 {
		c.text(o.robot.names[p.link])
	} else {
		c.text("")
	}
}

// hashPair hashes a pair of parts in an order that depends on names, not on IDs.
func (s *Scene) hashPair(p allowedPair) worlds.Hash {
	var a, b content
	s.writePart(&a, p.a)
	s.writePart(&b, p.b)
	sorted := [][]byte{a.Bytes(), b.Bytes()}
	slices.SortFunc(sorted, bytes.Compare)
	var c content
	c.text("allowed")
	c.Write(bytes.Join(sorted, nil))
	return c.sum()
}

// combine hashes hashes in an order that does not depend on that of the objects.
func combine(all []worlds.Hash) worlds.Hash {
	slices.SortFunc(all, func(a, b worlds.Hash) int { return bytes.Compare(a[:], b[:]) })
	var c content
	c.float(float64(len(all)))
	for _, h := range all {
		c.hash(h)
	}
	return c.sum()
}

// quantum is the grid of lengths, angles and entries of rotation matrices.
const quantum = 1e-9

// content collects what is hashed.
type content struct{ bytes.Buffer }

func (c *content) float(v float64) {
	var raw [8]byte
	binary.LittleEndian.PutUint64(raw[:], math.Float64bits(v))
	c.Write(raw[:])
}

// number writes v on the grid; the two zeros are one.
func (c *content) number(v float64) { c.float(math.RoundToEven(v/quantum) + 0) }

func (c *content) text(s string) {
	c.float(float64(len(s)))
	c.WriteString(s)
}

func (c *content) hash(h worlds.Hash) { c.Write(h[:]) }

func (c *content) pose(p *spatial.Pose) {
	for _, v := range p.P {
		c.number(v)
	}
	for _, v := range p.R {
		c.number(v)
	}
}

func (c *content) sum() worlds.Hash { return sha256.Sum256(c.Bytes()) }
