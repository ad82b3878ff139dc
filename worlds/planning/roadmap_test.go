package planning_test

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/planning"
)

func roadmap(t testing.TB, workers, samples int) *planning.Roadmap {
	t.Helper()
	spec := planning.RoadmapSpec{Samples: samples, Seed: 4, Parallel: atOnce}
	for range workers {
		spec.Spaces = append(spec.Spaces, walled(0.1))
	}
	r, err := planning.BuildRoadmap(spec)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestARoadmapSurvivesItsBytes(t *testing.T) {
	r := roadmap(t, 1, 300)
	if r.Nodes() < 200 || r.Edges() < 2*r.Nodes() || r.Dim() != 2 {
		t.Fatalf("%d nodes and %d edges", r.Nodes(), r.Edges())
	}
	read, err := planning.ReadRoadmap(r.Bytes())
	if err != nil || !reflect.DeepEqual(read, r) {
		t.Fatalf("the roadmap that was read differs: %v", err)
	}
	for _, workers := range []int{2, 8} {
		if !bytes.Equal(roadmap(t, workers, 300).Bytes(), r.Bytes()) {
			t.Errorf("%d workers grow another roadmap", workers)
		}
	}
}

func TestARoadmapAnswersWithoutGrowing(t *testing.T) {
	r := roadmap(t, 1, 600)
	p := across(walled(0.1))
	got := plan(t, newPlanner(t, "prm", planning.Options{Roadmap: r}), p)
	if got.Status != planning.Solved || got.Iterations != 0 || got.Roadmap != r {
		t.Fatalf("%v after %d samples", got.Status, got.Iterations)
	}
	checkFree(t, p.Spaces[0], got.Path)
	if cold := plan(t, newPlanner(t, "prm", planning.Options{}), p); cold.Edges <= got.Edges || cold.Roadmap.Nodes() == 0 {
		t.Errorf("the roadmap saves nothing: %d motions checked with it, %d without", got.Edges, cold.Edges)
	}
}

func TestARoadmapServesAmongOtherObstacles(t *testing.T) {
	r := roadmap(t, 1, 600)
	moved := newPlane([]float64{0, 0}, []float64{1, 1}, []disc{{[]float64{0.25, 0.5}, 0.15}}, []slab{{[]float64{0.45, -1}, []float64{0.55, 0.9}}})
	p := across(moved)
	got := plan(t, newPlanner(t, "prm", planning.Options{Roadmap: r}), p)
	if got.Status != planning.Solved {
		t.Fatal(got.Status)
	}
	checkFree(t, moved, got.Path)
	closed := across(newPlane([]float64{0, 0}, []float64{1, 1}, nil, []slab{{[]float64{0.45, -1}, []float64{0.55, 2}}}))
	closed.MaxIterations = 500
	got = plan(t, newPlanner(t, "prm", planning.Options{Roadmap: r}), closed)
	if got.Status != planning.IterationLimit || got.Roadmap.Nodes() <= r.Nodes() {
		t.Errorf("behind a wall: %v, %d nodes from %d", got.Status, got.Roadmap.Nodes(), r.Nodes())
	}
}

func TestARoadmapOfAnotherRobotIsAnError(t *testing.T) {
	p := across(walled(0.1))
	p.Start, p.Goals, p.Spaces = []float64{0}, [][]float64{{1}}, []planning.Space{newPlane([]float64{0}, []float64{1}, nil, nil)}
	if _, err := newPlanner(t, "prm", planning.Options{Roadmap: roadmap(t, 1, 10)}).Plan(p); err == nil || !strings.Contains(err.Error(), "2 degrees of freedom, the space has 1") {
		t.Error(err)
	}
}

func TestMisuseOfRoadmapsIsAnError(t *testing.T) {
	for _, spec := range []planning.RoadmapSpec{
		{}, {Samples: 10}, {Samples: -1, Spaces: []planning.Space{walled(0.1)}}, {Samples: 10, Neighbours: -1, Spaces: []planning.Space{walled(0.1)}},
		{Samples: 10, Spaces: []planning.Space{walled(0.1), newPlane([]float64{0}, []float64{1}, nil, nil)}},
	} {
		if _, err := planning.BuildRoadmap(spec); err == nil {
			t.Errorf("%+v is no error", spec)
		}
	}
}

func TestDamagedRoadmapsAreRejected(t *testing.T) {
	good := roadmap(t, 1, 40).Bytes()
	for at := range good {
		bad := bytes.Clone(good)
		bad[at] ^= 0x20
		var place *planning.RoadmapError
		if _, err := planning.ReadRoadmap(bad); !errors.As(err, &place) || place.Offset > len(good) {
			t.Fatalf("byte %d changed: %v", at, err)
		}
	}
	for n := range good {
		if _, err := planning.ReadRoadmap(good[:n]); err == nil {
			t.Fatalf("the first %d of %d bytes are accepted", n, len(good))
		}
	}
}

func FuzzReadRoadmap(f *testing.F) {
	f.Add([]byte{})
	f.Add(roadmap(f, 1, 5).Bytes())
	f.Add(roadmap(f, 1, 5).Bytes()[:50])
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := planning.ReadRoadmap(data)
		if err == nil && !bytes.Equal(r.Bytes(), data) {
			t.Error("the roadmap has other bytes than it was read from")
		}
	})
}
