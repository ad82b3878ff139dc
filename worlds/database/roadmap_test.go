package database_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/database"
	"github.com/robo-actors/robo-actors/worlds/planning"
)

// square is a space of two numbers from -1 to 1 without obstacles.
type square struct{}

func (square) Dim() int                     { return 2 }
func (square) Lower() []float64             { return []float64{-1, -1} }
func (square) Upper() []float64             { return []float64{1, 1} }
func (square) Free([]float64) bool          { return true }
func (square) FreeEdge(a, b []float64) bool { return true }

func TestARoadmapIsBuiltAndReadAgain(t *testing.T) {
	d := open(t, filepath.Join(t.TempDir(), "plans.db"), database.Options{})
	k := database.RoadmapKey(worlds.Hashes{})
	spec := planning.RoadmapSpec{Spaces: []planning.Space{square{}}, Samples: 100, Seed: 3}
	var shares []float64
	report, err := d.Build(t.Context(), []database.Job{database.RoadmapJob("square", k, spec)}, database.BuildOptions{Progress: func(_ int, share float64) { shares = append(shares, share) }})
	if err != nil || len(report.Built) != 1 || report.Built[0].Parameters != "100 samples, seed 3" {
		t.Fatalf("%+v, %v", report, err)
	}
	if len(shares) < 2 || shares[0] != 0 || shares[len(shares)-1] > 1 {
		t.Errorf("the progress is %v", shares)
	}
	r, err := d.Roadmap(k)
	if err != nil || r.Nodes() != 100 || r.Dim() != 2 || r.Edges() < 100 {
		t.Fatalf("the roadmap is %+v, %v", r, err)
	}
}

// blocked is a space in which nothing is free.
type blocked struct{ square }

func (blocked) Free([]float64) bool          { return false }
func (blocked) FreeEdge(a, b []float64) bool { return false }
func (blocked) Explain([]float64) string     { return "hand touches elbow" }

func TestARoadmapWithoutAFreeConfigurationIsAnError(t *testing.T) {
	d := open(t, filepath.Join(t.TempDir(), "plans.db"), database.Options{})
	k := database.RoadmapKey(worlds.Hashes{})
	spec := planning.RoadmapSpec{Spaces: []planning.Space{blocked{}}, Samples: 20}
	_, err := d.Build(t.Context(), []database.Job{database.RoadmapJob("blocked", k, spec)}, database.BuildOptions{})
	if err == nil || !strings.Contains(err.Error(), "none of 20 random configurations is free: in the middle of the limits, hand touches elbow") {
		t.Errorf("the error is %v", err)
	}
	var entry *database.EntryError
	if _, err := d.Roadmap(k); !errors.As(err, &entry) {
		t.Errorf("an entry is there: %v", err)
	}
}

func TestARoadmapThatCannotBeReadIsAnErrorWithItsPlace(t *testing.T) {
	d := open(t, filepath.Join(t.TempDir(), "plans.db"), database.Options{})
	k := database.RoadmapKey(worlds.Hashes{})
	var entry *database.EntryError
	if _, err := d.Roadmap(k); !errors.As(err, &entry) {
		t.Errorf("without one: %v", err)
	}
	if err := d.Put(k, "old", "", []byte("a roadmap of another time")); err != nil {
		t.Fatal(err)
	}
	var roadmap *planning.RoadmapError
	if _, err := d.Roadmap(k); !errors.As(err, &roadmap) || !strings.Contains(err.Error(), "plans.db") {
		t.Errorf("of another version: %v", err)
	}
}

func TestABuildThatIsCancelledKeepsNoPartOfARoadmap(t *testing.T) {
	d := open(t, filepath.Join(t.TempDir(), "plans.db"), database.Options{})
	k := database.RoadmapKey(worlds.Hashes{})
	ctx, cancel := context.WithCancel(t.Context())
	spec := planning.RoadmapSpec{Spaces: []planning.Space{square{}}, Samples: 1000}
	_, err := d.Build(ctx, []database.Job{database.RoadmapJob("square", k, spec)}, database.BuildOptions{Progress: func(_ int, share float64) {
		if share > 0.1 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if r, err := d.Roadmap(k); err == nil {
		t.Errorf("%d nodes were kept", r.Nodes())
	}
}

// twoArms is a robot with an arm of two joints on each side; names come from the caller.
func twoArms(t *testing.T, names ...string) *worlds.World {
	t.Helper()
	d := &worlds.Description{Name: names[0], Links: []worlds.Link{{Name: "base"}}}
	for side, y := range []float64{0.2, -0.2} {
		parent := "base"
		for i := range 2 {
			joint := names[1+2*side+i]
			j := worlds.Joint{Name: joint, Type: worlds.Revolute, Parent: parent, Child: joint + "_link", Axis: [3]float64{0, 0, 1},
				Limits: []worlds.Limit{{Lower: -1, Upper: 1, Velocity: 1, Acceleration: 1, Jerk: 1, Effort: 1}}}
			j.Origin.R = [9]float64{0: 1, 4: 1, 8: 1}
			j.Origin.P = [3]float64{0.3, y, 0}
			y = 0
			d.Links = append(d.Links, worlds.Link{Name: j.Child})
			d.Joints = append(d.Joints, j)
			parent = j.Child
		}
	}
	w, err := worlds.Build(d)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestTheKeyOfARoadmapKnowsJointsByTheirPlaces(t *testing.T) {
	robot := twoArms(t, "robot", "a", "b", "c", "d")
	renamed := twoArms(t, "other", "z", "y", "x", "w")
	of := func(w *worlds.World, joints ...string) database.Key {
		g, err := w.NewGroup("joints", joints...)
		if err != nil {
			t.Fatal(err)
		}
		return database.GroupRoadmapKey(w, g)
	}
	left := of(robot, "a", "b")
	if left != of(renamed, "z", "y") {
		t.Error("other names have another key")
	}
	for _, joints := range [][]string{{"b", "a"}, {"c", "d"}, {"a"}, {"a", "b", "c"}} {
		if of(robot, joints...) == left {
			t.Errorf("the joints %v have the key of a, b", joints)
		}
	}
}
