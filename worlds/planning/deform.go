package planning

import (
	"errors"
	"fmt"
	"math"
)

// Free returns the parameter up to which the plan was free when it was deformed last, from the
// follower on: End where everything was free, a place behind the follower where it is not free
// itself, and before the first deformation 0. A part is free that keeps the bounds of the fields
// with their reserves.
func (e *Elastic) Free() float64 { return e.free }

// freeUntil returns Free, checked at a number of points between nodes.
func (e *Elastic) freeUntil(fields []Field, from float64) float64 {
	const perNode = 2
	q := make([]float64, len(e.nodes[0]))
	velocity, acceleration := make([]float64, len(q)), make([]float64, len(q))
	free := func(k float64) bool {
		e.State(Motion{At: k / perNode}, 0, q, velocity, acceleration)
		for i := range fields {
			if fields[i].Clearance.Clearance(q, nil) < fields[i].Bound+fields[i].Reserve {
				return false
			}
		}
		return true
	}
	k := math.Ceil(from * perNode)
	if !free(k) {
		for k = math.Floor(from * perNode); k > 0 && !free(k); k-- {
		}
		return max(k/perNode, 0)
	}
	for k < e.End()*perNode && free(k+1) {
		k++
	}
	return min(k/perNode, e.End())
}

// Deform returns the plan of a time later, the period since the last deformation, with the motion
// of its nodes for the next period, s. From is the parameter of the follower at that time: whether
// the plan breaks depends on the part ahead of it. The error reports misuse.
func (e *Elastic) Deform(fields []Field, from, period float64) (*Elastic, error) {
	if err := e.checkDeform(fields, period); err != nil {
		return nil, err
	}
	next := e.moved(period)
	f := forces{fields: fields, gradient: make([]float64, len(e.nodes[0])), wanted: make([]float64, len(e.nodes[0]))}
	for i := range len(next.nodes) - 1 { // the goal stays
		next.pull(&f, i)
		next.push(i, f.wanted, period)
	}
	next.judge(fields, from, period)
	return next, nil
}

func (e *Elastic) checkDeform(fields []Field, period float64) error {
	var all []error
	if !(period > 0) || math.IsInf(period, 1) {
		all = append(all, fmt.Errorf("planning: an elastic plan deforms for %g s; expected a positive time", period))
	}
	for i := range fields {
		f := &fields[i]
		switch {
		case f.Clearance == nil:
			all = append(all, fmt.Errorf("planning: field %d of an elastic plan has no clearance", i))
		case f.Dim() != len(e.nodes[0]):
			all = append(all, fmt.Errorf("planning: an elastic plan of %d degrees of freedom deforms in a field of %d; expected equal numbers", len(e.nodes[0]), f.Dim()))
		}
		if !(f.Reserve >= 0) || !(f.Influence > f.Bound+f.Reserve) || math.IsInf(f.Influence, 1) {
			all = append(all, fmt.Errorf("planning: field %d of an elastic plan has the influence %g m, the bound %g m and the reserve %g m; expected an influence above the others together, and no negative reserve", i, f.Influence, f.Bound, f.Reserve))
		}
	}
	return errors.Join(all...)
}

// Coast returns the plan of a period later, s, whose nodes come to rest: for a time in which nobody
// looked at the obstacles.
func (e *Elastic) Coast(period float64) *Elastic {
	next := e.moved(period)
	rest := make([]float64, len(e.nodes[0]))
	for i := range len(next.nodes) - 1 {
		next.push(i, rest, period)
	}
	return next
}

// moved returns the plan with its nodes moved by a period, and without accelerations.
func (e *Elastic) moved(period float64) *Elastic {
	next := *e
	next.nodes, next.rates, next.pushes = e.nodes.Clone(), e.rates.Clone(), e.still()
	for i, push := range e.pushes {
		for j, a := range push {
			next.nodes[i][j] += period * (e.rates[i][j] + a*period/2)
			next.rates[i][j] += a * period
		}
	}
	return &next
}

// push gives a node the acceleration towards a velocity.
func (e *Elastic) push(i int, wanted []float64, period float64) {
	for j, w := range wanted {
		e.pushes[i][j] = clamp((clamp(w, e.options.Speed)-e.rates[i][j])/period, e.options.Step/2)
	}
}

func clamp(v, most float64) float64 { return min(max(v, -most), most) }

// The velocity of a node follows its displacement from where the forces balance, by these rates,
// 1/s.
const (
	contraction = 6
	repulsion   = 8
)

// forces is what pulls at a node.
type forces struct {
	fields           []Field
	wanted, gradient []float64
}

// pull writes the velocity that the forces on a node demand. Near an obstacle the plan gives way
// and does not contract. A limit of position bounds the velocity towards it.
func (e *Elastic) pull(f *forces, i int) {
	node := e.nodes[i]
	clear(f.wanted)
	calm := 1.0
	for k := range f.fields {
		calm = min(calm, f.repel(&f.fields[k], node))
	}
	if i > 0 {
		for j := range f.wanted {
			f.wanted[j] += calm * contraction * ((e.nodes[i-1][j]+e.nodes[i+1][j])/2 - node[j])
		}
	}
	for j := range f.wanted {
		if e.options.Lower != nil {
			f.wanted[j] = max(f.wanted[j], contraction*(e.options.Lower[j]-node[j]))
		}
		if e.options.Upper != nil {
			f.wanted[j] = min(f.wanted[j], contraction*(e.options.Upper[j]-node[j]))
		}
	}
}

// shallow is the gradient of a clearance, m/rad or m/m, below which it says little about where to
// go: most of it may be that of a direction that changes nothing.
const shallow = 0.1

// repel adds the velocity that a field demands: along the gradient, by what restores the clearance.
// It returns 1 outside of the influence, falling to 0 at the bound.
func (f *forces) repel(field *Field, node []float64) (calm float64) {
	if field.Clearance.Clearance(node, nil) >= field.Influence {
		return 1
	}
	clearance := field.Clearance.Clearance(node, f.gradient)
	steep := shallow * shallow
	for _, g := range f.gradient {
		steep += g * g
	}
	for j, g := range f.gradient {
		f.wanted[j] += repulsion * (field.Influence - clearance) * g / steep
	}
	return min(max((clearance-field.Bound)/(field.Influence-field.Bound), 0), 1)
}

// judge finds out whether the plan is broken.
func (e *Elastic) judge(fields []Field, from, period float64) {
	e.free = e.freeUntil(fields, from)
	if e.broken != "" {
		return
	}
	e.blocked += period
	if e.free >= e.End() {
		e.blocked = 0
	}
	switch length := e.nodes.Length(); {
	case e.blocked > e.options.Patience:
		e.broken = fmt.Sprintf("the plan is blocked at %.4g of %g for more than %g s", e.free, e.End(), e.options.Patience)
	case length > e.options.Stretch*e.length+e.options.Spacing:
		e.broken = fmt.Sprintf("the plan grew from a length of %.4g to %.4g", e.length, length)
	}
}
