package physics

import (
	"fmt"
	"math"

	"github.com/robo-actors/robo-actors/hardware/sim/internal/optioncheck"
	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// patch is a shape of a body and a surface that it may touch, in several places at once. Its pairs
// are those places; in each step they are found anew.
type patch struct {
	carrier, surface int
	first, count     int // pairs
	inBody           spatial.Pose
	placed           geometry.Placed // in the room, in the middle of the step
}

// shapes resolves the shapes of a set.
func (o *ContactOptions) shapes(c *optioncheck.Errors, path string) []geometry.Placed {
	var all []geometry.Placed
	for i := range o.Shapes {
		at := fmt.Sprintf("%s.shapes[%d]", path, i)
		shape, err := o.Shapes[i].Build()
		c.In(at, err)
		if err == nil && shape.Kind() == geometry.KindPlane {
			c.Add(at+".shape", "a shape of finite size", "a body has no plane")
		}
		all = append(all, geometry.Placed{Shape: shape, Pose: poseOf(c, at, "", o.Shapes[i].Position, o.Shapes[i].Orientation)})
	}
	return all
}

// addPatch adds a shape of a set, placed in its body, and a surface.
func (p *Mechanism) addPatch(set *contactSet, shape geometry.Placed, s int, o *ContactOptions) {
	c := &p.contacts
	x := patch{carrier: set.carrier, surface: s, first: len(c.pairs), count: geometry.MostContacts, inBody: shape.Pose, placed: shape}
	if shape.Shape.Kind() == geometry.KindSphere || c.surfaces[s].placed.Shape.Kind() == geometry.KindSphere {
		x.count = 1
	}
	for range x.count {
		set.pairs = append(set.pairs, len(c.pairs))
		c.pairs = append(c.pairs, p.newPair(len(c.sets), set.carrier, s, shape.Pose.P, nil, o))
	}
	if c.query == nil {
		c.query, c.found = geometry.NewQuery(), make([]geometry.Contact, 0, geometry.MostContacts)
	}
	c.patches = append(c.patches, x)
}

// measure finds the places of a patch, and which of them may close within the step. The shape may
// touch the surface wherever their points can come together in two steps.
func (x *patch) measure(c *contacts, dt float64) {
	on, s := &c.carriers[x.carrier], &c.surfaces[x.surface]
	x.placed.Pose = on.pose.Times(&x.inBody)
	ball := x.placed.Ball()
	velocity, _ := on.motionAt(spatial.VecOf(ball.Centre))
	omega := spatial.VecOf(on.motion.Angular)
	if s.carrier >= 0 {
		under := &c.carriers[s.carrier]
		v, _ := under.motionAt(spatial.VecOf(ball.Centre))
		velocity, omega = velocity.Sub(v), omega.Sub(spatial.VecOf(under.motion.Angular))
	}
	margin := reach + 2*dt*(velocity.Norm()+omega.Norm()*ball.Radius)
	c.found = c.found[:0]
	if other := s.placed.Ball(); !apart(&ball, &other, margin) {
		c.found = c.query.Contacts(c.found, &x.placed, &s.placed, margin)
	}
	for i := range x.count {
		pair := &c.pairs[x.first+i]
		if pair.near = i < len(c.found); pair.near {
			x.place(c, pair, &c.found[i])
		} else {
			pair.gap = math.Inf(1)
		}
	}
}

// apart reports whether two balls are more than margin apart.
func apart(a, b *geometry.Ball, margin float64) bool {
	return spatial.VecOf(a.Centre).Sub(spatial.VecOf(b.Centre)).Norm() > a.Radius+b.Radius+margin
}

// place makes a pair the contact at a place.
func (x *patch) place(c *contacts, pair *pair, at *geometry.Contact) {
	on, s := &c.carriers[x.carrier], &c.surfaces[x.surface]
	pair.gap, pair.normal, pair.point = at.Gap, spatial.VecOf(at.Normal), spatial.VecOf(at.OnA)
	velocity, acceleration := on.motionAt(core(&x.placed, pair.point, pair.normal))
	var turning spatial.Vec // of the face that the normal belongs to
	if round(s.placed.Shape) && !round(x.placed.Shape) {
		turning = spatial.VecOf(on.motion.Angular)
	}
	if s.carrier >= 0 {
		under := &c.carriers[s.carrier]
		v, a := under.motionAt(core(&s.placed, spatial.VecOf(at.OnB), pair.normal.Neg()))
		velocity, acceleration = velocity.Sub(v), acceleration.Sub(a)
		if !round(s.placed.Shape) {
			turning = spatial.VecOf(under.motion.Angular)
		}
	}
	coriolis := turning.Cross(velocity)
	pair.curve = pair.normal.Dot(acceleration.Sub(coriolis.Add(coriolis)))
}

// round reports whether the normal of a shape follows the other shape rather than a face.
func round(s geometry.Shape) bool {
	switch s.Kind() {
	case geometry.KindSphere, geometry.KindCapsule, geometry.KindCylinder, geometry.KindCone:
		return true
	}
	return false
}

// core returns the point of a placed shape whose motion is that of the gap at a point of its
// surface, up to the second order: behind a curved surface, its middle; else the point itself.
// Normal points out of the other shape, into this one.
func core(p *geometry.Placed, point, normal spatial.Vec) spatial.Vec {
	switch s := p.Shape.(type) {
	case *geometry.Sphere:
		return point.AddScaled(s.Radius(), normal)
	case *geometry.Capsule:
		return point.AddScaled(s.Radius(), normal)
	case *geometry.Cylinder, *geometry.Cone:
		axis := p.Pose.R.Axis(2)
		if math.Abs(axis.Dot(normal)) > onEnd {
			return point // it stands
		}
		middle := spatial.VecOf(p.Pose.P)
		return middle.AddScaled(axis.Dot(point.Sub(middle)), axis)
	}
	return point
}

// onEnd is the cosine of the angle to its axis within which a round shape stands on its end.
const onEnd = 0.99
