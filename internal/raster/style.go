package raster

import (
	"encoding/xml"
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"
)

// style is what groups hand down to their elements.
type style struct {
	fill, stroke    color.RGBA
	filled, stroked bool
	width           float64   // px of a stroke
	dashes          []float64 // px, by turns drawn and not; none for a line without gaps
	anchor          string    // start, middle or end
	bold            bool
}

// attributes are an element's own, in px.
type attributes struct {
	x, y, x1, y1, x2, y2, cx, cy, r, width, height float64
	d                                              string
	upward                                         bool // a text that is turned by a quarter, to be read from below
}

// read takes an element's attributes over those that it was handed down.
func (s *style) read(all []xml.Attr) (a attributes, err error) {
	s.dashes, s.bold = nil, false
	numbers := map[string]*float64{"x": &a.x, "y": &a.y, "x1": &a.x1, "y1": &a.y1, "x2": &a.x2, "y2": &a.y2, "cx": &a.cx, "cy": &a.cy, "r": &a.r,
		"width": &a.width, "height": &a.height, "stroke-width": &s.width}
	for _, at := range all {
		if number, is := numbers[at.Name.Local]; is {
			*number, err = parseNumber(at.Value)
		} else {
			err = s.set(&a, at.Name.Local, at.Value)
		}
		if err != nil {
			return a, fmt.Errorf("%s: %w", at.Name.Local, err)
		}
	}
	if s.width < 0 || s.width > 100 {
		return a, fmt.Errorf("stroke-width: %g; expected 0 to 100 px", s.width)
	}
	return a, nil
}

func (s *style) set(a *attributes, name, value string) (err error) {
	switch name {
	case "fill":
		s.fill, s.filled, err = paint(value)
	case "stroke":
		s.stroke, s.stroked, err = paint(value)
	case "stroke-dasharray":
		for _, word := range strings.Fields(value) {
			length, err := parseNumber(word)
			if err != nil || length < 0.5 {
				return fmt.Errorf("%q; expected lengths of half a px or more", value)
			}
			s.dashes = append(s.dashes, length)
		}
	case "text-anchor":
		s.anchor = value
	case "font-weight":
		s.bold = true
	case "d":
		a.d = value
	case "transform":
		if a.upward = strings.HasPrefix(value, "rotate(-90 "); !a.upward {
			return fmt.Errorf("%q; expected rotate(-90 x y)", value)
		}
	}
	return err
}

// paint reads a colour, or none.
func paint(text string) (c color.RGBA, seen bool, err error) {
	if text == "none" {
		return c, false, nil
	}
	c, err = parseColor(text)
	return c, true, err
}

func parseNumber(text string) (float64, error) {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(math.Abs(v) <= 1e5) {
		return 0, fmt.Errorf("%q; expected a number of at most 100000", text)
	}
	return v, nil
}
