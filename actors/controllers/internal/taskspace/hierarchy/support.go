package hierarchy

import "math"

// support is the workspace of a robot with velocities that no drive acts on.
type support struct {
	count, rowsMax int
	carried        []float64 // columns of the contacts' Jacobian for the unactuated velocities, turned: count x rows
	turn           []float64 // count x count: row i is the motion of the unactuated velocities of carried i
	square         []float64 // of the singular value of each
	open           []float64 // what the contacts are to balance, count
	flight         []bool    // motions that contacts do not touch
	report         LevelReport
}

// supportFloor is the singular value, against the greatest, below which contacts are taken not to
// touch a motion.
const supportFloor = 1e-7

func newSupport(count, rows int) *support {
	return &support{count: count, rowsMax: rows, carried: make([]float64, count*max(rows, 1)), turn: make([]float64, count*count),
		square: make([]float64, count), open: make([]float64, count), flight: make([]bool, count),
		report: LevelReport{Missing: make([]float64, count)}}
}

// contacts adds the level of the contacts, and below it that of what nothing supports.
func (l *Law) contacts(in *Input, out *Output) {
	c, s, n := &in.Contacts, l.stride, l.n
	out.ContactForce = out.ContactForce[:c.Rows]
	out.Unsupported = 0
	l.du = l.move(len(in.Levels))
	l.whitenRows(c.Jacobian, c.Rows)
	sizes, greatest := l.factors[:c.Rows], 0.0
	for i := range sizes {
		row := l.rows[i*s : i*s+s]
		sizes[i] = math.Sqrt(dot(row, row))
		greatest = math.Max(greatest, sizes[i])
	}
	for i, size := range sizes {
		row := l.rows[i*s : i*s+s]
		k := 1.0
		switch {
		case !(greatest <= math.MaxFloat64): // the end of Solve says so
		case size > floor*greatest:
			k = 1 / size
		default:
			clear(row) // rounding, of a direction in which nothing moves: it forbids nothing
		}
		goal := -c.Drift[i]
		if c.Acceleration != nil {
			goal += c.Acceleration[i]
		}
		for j := range row {
			row[j] *= k
		}
		l.factors[i], l.missing[i] = k, k*goal
	}
	out.Contact.begin(c.Rows)
	l.solve(c.Rows, damping{contactRegion, contactRegion}, &out.Contact)
	for j := range l.directed {
		l.share[j] = 1 // contacts hold whatever is lost: nothing of them is left to tasks
	}
	l.partial = false
	l.effort(out.Contact.Effort, l.du)
	l.base.decompose(c, l.config.Unactuated, n)
	rows := 0
	for i := range l.base.count {
		if !l.base.flight[i] {
			continue
		}
		// The row w^T M L^-T = (L^T w)^T; its goal is -w^T h.
		w := l.solution[:n]
		clear(w)
		goal := 0.0
		for k, v := range l.config.Unactuated {
			w[v] = l.base.turn[i*l.base.count+k]
			goal -= w[v] * l.load[v]
		}
		row := l.rows[rows*s : rows*s+s]
		l.turnIn(row, w)
		k := 1 / math.Sqrt(dot(row, row))
		for j := range row {
			row[j] *= k
		}
		l.factors[rows], l.missing[rows] = k, k*goal-dot(row, l.u)
		rows++
	}
	out.Unsupported = rows
	if rows > 0 {
		l.base.report.begin(rows)
		l.solve(rows, damping{contactRegion, contactRegion}, &l.base.report)
		l.partial = false
	}
}

// decompose finds how the contacts act on the unactuated velocities: J_u = carried^T turn, the rows
// of carried orthogonal.
func (b *support) decompose(c *Contacts, unactuated []int, n int) {
	p, m := b.count, c.Rows
	clear(b.turn)
	for i, v := range unactuated {
		b.turn[i*p+i] = 1
		for r := range m {
			b.carried[i*m+r] = c.Jacobian[r*n+v]
		}
	}
	for range sweepsMax {
		if !b.sweep(m) {
			break
		}
	}
	greatest := 0.0
	for i := range p {
		b.square[i] = 0
		for _, x := range b.carried[i*m : i*m+m] {
			b.square[i] += x * x
		}
		greatest = math.Max(greatest, b.square[i])
	}
	for i := range p {
		b.flight[i] = b.square[i] <= supportFloor*supportFloor*greatest
	}
}

// sweep turns every pair once, and reports whether one needed it.
func (b *support) sweep(m int) (turned bool) {
	p := b.count
	for i := range p {
		x := b.carried[i*m : i*m+m]
		for j := i + 1; j < p; j++ {
			y := b.carried[j*m : j*m+m]
			var xx, yy, xy float64
			for k, v := range x {
				xx += v * v
				yy += y[k] * y[k]
				xy += v * y[k]
			}
			if !(math.Abs(xy) > straight*math.Sqrt(xx*yy)) {
				continue
			}
			turned = true
			cos, sin := rotation(xx, yy, xy)
			turnPair(x, y, cos, sin)
			turnPair(b.turn[i*p:i*p+p], b.turn[j*p:j*p+p], cos, sin)
		}
	}
	return turned
}

// torques computes torques and contact forces from the acceleration: M a + h = S^T tau + J_c^T f.
func (l *Law) torques(in *Input, out *Output) {
	n := l.n
	out.Unbalanced = 0
	if l.base == nil { // the efforts of all levels are M a
		for i, h := range l.load {
			out.Torque[i] += h
		}
		return
	}
	l.effort(out.Torque, l.u)
	for i := range n {
		out.Torque[i] += l.load[i]
	}
	c, b := &in.Contacts, l.base
	copy(out.ContactForce, c.Force)
	if c.Force == nil {
		clear(out.ContactForce)
	}
	b.balance(c, l.config.Unactuated, n, out)
	for r, f := range out.ContactForce {
		for i, j := range c.Jacobian[r*n : r*n+n] {
			out.Torque[i] -= j * f
		}
	}
	for _, v := range l.config.Unactuated {
		out.Unbalanced = math.Max(out.Unbalanced, math.Abs(out.Torque[v]))
		out.Torque[v] = 0
	}
}

// balance brings the contact forces to what the unactuated rows of the equation of motion need, by
// the least change.
func (b *support) balance(c *Contacts, unactuated []int, n int, out *Output) {
	p, m := b.count, c.Rows
	for k, v := range unactuated {
		b.open[k] = out.Torque[v]
		for r, f := range out.ContactForce {
			b.open[k] -= c.Jacobian[r*n+v] * f
		}
	}
	for i := range p {
		if b.flight[i] {
			continue
		}
		along := 0.0
		for k, x := range b.turn[i*p : i*p+p] {
			along += x * b.open[k]
		}
		for r, x := range b.carried[i*m : i*m+m] {
			out.ContactForce[r] += x * along / b.square[i]
		}
	}
}
