package page

import (
	"fmt"
	"slices"
	"strings"
)

// wiring is the picture of worlds, actors and links, in pixels.
type wiring struct {
	Width, Height int
	Worlds        []box
	Nodes         []box
	Edges         []edge
}

type box struct {
	X, Y, Width, Height int
	Title, Detail, Path string
}

// edge is a link. Path is its curve as SVG has it.
type edge struct {
	Path, Title, From, To string
	Between               bool // of two worlds
}

// Sizes of the picture.
const (
	nodeWidth, nodeHeight = 184, 42
	nodeGap               = 16
	worldPadding          = 40
	worldTitle            = 34
	worldGap              = 84
	worldsInRow           = 4
	titleRunes            = 25 // that fit into a node
	detailRunes           = 29
)

// layOut places the worlds beside each other, each with its actors below each other in the order
// of the report.
func layOut(actors []Actor, links []Link) wiring {
	var w wiring
	var names []string
	for _, a := range actors {
		if !slices.Contains(names, a.World) {
			names = append(names, a.World)
		}
	}
	nodes, column := map[string]box{}, map[string]int{}
	y := 0
	for first := 0; first < len(names); first += worldsInRow {
		tallest := 0
		for k, world := range names[first:min(first+worldsInRow, len(names))] {
			x := k * (nodeWidth + 2*worldPadding + worldGap)
			at := y + worldTitle
			for _, a := range actors {
				if a.World == world {
					n := box{x + worldPadding, at, nodeWidth, nodeHeight, fitted(a.Name, titleRunes), fitted(strings.TrimPrefix(a.Kind+" · "+rate(a.Period), " · "), detailRunes), a.Path}
					nodes[a.Path], column[a.Path] = n, first+k
					w.Nodes = append(w.Nodes, n)
					at += nodeHeight + nodeGap
				}
			}
			w.Worlds = append(w.Worlds, box{x, y, nodeWidth + 2*worldPadding, at - y, fitted(world, detailRunes), "", world})
			tallest, w.Width = max(tallest, at-y), max(w.Width, x+nodeWidth+2*worldPadding)
		}
		y += tallest + nodeGap
	}
	w.Height = max(y-nodeGap, 0)
	for _, l := range links {
		from, to := actorOf(l.From), actorOf(l.To)
		a, isA := nodes[from]
		b, isB := nodes[to]
		if !isA || !isB {
			continue
		}
		e := edge{From: from, To: to, Title: l.From + " → " + l.To, Between: column[from] != column[to]}
		if l.MaxAge > 0 {
			e.Title += ", at most " + short(l.MaxAge) + " old"
		}
		e.Path = curve(a, b, column[from], column[to])
		w.Edges = append(w.Edges, e)
	}
	return w
}

// fitted returns a text of at most so many characters. The path of an actor has the whole name.
func fitted(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}

// actorOf returns the actor of a port.
func actorOf(port string) string { return port[:max(strings.LastIndexByte(port, '.'), 0)] }

// curve returns the curve of a link. Within a world it bulges to the right on its way down, and to
// the left on its way up.
func curve(a, b box, columnA, columnB int) string {
	ay, by := a.Y+a.Height/2, b.Y+b.Height/2
	right, left := a.X+a.Width, a.X
	if columnA == columnB {
		bulge := min(16+(max(ay-by, by-ay))/14, worldPadding+nodeGap)
		if by >= ay {
			return fmt.Sprintf("M%d %dC%d %d %d %d %d %d", right, ay+6, right+bulge, ay+6, right+bulge, by-6, right, by-6)
		}
		return fmt.Sprintf("M%d %dC%d %d %d %d %d %d", left, ay-6, left-bulge, ay-6, left-bulge, by+6, left, by+6)
	}
	reach := worldGap/2 + worldPadding
	if columnB > columnA {
		return fmt.Sprintf("M%d %dC%d %d %d %d %d %d", right, ay, right+reach, ay, b.X-reach, by, b.X, by)
	}
	return fmt.Sprintf("M%d %dC%d %d %d %d %d %d", left, ay, left-reach, ay, b.X+b.Width+reach, by, b.X+b.Width, by)
}
