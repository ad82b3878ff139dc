package mesh

import (
	"math"
	"reflect"
	"strings"
	"testing"
)

const textOBJ = `# a sheet
mtllib sheet.mtl
o sheet
v 0 0 0
v 1 0 0 1.0  # with a weight
v 1 1 0
v 0 1 \
  0.5
vt 0 0
vn 0 0 1
usemtl grey
f 1/1/1 2/1/1 3/1/1
f -4//1 -2//1 -1//1
`

func TestOBJIsRead(t *testing.T) {
	m, err := ReadOBJ("s.obj", []byte(textOBJ))
	want := &Mesh{Vertices: [][3]float64{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0.5}}, Triangles: [][3]int32{{0, 1, 2}, {0, 2, 3}}}
	if err != nil || !reflect.DeepEqual(m, want) {
		t.Errorf("%v, %v", m, err)
	}
	crlf, err := ReadOBJ("s.obj", []byte(strings.ReplaceAll(textOBJ, "\n", "\r\n")))
	if err != nil || !reflect.DeepEqual(crlf, want) {
		t.Errorf("with line ends of DOS: %v, %v", crlf, err)
	}
}

func TestOBJErrorsHaveLineAndColumn(t *testing.T) {
	for from, c := range map[string]struct{ to, want string }{
		"v 1 1 0":   {"v 1 1", "s.obj:6:1: the vertex has 2 coordinates"},
		"v 0 0 0":   {"v 0 inf 0", `s.obj:4:5: "inf" is not a number`},
		"  0.5":     {"  1_0", `s.obj:8:3: "1_0" is not a number`},
		"f 1/1/1 2": {"f 1/1/1 5", "s.obj:12:9: vertex 5 does not exist"},
		"f 1/1/1":   {"f 0/1/1", "s.obj:12:3: vertex 0 does not exist"},
		"f -4//1":   {"f -5//1", "s.obj:13:3: vertex -5 does not exist"},
		"-4//1 -2":  {"-4//1 x-2", `s.obj:13:9: "x-2//1" is not the corner of a face`},
		" -2//1 -1": {"  -1", "s.obj:13:1: the face has 2 corners"},
		"usemtl":    {"usmtl", `s.obj:11:1: unknown statement "usmtl"`},
		"o sheet\n": {"surf 0 1 0 1 1\n", `s.obj:3:1: unknown statement "surf"`},
	} {
		_, err := ReadOBJ("s.obj", []byte(strings.Replace(textOBJ, from, c.to, 1)))
		wantText(t, err, c.want)
	}
}

// TestConcavePolygonsKeepTheirArea cuts random star-shaped polygons in random planes, and compares
// area vector and positive triangles with the polygon's own area, the shoelace formula.
func TestConcavePolygonsKeepTheirArea(t *testing.T) {
	r := random(t, 3)
	for round := range 300 {
		n := 3 + r.IntN(20)
		flat := &Mesh{}
		var corners []int32
		shoelace := 0.0
		for k := range n {
			angle, radius := 2*math.Pi*(float64(k)+0.4*r.Float64())/float64(n), 0.1+r.Float64()
			flat.Vertices = append(flat.Vertices, [3]float64{radius * math.Cos(angle), radius * math.Sin(angle), 0})
			corners = append(corners, int32(k))
		}
		for k := range n {
			a, b := flat.Vertices[k], flat.Vertices[(k+1)%n]
			shoelace += (a[0]*b[1] - a[1]*b[0]) / 2
		}
		rotate(flat, [3]float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}, 3*r.Float64())
		var clipper earClipper
		triangles := clipper.cut(nil, flat.Vertices, corners)
		if len(triangles) != n-2 {
			t.Fatalf("round %d: %d corners gave %d triangles", round, n, len(triangles))
		}
		area := 0.0
		for _, triangle := range triangles {
			a, b, c := flat.Vertices[triangle[0]], flat.Vertices[triangle[1]], flat.Vertices[triangle[2]]
			normal := cross(sub(b, a), sub(c, a))
			area += math.Sqrt(dot(normal, normal)) / 2 // the sum of absolute values: no triangle is turned over
		}
		wantNear(t, "area", area, shoelace, 1e-9)
	}
}

func FuzzReadOBJ(f *testing.F) {
	f.Add([]byte(textOBJ))
	f.Add([]byte("v 0 0 0\nv 2 0 0\nv 1 .5 0\nv 1 2 0\nf 1 2 3 4\nf 1 2 3 4 1 2 3 4"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if m, err := ReadOBJ("f.obj", data); err == nil {
			checkMesh(t, m)
		}
	})
}

func TestFilesAreReadByTheirExtension(t *testing.T) {
	if m, err := Read("a/S.OBJ", []byte(textOBJ)); err != nil || len(m.Triangles) != 2 {
		t.Errorf("%v, %v", m, err)
	}
	_, err := Read("a/s.3ds", nil)
	if unknown, is := err.(*UnknownFormatError); !is || len(unknown.Known) != len(Extensions()) || !strings.Contains(err.Error(), ".stl, .obj") {
		t.Errorf("the error is %v", err)
	}
}
