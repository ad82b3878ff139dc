package plotting

import (
	"bytes"
	"fmt"
	"image/color"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Lengths of the layout.
const (
	margin     = 10 * vg.Millimeter / 3
	gap        = 4 * vg.Millimeter // between panels, and between them and their legends
	laneHeight = 6 * vg.Millimeter
	titleSize  = vg.Length(12) // points
	labelSize  = vg.Length(10)
	markSize   = vg.Length(9)
)

// SVG returns the figure as an SVG document.
func (f *Figure) SVG() ([]byte, error) {
	return f.render(func(w, h vg.Length) canvas { return vgsvg.NewWith(vgsvg.UseWH(w, h)) })
}

// PNG returns the figure as a PNG image with 144 pixels per inch.
func (f *Figure) PNG() ([]byte, error) {
	return f.render(func(w, h vg.Length) canvas {
		return vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(144))}
	})
}

// canvas is what both formats offer.
type canvas interface {
	vg.CanvasSizer
	io.WriterTo
}

// render lays the figure out and draws it on a canvas of the size it needs.
func (f *Figure) render(create func(w, h vg.Length) canvas) ([]byte, error) {
	options, err := f.Options.withDefaults()
	if err != nil {
		return nil, err
	}
	first, last, err := f.check()
	if err != nil {
		return nil, err
	}
	page := layout{width: vg.Length(options.WidthCM) * vg.Centimeter, title: titleStyle()}
	page.lines = wrap(shortened(f.Title, 6*longest), page.title, page.width-2*margin)
	height := vg.Length(options.PanelCM) * vg.Centimeter
	for i := range f.Panels {
		panel := newPanel(&f.Panels[i], first, last, i == len(f.Panels)-1)
		page.panels = append(page.panels, panel)
		height = max(height, panel.leastHeight())
	}
	page.height = vg.Length(len(f.Panels))*(height+gap) + page.titleHeight() + 2*margin + 2*labelSize
	out := create(page.width, page.height)
	page.draw(draw.New(out))
	var data bytes.Buffer
	if _, err := out.WriteTo(&data); err != nil {
		return nil, fmt.Errorf("draw %s: %w", f.Title, err)
	}
	return data.Bytes(), nil
}

// layout is a page with its title and its panels.
type layout struct {
	width, height vg.Length
	title         text.Style
	lines         []string // of the title
	panels        []*panel
}

func (l *layout) titleHeight() vg.Length {
	return vg.Length(len(l.lines))*l.title.Height("Mg")*1.3 + gap
}

// draw draws the title, the panels with aligned axes, and a legend beside each panel.
func (l *layout) draw(c draw.Canvas) {
	c.FillPolygon(color.White, []vg.Point{c.Min, {X: c.Max.X, Y: c.Min.Y}, c.Max, {X: c.Min.X, Y: c.Max.Y}})
	c = draw.Crop(c, margin, -margin, margin, -margin)
	for i, line := range l.lines {
		y := c.Max.Y - vg.Length(i)*l.title.Height("Mg")*1.3
		c.FillText(l.title, vg.Point{X: c.Min.X, Y: y}, line)
	}
	var legend vg.Length
	rows := make([][]*plot.Plot, len(l.panels))
	for i, p := range l.panels {
		legend = max(legend, p.legendWidth())
		rows[i] = []*plot.Plot{p.plot}
	}
	area := draw.Crop(c, 0, -legend-gap, 0, -l.titleHeight())
	tiles := draw.Tiles{Rows: len(rows), Cols: 1, PadY: gap}
	for i, row := range plot.Align(rows, tiles, area) {
		l.panels[i].plot.Draw(row[0])
		inner := l.panels[i].plot.DataCanvas(row[0])
		l.panels[i].legend.Draw(draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
			Min: vg.Point{X: inner.Max.X + gap, Y: inner.Min.Y},
			Max: vg.Point{X: c.Max.X, Y: inner.Max.Y},
		}})
	}
}

// sans returns a text style in a sans-serif font of a size in points.
func sans(size vg.Length) text.Style {
	return text.Style{Color: dark, Font: font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, size), Handler: plot.DefaultTextHandler}
}

func titleStyle() text.Style {
	s := sans(titleSize)
	s.YAlign = draw.YTop
	return s
}
