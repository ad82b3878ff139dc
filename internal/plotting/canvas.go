package plotting

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"strconv"
)

// point is a place in the picture: px of CSS, 96 an inch, x to the right and y down from the upper left corner.
type point struct{ x, y float64 }

// canvas writes the elements of an SVG 1.1 picture. Attributes are texts that it takes as they are; contents it escapes.
type canvas struct {
	out bytes.Buffer
	// bad is the first number that was not finite. A picture with one is not handed out.
	bad error
}

// number writes two decimals at the most, and no zeros at the end: a hundredth of a px is never seen.
func (c *canvas) number(v float64) string {
	if !finite(v) && c.bad == nil {
		c.bad = fmt.Errorf("a coordinate is %g", v)
	}
	return strconv.FormatFloat(math.Round(v*100)/100+0, 'f', -1, 64) // + 0 makes 0 of -0
}

// open begins an element, which close ends.
func (c *canvas) open(element, attributes string) {
	c.out.WriteString("<" + element + " " + attributes + ">\n")
}

func (c *canvas) close(element string) { c.out.WriteString("</" + element + ">\n") }

// escape writes text where markup would be read.
func (c *canvas) escape(text string) {
	if err := xml.EscapeText(&c.out, []byte(text)); err != nil && c.bad == nil {
		c.bad = err
	}
}

// words is an element with nothing but text.
func (c *canvas) words(element, text string) {
	c.out.WriteString("<" + element + ">")
	c.escape(text)
	c.close(element)
}

// text writes with its base line, or what the attributes say of it, at a place.
func (c *canvas) text(at point, attributes, text string) {
	fmt.Fprintf(&c.out, `<text x="%s" y="%s"%s>`, c.number(at.x), c.number(at.y), attributes)
	c.escape(text)
	c.close("text")
}

func (c *canvas) line(from, to point) {
	fmt.Fprintf(&c.out, `<line x1="%s" y1="%s" x2="%s" y2="%s"/>`+"\n", c.number(from.x), c.number(from.y), c.number(to.x), c.number(to.y))
}

// rectangle is filled; its corners are the upper left and the lower right one.
func (c *canvas) rectangle(from, to point, fill color) {
	fmt.Fprintf(&c.out, `<rect x="%s" y="%s" width="%s" height="%s" fill="%s"/>`+"\n",
		c.number(from.x), c.number(from.y), c.number(to.x-from.x), c.number(to.y-from.y), fill)
}

func (c *canvas) dot(at point, radius float64, fill color) {
	fmt.Fprintf(&c.out, `<circle cx="%s" cy="%s" r="%s" fill="%s"/>`+"\n", c.number(at.x), c.number(at.y), c.number(radius), fill)
}

// path draws strokes, each of two points at least, as one element. Points are rounded to a tenth of a px, and those that
// fall together are written once.
func (c *canvas) path(strokes [][]point, attributes string) {
	if len(strokes) == 0 {
		return
	}
	c.out.WriteString(`<path d="`)
	for _, stroke := range strokes {
		before, written := "", 1
		for i, p := range stroke {
			here := " " + c.number(math.Round(p.x*10)/10) + " " + c.number(math.Round(p.y*10)/10)
			switch last := i == len(stroke)-1; {
			case i == 0:
				c.out.WriteString("M" + here[1:])
			case here != before, last && written == 1: // two points that fall together are still seen
				c.out.WriteString(here)
				written++
			}
			before = here
		}
	}
	c.out.WriteString(`"` + attributes + "/>\n")
}
