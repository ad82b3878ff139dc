package mesh

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds/source"
)

const textSTL = `solid a wedge
  facet normal 0 0 -1
    outer loop
      vertex 0 0 0
      vertex 0 1e0 0
      vertex 1.5 0 0
    endloop
  endfacet
  FACET NORMAL nan nan nan
    OUTER LOOP
      VERTEX 0 0 0 VERTEX 1 0 0
      VERTEX 0 -.25 +2
    ENDLOOP
  ENDFACET
endsolid a wedge
solid
endsolid
`

func TestASCIISTLIsRead(t *testing.T) {
	m, err := ReadSTL("w.stl", []byte(textSTL))
	want := &Mesh{Vertices: [][3]float64{{0, 0, 0}, {0, 1, 0}, {1.5, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, -0.25, 2}}, Triangles: [][3]int32{{0, 1, 2}, {3, 4, 5}}}
	if err != nil || !reflect.DeepEqual(m, want) {
		t.Errorf("%v, %v", m, err)
	}
}

// TestBinarySTLSurvivesARoundTrip writes random triangles of single precision.
func TestBinarySTLSurvivesARoundTrip(t *testing.T) {
	r := random(t, 5)
	soup := &Mesh{}
	for i := range 300 {
		soup.Vertices = append(soup.Vertices, [3]float64{float64(float32(r.NormFloat64())), float64(float32(r.NormFloat64())), float64(float32(r.NormFloat64()))})
		if i%3 == 2 {
			soup.Triangles = append(soup.Triangles, [3]int32{int32(i - 2), int32(i - 1), int32(i)})
		}
	}
	data := WriteSTL(soup)
	m, err := ReadSTL("r.stl", data)
	if err != nil || !reflect.DeepEqual(m, soup) {
		t.Fatalf("differs: %v", err)
	}
	copy(data, "solid of an exporter") // as many exporters of binary files write
	if again, err := ReadSTL("r.stl", data); err != nil || !reflect.DeepEqual(again, soup) {
		t.Errorf("a binary file that begins with solid: %v", err)
	}
}

func TestAWrittenBoxStaysClosed(t *testing.T) {
	m, err := ReadSTL("box.stl", WriteSTL(boxMesh([3]float64{1, 2, 0.5}, [3]float64{3, 0, 0})))
	if err != nil {
		t.Fatal(err)
	}
	welded, did := Weld(m, 0)
	if did.Merged != 28 || did.Degenerate != 0 {
		t.Errorf("welded %+v, want 36 vertices to become 8", did)
	}
	if got, err := welded.Inertia(1); err != nil || got.Mass != 1 {
		t.Errorf("volume %v, %v", got.Mass, err)
	}
}

func TestBinarySTLErrorsHaveTheirOffset(t *testing.T) {
	sound := WriteSTL(boxMesh([3]float64{1, 1, 1}, [3]float64{}))
	spoiled := append([]byte{}, sound...)
	const at = stlHeader + 2*stlTriangle + 12 + 4 // y of the first vertex of triangle 2
	binary.LittleEndian.PutUint32(spoiled[at:], math.Float32bits(float32(math.NaN())))
	many := make([]byte, stlHeader)
	binary.LittleEndian.PutUint32(many[80:], MaxTriangles+1)
	for name, c := range map[string]struct {
		data   []byte
		offset int64
		text   string
	}{
		"nan":      {spoiled, at, "b.stl: byte 200: a coordinate of triangle 2 is NaN"},
		"cut":      {sound[:len(sound)-1], 80, "the file has 683 bytes and a count of 12 triangles; expected 684 bytes"},
		"appended": {append(append([]byte{}, sound...), 1), 80, "the file has 685 bytes"},
		"short":    {sound[:83], 83, "the file ends after 83 bytes"},
		"empty":    {nil, 0, "the file ends after 0 bytes"},
		"bomb":     {many, 80, "a count of 2000001 triangles"},
	} {
		_, err := ReadSTL("b.stl", c.data)
		var binaryError *BinaryError
		if !errors.As(err, &binaryError) || binaryError.Offset != c.offset || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: %v, want %q at byte %d", name, err, c.text, c.offset)
		}
	}
}

// wantText fails unless an error is of diagnostics with exactly the given summaries.
func wantText(t *testing.T, err error, summaries ...string) {
	t.Helper()
	var list *source.Diagnostics
	if !errors.As(err, &list) {
		t.Errorf("the error is %v, want diagnostics %q", err, summaries)
		return
	}
	all := list.All()
	for i := range max(len(all), len(summaries)) {
		switch {
		case i >= len(all):
			t.Errorf("missing: %q", summaries[i])
		case i >= len(summaries) || !strings.HasPrefix(all[i].Summary(), summaries[i]):
			t.Errorf("reported: %v; want %q", all[i].Summary(), summaries)
		}
	}
}

func TestASCIISTLErrorsHaveLineAndColumn(t *testing.T) {
	for from, c := range map[string]struct{ to, want string }{
		"vertex 0 1e0 0":   {"vertex 0 1,0 0", `w.stl:5:16: "1,0" is not a number`},
		"1.5 0 0":          {"0x1p3 0 0", `w.stl:6:14: "0x1p3" is not a number`},
		"vertex 1.5 0 0":   {"vertex 1e300 0 0", "w.stl:6:14: the coordinate is 1e+300 m"},
		"vertex 0 0 0\n":   {"vertx 0 0 0\n", `w.stl:4:7: unexpected "vertx"`},
		"    endloop\n":    {"", `w.stl:7:3: unexpected "endfacet"`},
		"endsolid a wedge": {"endsolids a wedge", `w.stl:15:1: unexpected "endsolids"`},
		"solid\nendsolid":  {"cube\nendcube", `w.stl:16:1: unexpected "cube"`},
	} {
		_, err := ReadSTL("w.stl", []byte(strings.Replace(textSTL, from, c.to, 1)))
		wantText(t, err, c.want)
	}
	_, err := ReadSTL("w.stl", []byte(textSTL[:strings.Index(textSTL, "      vertex 0 1e0")]))
	wantText(t, err, "w.stl:5:1: the file ends within a solid")
	_, err = ReadSTL("w.stl", []byte(strings.ReplaceAll(textSTL, "vertex 0", "vertex nan")))
	wantText(t, err, `w.stl:4:14: "nan" is not a number`, `w.stl:5:14: "nan" is not a number`)
}

func ExampleReadSTL() {
	file := WriteSTL(&Mesh{Vertices: [][3]float64{{}, {1}, {0, 1}, {0, 0, 1}}, Triangles: [][3]int32{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}})
	soup, err := ReadSTL("corner.stl", file)
	if err != nil {
		fmt.Println(err)
		return
	}
	m, did := Weld(soup, 0)
	body, err := m.Inertia(600) // kg/m3
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d vertices after merging %d; %.0f kg, centre of mass %.2f m\n", len(m.Vertices), did.Merged, body.Mass, body.Com)
	// Output: 4 vertices after merging 8; 100 kg, centre of mass [0.25 0.25 0.25] m
}

func FuzzReadSTL(f *testing.F) {
	f.Add([]byte(textSTL))
	f.Add(WriteSTL(boxMesh([3]float64{1, 1, 1}, [3]float64{})))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := ReadSTL("f.stl", data)
		if err != nil {
			return
		}
		checkMesh(t, m)
		again, err := ReadSTL("f.stl", WriteSTL(m))
		if err != nil || len(again.Triangles) != len(m.Triangles) {
			t.Errorf("written and read again: %v", err)
		}
	})
}
