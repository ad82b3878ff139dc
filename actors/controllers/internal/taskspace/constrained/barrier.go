package constrained

import (
	"fmt"

	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// collision is a Collision in the problem.
type collision struct {
	c    *Collision
	a, b shape
	row  int
	rate float64
	buf  []float64 // 3 x nv of each shape
}

// shape is a Shape in the problem.
type shape struct {
	body     int // -1 for the world
	inBody   spatial.Pose
	placed   geometry.Placed
	rounding float64 // the radius of a sphere or capsule, 0 for others
}

// newShape returns a shape of a body, -1 for the world.
func newShape(s Shape, body int) shape {
	out := shape{body: body, inBody: s.Pose, placed: geometry.Placed{Shape: s.Shape, Pose: s.Pose}}
	switch s := s.Shape.(type) {
	case *geometry.Sphere:
		out.rounding = s.Radius()
	case *geometry.Capsule:
		out.rounding = s.Radius()
	}
	return out
}

// box is a Box in the problem, with one row for each axis that has a face.
type box struct {
	c    *Box
	body int
	rows [3]int // -1 without a face
	rate float64
	buf  []float64 // 3 x nv
}

// fillBarriers writes the distances that must be kept.
func (l *Law) fillBarriers(in *Input) error {
	for i := range l.collisions {
		if err := l.fillCollision(&l.collisions[i], in); err != nil {
			return fmt.Errorf("%w: collision %q: %w", ErrInput, l.collisions[i].c.Name, err)
		}
	}
	for i := range l.boxes {
		if err := l.fillBox(&l.boxes[i], in); err != nil {
			return fmt.Errorf("%w: box %q: %w", ErrInput, l.boxes[i].c.Name, err)
		}
	}
	return nil
}

// place moves the shape to where its body is.
func (s *shape) place(w *rigidbody.Workspace) {
	if s.body >= 0 {
		body := w.Pose(s.body)
		s.placed.Pose = body.Times(&s.inBody)
	}
}

// core returns the point of the body at which a witness point acts, in the body's frame: the point
// itself, or, of a sphere or capsule, the point of its core behind it.
func (s *shape) core(w *rigidbody.Workspace, witness, inwards spatial.Vec) [3]float64 {
	witness = witness.AddScaled(s.rounding, inwards)
	if s.body < 0 {
		return witness.Array()
	}
	body := w.Pose(s.body)
	return body.ApplyInverse(witness).Array()
}

// fillCollision keeps the distance of two shapes. The witness points are taken as fixed to their
// bodies; what is left out of the second derivative of the distance, how they wander, is not
// negative for spheres and corners and keeps them farther apart. A point that slides along a face
// which turns has a part of twice the product of both speeds, of either sign.
func (l *Law) fillCollision(k *collision, in *Input) error {
	w, now := in.Workspace, in.measured()
	k.a.place(now)
	k.b.place(now)
	near := l.query.Distance(&k.a.placed, &k.b.placed)
	n := spatial.VecOf(near.Normal)
	row := l.constraints.Row(k.row)
	clear(row[:l.nv])
	speed, drift := 0.0, 0.0
	for i, side := range []struct {
		shape *shape
		at    [3]float64
		sign  float64
	}{{&k.a, k.a.core(now, spatial.VecOf(near.OnA), n), 1}, {&k.b, k.b.core(now, spatial.VecOf(near.OnB), n.Neg()), -1}} {
		if side.shape.body < 0 {
			continue
		}
		own := k.buf[3*i*l.nv:][:3*l.nv]
		if err := w.PointJacobian(own, side.shape.body, side.at); err != nil {
			return err
		}
		l.c.Followers.Jacobian(own, l.nv)
		for j := range l.nv {
			row[j] += side.sign * (n.X*own[j] + n.Y*own[l.nv+j] + n.Z*own[2*l.nv+j])
		}
		speed += side.sign * n.Dot(spatial.VecOf(now.PointVelocity(side.shape.body, side.at)))
		drift += side.sign * n.Dot(spatial.VecOf(w.PointDrift(side.shape.body, side.at)))
	}
	if negligible(row[:l.nv], k.buf) { // of two bodies that move as one, say
		clear(row[:l.nv])
	}
	room := near.Distance - k.c.Margin
	if l.velocity {
		l.constraints.AtLeast(k.row, -k.rate*room)
	} else {
		l.constraints.AtLeast(k.row, -2*k.rate*speed-k.rate*k.rate*room-drift)
	}
	return nil
}

func (l *Law) fillBox(k *box, in *Input) error {
	w, now := in.Workspace, in.measured()
	if err := w.PointJacobian(k.buf, k.body, k.c.Point); err != nil {
		return err
	}
	p, v, drift := now.PointPosition(k.body, k.c.Point), now.PointVelocity(k.body, k.c.Point), w.PointDrift(k.body, k.c.Point)
	r := k.rate
	l.c.Followers.Jacobian(k.buf, l.nv)
	for i, row := range k.rows {
		if row < 0 {
			continue
		}
		to := l.constraints.Row(row)[:l.nv]
		if copy(to, k.buf[i*l.nv:]); negligible(to, k.buf) {
			clear(to)
		}
		below, above := k.c.Min[i]-p[i], k.c.Max[i]-p[i]
		if l.velocity {
			l.constraints.Between(row, r*below, r*above)
		} else {
			rest := -2*r*v[i] - drift[i]
			l.constraints.Between(row, rest+r*r*below, rest+r*r*above)
		}
	}
	return nil
}
