package physics

import (
	"fmt"
	"math"
	"slices"

	"github.com/robo-actors/robo-actors/hardware/sim/internal/optioncheck"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

// GraspOptions describe a grasp: a frame of a gripper and a frame of a handle that it may hold.
// While the grasp is closed, the gripper keeps its pose relative to the handle, except along the
// free axes. A grasp with a finger closes when the finger is at Closed or beyond and the frames
// are near enough, and opens when it is at Opened or beyond. A grasp without a finger is closed
// and opened by Close and Open only. The gripper turns about axes through its own origin.
type GraspOptions struct {
	Name          string     `option:"name" doc:"unique name" required:"true"`
	Body          string     `option:"body" doc:"body of the gripper" required:"true"`
	Position      [3]float64 `option:"position" unit:"m" doc:"of the gripper's frame in its body's frame"`
	Orientation   [4]float64 `option:"orientation" doc:"of the gripper's frame, quaternion w, x, y, z; zeros: that of its body"`
	OnBody        string     `option:"on_body" doc:"body of the handle" required:"true"`
	OnPosition    [3]float64 `option:"on_position" unit:"m" doc:"of the handle's frame in its body's frame"`
	OnOrientation [4]float64 `option:"on_orientation" doc:"of the handle's frame, quaternion w, x, y, z; zeros: that of its body"`
	Reach         float64    `option:"reach" unit:"m" doc:"greatest distance at which it closes; 0: 0.02" min:"0"`
	Angle         float64    `option:"angle" unit:"rad" doc:"greatest angle at which it closes; 0: any" min:"0"`
	Free          []string   `option:"free" doc:"axes of the handle's frame that are not held" one_of:"x,y,z,rx,ry,rz"`
	Force         float64    `option:"force" unit:"N" doc:"force that opens it; 0: none" min:"0"`
	Moment        float64    `option:"moment" unit:"N m" doc:"moment that opens it; 0: none" min:"0"`
	Joint         string     `option:"joint" doc:"finger that closes and opens it; empty: Go code closes and opens it"`
	Closed        float64    `option:"closed" unit:"rad|m" doc:"position of the finger at which it closes"`
	Opened        float64    `option:"opened" unit:"rad|m" doc:"position of the finger at which it opens"`
}

// graspAxes are the words for the rows of a grasp.
var graspAxes = []string{"x", "y", "z", "rx", "ry", "rz"}

// grasp is a grasp of the options, resolved.
type grasp struct {
	constraint
	name                string
	gripper, handle     int // carriers
	inGripper, inHandle spatial.Pose
	axes                []int // of the rows, in graspAxes
	onGripper, onHandle []int32
	reach, angle        float64
	force, moment       float64
	finger              int // of its position, -1 without one
	shut, open          float64

	closed   bool
	fresh    bool         // it closed before this step
	held     spatial.Pose // of the gripper's frame in the handle's, as it closed
	pulled   [6]float64   // N, N m on the gripper's body about the gripper's origin, in world axes, of the last step
	overload int          // how often it opened by force
}

// addGrasps resolves the grasps.
func (p *Mechanism) addGrasps(c *optioncheck.Errors, grasps []GraspOptions) {
	for i := range grasps {
		p.addGrasp(c, fmt.Sprintf("grasps[%d]", i), &grasps[i])
	}
}

func (p *Mechanism) addGrasp(c *optioncheck.Errors, path string, o *GraspOptions) {
	before, free := c.Count(), math.Inf(1)
	g := grasp{name: o.Name, reach: optioncheck.Or(o.Reach, 0.02), angle: optioncheck.Or(o.Angle, math.Pi),
		force: optioncheck.Or(o.Force, free), moment: optioncheck.Or(o.Moment, free), finger: -1}
	if o.Name == "" {
		c.Add(path+".name", "a unique name", "the name is empty")
	}
	if slices.ContainsFunc(p.grasps, func(g grasp) bool { return g.name == o.Name }) {
		c.Add(path+".name", "a unique name", "another grasp is named %q", o.Name)
	}
	g.inGripper = poseOf(c, path, "", o.Position, o.Orientation)
	g.inHandle = poseOf(c, path, "on_", o.OnPosition, o.OnOrientation)
	g.gripper, g.handle = p.carrierNamed(c, path+".body", o.Body), p.carrierNamed(c, path+".on_body", o.OnBody)
	g.axes = heldAxes(c, path, o.Free)
	for _, bound := range []struct {
		option string
		value  float64
	}{{"reach", g.reach}, {"angle", g.angle}, {"force", g.force}, {"moment", g.moment}} {
		if !(bound.value > 0) {
			c.Add(path+"."+bound.option, "a number above 0", "%s is %g", bound.option, bound.value)
		}
	}
	if o.Joint != "" {
		if slot, ok := p.slotOf(c, path+".joint", o.Joint); ok {
			g.finger, g.shut, g.open = slot.Position, o.Closed, o.Opened
		}
		if o.Closed == o.Opened || !allFinite(o.Closed, o.Opened) {
			c.Add(path+".closed", fmt.Sprintf("two positions of joint %q", o.Joint), "closed is %g and opened %g", o.Closed, o.Opened)
		}
	}
	if c.Count() > before {
		return
	}
	if slices.Equal(p.contacts.carriers[g.gripper].way, p.contacts.carriers[g.handle].way) {
		c.Add(path, "bodies that can move against each other", "no joint lies between body %q and body %q", o.Body, o.OnBody)
		return
	}
	mine, theirs := p.contacts.carriers[g.gripper].columns, p.contacts.carriers[g.handle].columns
	g.columns = union(mine, theirs)
	g.onGripper, g.onHandle = places(mine, g.columns), places(theirs, g.columns)
	g.law, g.dims, g.rows = bondLaw, len(g.axes), make([]float64, len(g.axes)*len(g.columns))
	p.grasps = append(p.grasps, g)
}

// heldAxes lists the axes, as indices of graspAxes, that are not free.
func heldAxes(c *optioncheck.Errors, path string, free []string) (held []int) {
	for i, word := range free {
		if !slices.Contains(graspAxes, word) {
			c.Unknown(fmt.Sprintf("%s.free[%d]", path, i), "axis", word, graspAxes)
		}
	}
	for axis, word := range graspAxes {
		if !slices.Contains(free, word) {
			held = append(held, axis)
		}
	}
	if len(held) == 0 {
		c.Add(path+".free", "an axis that is not free", "all axes are free")
	}
	return held
}

// carrierNamed finds or makes the carrier of a named body.
func (p *Mechanism) carrierNamed(c *optioncheck.Errors, path, body string) int {
	index, err := p.world.BodyIndex(body)
	if err != nil {
		c.Unknown(path, "body", body, p.world.BodyNames())
		return 0
	}
	return p.carrierOf(index)
}

// frames are the poses of gripper and handle in the room; the carriers are those of the step.
func (g *grasp) frames(c *contacts) (gripper, handle spatial.Pose) {
	return c.carriers[g.gripper].pose.Times(&g.inGripper), c.carriers[g.handle].pose.Times(&g.inHandle)
}

// off is how far the gripper is from where it was when the grasp closed, in the handle's axes: m,
// rad.
func (g *grasp) off(now *spatial.Pose) (e [6]float64) {
	spatial.VecOf(now.P).Sub(spatial.VecOf(g.held.P)).Put(e[:3])
	now.R.LogFrom(&g.held.R).Put(e[3:])
	return e
}

// near reports whether the frames are near enough to close, and how far they are apart.
func (g *grasp) near(gripper, handle *spatial.Pose) (distance, angle float64, near bool) {
	now := handle.InverseTimes(gripper)
	distance, angle = spatial.VecOf(now.P).Norm(), min(now.R.Log().Norm(), math.Pi) // rounding takes it beyond
	return distance, angle, distance <= g.reach && angle <= g.angle
}

// act closes and opens the grasp by its finger, and hands it to the solver while it is closed.
func (g *grasp) act(p *Mechanism) {
	gripper, handle := g.frames(&p.contacts)
	if g.finger >= 0 {
		at, side := p.position[g.finger], 1.0
		if g.shut < g.open {
			side = -1
		}
		switch {
		case side*(at-g.open) <= 0:
			g.closed = false
		case !g.closed && side*(at-g.shut) >= 0:
			_, _, g.closed = g.near(&gripper, &handle)
			g.fresh = g.closed
		}
	}
	if !g.closed {
		g.impulse, g.pulled = [6]float64{}, [6]float64{}
		return
	}
	now := handle.InverseTimes(&gripper)
	if g.fresh {
		g.held = now
	}
	g.aimAt(p, &gripper, &handle)
	e, curve := g.off(&now), g.curve(p, &gripper, &handle)
	for d, axis := range g.axes {
		most := leaveSpeed
		if axis >= 3 {
			most = 10 * leaveSpeed
		}
		g.target[d] = max(-most, min(most, -e[axis]/leaveTime)) - p.dt/2*curve[axis]
	}
	p.solver.constraints = append(p.solver.constraints, &g.constraint)
}

// curve is how the rows' velocities change where no velocity of the robot does, in the axes of the
// handle, m/s^2 and rad/s^2: what turns in one piece keeps its place from one middle of a step to
// the next.
func (g *grasp) curve(p *Mechanism, gripper, handle *spatial.Pose) (a [6]float64) {
	mine, theirs := &p.contacts.carriers[g.gripper], &p.contacts.carriers[g.handle]
	at, omega := spatial.VecOf(gripper.P), spatial.VecOf(theirs.motion.Angular)
	velocity, acceleration := mine.motionAt(at)
	under, below := theirs.motionAt(at)
	coriolis := omega.Cross(velocity.Sub(under))
	handle.R.ApplyInverse(acceleration.Sub(below).Sub(coriolis.Add(coriolis))).Put(a[:3])
	turning := omega.Cross(spatial.VecOf(mine.motion.Angular).Sub(omega))
	change := spatial.VecOf(mine.drift.Angular).Sub(spatial.VecOf(theirs.drift.Angular))
	handle.R.ApplyInverse(change.Sub(turning)).Put(a[3:])
	return a
}

// aimAt fills the rows: the velocity of the gripper's origin against the handle, along the axes of
// the handle.
func (g *grasp) aimAt(p *Mechanism, gripper, handle *spatial.Pose) {
	clear(g.rows)
	g.addRows(p, g.gripper, g.onGripper, 1, spatial.VecOf(gripper.P), &handle.R)
	g.addRows(p, g.handle, g.onHandle, -1, spatial.VecOf(gripper.P), &handle.R)
}

func (g *grasp) addRows(p *Mechanism, on int, places []int32, sign float64, at spatial.Vec, axes *spatial.Rotation) {
	x := &p.contacts.carriers[on]
	if !x.fresh {
		x.refresh(p.workspace)
	}
	k, n := len(g.columns), len(x.jacobian)/6
	arm := at.Sub(spatial.VecOf(x.pose.P))
	for i, column := range x.columns {
		j := x.jacobian[column:]
		linear, angular := spatial.Vec{X: j[0], Y: j[n], Z: j[2*n]}, spatial.Vec{X: j[3*n], Y: j[4*n], Z: j[5*n]}
		v, w := axes.ApplyInverse(linear.Add(angular.Cross(arm))).Array(), axes.ApplyInverse(angular).Array()
		for d, axis := range g.axes {
			if axis < 3 {
				g.rows[d*k+int(places[i])] += sign * v[axis]
			} else {
				g.rows[d*k+int(places[i])] += sign * w[axis-3]
			}
		}
	}
}

// leastCompliance is that of a direction of a grasp, as a share of the greatest one.
const leastCompliance = 1e-6

// settle fills the compliances, which need the inertias at the start.
func (g *grasp) settle(p *Mechanism, inverse []float64) {
	gripper, handle := g.frames(&p.contacts)
	g.aimAt(p, &gripper, &handle)
	k, most := len(g.columns), 0.0
	for d := range g.dims {
		g.compliance[d] = felt(g.rows[d*k:d*k+k], g.columns, inverse, p.model.NV()) / stiffness
		most = max(most, g.compliance[d])
	}
	least := leastCompliance * most
	if least == 0 { // nothing of what is held moves yet
		least = 1 / stiffness
	}
	for d := range g.dims { // a direction in which nothing moves needs none, but the solver divides by it
		g.compliance[d] = max(g.compliance[d], least)
	}
}

// felt is the inverse inertia that a row meets: J M^-1 J^T.
func felt(row []float64, columns []int32, inverse []float64, n int) float64 {
	sum := 0.0
	for a, i := range columns {
		for b, j := range columns {
			sum += row[a] * inverse[int(i)*n+int(j)] * row[b]
		}
	}
	return sum
}

// finish takes what the grasp bore in the step, and opens it where that was too much.
func (g *grasp) finish(p *Mechanism) {
	if !g.closed {
		return
	}
	g.fresh = false
	_, handle := g.frames(&p.contacts)
	var pull, twist [3]float64 // in the axes of the handle
	for d, axis := range g.axes {
		if axis < 3 {
			pull[axis] = g.impulse[d] / p.dt
		} else {
			twist[axis-3] = g.impulse[d] / p.dt
		}
	}
	force, moment := handle.R.Apply(spatial.VecOf(pull)), handle.R.Apply(spatial.VecOf(twist))
	force.Put(g.pulled[:3])
	moment.Put(g.pulled[3:])
	if force.Norm() > g.force || moment.Norm() > g.moment {
		g.closed = false
		g.overload++
	}
}

// Close closes a grasp that has no finger. It fails where the gripper is too far from the handle,
// and says how far.
func (p *Mechanism) Close(name string) error {
	g, err := p.graspNamed(name)
	if err != nil || g.closed {
		return err
	}
	if g.finger >= 0 {
		return fmt.Errorf("plant of world %q: grasp %q is closed by its finger; move that joint", p.world.Name(), name)
	}
	w := p.trueState()
	body := func(carrier int, in *spatial.Pose) spatial.Pose {
		pose := w.Pose(p.contacts.carriers[carrier].body)
		return pose.Times(in)
	}
	gripper, handle := body(g.gripper, &g.inGripper), body(g.handle, &g.inHandle)
	distance, angle, near := g.near(&gripper, &handle)
	if !near {
		return fmt.Errorf("plant of world %q: grasp %q does not close: its frames are %.4g m and %.4g rad apart; expected at most %g m and %.4g rad",
			p.world.Name(), name, distance, angle, g.reach, g.angle)
	}
	g.closed, g.fresh = true, true
	return nil
}

// Open opens a grasp that has no finger.
func (p *Mechanism) Open(name string) error {
	g, err := p.graspNamed(name)
	if err != nil {
		return err
	}
	if g.finger >= 0 {
		return fmt.Errorf("plant of world %q: grasp %q is opened by its finger; move that joint", p.world.Name(), name)
	}
	g.closed = false
	return nil
}

func (p *Mechanism) graspNamed(name string) (*grasp, error) {
	var known []string
	for i := range p.grasps {
		if p.grasps[i].name == name {
			return &p.grasps[i], nil
		}
		known = append(known, p.grasps[i].name)
	}
	return nil, fmt.Errorf("plant of world %q: no grasp is named %q; grasps are %v", p.world.Name(), name, known)
}
