package planning

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// shortcut shortens a path: it first leaves out configurations, and then joins pairs of random
// points of the path by straight motions where these are free (Geraerts and Overmars,
// International Journal of Robotics Research 26, 2007). The path never gets longer.
type shortcut struct{ options Options }

// Name returns "shortcut".
func (c *shortcut) Name() string { return "shortcut" }

// defaultShortcuts is the number of pairs of points that shortcut tries by default.
const defaultShortcuts = 100

// Plan shortens Problem.Path. A path that is not free is a status.
func (c *shortcut) Plan(p *Problem) (*Result, error) {
	if len(p.Path) == 0 {
		return nil, fmt.Errorf("planning: shortcut needs a path in the problem")
	}
	whole := *p
	whole.Start, whole.Goals = p.Path[0], [][]float64{p.Path[len(p.Path)-1]}
	s, ended, err := begin(&whole)
	if err != nil {
		return nil, err
	}
	check, err := CheckPath(p.Spaces[0], p.Path)
	if err != nil {
		return nil, err
	}
	if ended && s.result.Status != Solved {
		return &s.result, nil
	}
	if p.MaxIterations == 0 {
		s.maxIteration = defaultShortcuts
	}
	if s.result.Edges = check.Free; check.Status != Solved {
		s.result = Result{Status: check.Status, Goal: -1, Edges: check.Free, Detail: check.Detail}
		return &s.result, nil
	}
	s.solve(p.Path, 0)
	s.result.Nodes = len(p.Path)
	s.prune()
	s.shorten()
	s.prune() // random points leave corners that are nearly straight
	return &s.result, nil
}

// prune goes along the path and joins each configuration with the last one that it can reach by a
// free motion.
func (s *search) prune() {
	path := s.result.Path
	kept := Path{path[0]}
	for i := 0; i < len(path)-1; {
		j := len(path) - 1
		for j > i+1 && !s.free(path[i], path[j]) {
			j--
		}
		kept = append(kept, path[j])
		i = j
	}
	s.keepShorter(kept)
}

// shorten joins random points of the path.
func (s *search) shorten() {
	r := rand.New(rand.NewPCG(s.problem.Seed, 0xd1b54a32d192ed03))
	for s.result.Iterations < s.maxIteration && len(s.result.Path) > 2 {
		if s.interrupted() || s.anySolution {
			return
		}
		s.result.Iterations++
		first, second := r.Float64(), r.Float64()
		s.join(min(first, second)*s.length, max(first, second)*s.length)
	}
}

// join replaces a part of the path, between two lengths from its start, by a straight motion. The
// rests of the motions at both ends are checked too, because their points differ from those
// before.
func (s *search) join(from, to float64) {
	path := s.result.Path
	a, i := path.along(from)
	b, j := path.along(to)
	if i == j || !s.free(a, b) {
		return
	}
	next := append(path[:i+1].Clone(), a, b)
	next = append(next, path[j+1:].Clone()...)
	if s.free(path[i], a) && s.free(b, path[j+1]) {
		s.keepShorter(next)
	}
}

// along returns the point at a length from the start of a path of two or more configurations, and
// the index of the configuration before it.
func (p Path) along(length float64) (point []float64, before int) {
	for i := 1; i < len(p); i++ {
		d := Distance(p[i-1], p[i])
		if length < d || i == len(p)-1 {
			point = slices.Clone(p[i])
			if d > 0 {
				Between(point, p[i-1], p[i], min(length/d, 1))
			}
			return point, i - 1
		}
		length -= d
	}
	return slices.Clone(p[0]), 0
}

// keepShorter keeps a path if it is shorter than the one known, or as long with fewer
// configurations.
func (s *search) keepShorter(path Path) {
	path = slices.CompactFunc(path, func(a, b []float64) bool { return squared(a, b) == 0 })
	if l := path.Length(); l < s.length || l == s.length && len(path) < len(s.result.Path) {
		s.solve(path, 0)
		s.result.Nodes = len(path)
	}
}
