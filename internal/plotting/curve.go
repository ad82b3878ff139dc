package plotting

import (
	"fmt"
	"math"
)

// curve draws a line, with gaps where it is not finite. A value alone between two gaps is a dot.
type curve struct {
	line  Line
	style lineStyle
}

// draw puts the line into a diagram.
func (c curve) draw(out *canvas, f frame) {
	strokes, dots := c.pieces(f)
	out.path(strokes, ` class="line"`+c.style.attributes())
	for _, at := range dots {
		out.dot(at, 1.1*c.style.width, c.style.color)
	}
}

// sample draws a piece of the line into a legend.
func (c curve) sample(out *canvas, at point) {
	out.path([][]point{{at, {at.x + sampleWidth, at.y}}}, c.style.attributes())
}

func (s lineStyle) attributes() string {
	text := fmt.Sprintf(` fill="none" stroke="%s" stroke-width="%g" stroke-linejoin="round"`, s.color, s.width)
	if s.dashes != "" {
		text += ` stroke-dasharray="` + s.dashes + `"`
	}
	return text
}

// unseen is how far a line may be from where it belongs, in px, where that spares points.
const unseen = 0.1

// pieces are what is between the gaps, in the places of a diagram.
func (c curve) pieces(f frame) (strokes [][]point, dots []point) {
	var run []point
	end := func() {
		switch len(run) {
		case 0:
		case 1:
			dots = append(dots, run[0])
		default:
			strokes = append(strokes, simplify(run, unseen))
		}
		run = nil
	}
	line := c.line.thin(f.columns())
	for i, v := range line.Value {
		if !finite(v) {
			end()
			continue
		}
		run = append(run, point{f.x(line.Time[i]), f.y(v)})
	}
	end()
	return strokes, dots
}

// simplify leaves out points so that none is farther from the line through the others than the tolerance (U. Ramer, An
// iterative procedure for the polygonal approximation of plane curves, 1972; D. Douglas and T. Peucker, 1973). The ends
// stay.
func simplify(points []point, tolerance float64) []point {
	keep := make([]bool, len(points))
	keep[0], keep[len(points)-1] = true, true
	for open := [][2]int{{0, len(points) - 1}}; len(open) > 0; {
		first, last := open[len(open)-1][0], open[len(open)-1][1]
		open = open[:len(open)-1]
		farthest, most := -1, tolerance
		for i := first + 1; i < last; i++ {
			if d := distance(points[i], points[first], points[last]); d > most {
				farthest, most = i, d
			}
		}
		if farthest >= 0 {
			keep[farthest] = true
			open = append(open, [2]int{first, farthest}, [2]int{farthest, last})
		}
	}
	var out []point
	for i, p := range points {
		if keep[i] {
			out = append(out, p)
		}
	}
	return out
}

// distance is that of a point from the piece of a line between two others.
func distance(p, a, b point) float64 {
	dx, dy := b.x-a.x, b.y-a.y
	along := 0.0
	if square := dx*dx + dy*dy; square > 0 {
		along = min(1, max(0, ((p.x-a.x)*dx+(p.y-a.y)*dy)/square))
	}
	return math.Hypot(p.x-a.x-along*dx, p.y-a.y-along*dy)
}
