package planning

import "slices"

// tree is a tree of configurations; the motion from each to its parent is free.
type tree struct {
	points
	parents []int32 // -1 for a root
}

func newTree(dim int) *tree { return &tree{points: *newPoints(dim)} }

func (t *tree) add(q []float64, parent int) int {
	t.parents = append(t.parents, int32(parent))
	return t.points.add(q)
}

// root returns the root above a node.
func (t *tree) root(i int) int {
	for t.parents[i] >= 0 {
		i = int(t.parents[i])
	}
	return i
}

// path returns copies of the configurations from the root to a node.
func (t *tree) path(i int) (path Path) {
	for ; i >= 0; i = int(t.parents[i]) {
		path = append(path, slices.Clone(t.at(i)))
	}
	slices.Reverse(path)
	return path
}
