package raster

import (
	"math"
	"math/rand/v2"
	"testing"
)

func lengthOf(points []point) (sum float64) {
	for i := 1; i < len(points); i++ {
		sum += math.Hypot(points[i].x-points[i-1].x, points[i].y-points[i-1].y)
	}
	return sum
}

// Of random lines: dashes of 3 px and gaps of 1 cover three quarters, go from the begin on, and follow the line round its
// corners.
func TestDashesCoverTheirShareOfALine(t *testing.T) {
	seed := rand.Uint64()
	t.Log("seed", seed)
	draw := rand.New(rand.NewPCG(seed, 0))
	for range 100 {
		line := make([]point, 2+draw.IntN(20))
		for i := range line {
			line[i] = point{400 * draw.Float64(), 400 * draw.Float64()}
		}
		whole, drawn := lengthOf(line), 0.0
		pieces := dashed(line, []float64{3, 1})
		for i, piece := range pieces {
			drawn += lengthOf(piece)
			if i < len(pieces)-1 && math.Abs(lengthOf(piece)-3*Scale) > 1e-6 {
				t.Fatalf("dash %d of %d is %g long; expected %g", i, len(pieces), lengthOf(piece), 3*Scale)
			}
		}
		if pieces[0][0] != line[0] {
			t.Fatalf("the first dash begins at %v; expected %v", pieces[0][0], line[0])
		}
		rest := math.Mod(whole, 4*Scale)
		if want := 0.75*(whole-rest) + min(rest, 3*Scale); math.Abs(drawn-want) > 1e-6 {
			t.Fatalf("%g of %g are drawn; expected %g", drawn, whole, want)
		}
	}
}

func TestALineWithoutDashesIsOnePiece(t *testing.T) {
	line := []point{{1, 2}, {3, 4}, {5, 6}}
	if pieces := dashed(line, nil); len(pieces) != 1 || len(pieces[0]) != 3 {
		t.Errorf("%v", pieces)
	}
}

// area is positive for shapes round one way, negative for the other (the shoelace formula).
func area(shape []point) (sum float64) {
	for i, p := range shape {
		q := shape[(i+1)%len(shape)]
		sum += (p.x*q.y - q.x*p.y) / 2
	}
	return sum
}

func TestBandsAndCirclesAreRoundTheSameWayWhereverTheyLead(t *testing.T) {
	for i := range 36 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 18)
		b := band(point{100, 100}, point{100 + 50*cos, 100 + 50*sin}, 2)
		if got := area(b); math.Abs(got-200) > 1e-9 {
			t.Errorf("at %d degrees a band has the area %g; expected 200", 10*i, got)
		}
	}
	if got := area(circle(point{9, 9}, 2)); got < 0.95*math.Pi*4 || got > math.Pi*4 {
		t.Errorf("a circle has the area %g; expected a little less than %g", got, math.Pi*4)
	}
}
