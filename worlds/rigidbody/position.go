package rigidbody

import "github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"

// linkPose says where a link is.
type linkPose struct {
	r     mat3        // its axes in the world
	lever spatial.Vec // from its parent link's origin to its own, world axes, m
	p     spatial.Vec // its origin in the world, m
}

// computePoses is forward kinematics: the pose of every link in the world.
func (w *Workspace) computePoses() {
	w.needTurns()
	w.ready |= havePoses
	w.place(w.poses, 1)
}

// place finds the pose of every link from a first one on: of all in the world, or of those that
// move in the frames of their trees.
func (w *Workspace) place(poses []linkPose, first int) {
	links := w.m.links
	poses, joints := poses[:len(links)], w.joints[:len(links)]
	for i := first; i < len(links); i++ {
		l, x, j := &links[i], &poses[i], &joints[i]
		parent := &poses[l.parent]
		if l.kind > Prismatic {
			multi := &w.multi[l.multi]
			x.r.setProduct(&parent.r, &multi.r)
			x.lever = parent.r.mul(multi.p)
			x.p = parent.p.Add(x.lever)
			continue
		}
		// The joint turns the first two columns of parent.r e into each other, or shifts the origin
		// along the third. It goes row by row, each stored before the next begins, so that few
		// numbers are alive at a time.
		e, sin, cos, back := &l.e, j.sin, j.cos, -j.sin
		row := parent.r.row0()
		a, b, c, lever := row.Dot(e.col0()), row.Dot(e.col1()), row.Dot(e.col2()), row.Dot(l.p)
		lever += j.d * c
		x.r.xx, x.r.xy, x.r.xz, x.lever.X, x.p.X = cos*a+sin*b, cos*b+back*a, c, lever, parent.p.X+lever
		row = parent.r.row1()
		a, b, c, lever = row.Dot(e.col0()), row.Dot(e.col1()), row.Dot(e.col2()), row.Dot(l.p)
		lever += j.d * c
		x.r.yx, x.r.yy, x.r.yz, x.lever.Y, x.p.Y = cos*a+sin*b, cos*b+back*a, c, lever, parent.p.Y+lever
		row = parent.r.row2()
		a, b, c, lever = row.Dot(e.col0()), row.Dot(e.col1()), row.Dot(e.col2()), row.Dot(l.p)
		lever += j.d * c
		x.r.zx, x.r.zy, x.r.zz, x.lever.Z, x.p.Z = cos*a+sin*b, cos*b+back*a, c, lever, parent.p.Z+lever
	}
}

// Pose is the pose of a body's frame in the world. An unknown body gives NaN.
func (w *Workspace) Pose(body int) spatial.Pose {
	if !w.known(body) {
		return nanPose()
	}
	w.needPoses()
	frame := &w.m.frames[body]
	x := &w.poses[frame.link]
	var r mat3
	r.setProduct(&x.r, &frame.r)
	return spatial.Pose{R: r.array(), P: x.p.Add(x.r.mul(frame.p)).Array()}
}
