package plotting

import (
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/robo-actors/robo-actors/messages"
)

// The colours of M. Okabe and K. Ito, Color Universal Design, 2008, without the yellow, which is lost on white.
var (
	blue      = color.RGBA{0, 114, 178, 255}
	orange    = color.RGBA{230, 159, 0, 255}
	green     = color.RGBA{0, 158, 115, 255}
	purple    = color.RGBA{204, 121, 167, 255}
	vermilion = color.RGBA{213, 94, 0, 255}
	sky       = color.RGBA{86, 180, 233, 255}
	black     = color.RGBA{0, 0, 0, 255}
	grid      = color.RGBA{214, 214, 214, 255}
	grey      = color.RGBA{110, 110, 110, 255}
	white     = color.RGBA{255, 255, 255, 255}
)

var palette = []color.Color{blue, orange, green, vermilion, purple, sky, black}

var dashes = [][]vg.Length{nil, {6, 3}, {2, 2}, {8, 2, 2, 2}}

// lineStyle is that of the i-th line of a panel: seven colours, then the same ones dashed.
func lineStyle(i int) draw.LineStyle {
	return draw.LineStyle{
		Color:  palette[i%len(palette)],
		Width:  vg.Points(1.1),
		Dashes: dashes[i/len(palette)%len(dashes)],
	}
}

// limitStyle is that of a limit.
var limitStyle = draw.LineStyle{Color: grey, Width: vg.Points(1), Dashes: []vg.Length{4, 4}}

// modeColor goes from calm to dark with the severity of the mode, so that the order is seen in grey too.
func modeColor(m messages.Mode) color.Color {
	switch m {
	case messages.ModeRun:
		return color.RGBA{190, 230, 218, 255}
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
		return color.RGBA{64, 64, 64, 255}
	}
	return black
}
