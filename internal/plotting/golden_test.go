package plotting

import (
	"bytes"
	"flag"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/robo-actors/robo-actors/messages"
)

var update = flag.Bool("update", false, "write the pictures of testdata anew")

// The pictures of testdata were looked at by people: the axes, the gap, the dot, the limit and the lanes are as they
// should be. A change of the drawing shows itself here as a change of text.
func TestSmallPicturesAreThoseThatWereLookedAt(t *testing.T) {
	nan := math.NaN()
	panels, err := DrawPanels("two panels & a <title>", []Panel{
		{Label: "position (m)", Limits: []float64{2.5}, Lines: []Line{
			{Name: "left", Time: []float64{0, 1, 2, 3, 4, 5, 6}, Value: []float64{0, 2, 1, nan, 1.5, nan, 0.5}},
			{Name: "right", Time: []float64{0, 6}, Value: []float64{-1, 3}},
		}},
		{Label: "error (rad)", Log: 1e-4, Lines: []Line{{Name: "angle", Time: []float64{0, 2, 4, 6}, Value: []float64{1, 0.01, 0, 0.1}}}},
	}, small)
	if err != nil {
		t.Fatal(err)
	}
	lanes, err := DrawLanes("lanes", []Lane{
		{Name: "upper", Time: []float64{0, 1, 3}, Mode: []messages.Mode{messages.ModeOff, messages.ModeRun, messages.ModeRun}},
		{Name: "lower", Time: []float64{0.5, 2, 2.001}, Mode: []messages.Mode{messages.ModeRun, messages.ModeBrake, messages.ModeRun}},
	}, small)
	if err != nil {
		t.Fatal(err)
	}
	for name, got := range map[string][]byte{"panels.svg": panels, "lanes.svg": lanes} {
		path := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is no longer what it was; look at it with go test ./internal/plotting -run Pictures -update, and commit it if it is right", name)
		}
		expectInside(t, name, read(t, got))
	}
}
