package geometry

import "math"

// Tree is a hierarchy of boxes over many placed shapes: the broad phase of a scene. Fill makes it
// anew, in the memory of the last time, so a scene can fill it after every motion. Queries do not
// write: many goroutines can ask one tree, each with its own slices.
//
// The tree knows boxes only. Shapes whose boxes overlap may still be apart: ask a [Query].
type Tree struct {
	items []treeItem // of a node, next to each other
	nodes []meshNode
}

type treeItem struct {
	box    AABB
	middle [3]float64
	index  int32
}

// NewTree returns an empty tree with memory for a number of boxes.
func NewTree(capacity int) *Tree {
	return &Tree{items: make([]treeItem, 0, capacity), nodes: make([]meshNode, 0, 2*capacity)}
}

// Fill makes the tree of the given boxes, all in one frame. Their indices name them in queries. A
// box may be infinite, as that of a plane. A box with NaN counts as infinite. A box with a Min
// above its Max is left out. Fill allocates only if there are more boxes than ever before.
func (t *Tree) Fill(boxes []AABB) {
	t.items, t.nodes = t.items[:0], t.nodes[:0]
	for i := range boxes {
		item := treeItem{box: boxes[i], index: int32(i)}
		for k := range 3 {
			if math.IsNaN(item.box.Min[k] + item.box.Max[k]) {
				item.box.Min[k], item.box.Max[k] = math.Inf(-1), math.Inf(1)
			}
		}
		if !item.box.Overlaps(&item.box) {
			continue
		}
		for k := range 3 {
			// The middle of an infinite box may be anywhere: it only decides where the box is kept.
			low, high := max(item.box.Min[k], -mostLength), min(item.box.Max[k], mostLength)
			item.middle[k] = (low + high) / 2
		}
		t.items = append(t.items, item)
	}
	if len(t.items) > 0 {
		t.build(0, len(t.items))
	}
}

// Len returns the number of boxes in the tree.
func (t *Tree) Len() int { return len(t.items) }

// build adds the node of the items from first to before last, and what is below it, in the layout
// of meshNode.
func (t *Tree) build(first, last int) {
	place := len(t.nodes)
	list := t.items[first:last]
	box, middles := list[0].box, AABB{list[0].middle, list[0].middle}
	for i := range list {
		box = box.Union(&list[i].box)
		middles = middles.Union(&AABB{list[i].middle, list[i].middle})
	}
	t.nodes = append(t.nodes, meshNode{box, int32(first), int32(len(list))})
	if len(list) <= leafTriangles {
		return
	}
	axis := middles.longest()
	half := len(list) / 2
	selectNth(list, half, func(i *treeItem) float64 { return i.middle[axis] })
	t.build(first, first+half)
	t.nodes[place].first, t.nodes[place].count = int32(len(t.nodes)), 0
	t.build(first+half, last)
}

// Overlapping appends to dst the indices of the boxes that have a point in common with box, in no
// particular but a repeatable order. It allocates only if dst has too little capacity.
func (t *Tree) Overlapping(dst []int32, box *AABB) []int32 {
	if len(t.nodes) == 0 {
		return dst
	}
	var stack [mostDepth]int32
	for n := 1; n > 0; {
		n--
		place := stack[n]
		node := &t.nodes[place]
		if !node.box.Overlaps(box) {
			continue
		}
		if node.count == 0 {
			stack[n], stack[n+1] = node.first, place+1
			n += 2
			continue
		}
		for i := range t.items[node.first : node.first+node.count] {
			if item := &t.items[int(node.first)+i]; item.box.Overlaps(box) {
				dst = append(dst, item.index)
			}
		}
	}
	return dst
}

// Pairs appends to dst every two indices, the smaller one first, of boxes that are at most margin
// apart along every axis. The order is repeatable. It allocates only if dst has too little
// capacity.
func (t *Tree) Pairs(dst [][2]int32, margin float64) [][2]int32 {
	if len(t.nodes) == 0 {
		return dst
	}
	var stack [4 * mostDepth][2]int32
	for n := 1; n > 0; {
		n--
		a, b := stack[n][0], stack[n][1]
		nodeA, nodeB := &t.nodes[a], &t.nodes[b]
		if a != b {
			if grown := nodeA.box.Grown(margin); !grown.Overlaps(&nodeB.box) {
				continue
			}
		}
		switch {
		case nodeA.count > 0 && nodeB.count > 0:
			dst = t.leafPairs(dst, nodeA, nodeB, margin)
		case a == b:
			stack[n], stack[n+1], stack[n+2] = [2]int32{a + 1, a + 1}, [2]int32{nodeA.first, nodeA.first}, [2]int32{a + 1, nodeA.first}
			n += 3
		case nodeB.count > 0 || nodeA.count == 0 && nodeA.box.size() > nodeB.box.size():
			stack[n], stack[n+1] = [2]int32{a + 1, b}, [2]int32{nodeA.first, b}
			n += 2
		default:
			stack[n], stack[n+1] = [2]int32{a, b + 1}, [2]int32{a, nodeB.first}
			n += 2
		}
	}
	return dst
}

// leafPairs appends the pairs of two leaves, or of one.
func (t *Tree) leafPairs(dst [][2]int32, a, b *meshNode, margin float64) [][2]int32 {
	for i := a.first; i < a.first+a.count; i++ {
		grown := t.items[i].box.Grown(margin)
		from := b.first
		if a == b {
			from = i + 1
		}
		for k := from; k < b.first+b.count; k++ {
			if grown.Overlaps(&t.items[k].box) {
				x, y := t.items[i].index, t.items[k].index
				dst = append(dst, [2]int32{min(x, y), max(x, y)})
			}
		}
	}
	return dst
}
