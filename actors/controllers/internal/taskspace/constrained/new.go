package constrained

import (
	"fmt"
	"math"
	"slices"

	"github.com/robo-actors/robo-actors/internal/qp"
	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/rigidbody"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

func newLaw(c Config, velocity bool) (*Law, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	c.HorizonS = max(c.HorizonS, c.PeriodS)
	if c.RestDamping == 0 {
		c.RestDamping = defaultRest
	}
	if c.SingularRegion == 0 {
		c.SingularRegion = defaultRegion
	}
	if c.WeightStep == 0 {
		c.WeightStep = defaultWeightStep
	}
	c.Rows, c.Contacts, c.Collisions, c.Boxes = slices.Clone(c.Rows), slices.Clone(c.Contacts), slices.Clone(c.Collisions), slices.Clone(c.Boxes)
	c.Followers, c.Limits = slices.Clone(c.Followers), c.Limits.Led(c.Followers)
	l := &Law{c: c, velocity: velocity, nv: c.Model.NV()}
	if err := l.layAxes(); err != nil {
		return nil, err
	}
	rows := l.layRows()
	l.allocate(rows)
	l.name()
	return l, nil
}

// layAxes takes the limits of the joints, and finds out which velocities have a position of their
// own.
func (l *Law) layAxes() error {
	l.axes, l.position, l.driven = make([]axis, l.nv), make([]int, l.nv), make([]bool, l.nv)
	at := func(values []float64, i int, none float64) float64 {
		if values == nil {
			return none
		}
		return values[i]
	}
	m, limits := l.c.Model, &l.c.Limits
	for i := range l.axes {
		l.position[i], l.driven[i] = -1, !slices.Contains(l.c.Unactuated, i)
		l.axes[i] = axis{min: at(limits.PositionMin, i, math.Inf(-1)), max: at(limits.PositionMax, i, math.Inf(1)),
			velocity: at(limits.Velocity, i, math.Inf(1)), acceleration: at(limits.Acceleration, i, math.Inf(1))}
	}
	free := math.Inf(1)
	for _, f := range l.c.Followers { // their leaders keep their limits
		l.driven[f.Velocity] = false
		l.axes[f.Velocity] = axis{min: -free, max: free, velocity: free, acceleration: free}
	}
	for b := range m.NumBodies() {
		switch m.Body(b).Kind {
		case rigidbody.Revolute, rigidbody.Continuous, rigidbody.Prismatic:
			v, _ := m.VelocityRange(b)
			l.position[v], _ = m.PositionRange(b)
		}
	}
	for i, x := range l.axes {
		if l.position[i] < 0 && !(math.IsInf(x.min, -1) && math.IsInf(x.max, 1)) {
			return fmt.Errorf("%w: velocity %d belongs to a planar or floating joint and has limits of position; expected none, use a box", ErrConfig, i)
		}
	}
	return nil
}

// movedBy reports which velocities move a body: those of the joints between it and the world, and
// the leaders of followers, which move with them.
func (l *Law) movedBy(body int) []bool {
	moves := make([]bool, l.nv)
	for ; body >= 0; body = l.c.Model.Body(body).Parent {
		start, n := l.c.Model.VelocityRange(body)
		for i := range n {
			moves[start+i] = true
		}
	}
	for _, f := range l.c.Followers {
		moves[f.Leader] = true
	}
	return moves
}

// layRows returns every constraint its rows, and returns their number.
func (l *Law) layRows() (rows int) {
	take := func(n int) int { rows += n; return rows - n }
	body := func(name string) int {
		if name == "" {
			return -1
		}
		i, _ := l.c.Model.BodyIndex(name) // was checked
		return i
	}
	for i := range l.c.Contacts {
		c := &l.c.Contacts[i]
		k := contact{c: c, body: body(c.Body), points: c.Points, first: l.points, frame: frameOf(c.Normal), mu: c.Friction / math.Sqrt2}
		k.motion = take(k.motionRows())
		k.whole = make([]float64, k.motionRows()*l.nv)
		if !l.velocity {
			k.friction = take(4 * len(k.points))
			k.jacobian = make([]float64, 3*l.nv*len(k.points))
			k.movedBy = l.movedBy(k.body)
			l.points += len(k.points)
		}
		l.contacts = append(l.contacts, k)
	}
	for i := range l.nv {
		effort := math.Inf(1)
		follower := slices.IndexFunc(l.c.Followers, func(f rigidbody.Follower) bool { return f.Velocity == i })
		if !l.driven[i] && follower < 0 {
			effort = 0
		} else if l.c.Limits.Effort != nil {
			effort = l.c.Limits.Effort[i]
		}
		if !l.velocity && !math.IsInf(effort, 1) {
			l.torques = append(l.torques, torqueRow{dof: i, row: take(1), effort: effort, follower: follower})
		}
	}
	rate := func(r float64) float64 {
		if r == 0 {
			return defaultRate
		}
		return r
	}
	if len(l.c.Collisions) > 0 {
		l.query = geometry.NewQuery()
	}
	for i := range l.c.Collisions {
		c := &l.c.Collisions[i]
		l.collisions = append(l.collisions, collision{c: c, a: newShape(c.A, body(c.A.Body)), b: newShape(c.B, body(c.B.Body)),
			row: take(1), rate: rate(c.Rate), buf: make([]float64, 2*3*l.nv)})
	}
	for i := range l.c.Boxes {
		c := &l.c.Boxes[i]
		k := box{c: c, body: body(c.Body), rate: rate(c.Rate), buf: make([]float64, 3*l.nv)}
		for axis := range k.rows {
			if k.rows[axis] = -1; !math.IsInf(c.Min[axis], -1) || !math.IsInf(c.Max[axis], 1) {
				k.rows[axis] = take(1)
			}
		}
		l.boxes = append(l.boxes, k)
	}
	return rows
}

func (l *Law) allocate(rows int) {
	size := l.nv + 3*l.points
	gravity := spatial.VecOf(l.c.Model.Gravity())
	if l.force = l.c.Model.Mass() * gravity.Norm() / math.Max(1, float64(l.points)); !(l.force > 0) {
		l.force = 1
	}
	l.mass, l.bias, l.rest, l.calm = make([]float64, l.nv*l.nv), make([]float64, l.nv), make([]float64, size), make([]float64, size)
	l.carried, l.borne = make([]float64, len(l.c.Followers)*l.nv), make([]float64, len(l.c.Followers))
	l.constraints = qp.NewConstraints(size, rows)
	for _, n := range l.c.Rows {
		l.tasks = append(l.tasks, qp.NewTasks(size, n))
	}
	if l.c.Weighted {
		l.cost = qp.NewCost(l.constraints)
		l.solver = qp.NewSolver(l.cost)
	} else {
		l.cascade = qp.NewCascade(l.constraints, l.tasks...)
		l.cascade.Region = l.c.SingularRegion
		all := 0
		for _, n := range l.c.Rows {
			all += n
		}
		l.fading, l.blend = make([]fading, 0, all), make([]float64, size)
	}
	for i := range l.contacts {
		k := &l.contacts[i]
		for r := range k.motionRows() {
			l.constraints.Columns(k.motion+r, 0, l.nv)
		}
		for p := range k.points {
			if l.velocity {
				break
			}
			at := l.nv + 3*(k.first+p)
			for r := range 4 {
				l.constraints.Columns(k.friction+4*p+r, at, at+3)
			}
		}
	}
	for i := range l.collisions {
		l.constraints.Columns(l.collisions[i].row, 0, l.nv)
	}
	for i := range l.boxes {
		for _, row := range l.boxes[i].rows {
			if row >= 0 {
				l.constraints.Columns(row, 0, l.nv)
			}
		}
	}
}

// name reports what errors call the rows.
func (l *Law) name() {
	quantity := "acceleration"
	if l.velocity {
		quantity = "velocity"
	}
	for i, joint := range l.joints() {
		l.constraints.Variables[i] = quantity + " of " + joint
	}
	for _, t := range l.torques {
		joint := l.joints()[t.dof]
		if t.effort == 0 {
			l.constraints.Names[t.row] = "no drive at " + joint
		} else {
			l.constraints.Names[t.row] = "effort of " + joint
		}
	}
	for i := range l.contacts {
		k := &l.contacts[i]
		for r := range k.motionRows() {
			l.constraints.Names[k.motion+r] = fmt.Sprintf("motion of contact %s along %s", k.c.Name, []string{"x", "y", "z", "rx", "ry", "rz"}[r])
		}
		if l.velocity {
			continue
		}
		for p := range k.points {
			for r := range 4 {
				l.constraints.Names[k.friction+4*p+r] = fmt.Sprintf("friction of contact %s at point %d", k.c.Name, p)
			}
			for r, part := range []string{"first tangential force", "second tangential force", "pressure"} {
				l.constraints.Variables[l.nv+3*(k.first+p)+r] = fmt.Sprintf("%s of contact %s at point %d", part, k.c.Name, p)
			}
		}
	}
	for i := range l.collisions {
		l.constraints.Names[l.collisions[i].row] = "distance of " + l.collisions[i].c.Name
	}
	for i := range l.boxes {
		for axis, row := range l.boxes[i].rows {
			if row >= 0 {
				l.constraints.Names[row] = fmt.Sprintf("box %s along %c", l.boxes[i].c.Name, "xyz"[axis])
			}
		}
	}
}

// joints names the velocities.
func (l *Law) joints() []string {
	names := make([]string, l.nv)
	m := l.c.Model
	for b := range m.NumBodies() {
		joint := m.Body(b).JointName
		if joint == "" {
			joint = m.Body(b).Name
		}
		first, n := m.VelocityRange(b)
		for k := range n {
			if names[first+k] = joint; n > 1 {
				names[first+k] = fmt.Sprintf("%s/%d", joint, k)
			}
		}
	}
	return names
}
