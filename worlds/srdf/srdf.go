// Package srdf reads SRDF: what a motion planner has to know of a robot beside its URDF. Groups of
// joints, named states of groups, end effectors, passive joints, virtual joints, and pairs of links
// that collision checks skip.
//
// The text is checked against the world that the URDF gave: all errors are reported at once, with
// file:line:column and the nearest known name. The elements are those of
// http://wiki.ros.org/srdf, and disable_default_collisions, enable_collisions and joint_property of
// later versions are read too; elements that are not known are ignored with a note, except for
// those with nearly the name of a known one. Only the given text is read, nothing is opened.
package srdf

import (
	"fmt"
	"slices"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/internal/strictxml"
	"github.com/robo-actors/robo-actors/worlds/source"
)

// What is read is bounded.
const (
	MaxBytes  = 8 << 20
	MaxGroups = 1024
)

var limits = strictxml.Limits{Bytes: MaxBytes, Elements: 100_000, Attributes: 400_000, Depth: 16}

// Semantics is the content of a file. Names are those of the world that it was read with.
type Semantics struct {
	Name         string
	Groups       []Group
	States       []State
	EndEffectors []EndEffector
	// Virtual are joints that connect the robot to the room.
	Virtual []VirtualJoint
	// Passive are names of joints that nobody moves.
	Passive []string
	// Disabled are the pairs of links that collision checks skip, in the order of declaration.
	Disabled []DisabledPair
	// Notes are findings that are not errors.
	Notes []source.Diagnostic
}

// Group is a set of joints and links with everything that its subgroups have.
type Group struct {
	Name string
	// Joints are the joints that move, in the order of declaration: those that are named, those
	// above named links, those of chains, and those of subgroups.
	Joints []string
	// Links are the named links, and those that the joints move.
	Links []string
	// Chains are the declared chains of the group itself.
	Chains []Chain
	At     source.Position
}

// Chain leads from a base link to a tip link below it.
type Chain struct{ Base, Tip string }

// State is a named configuration of a group.
type State struct {
	Name, Group string
	// Values has the positions of joints, rad or m: one number for each entry of the joint's
	// position vector.
	Values map[string][]float64
	At     source.Position
}

// EndEffector is a group that is attached to a link of another group.
type EndEffector struct {
	Name, Group, ParentLink string
	// ParentGroup is the group that carries it; it may be empty.
	ParentGroup string
	At          source.Position
}

// VirtualJoint connects the robot's root to a frame of the room.
type VirtualJoint struct {
	Name        string
	Type        worlds.JointType // fixed, planar or floating
	ParentFrame string           // of the room
	ChildLink   string
	At          source.Position
}

// DisabledPair is a pair of links whose collisions do not count.
type DisabledPair struct {
	A, B   string
	Reason string // "Adjacent", "Never", or any other text
	At     source.Position
}

// Parse reads the text of a file for a world; file is its name for errors. The error is a
// *source.Diagnostics with everything that is invalid.
func Parse(file string, data []byte, w *worlds.World) (*Semantics, error) {
	r := newReader(file, data, w)
	root := strictxml.Parse(r.text, limits, &r.errors)
	if root != nil {
		r.robot(root)
	}
	if err := r.errors.Err(); err != nil {
		return nil, err
	}
	r.out.Notes = r.notes.All()
	return r.out, nil
}

// Group returns the group of that name, nil if there is none.
func (s *Semantics) Group(name string) *Group {
	for i := range s.Groups {
		if s.Groups[i].Name == name {
			return &s.Groups[i]
		}
	}
	return nil
}

// Apply returns a copy of a description with the groups that have joints as joint groups, and the
// passive joints passive. A mimic joint stays one, and is left out of groups, because it takes no
// command. The error is that of the description's Check.
func (s *Semantics) Apply(d *worlds.Description) (*worlds.Description, error) {
	out := d.Clone()
	for _, name := range s.Passive {
		if joint := out.Joint(name); joint != nil {
			joint.Role, joint.Control = worlds.Passive, 0
		}
	}
	for _, g := range s.Groups {
		joints := slices.DeleteFunc(slices.Clone(g.Joints), func(name string) bool {
			joint := out.Joint(name)
			return joint != nil && joint.Mimic != nil
		})
		if len(joints) == 0 {
			continue
		}
		out.Groups = slices.DeleteFunc(out.Groups, func(have worlds.Group) bool { return have.Name == g.Name })
		out.Groups = append(out.Groups, worlds.Group{Name: g.Name, Joints: joints, At: g.At})
	}
	if err := out.Check(); err != nil {
		return nil, fmt.Errorf("the groups of %s do not fit: %w", source.Quote(s.Name), err)
	}
	return out, nil
}
