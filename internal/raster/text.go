package raster

import (
	"image"
	"image/draw"
	"math"
	"slices"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/font/inconsolata"
	"golang.org/x/image/math/fixed"
)

// text writes letters of 8 by 16 pixels, whatever size the original has.
func (p *painter) text(a attributes, s style, words string) {
	face := inconsolata.Regular8x16
	if s.bold {
		face = inconsolata.Bold8x16
	}
	words = known(face, words)
	width := font.MeasureString(face, words).Ceil()
	height, ascent := face.Height+face.Descent, face.Ascent // some letters reach below
	ink := image.NewAlpha(image.Rect(0, 0, width, height))
	(&font.Drawer{Dst: ink, Src: image.Opaque, Face: face, Dot: fixed.P(0, ascent)}).DrawString(words)

	before := 0.0 // how much of the text stands before its place
	switch s.anchor {
	case "middle":
		before = float64(width) / 2
	case "end":
		before = float64(width)
	}
	place := at(a.x, a.y)
	corner := point{place.x - before, place.y - float64(ascent)}
	if a.upward {
		ink, corner = upward(ink), point{place.x - float64(ascent), place.y - float64(width) + before}
	}
	left, top := int(math.Round(corner.x)), int(math.Round(corner.y))
	draw.DrawMask(p.image, ink.Bounds().Add(image.Pt(left, top)), image.NewUniform(s.fill), image.Point{}, ink, image.Point{}, draw.Over)
}

// known is a text with question marks for the letters that the face has not: it would leave them out.
func known(face *basicfont.Face, words string) string {
	return strings.Map(func(r rune) rune {
		if slices.ContainsFunc(face.Ranges, func(in basicfont.Range) bool { return in.Low <= r && r < in.High }) {
			return r
		}
		return '?'
	}, words)
}

// upward turns letters by a quarter against the clock.
func upward(from *image.Alpha) *image.Alpha {
	size := from.Bounds().Size()
	to := image.NewAlpha(image.Rect(0, 0, size.Y, size.X))
	for y := range size.Y {
		for x := range size.X {
			to.SetAlpha(y, size.X-1-x, from.AlphaAt(x, y))
		}
	}
	return to
}
