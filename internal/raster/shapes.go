package raster

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"strings"

	"golang.org/x/image/vector"
)

// point is a place in the image, in pixels.
type point struct{ x, y float64 }

func at(x, y float64) point { return point{x * Scale, y * Scale} }

// rectangle fills whole pixels, as pictures of lanes and lines along axes ask for (crispEdges).
func (p *painter) rectangle(a attributes, s style) {
	from, to := at(a.x, a.y), at(a.x+a.width, a.y+a.height)
	left, top := int(math.Round(from.x)), int(math.Round(from.y))
	right, bottom := max(left+1, int(math.Round(to.x))), max(top+1, int(math.Round(to.y)))
	draw.Draw(p.image, image.Rect(left, top, right, bottom), image.NewUniform(s.fill), image.Point{}, draw.Src)
}

// line draws along a row or a column of pixels, other lines as strokes.
func (p *painter) line(a attributes, s style) {
	from, to := at(a.x1, a.y1), at(a.x2, a.y2)
	if from.x != to.x && from.y != to.y {
		p.stroke([]point{from, to}, s)
		return
	}
	left, top := int(math.Floor(min(from.x, to.x))), int(math.Floor(min(from.y, to.y)))
	thick := max(1, int(s.width*Scale))
	right, bottom := max(left+thick, int(math.Floor(max(from.x, to.x)))), max(top+thick, int(math.Floor(max(from.y, to.y))))
	draw.Draw(p.image, image.Rect(left, top, right, bottom), image.NewUniform(s.stroke), image.Point{}, draw.Src)
}

// dot fills a circle.
func (p *painter) dot(a attributes, s style) {
	p.fill([][]point{circle(at(a.cx, a.cy), a.r*Scale)}, s.fill)
}

// path draws strokes: M x y x y ..., as often as there are.
func (p *painter) path(d string, s style) error {
	for _, text := range strings.Split(d, "M")[1:] {
		words := strings.Fields(text)
		if len(words)%2 != 0 || len(words) < 4 {
			return fmt.Errorf("a stroke of %d numbers; expected the coordinates of two points at least", len(words))
		}
		stroke := make([]point, len(words)/2)
		for i := range stroke {
			x, err := parseNumber(words[2*i])
			if err != nil {
				return err
			}
			y, err := parseNumber(words[2*i+1])
			if err != nil {
				return err
			}
			stroke[i] = at(x, y)
		}
		p.stroke(stroke, s)
	}
	return nil
}

// stroke draws a line with round joints.
func (p *painter) stroke(points []point, s style) {
	half := s.width * Scale / 2
	var shapes [][]point
	for _, dash := range dashed(points, s.dashes) {
		for i := 1; i < len(dash); i++ {
			shapes = append(shapes, band(dash[i-1], dash[i], half))
			if i < len(dash)-1 {
				shapes = append(shapes, circle(dash[i], half))
			}
		}
	}
	p.fill(shapes, s.stroke)
}

// dashed cuts a line into the pieces that are drawn.
func dashed(points []point, lengths []float64) (pieces [][]point) {
	if len(lengths) == 0 {
		return [][]point{points}
	}
	k, left := 0, lengths[0]*Scale
	piece := []point{points[0]}
	for i := 1; i < len(points); i++ {
		from, to := points[i-1], points[i]
		for {
			rest := math.Hypot(to.x-from.x, to.y-from.y)
			if rest <= left {
				left -= rest
				piece = append(piece, to)
				break
			}
			share := left / rest
			from = point{from.x + share*(to.x-from.x), from.y + share*(to.y-from.y)}
			if k%2 == 0 {
				pieces = append(pieces, append(piece, from))
			}
			k++
			piece, left = []point{from}, lengths[k%len(lengths)]*Scale
		}
	}
	if k%2 == 0 && len(piece) > 1 {
		pieces = append(pieces, piece)
	}
	return pieces
}

// band is the rectangle about a piece of a line, round the same way as a circle, so that what they share is not taken out.
func band(from, to point, half float64) []point {
	dx, dy := to.x-from.x, to.y-from.y
	length := math.Hypot(dx, dy)
	if length == 0 {
		return circle(from, half)
	}
	nx, ny := -dy/length*half, dx/length*half
	return []point{{from.x - nx, from.y - ny}, {to.x - nx, to.y - ny}, {to.x + nx, to.y + ny}, {from.x + nx, from.y + ny}}
}

func circle(centre point, radius float64) []point {
	const corners = 16
	shape := make([]point, corners)
	for i := range shape {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		shape[i] = point{centre.x + radius*cos, centre.y + radius*sin}
	}
	return shape
}

// fill fills all that the shapes cover, which are all round the same way.
func (p *painter) fill(shapes [][]point, c color.RGBA) {
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, shape := range shapes {
		for _, q := range shape {
			low, high = point{min(low.x, q.x), min(low.y, q.y)}, point{max(high.x, q.x), max(high.y, q.y)}
		}
	}
	if len(shapes) == 0 {
		return
	}
	box := image.Rect(int(math.Floor(low.x)), int(math.Floor(low.y)), int(math.Ceil(high.x))+1, int(math.Ceil(high.y))+1).Intersect(p.image.Bounds())
	if box.Empty() {
		return
	}
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	for _, shape := range shapes {
		for i, q := range shape {
			x, y := float32(q.x-float64(box.Min.X)), float32(q.y-float64(box.Min.Y))
			if i == 0 {
				r.MoveTo(x, y)
			} else {
				r.LineTo(x, y)
			}
		}
		r.ClosePath()
	}
	r.Draw(p.image, box, image.NewUniform(c), image.Point{})
}
