package planning

import "slices"

// points is a growing list of configurations with a k-d tree over it (Bentley, Communications of
// the ACM 18, 1975). Leaves hold up to leafSize points and split at the median of their widest
// side. Points at equal distances are ordered by their index, so that answers depend on the points
// alone.
type points struct {
	dim   int
	flat  []float64 // configuration i at i*dim
	cells []cell
}

const leafSize = 24

// A cell of the tree is a leaf, or is cut in two by a plane.
type cell struct {
	members []int32 // of a leaf
	axis    int32   // -1 for a leaf
	low     int32   // the cell with coordinates below the cut
	high    int32
	cut     float64
}

// neighbour is a point with its squared distance to the query.
type neighbour struct {
	index   int
	squared float64
}

func newPoints(dim int) *points {
	return &points{dim: dim, cells: []cell{{axis: -1}}}
}

func (p *points) len() int { return len(p.flat) / p.dim }

// at returns a configuration; it is valid until the list grows.
func (p *points) at(i int) []float64 { return p.flat[i*p.dim : (i+1)*p.dim : (i+1)*p.dim] }

// add appends a copy of a configuration and returns its index.
func (p *points) add(q []float64) int {
	i := p.len()
	p.flat = append(p.flat, q...)
	c := int32(0)
	for p.cells[c].axis >= 0 {
		c = p.side(c, q)
	}
	leaf := &p.cells[c]
	leaf.members = append(leaf.members, int32(i))
	if len(leaf.members) > leafSize {
		p.split(c)
	}
	return i
}

func (p *points) side(c int32, q []float64) int32 {
	if q[p.cells[c].axis] < p.cells[c].cut {
		return p.cells[c].low
	}
	return p.cells[c].high
}

// split divides a leaf unless all its points are equal.
func (p *points) split(c int32) {
	members := p.cells[c].members
	axis, widest := 0, 0.0
	for j := range p.dim {
		least, most := p.flat[int(members[0])*p.dim+j], p.flat[int(members[0])*p.dim+j]
		for _, m := range members {
			v := p.flat[int(m)*p.dim+j]
			least, most = min(least, v), max(most, v)
		}
		if most-least > widest {
			axis, widest = j, most-least
		}
	}
	if widest == 0 {
		return
	}
	values := make([]float64, len(members))
	for i, m := range members {
		values[i] = p.flat[int(m)*p.dim+axis]
	}
	slices.Sort(values)
	cut := values[len(values)/2]
	if cut == values[0] { // more than half are equal: the first larger value
		i, _ := slices.BinarySearchFunc(values, cut, func(v, cut float64) int {
			if v <= cut {
				return -1
			}
			return 1
		})
		cut = values[i]
	}
	var low, high []int32
	for _, m := range members {
		if p.flat[int(m)*p.dim+axis] < cut {
			low = append(low, m)
		} else {
			high = append(high, m)
		}
	}
	at := int32(len(p.cells))
	p.cells = append(p.cells, cell{members: low, axis: -1}, cell{members: high, axis: -1})
	p.cells[c] = cell{axis: int32(axis), low: at, high: at + 1, cut: cut}
}

// nearest returns the point nearest to q; the list is not empty. It changes nothing: any number of
// goroutines may call it while the list does not grow.
func (p *points) nearest(q []float64) int {
	best := neighbour{-1, infinity}
	p.descend(0, q, &best)
	return best.index
}

func (p *points) descend(c int32, q []float64, best *neighbour) {
	at := &p.cells[c]
	if at.axis < 0 {
		for _, m := range at.members {
			d := squared(q, p.at(int(m)))
			if d < best.squared || d == best.squared && int(m) < best.index || best.index < 0 {
				*best = neighbour{int(m), d}
			}
		}
		return
	}
	gap := q[at.axis] - at.cut
	near, far := at.low, at.high
	if gap >= 0 {
		near, far = far, near
	}
	p.descend(near, q, best)
	if gap*gap <= best.squared {
		p.descend(far, q, best)
	}
}

// nearestK appends to list the k points nearest to q that are within a squared distance, in
// ascending order of distance.
func (p *points) nearestK(list []neighbour, q []float64, k int, within float64) []neighbour {
	list = list[:0]
	var visit func(c int32)
	visit = func(c int32) {
		at := &p.cells[c]
		if at.axis < 0 {
			for _, m := range at.members {
				list = insert(list, neighbour{int(m), squared(q, p.at(int(m)))}, k, within)
			}
			return
		}
		gap := q[at.axis] - at.cut
		near, far := at.low, at.high
		if gap >= 0 {
			near, far = far, near
		}
		visit(near)
		if bound := gap * gap; bound <= within && (len(list) < k || bound <= list[len(list)-1].squared) {
			visit(far)
		}
	}
	visit(0)
	return list
}

// insert keeps the k nearest neighbours in ascending order.
func insert(list []neighbour, n neighbour, k int, within float64) []neighbour {
	if n.squared > within || k == 0 {
		return list
	}
	after := func(a neighbour) bool {
		return a.squared > n.squared || a.squared == n.squared && a.index > n.index
	}
	if len(list) == k {
		if !after(list[k-1]) {
			return list
		}
		list = list[:k-1]
	}
	i := len(list)
	list = append(list, n)
	for ; i > 0 && after(list[i-1]); i-- {
		list[i] = list[i-1]
	}
	list[i] = n
	return list
}
