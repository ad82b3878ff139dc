package plotting

import "github.com/robo-actors/robo-actors/messages"

// color is that of an attribute of SVG.
type color string

// The colours of M. Okabe and K. Ito, Color Universal Design, 2008, without the yellow, which is lost on white.
const (
	blue      color = "#0072b2"
	orange    color = "#e69f00"
	green     color = "#009e73"
	purple    color = "#cc79a7"
	vermilion color = "#d55e00"
	sky       color = "#56b4e9"
	black     color = "#000000"
	pale      color = "#e4e4e4" // of the grid
	grey      color = "#6e6e6e" // of limits
	dark      color = "#333333" // of axes
	white     color = "#ffffff"
)

var palette = []color{blue, orange, green, vermilion, purple, sky, black}

var dashes = []string{"", "8 4", "2.5 2.5", "10 3 2.5 3"}

// lineStyle is how a line is drawn.
type lineStyle struct {
	color  color
	dashes string  // lengths in px; none for a line without gaps
	width  float64 // px
}

// styleOf is that of the i-th line of a panel: seven colours, then the same ones dashed.
func styleOf(i int) lineStyle {
	return lineStyle{color: palette[i%len(palette)], dashes: dashes[i/len(palette)%len(dashes)], width: 1.5}
}

// limitStyle is that of a limit.
var limitStyle = lineStyle{color: grey, dashes: "5 5", width: 1.3}

// modeColor goes from calm to dark with the severity of the mode, so that the order is seen in grey too.
func modeColor(m messages.Mode) color {
	switch m {
	case messages.ModeRun:
		return "#bee6da"
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
		return "#404040"
	}
	return black
}
