package plotting

import (
	"bytes"
	"fmt"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

const (
	margin      = vg.Length(10) // around everything, in points
	titleHeight = vg.Length(24)
	legendGap   = vg.Length(12)
)

// figure is a column of diagrams with a title above and a legend beside each.
type figure struct {
	title         string
	options       Options
	width, height vg.Length
	plots         []*plot.Plot
	legends       []*plot.Legend
	columns       int // of the picture, to which lines are thinned
}

func newFigure(title string, panels int, o Options) *figure {
	return &figure{
		title: title, options: o,
		width:   vg.Length(o.WidthCM) * vg.Centimeter,
		height:  vg.Length(o.PanelCM)*vg.Centimeter*vg.Length(panels) + titleHeight + 2*margin,
		plots:   make([]*plot.Plot, panels),
		legends: make([]*plot.Legend, panels),
		columns: int(o.WidthCM / 2.54 * float64(o.DPI)),
	}
}

func newLegend() *plot.Legend {
	l := plot.NewLegend()
	l.Top, l.Left = true, true
	l.ThumbnailWidth = vg.Points(18)
	l.Padding = vg.Points(2)
	l.TextStyle.Font.Size = vg.Points(9)
	return &l
}

// set puts a diagram in its place. Only the lowest one labels the axis of time.
func (f *figure) set(i int, p *plot.Plot, legend *plot.Legend) {
	p.X.Label.TextStyle.Font.Size, p.Y.Label.TextStyle.Font.Size = vg.Points(10), vg.Points(10)
	p.X.Tick.Label.Font.Size, p.Y.Tick.Label.Font.Size = vg.Points(9), vg.Points(9)
	p.X.Padding, p.Y.Padding = 0, vg.Points(3)
	if i == len(f.plots)-1 {
		p.X.Label.Text = "time since the start (s)"
	}
	f.plots[i], f.legends[i] = p, legend
}

// bytes draws the picture.
func (f *figure) bytes() ([]byte, error) {
	var target vg.CanvasWriterTo
	if f.options.Format == SVG {
		target = vgsvg.New(f.width, f.height)
	} else {
		target = vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(f.width, f.height), vgimg.UseDPI(f.options.DPI))}
	}
	f.draw(draw.New(target))
	var out bytes.Buffer
	if _, err := target.WriteTo(&out); err != nil {
		return nil, fmt.Errorf("draw %s: %w", f.title, err)
	}
	return out.Bytes(), nil
}

func (f *figure) draw(all draw.Canvas) {
	all.FillPolygon(white, []vg.Point{all.Min, {X: all.Max.X, Y: all.Min.Y}, all.Max, {X: all.Min.X, Y: all.Max.Y}})
	inner := draw.Crop(all, margin, -margin, margin, -margin)
	title := plot.New().Title.TextStyle
	title.Font.Size = vg.Points(12)
	title.XAlign, title.YAlign = draw.XLeft, draw.YTop
	inner.FillText(title, vg.Point{X: inner.Min.X, Y: inner.Max.Y}, shortenTo(f.title, 110))

	var legendWidth vg.Length
	for _, l := range f.legends {
		size := l.Rectangle(inner).Size()
		legendWidth = max(legendWidth, size.X)
	}
	legendWidth = min(legendWidth, (inner.Max.X-inner.Min.X)/3)
	body := draw.Crop(inner, 0, -legendWidth-legendGap, 0, -titleHeight)
	rows := make([][]*plot.Plot, len(f.plots))
	for i, p := range f.plots {
		rows[i] = []*plot.Plot{p}
	}
	tiles := draw.Tiles{Rows: len(rows), Cols: 1, PadY: vg.Points(6)}
	for i, canvases := range plot.Align(rows, tiles, body) {
		f.plots[i].Draw(canvases[0])
		beside := canvases[0]
		beside.Min.X, beside.Max.X = body.Max.X+legendGap, inner.Max.X
		f.fit(i, beside)
		f.legends[i].Draw(beside)
	}
}

// fit shrinks the text of a legend that is taller than its diagram.
func (f *figure) fit(i int, canvas draw.Canvas) {
	legend := f.legends[i]
	room := canvas.Max.Y - canvas.Min.Y
	if tall := legend.Rectangle(canvas).Size().Y; tall > room {
		legend.TextStyle.Font.Size *= room / tall
		legend.Padding *= room / tall
	}
}

// longest is the largest number of letters of a name in a legend or at an axis.
const longest = 34

func shorten(name string) string { return shortenTo(name, longest) }

// shortenTo cuts a name in its middle, since the ends of paths tell most, and escapes what cannot be drawn.
func shortenTo(name string, letters int) string {
	quoted := strconv.Quote(name)
	runes := []rune(quoted[1 : len(quoted)-1])
	if len(runes) <= letters {
		return string(runes)
	}
	head := letters / 3
	return string(runes[:head]) + "…" + string(runes[len(runes)-(letters-head-1):])
}
