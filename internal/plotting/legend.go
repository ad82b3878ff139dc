package plotting

import "fmt"

// Sizes of a legend in px.
const (
	legendLine  = 17 // the distance of two names
	sampleWidth = 20
	sampleGap   = 7 // between a sample and its name
)

// entry is a name in a legend. Of a name that is too long the remark is kept.
type entry struct {
	name, remark string
	sample       func(out *canvas, at point) // drawn from its left end, at half the height of the name
}

// text is the name with the remark, no wider than the room where at least the shortest name and the remark are not.
func (e entry) text(room float64) string {
	name := fit(shorten(e.name), markSize, max(room-widthOf(e.remark, markSize), widthOf("12345678", markSize)))
	return fit(name+e.remark, markSize, room)
}

// legendWidth is that of the widest entry when each is cut to the room.
func legendWidth(entries []entry, room float64) (width float64) {
	for _, e := range entries {
		width = max(width, sampleWidth+sampleGap+widthOf(e.text(room-sampleWidth-sampleGap), markSize))
	}
	return width
}

// drawLegend draws samples and names below each other, from an upper left corner.
func drawLegend(out *canvas, entries []entry, at point, room float64) {
	out.open("g", `class="legend"`)
	for i, e := range entries {
		y := at.y + (float64(i)+0.5)*legendLine
		e.sample(out, point{at.x, y})
		out.text(point{at.x + sampleWidth + sampleGap, y + middle*markSize}, "", e.text(room-sampleWidth-sampleGap))
	}
	out.close("g")
}

// namesOf lists the names of a legend, for people to whom the picture is read.
func namesOf(entries []entry) (text string) {
	for i, e := range entries {
		if i > 0 {
			text += ", "
		}
		text += shorten(e.name) + e.remark
	}
	return text
}

// gapsOf is the remark that counts a line's gaps, where they are worth one.
func gapsOf(line Line) string {
	n := line.gaps()
	if n == 0 || line.Breaks {
		return ""
	}
	what := line.Gap
	if what == "" {
		what = "not finite"
	}
	return fmt.Sprintf(" (%d %s)", n, what)
}
