package plotting

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestALinePassesThroughItsValues(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	for _, log := range []float64{0, 1e-4} {
		line := Line{Name: "l"}
		for i := range 300 {
			line.Time = append(line.Time, 2+float64(i)/100)
			line.Value = append(line.Value, math.Exp(3*math.Sin(float64(i)/20)+0.3*r.NormFloat64()))
		}
		picture := drawn(t, []Panel{{Label: "y (m)", Lines: []Line{line}, Log: log}}, Options{})
		time, values := rulers(t, picture, 0, log > 0)
		strokes := picture.class("line")[0].strokes(t)
		for i := 0; i < len(line.Time); i += 7 {
			value := line.Value[i]
			if log > 0 {
				value = math.Log10(value)
			}
			p := point{time.place(line.Time[i]), values.place(value)}
			// A tenth of a px for points that were left out, and as much for those that were rounded.
			if far := farFrom(strokes, p); far > 0.2 {
				t.Fatalf("from %g: the line is %.3f px from the value %g at %g s, which belongs at %+v", log, far, line.Value[i], line.Time[i], p)
			}
		}
	}
}

func TestALineHasItsGapWhereValuesAreMissing(t *testing.T) {
	line := Line{Name: "x"}
	for i := range 101 {
		v := float64(i % 2)
		if i > 40 && i < 60 {
			v = []float64{math.NaN(), math.Inf(1), math.Inf(-1)}[i%3]
		}
		line.Time, line.Value = append(line.Time, float64(i)), append(line.Value, v)
	}
	picture := drawn(t, []Panel{{Label: "y (m)", Lines: []Line{line}}}, Options{})
	time, _ := rulers(t, picture, 0, false)
	path := picture.class("line")[0]
	strokes := path.strokes(t)
	if len(strokes) != 2 || path.attribute("stroke") != string(blue) || path.attribute("fill") != "none" {
		t.Fatalf("%d strokes in %s; expected two, with a gap between them", len(strokes), path.attribute("stroke"))
	}
	for i, want := range [][2]float64{{0, 40}, {60, 100}} {
		first, last := strokes[i][0].x, strokes[i][len(strokes[i])-1].x
		if math.Abs(first-time.place(want[0])) > 0.1 || math.Abs(last-time.place(want[1])) > 0.1 {
			t.Errorf("stroke %d is from %g to %g px; expected %g s to %g s", i, first, last, want[0], want[1])
		}
	}
	if !strings.Contains(picture.words(), "x (19 not finite)") {
		t.Error("the legend does not count the values that are missing")
	}
}

func TestASampleBetweenTwoGapsIsADot(t *testing.T) {
	nan := math.NaN()
	picture := drawn(t, []Panel{{Lines: []Line{{Name: "x", Time: []float64{0, 1, 2}, Value: []float64{nan, 5, nan}}}}}, Options{})
	time, values := rulers(t, picture, 0, false)
	dots := picture.named("circle")
	if len(dots) != 1 || len(picture.class("line")) != 0 {
		t.Fatalf("%d dots and %d lines; expected one dot", len(dots), len(picture.class("line")))
	}
	if x, y := dots[0].number("cx"), dots[0].number("cy"); math.Abs(x-time.place(1)) > 0.02 || math.Abs(y-values.place(5)) > 0.02 || dots[0].attribute("fill") != string(blue) {
		t.Errorf("the dot is at %g, %g px; expected %g, %g", x, y, time.place(1), values.place(5))
	}
}

func TestALimitIsALineOverAllOfTheTime(t *testing.T) {
	panel := Panel{Label: "y", Lines: []Line{{Name: "a", Time: []float64{0, 1}, Value: []float64{0, 2}}}}
	if n := len(drawn(t, []Panel{panel}, Options{}).class("line")); n != 1 {
		t.Errorf("%d lines without a limit", n)
	}
	panel.Limits = []float64{1.3, math.NaN()}
	picture := drawn(t, []Panel{panel}, Options{})
	time, values := rulers(t, picture, 0, false)
	lines := picture.class("line")
	if len(lines) != 2 || lines[1].attribute("stroke-dasharray") == "" || lines[1].attribute("stroke") != string(grey) {
		t.Fatalf("%d lines; expected a dashed one for the limit, and none for what is not a number", len(lines))
	}
	limit := lines[1].strokes(t)[0]
	if len(limit) != 2 || math.Abs(limit[0].x-time.place(0)) > 0.1 || math.Abs(limit[1].x-time.place(1)) > 0.1 ||
		math.Abs(limit[0].y-values.place(1.3)) > 0.1 || limit[0].y != limit[1].y {
		t.Errorf("the limit is %v; expected it at %g px", limit, values.place(1.3))
	}
	panel.Limits = []float64{7}
	if _, values = rulers(t, drawn(t, []Panel{panel}, Options{}), 0, false); values.place(7) < 0 {
		t.Errorf("a limit beyond the values is at %g px; expected the axis to have it", values.place(7))
	}
}

func TestWhatIsLeftOutOfALineIsNotSeen(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	for range 4 {
		var points []point
		for i := range 100 {
			points = append(points, point{float64(i) * r.Float64(), 20*math.Sin(float64(i)/9) + r.NormFloat64()})
		}
		tolerance := 3 * r.Float64()
		kept := simplify(points, tolerance)
		if kept[0] != points[0] || kept[len(kept)-1] != points[len(points)-1] {
			t.Fatal("an end is lost")
		}
		next := 0
		for _, p := range points {
			if next < len(kept) && p == kept[next] {
				next++
			}
			if far := farFrom([][]point{kept}, p); far > tolerance+0.03 { // farFrom walks in steps
				t.Fatalf("a point is %g from what is left; expected %g at the most", far, tolerance)
			}
		}
		if next != len(kept) {
			t.Fatal("points are not in their order")
		}
	}
	straight := []point{{0, 0}, {1, 1}, {2, 2}, {5, 5}, {5, 0}, {5, 0}, {5, -3}}
	if got := fmt.Sprint(simplify(straight, 0.1)); got != "[{0 0} {5 5} {5 -3}]" {
		t.Errorf("two straight pieces become %s", got)
	}
	same := []point{{1, 1}, {1, 1}, {1, 1}}
	if got := simplify(same, 0.1); len(got) != 2 {
		t.Errorf("the same point three times becomes %v", got)
	}
}

func TestAPathIsWrittenWithoutPointsThatFallTogether(t *testing.T) {
	var c canvas
	c.path([][]point{{{1, 2}, {1.01, 2.01}, {1.02, 2.04}, {3.14159, -0.01}, {3.12, 0}}, {{5, 5}, {5, 5}}}, ` fill="none"`)
	if got, want := c.out.String(), `<path d="M1 2 3.1 0M5 5 5 5" fill="none"/>`+"\n"; got != want {
		t.Errorf("%s; expected %s", got, want)
	}
	c = canvas{}
	if c.path(nil, ""); c.out.Len() != 0 {
		t.Errorf("nothing is written as %s", c.out.String())
	}
}

func TestALongSeriesHasFewPointsAndKeepsItsSpikes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	line := Line{Name: "l"}
	for i := range 100_000 {
		v := r.NormFloat64()
		if i == 56_789 {
			v = 20
		}
		line.Time, line.Value = append(line.Time, float64(i)/1000), append(line.Value, v)
	}
	picture := drawn(t, []Panel{{Lines: []Line{line}}}, Options{})
	time, values := rulers(t, picture, 0, false)
	stroke := picture.class("line")[0].strokes(t)[0]
	if columns := time.place(100) - time.place(0); float64(len(stroke)) > 4*columns+4 || float64(len(stroke)) < 2*columns {
		t.Errorf("%d points in %g columns; expected two to four in each", len(stroke), columns)
	}
	highest := stroke[0]
	for _, p := range stroke {
		if p.y < highest.y {
			highest = p
		}
	}
	if want := (point{time.place(56.789), values.place(20)}); math.Hypot(highest.x-want.x, highest.y-want.y) > 0.2 {
		t.Errorf("the spike is at %+v; expected %+v", highest, want)
	}
}
