package environment

import (
	"cmp"
	"fmt"
	"slices"
)

// Part is a body, a robot, or one link of a robot.
type Part struct {
	Object Handle
	// Link is a link of a robot; empty for all links, and for a body.
	Link string
}

// allowedPair is a pair of parts that may touch, the lower one first.
type allowedPair struct{ a, b allowedPart }

// allowedPart has link -1 for the whole object.
type allowedPart struct {
	id   ID
	link int
}

func compareParts(a, b allowedPart) int {
	return cmp.Or(cmp.Compare(a.id, b.id), cmp.Compare(a.link, b.link))
}

func comparePairs(p, q allowedPair) int {
	return cmp.Or(compareParts(p.a, q.a), compareParts(p.b, q.b))
}

func pairOf(a, b allowedPart) allowedPair {
	if compareParts(a, b) > 0 {
		a, b = b, a
	}
	return allowedPair{a, b}
}

// Allow lets two parts touch from now on: no check reports them. Allowing a pair again changes
// nothing.
func (e *Edit) Allow(a, b Part) error {
	pair, err := e.pair(a, b)
	if err != nil {
		return err
	}
	at, found := slices.BinarySearchFunc(e.scene.allowed, pair, comparePairs)
	if !found {
		e.ownTheAllowed()
		e.scene.allowed = slices.Insert(e.scene.allowed, at, pair)
	}
	return nil
}

// Forbid takes back an Allow of the same two parts. A pair that is not allowed stays as it is.
func (e *Edit) Forbid(a, b Part) error {
	pair, err := e.pair(a, b)
	if err != nil {
		return err
	}
	if at, found := slices.BinarySearchFunc(e.scene.allowed, pair, comparePairs); found {
		e.ownTheAllowed()
		e.scene.allowed = slices.Delete(e.scene.allowed, at, at+1)
	}
	return nil
}

func (e *Edit) pair(a, b Part) (allowedPair, error) {
	first, err := e.part(a)
	if err != nil {
		return allowedPair{}, err
	}
	second, err := e.part(b)
	return pairOf(first, second), err
}

func (e *Edit) part(p Part) (allowedPart, error) {
	o, err := e.scene.object(p.Object, "a handle of an object of this scene")
	if err != nil {
		return allowedPart{}, err
	}
	out := allowedPart{o.token.id, -1}
	if p.Link == "" {
		return out, nil
	}
	if o.robot == nil {
		return out, fmt.Errorf("%s is a body and has no link %q; expected an empty link", e.path(o.name), p.Link)
	}
	out.link, err = o.robot.world.BodyIndex(p.Link)
	return out, err
}

func (e *Edit) ownTheAllowed() {
	e.changed = true
	if !e.ownAllowed {
		e.scene.allowed, e.ownAllowed = slices.Clone(e.scene.allowed), true
	}
}

// dropPairs removes all pairs of an object.
func (e *Edit) dropPairs(id ID) {
	has := func(p allowedPair) bool { return p.a.id == id || p.b.id == id }
	if slices.ContainsFunc(e.scene.allowed, has) {
		e.ownTheAllowed()
		e.scene.allowed = slices.DeleteFunc(e.scene.allowed, has)
	}
}

// mayTouch reports whether a pair of parts is allowed, as links or as whole objects.
func (s *Scene) mayTouch(a, b allowedPart) bool {
	if len(s.allowed) == 0 {
		return false
	}
	for _, x := range []allowedPart{a, {a.id, -1}} {
		for _, y := range []allowedPart{b, {b.id, -1}} {
			if _, found := slices.BinarySearchFunc(s.allowed, pairOf(x, y), comparePairs); found {
				return true
			}
		}
	}
	return false
}
