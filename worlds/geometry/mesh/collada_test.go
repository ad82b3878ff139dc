package mesh

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
)

// dae returns a document with a square of 1 x 1 units in the plane z = 0, drawn by a primitive.
func dae(primitive, scene, asset string) string {
	return `<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset>` + asset + `</asset>
  <library_geometries>
    <geometry id="sheet"><mesh>
      <source id="p"><float_array id="a" count="12">0 0 0  1 0 0  1 1 0  0 1 0</float_array>
        <technique_common><accessor source="#a" count="4" stride="3">
          <param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
      <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
      ` + primitive + `
    </mesh></geometry>
  </library_geometries>
  ` + scene + `
</COLLADA>
`
}

const (
	daeInput     = `<input semantic="VERTEX" source="#v" offset="0"/>`
	daeTriangles = `<triangles count="2">` + daeInput + `<p>0 1 2 0 2 3</p></triangles>`
	daeUp        = `<up_axis>Z_UP</up_axis>`
)

var sheet = &Mesh{Vertices: [][3]float64{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, Triangles: [][3]int32{{0, 1, 2}, {0, 2, 3}}}

func readDAE(t *testing.T, document string) *Mesh {
	t.Helper()
	m, err := ReadCollada("s.dae", []byte(document))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestEveryPrimitiveOfColladaGivesTheSameSheet(t *testing.T) {
	for name, primitive := range map[string]string{
		"triangles": daeTriangles,
		"polylist":  `<polylist count="1">` + daeInput + `<vcount>4</vcount><p>0 1 2 3</p></polylist>`,
		"polygons":  `<polygons count="1">` + daeInput + `<p>0 1 2 3</p></polygons>`,
		"trifans":   `<trifans count="1">` + daeInput + `<p>0 1 2 3</p></trifans>`,
		"normals":   `<triangles count="2"><input semantic="NORMAL" source="#p" offset="0"/><input semantic="VERTEX" source="#v" offset="1"/><p>9 0 9 1 9 2 9 0 9 2 9 3</p></triangles>`,
	} {
		if m := readDAE(t, dae(primitive, "", daeUp)); !reflect.DeepEqual(m, sheet) {
			t.Errorf("%s: %+v", name, m)
		}
	}
	strip := readDAE(t, dae(`<tristrips count="1">`+daeInput+`<p>0 1 3 2</p></tristrips>`, "", daeUp))
	if want := [][3]int32{{0, 1, 3}, {3, 1, 2}}; !reflect.DeepEqual(strip.Triangles, want) {
		t.Errorf("a strip gives %v, want %v", strip.Triangles, want)
	}
}

func TestTheAxesAndTheUnitOfColladaAreApplied(t *testing.T) {
	for asset, want := range map[string][3]float64{ // of the vertex 1 1 0
		daeUp:                     {1, 1, 0},
		"":                        {1, 0, 1},
		"<up_axis>Y_UP</up_axis>": {1, 0, 1},
		"<up_axis>X_UP</up_axis>": {-1, 0, 1},
		`<unit name="mm" meter="0.001"/>` + daeUp: {1e-3, 1e-3, 0},
	} {
		if m := readDAE(t, dae(daeTriangles, "", asset)); m.Vertices[2] != want {
			t.Errorf("%s: the vertex is at %v, want %v", asset, m.Vertices[2], want)
		}
	}
	kept, err := ReadColladaWith("s.dae", []byte(dae(daeTriangles, "", "")), ColladaOptions{KeepAxes: true})
	if err != nil || kept.Vertices[2] != [3]float64{1, 1, 0} {
		t.Errorf("with the axes of the file: %v, %v", kept, err)
	}
	alone, err := ReadColladaWith("s.dae", []byte(dae(daeTriangles, "", `<unit meter="2"/>`)), ColladaOptions{Geometry: "sheet"})
	if err != nil || alone.Vertices[2] != [3]float64{2, 2, 0} {
		t.Errorf("the geometry alone: %v, %v", alone, err)
	}
}

const daeScene = `<library_nodes><node id="tile"><translate>0 0 1</translate><instance_geometry url="#sheet"/></node></library_nodes>
  <library_visual_scenes><visual_scene id="s">
    <node><rotate>0 0 2 90</rotate><scale>2 1 1</scale><translate>1 0 0</translate><instance_geometry url="#sheet"/>
      <node><matrix>1 0 0 0  0 1 0 5  0 0 -1 0  0 0 0 1</matrix><instance_node url="#tile"/></node></node>
  </visual_scene></library_visual_scenes>
  <scene><instance_visual_scene url="#s"/></scene>`

// TestTheNodesOfAColladaScenePlaceGeometries: by hand, the vertex 1 1 0 is moved to 2 1 0, scaled
// to 4 1 0, and turned to -1 4 0; that of the second instance is raised, mirrored and moved before.
func TestTheNodesOfAColladaScenePlaceGeometries(t *testing.T) {
	m := readDAE(t, dae(daeTriangles, daeScene, daeUp))
	if len(m.Vertices) != 8 || len(m.Triangles) != 4 {
		t.Fatalf("%d vertices, %d triangles", len(m.Vertices), len(m.Triangles))
	}
	for i, want := range map[int][3]float64{2: {-1, 4, 0}, 6: {-6, 4, -1}} {
		for k := range 3 {
			wantNear(t, fmt.Sprint("vertex ", i), m.Vertices[i][k], want[k], 1e-14)
		}
	}
	if m.Triangles[2] != [3]int32{4, 6, 5} {
		t.Errorf("a mirrored triangle is %v, want it turned over", m.Triangles[2])
	}
}

func TestTheRotationOfColladaIsThatOfRodrigues(t *testing.T) {
	r := random(t, 8)
	for range 50 {
		axis, degrees := [3]float64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}, 360*r.Float64()
		scene := fmt.Sprintf(`<library_visual_scenes><visual_scene id="s"><node><rotate>%v %v %v %v</rotate><instance_geometry url="#sheet"/></node></visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene>`, axis[0], axis[1], axis[2], degrees)
		got, want := readDAE(t, dae(daeTriangles, scene, daeUp)), sheet.Clone()
		rotate(want, axis, degrees*math.Pi/180)
		for i := range want.Vertices {
			for k := range 3 {
				wantNear(t, "coordinate", got.Vertices[i][k], want.Vertices[i][k], 1e-13)
			}
		}
	}
}

func TestColladaErrorsHaveLineAndColumn(t *testing.T) {
	document := dae(daeTriangles, daeScene, daeUp)
	for from, c := range map[string]struct{ to, want string }{
		"1 0 0  1 1":           {"1 O 0  1 1", `s.dae:6:62: "O" is not a number`},
		"0  0 1 0<":            {"0  0 1<", "s.dae:6:22: <float_array> has 11 numbers, which are 3 vertices"},
		"0 2 3<":               {"0 2 4<", `s.dae:10:90: the index "4" of a vertex is invalid`},
		"0 2 3</":              {"0 2</", "s.dae:10:7: <triangles> has 5 corners"},
		`triangles count="2"`:  {`triangles count="3"`, "s.dae:10:7: <triangles> has 2 triangles"},
		`"VERTEX" source="#v"`: {`"VERTEX" source="#p"`, `s.dae:10:61: the id "p" is that of a <source>`},
		`"VERTEX" `:            {`"VERTX" `, "s.dae:10:7: <triangles> has no input VERTEX"},
		`"#sheet"/></node></l`: {`"sheet.dae"/></node></l`, `s.dae:13:86: the address "sheet.dae" leads to another document`},
		"<scale>2 1 1":         {"<scale>2 1", "s.dae:15:36: <scale> has 2 numbers"},
		"0 0 0 1</matrix":      {"0 0 0 2</matrix", "s.dae:16:13: the last row of the matrix is [0 0 0 2]"},
		`version="1.4.1"`:      {`version="2.0"`, `s.dae:2:72: the version of COLLADA is "2.0"`},
		"Z_UP":                 {"W_UP", `s.dae:3:19: the axis "W_UP" is unknown`},
		`id="tile"`:            {`id="sheet"`, `s.dae:13:28: the id "sheet" is given twice`},
	} {
		_, err := ReadCollada("s.dae", []byte(strings.Replace(document, from, c.to, 1)))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) && !strings.Contains(err.Error(), "\n"+c.want) {
			t.Errorf("%q: %v\nwant %s", c.to, err, c.want)
		}
	}
	_, err := ReadColladaWith("s.dae", []byte(document), ColladaOptions{Geometry: "shet"})
	wantText(t, err, `s.dae:2:1: the document has no geometry with the id "shet"`)
}

// TestIDsMayRepeatInEachGeometry: an id belongs to the geometry that names it, and to no other.
func TestIDsMayRepeatInEachGeometry(t *testing.T) {
	one := dae(daeTriangles, "", daeUp)
	from, to := strings.Index(one, "<geometry"), strings.Index(one, "</library_geometries>")
	second := strings.NewReplacer(`id="sheet"`, `id="raised"`, "0 0 0  1 0 0  1 1 0  0 1 0", "0 0 5  1 0 5  1 1 5  0 1 5").Replace(one[from:to])
	both := one[:to] + second + one[to:]
	for id, z := range map[string]float64{"sheet": 0, "raised": 5} {
		m, err := ReadColladaWith("s.dae", []byte(both), ColladaOptions{Geometry: id})
		if err != nil || len(m.Triangles) != 2 || m.Vertices[0][2] != z {
			t.Errorf("%s: %+v, %v", id, m, err)
		}
	}
	_, err := ReadCollada("s.dae", []byte(strings.Replace(both, `source="#a"`, `source="#b"`, 1)))
	wantText(t, err, `s.dae:7:45: no element has the id "b"`, `s.dae:10:80: the index "0" of a vertex is invalid`)
	_, err = ReadColladaWith("s.dae", []byte(strings.Replace(both, `id="raised"`, `id="sheet"`, 1)), ColladaOptions{Geometry: "sheet"})
	wantText(t, err, `s.dae:12:17: the id "sheet" is given twice`)
	_, err = ReadCollada("s.dae", []byte(strings.Replace(one, `<vertices id="v">`, `<vertices id="v"/><vertices id="v">`, 1)))
	wantText(t, err, `s.dae:9:39: the id "v" is given twice`)
}

// TestInstancesThatMultiplyAreRefusedSoon: nodes that contain themselves, and nodes of which each
// has ten instances of the next.
func TestInstancesThatMultiplyAreRefusedSoon(t *testing.T) {
	var bomb strings.Builder
	bomb.WriteString("<library_nodes>")
	for i := range 12 {
		fmt.Fprintf(&bomb, `<node id="n%d">%s</node>`, i, strings.Repeat(fmt.Sprintf(`<instance_node url="#n%d"/>`, i+1), 10))
	}
	bomb.WriteString(`<node id="n12"><instance_geometry url="#sheet"/></node></library_nodes>`)
	const scene = `<library_visual_scenes><visual_scene id="s"><node><instance_node url="#n0"/></node></visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene>`
	loop := `<library_nodes><node id="n0"><instance_node url="#n0"/><instance_node url="#n0"/></node></library_nodes>`
	for name, library := range map[string]string{"too many instances": bomb.String(), "nested too deep": loop} {
		_, err := ReadCollada("b.dae", []byte(dae(daeTriangles, library+scene, daeUp)))
		if err == nil || !strings.Contains(err.Error(), name) || strings.Count(err.Error(), "b.dae:") != 1 {
			t.Errorf("want %q: %v", name, err)
		}
	}
}

func FuzzReadCollada(f *testing.F) {
	f.Add([]byte(dae(daeTriangles, daeScene, daeUp)))
	f.Add([]byte(dae(`<polylist count="1">`+daeInput+`<vcount>4</vcount><p>0 1 2 3</p></polylist>`, "", "")))
	f.Add([]byte(dae(`<tristrips count="1">`+daeInput+`<p>0 1 3 2</p></tristrips>`, "", `<unit meter="0.01"/>`)))
	f.Fuzz(func(t *testing.T, data []byte) {
		if m, err := ReadCollada("f.dae", data); err == nil {
			checkMesh(t, m)
		}
	})
}
