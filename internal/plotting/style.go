package plotting

import (
	"fmt"
	"image/color"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/robo-actors/robo-actors/messages"
)

// The colours of M. Okabe and K. Ito, Color Universal Design, 2008, without the yellow, which
// cannot be seen on white.
var (
	blue      = color.RGBA{0x00, 0x72, 0xb2, 0xff}
	orange    = color.RGBA{0xe6, 0x9f, 0x00, 0xff}
	green     = color.RGBA{0x00, 0x9e, 0x73, 0xff}
	purple    = color.RGBA{0xcc, 0x79, 0xa7, 0xff}
	vermilion = color.RGBA{0xd5, 0x5e, 0x00, 0xff}
	sky       = color.RGBA{0x56, 0xb4, 0xe9, 0xff}
	black     = color.RGBA{0x00, 0x00, 0x00, 0xff}
	pale      = color.RGBA{0xe4, 0xe4, 0xe4, 0xff} // grid
	grey      = color.RGBA{0x6e, 0x6e, 0x6e, 0xff} // limits
	dark      = color.RGBA{0x33, 0x33, 0x33, 0xff} // axes and texts
)

var palette = []color.RGBA{blue, orange, green, vermilion, purple, sky, black}

var dashes = [][]vg.Length{nil, {6, 3}, {2, 2}, {8, 2, 2, 2}}

// lineStyle returns the style of line i of a panel: seven colours, then the same ones dashed.
func lineStyle(i int) draw.LineStyle {
	return draw.LineStyle{Color: palette[i%len(palette)], Width: vg.Points(1.1), Dashes: dashes[i/len(palette)%len(dashes)]}
}

// limitStyle is the style of a limit.
func limitStyle() draw.LineStyle {
	return draw.LineStyle{Color: grey, Width: vg.Points(1), Dashes: []vg.Length{4, 4}}
}

// modeColor returns the colour of a mode. It gets darker with the severity of the mode, so that the
// order is visible in grey too.
func modeColor(m messages.Mode) color.RGBA {
	switch m {
	case messages.ModeRun:
		return color.RGBA{0xbe, 0xe6, 0xda, 0xff}
	case messages.ModeLimited:
		return sky
	case messages.ModeRampHold:
		return orange
	case messages.ModeDamp:
		return purple
	case messages.ModeRampOff:
		return vermilion
	case messages.ModeBrake:
		return blue
	case messages.ModeOff:
		return color.RGBA{0x40, 0x40, 0x40, 0xff}
	}
	return black
}

// wrap breaks a text at blanks into lines no wider than room. A single word may be wider.
func wrap(s string, style text.Style, room vg.Length) (lines []string) {
	line := ""
	for _, word := range strings.Fields(s) {
		longer := strings.TrimPrefix(line+" "+word, " ")
		if line != "" && style.Width(longer) > room {
			lines = append(lines, line)
			longer = word
		}
		line = longer
	}
	return append(lines, line)
}

// gapsOf counts the gaps of a line for its legend, or returns nothing where gaps are normal.
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
