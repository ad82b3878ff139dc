package rigidbody

// linkPose says where a link is.
type linkPose struct {
	r     mat3 // its axes in the world
	lever vec3 // from its parent link's origin to its own, world axes, m
	p     vec3 // its origin in the world, m
}

// computePoses is forward kinematics: the pose of every link in the world.
func (w *Workspace) computePoses() {
	w.ready |= havePoses
	links := w.m.links
	poses, joints := w.poses[:len(links)], w.joints[:len(links)]
	for i := 1; i < len(links); i++ {
		l, x, j := &links[i], &poses[i], &joints[i]
		parent := &poses[l.parent]
		if l.kind > Prismatic {
			multi := &w.multi[l.multi]
			x.r.setProduct(&parent.r, &multi.r)
			x.lever = parent.r.mul(multi.p)
			x.p = parent.p.add(x.lever)
			continue
		}
		// The joint turns the first two columns of parent.r e into each other, or shifts the origin along the third.
		c0, c1, z := parent.r.mul(l.e.col0()), parent.r.mul(l.e.col1()), parent.r.mul(l.e.col2())
		lever := parent.r.mul(l.p)
		if l.kind == Revolute {
			s, c := j.sin, j.cos
			x.r.xx, x.r.yx, x.r.zx = c*c0.x+s*c1.x, c*c0.y+s*c1.y, c*c0.z+s*c1.z
			x.r.xy, x.r.yy, x.r.zy = c*c1.x-s*c0.x, c*c1.y-s*c0.y, c*c1.z-s*c0.z
		} else {
			x.r.setCol0(c0)
			x.r.setCol1(c1)
			lever = lever.addScaled(j.d, z)
		}
		x.r.setCol2(z)
		x.lever = lever
		x.p = parent.p.add(lever)
	}
}

// Pose is the pose of a body's frame in the world. An unknown body gives NaN.
func (w *Workspace) Pose(body int) Pose {
	if !w.known(body) {
		return nanPose()
	}
	w.needPoses()
	frame := &w.m.frames[body]
	x := &w.poses[frame.link]
	var r mat3
	r.setProduct(&x.r, &frame.r)
	return Pose{R: r.array(), P: x.p.add(x.r.mul(frame.p)).array()}
}
