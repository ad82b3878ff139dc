package approximate_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/robo-actors/robo-actors/internal/testkit"
	"github.com/robo-actors/robo-actors/worlds/geometry"
	"github.com/robo-actors/robo-actors/worlds/geometry/approximate"
	"github.com/robo-actors/robo-actors/worlds/geometry/mesh"
	"github.com/robo-actors/robo-actors/worlds/rigidbody/spatial"
)

func volumeOf(hulls []*geometry.Hull) (sum float64) {
	for _, h := range hulls {
		sum += must(geometry.SolidOf(h)).Volume
	}
	return sum
}

var solids = map[string]struct {
	solid  solid
	pieces int // that suffice
}{
	"cube": {drawn([]string{"##", "##"}, []string{"##", "##"}), 1},
	"L":    {drawn([]string{"###", "#", "#"}), 2},
	"U":    {drawn([]string{"###", "# #", "# #"}), 3},
	"ring": {drawn([]string{"####", "#  #", "#  #", "####"}), 4},
	"table": {drawn([]string{"#  #", "    ", "    ", "#  #"}, []string{"#  #", "    ", "    ", "#  #"},
		[]string{"####", "####", "####", "####"}), 7},
	"tray": {drawn([]string{"####", "####", "####", "####"}, []string{"####", "#  #", "#  #", "####"}), 5},
	"two":  {drawn([]string{"## #", "## #"}), 2},
}

func TestBlocksFallIntoTheirParts(t *testing.T) {
	for name, c := range solids {
		hulls := must(approximate.Decompose(c.solid.mesh(), approximate.Options{Pieces: 16}))
		want := float64(len(c.solid.cubes()))
		if volume := volumeOf(hulls); math.Abs(volume-want) > 1e-9 || len(hulls) > c.pieces {
			t.Errorf("%s: %d hulls of %g m^3: expected at most %d of %g m^3", name, len(hulls), volume, c.pieces, want)
		}
	}
}

// Random blocks, with holes, edges and corners that touch: each point inside is in a hull, however
// few hulls there are.
func TestHullsContainWhatIsInTheMesh(t *testing.T) {
	r, q := testkit.Random(t), geometry.NewQuery()
	for trial := range 24 {
		var s solid
		for x := range 2 + r.IntN(5) {
			for y := range 4 {
				for z := range 4 {
					s[x][y][z] = r.IntN(3) > 0
				}
			}
		}
		if len(s.cubes()) == 0 {
			continue
		}
		hulls := must(approximate.Decompose(s.mesh(), approximate.Options{Pieces: 1 + trial%12}))
		if len(hulls) > 1+trial%12 {
			t.Fatalf("%d hulls, at most %d are wanted", len(hulls), 1+trial%12)
		}
		for _, cube := range s.cubes() {
			for range 3 {
				p := [3]float64{float64(cube[0]) + r.Float64(), float64(cube[1]) + r.Float64(), float64(cube[2]) + r.Float64()}
				if out := depthIn(q, p, hulls); out > 1e-9 {
					t.Fatalf("the point %v of the solid is %g m outside of %d hulls", p, out, len(hulls))
				}
			}
		}
	}
}

// Two boxes that overlap as one mesh, turned so that no plane fits: the part in both is inside,
// too.
func TestPartsThatOverlapAreInside(t *testing.T) {
	r, q := testkit.Random(t), geometry.NewQuery()
	cube := drawn([]string{"#"})
	base := cube.mesh()
	for range 5 {
		var m mesh.Mesh
		var boxes []*geometry.Hull
		for range 3 {
			turn := randomTurn(r)
			first := int32(len(m.Vertices))
			var corners [][3]float64
			for _, v := range base.Vertices {
				corners = append(corners, turn(v))
			}
			m.Vertices = append(m.Vertices, corners...)
			for _, tri := range base.Triangles {
				m.Triangles = append(m.Triangles, [3]int32{first + tri[0], first + tri[1], first + tri[2]})
			}
			boxes = append(boxes, must(geometry.NewHull(corners)))
		}
		hulls := must(approximate.Decompose(m, approximate.Options{Pieces: 20}))
		for range 2000 {
			p := [3]float64{2*r.Float64() - 0.5, 2*r.Float64() - 0.5, 2*r.Float64() - 0.5}
			if depthIn(q, p, boxes) < 0 && depthIn(q, p, hulls) > 1e-9 {
				t.Fatalf("the point %v of a box is outside of the hulls", p)
			}
		}
	}
}

// randomTurn returns a random rigid motion.
func randomTurn(r *rand.Rand) func([3]float64) [3]float64 {
	q := spatial.Quat{W: r.NormFloat64(), X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Unit()
	pose := spatial.Pose{R: q.Rotation(), P: [3]float64{r.Float64() / 2, r.Float64() / 2, r.Float64() / 2}}
	return func(v [3]float64) [3]float64 { return pose.Apply(spatial.VecOf(v)).Array() }
}

func TestOpenMeshesAreCoveredAndEqualMeshesGetEqualHulls(t *testing.T) {
	q := geometry.NewQuery()
	s := solids["tray"].solid
	m := s.mesh()
	m.Triangles = m.Triangles[:len(m.Triangles)-5]
	o := approximate.Options{Pieces: 8, Concavity: 0.02}
	hulls, again := must(approximate.Decompose(m, o)), must(approximate.Decompose(m, o))
	if !reflect.DeepEqual(hulls, again) {
		t.Error("the second decomposition differs")
	}
	for _, tri := range m.Triangles {
		var middle [3]float64
		for _, v := range tri {
			for k := range 3 {
				middle[k] += m.Vertices[v][k] / 3
			}
		}
		if out := depthIn(q, middle, hulls); out > 1e-9 {
			t.Fatalf("the middle %v of a triangle is %g m outside", middle, out)
		}
	}
}

func TestOptionsOutOfBoundsAndDamagedMeshesAreErrors(t *testing.T) {
	s := solids["cube"].solid
	for _, o := range []approximate.Options{{}, {Pieces: 2000}, {Pieces: 2, Concavity: -1}, {Pieces: 2, Concavity: math.NaN()}} {
		if _, err := approximate.Decompose(s.mesh(), o); err == nil {
			t.Errorf("%+v: no error", o)
		}
	}
	if _, err := approximate.Decompose(mesh.Mesh{}, approximate.Options{Pieces: 1}); err == nil {
		t.Error("an empty mesh has hulls")
	}
	flat := mesh.Mesh{Vertices: [][3]float64{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, Triangles: [][3]int32{{0, 1, 2}}}
	if hulls := must(approximate.Decompose(flat, approximate.Options{Pieces: 9})); len(hulls) != 1 {
		t.Errorf("a triangle has %d hulls", len(hulls))
	}
}
