package geometry_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/worlds/geometry"
)

// scene returns boxes of placed shapes, of which some are equal and some infinite.
func scene(r *rand.Rand, count int) []geometry.AABB {
	boxes := make([]geometry.AABB, count)
	for i := range boxes {
		p := geometry.Placed{Shape: convex[r.IntN(len(convex))].draw(r), Pose: randomPose(r, 1)}
		if r.IntN(30) == 0 {
			p.Shape = geometry.NewPlane()
		}
		boxes[i] = p.Bounds()
		if i > 0 && r.IntN(10) == 0 {
			boxes[i] = boxes[i-1]
		}
	}
	return boxes
}

func comparePairs(a, b [2]int32) int { return slices.Compare(a[:], b[:]) }

func TestATreeFindsTheBoxesThatOverlap(t *testing.T) {
	r := testkit.Random(t)
	tree := geometry.NewTree(10)
	for trial := range 100 {
		boxes := scene(r, trial)
		tree.Fill(boxes)
		margin := 0.0
		if trial%2 == 1 {
			margin = 0.2 * r.Float64()
		}
		var want [][2]int32
		for i := range boxes {
			for k := range boxes[:i] {
				if grown := boxes[i].Grown(margin); grown.Overlaps(&boxes[k]) {
					want = append(want, [2]int32{int32(k), int32(i)})
				}
			}
		}
		got := tree.Pairs(nil, margin)
		slices.SortFunc(got, comparePairs)
		slices.SortFunc(want, comparePairs)
		if !slices.Equal(got, want) {
			t.Fatalf("%d boxes: %d pairs, want %d", trial, len(got), len(want))
		}
		for range 10 {
			p := geometry.Placed{Shape: convex[2].draw(r), Pose: randomPose(r, 1)}
			box := p.Bounds()
			var want []int32
			for i := range boxes {
				if boxes[i].Overlaps(&box) {
					want = append(want, int32(i))
				}
			}
			got := tree.Overlapping(nil, &box)
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Fatalf("%d boxes: %v overlap, want %v", trial, got, want)
			}
		}
	}
	if tree.Len() != 99 {
		t.Errorf("the tree has %d boxes", tree.Len())
	}
}

func TestABoxWithNaNIsFoundByEveryQueryAndHidesNoOther(t *testing.T) {
	r := testkit.Random(t)
	boxes := scene(r, 20)
	boxes[7].Max[1] = math.NaN()
	boxes[9] = geometry.AABB{Min: [3]float64{1, 0, 0}}
	tree := geometry.NewTree(0)
	tree.Fill(boxes)
	size := 100.0
	everything := geometry.AABB{Min: [3]float64{-size, -size, -size}, Max: [3]float64{size, size, size}}
	if found := tree.Overlapping(nil, &everything); len(found) != 19 || slices.Contains(found, 9) || tree.Len() != 19 {
		t.Errorf("of 20 boxes one of which is empty, %v are found", found)
	}
	corner := [3]float64{boxes[7].Min[0], 90, boxes[7].Min[2]}
	if found := tree.Overlapping(nil, &geometry.AABB{Min: corner, Max: corner}); !slices.Contains(found, 7) {
		t.Errorf("far along y, where a box has NaN, %v are found", found)
	}
}

func TestATreeAllocatesOnlyToGrow(t *testing.T) {
	r := testkit.Random(t)
	boxes := scene(r, 200)
	tree := geometry.NewTree(len(boxes))
	pairs, found := make([][2]int32, 0, 40000), make([]int32, 0, 200)
	tree.Fill(boxes)
	if n := testing.AllocsPerRun(10, func() {
		tree.Fill(boxes)
		pairs = tree.Pairs(pairs[:0], 0.1)
		found = tree.Overlapping(found[:0], &boxes[3])
	}); n != 0 {
		t.Errorf("a tree allocates %v times", n)
	}
}

func BenchmarkTree(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	boxes := make([]geometry.AABB, 200)
	for i := range boxes {
		p := geometry.Placed{Shape: convex[r.IntN(len(convex))].draw(r), Pose: randomPose(r, 3)}
		boxes[i] = p.Bounds()
	}
	tree := geometry.NewTree(len(boxes))
	tree.Fill(boxes)
	pairs, found := make([][2]int32, 0, 40000), make([]int32, 0, 200)
	b.Run("fill 200", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			tree.Fill(boxes)
		}
	})
	b.Run("pairs of 200", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			pairs = tree.Pairs(pairs[:0], 0)
		}
	})
	b.Run("overlapping of 200", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			found = tree.Overlapping(found[:0], &boxes[3])
		}
	})
}
