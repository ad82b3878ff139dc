package pickplace

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/planners/bodypath"
	"github.com/robo-actors/robo-actors/actors/planners/elasticplan"
	"github.com/robo-actors/robo-actors/messages"
)

var picture = flag.String("picture", "", "SVG file that a run of elastic.yaml writes, seen from the front")

// drawing is a picture of the room seen from the front: y to the left, z upwards.
type drawing struct{ strings.Builder }

// place returns a point of the room in the picture: 400 units a metre.
func place(p [3]float64) (x, y float64) { return 320 - 400*p[1], 260 - 400*p[2] }

// ways draws the way of the gripper and the one without the ball, with the ball each second.
func (d *drawing) ways(bent, straight [][3]float64, begin messages.Instant, ball *bodypath.Options) {
	d.WriteString("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 280\" font-family=\"sans-serif\" font-size=\"13\" text-anchor=\"middle\">\n")
	d.WriteString("<rect width=\"640\" height=\"280\" fill=\"white\"/>\n<rect y=\"260\" width=\"640\" height=\"16\" fill=\"#9e7a57\"/>\n")
	for i := 0; i < len(bent); i += perSecond {
		x, y := place(ball.At(time.Duration(begin) + time.Duration(i/perSecond)*time.Second).P)
		fmt.Fprintf(d, "<circle cx=\"%.0f\" cy=\"%.0f\" r=\"40\" fill=\"#e0a030\" fill-opacity=\"0.3\"/>\n", x, y)
		d.text(x, y+5, "#604000", i/perSecond)
	}
	d.line(straight, `stroke="#888" stroke-dasharray="6 5"`)
	d.line(bent, `stroke="#2060c0" stroke-width="2"`)
	for i := 0; i < len(bent); i += perSecond {
		x, y := place(bent[i])
		fmt.Fprintf(d, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"#2060c0\"/>\n", x, y)
		d.text(x, y-9, "#2060c0", i/perSecond)
	}
	d.WriteString("</svg>\n")
}

// line draws a way.
func (d *drawing) line(way [][3]float64, style string) {
	var points []string
	for i := 0; i < len(way); i += 10 {
		x, y := place(way[i])
		points = append(points, fmt.Sprintf("%.1f,%.1f", x, y))
	}
	fmt.Fprintf(d, "<polyline points=%q fill=\"none\" %s/>\n", strings.Join(points, " "), style)
}

// text labels a place with a time.
func (d *drawing) text(x, y float64, color string, seconds int) {
	fmt.Fprintf(d, "<text x=\"%.0f\" y=\"%.0f\" fill=%q>%d s</text>\n", x, y, color, seconds)
}

// perSecond is the number of references in a second.
const perSecond = 250

// draw writes the picture, for which it makes another run, without the ball.
func draw(t *testing.T, file string, s *swing) {
	t.Helper()
	alone := newSwing(t, 1, func(_ *elasticplan.Options, b *bodypath.Options) {
		b.Waypoints = []bodypath.Waypoint{{Position: []messages.Meters{2, 2, 2}}}
	})
	for alone.ended == "" {
		must(t, alone.sys.Advance(look))
	}
	d := &drawing{}
	d.ways(s.way, alone.way, s.begin, &s.ball)
	must(t, os.WriteFile(file, []byte(d.String()), 0o644))
}
