package rigidbody

import (
	"fmt"

	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// Jacobian writes the Jacobian of a body's frame, 6 x nv, row-major, linear rows first: times v it
// is the frame's Velocity in the same reference.
func (w *Workspace) Jacobian(dst []float64, body int, ref Reference) error {
	if err := w.checkFrame(dst, 6, body); err != nil {
		return err
	}
	w.needPoses()
	frame := &w.m.frames[body]
	x := &w.poses[frame.link]
	clear(dst)
	switch ref {
	case LocalWorldAligned:
		w.worldColumns(dst, frame.link, x.r.mul(frame.p))
	case Local:
		var r mat3
		r.setProduct(&x.r, &frame.r)
		c := columnWriter{dst: dst, stride: w.m.nv, angular: true, axes: &r}
		w.chain(&c, frame.link, 0, x.r.mul(frame.p))
	case World:
		w.worldColumns(dst, frame.link, x.p.Scale(-1))
	default:
		return fmt.Errorf("rigidbody: reference %d; expected World, Local or LocalWorldAligned", ref)
	}
	return nil
}

// checkFrame checks a Jacobian's size and body.
func (w *Workspace) checkFrame(dst []float64, rows, body int) error {
	if body < 0 || body >= len(w.m.frames) {
		return w.m.bodyError(body)
	}
	if len(dst) != rows*w.m.nv {
		return w.m.lengthError("Jacobian", len(dst), rows*w.m.nv)
	}
	return nil
}

// columnWriter puts columns of a Jacobian in their places.
type columnWriter struct {
	dst     []float64
	stride  int
	angular bool  // rows 3 to 5 are there
	minus   bool  // subtract: put the columns with the opposite sign
	axes    *mat3 // turn columns into these axes, unless nil
}

func (c *columnWriter) put(column int, linear, angular spatial.Vec) {
	if c.axes != nil {
		linear, angular = c.axes.tmul(linear), c.axes.tmul(angular)
	}
	if c.minus {
		linear, angular = linear.Scale(-1), angular.Scale(-1)
	}
	n := c.stride
	d := c.dst[column:]
	d[0], d[n], d[2*n] = linear.X, linear.Y, linear.Z
	if c.angular {
		d[3*n], d[4*n], d[5*n] = angular.X, angular.Y, angular.Z
	}
}

// chain writes the columns of the dofs on the way from link i up to (and without) link top: how
// they move a point at d from the origin of link i, in world axes.
func (w *Workspace) chain(c *columnWriter, i, top int32, d spatial.Vec) {
	for i != top {
		l, x := &w.m.links[i], &w.poses[i]
		l.putColumns(c, &x.r, d)
		d = d.Add(x.lever)
		i = l.parent
	}
}

// worldColumns is chain up to the world, for six rows in world axes, which most Jacobians are, into
// zeros: hinges and planar joints go without calls.
func (w *Workspace) worldColumns(dst []float64, i int32, d spatial.Vec) {
	n := w.m.nv
	c := columnWriter{dst: dst, stride: n, angular: true}
	v0, v1, v2, w0, w1, w2 := dst[:n], dst[n:2*n], dst[2*n:3*n], dst[3*n:4*n], dst[4*n:5*n], dst[5*n:6*n]
	for i != 0 {
		l, x := &w.m.links[i], &w.poses[i]
		k := int(l.v)
		switch l.kind {
		case Planar: // shifts along two axes, and turns about the third as a hinge does
			a, b := x.r.col0(), x.r.col1()
			v0[k], v1[k], v2[k] = a.X, a.Y, a.Z
			v0[k+1], v1[k+1], v2[k+1] = b.X, b.Y, b.Z
			k += 2
			fallthrough
		case Revolute:
			z := x.r.col2()
			v := z.Cross(d)
			v0[k], v1[k], v2[k] = v.X, v.Y, v.Z
			w0[k], w1[k], w2[k] = z.X, z.Y, z.Z
		default:
			l.putColumns(&c, &x.r, d)
		}
		d = d.Add(x.lever)
		i = l.parent
	}
}

// putColumns writes the columns of a link's dofs, given its axes: how they move a point at d from
// its origin, in world axes.
func (l *link) putColumns(c *columnWriter, r *mat3, d spatial.Vec) {
	column := int(l.v)
	switch z := r.col2(); l.kind {
	case Revolute:
		c.put(column, z.Cross(d), z)
	case Prismatic:
		c.put(column, z, spatial.Vec{})
	default:
		for k := 0; k < l.kind.Velocities(); k++ {
			axis := l.axisOf(k, r)
			if l.angularDof(k) {
				c.put(column+k, axis.Cross(d), axis)
			} else {
				c.put(column+k, axis, spatial.Vec{})
			}
		}
	}
}
