package environment_test

import (
	"math"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/robo-actors/robo-actors/worlds"
	"github.com/robo-actors/robo-actors/worlds/collada"
	"github.com/robo-actors/robo-actors/worlds/environment"
)

// The shapes of a COLLADA robot are parts of its file, and so may be those of a body.
func TestPartsOfCOLLADAFilesCollide(t *testing.T) {
	data, err := os.ReadFile("../collada/testdata/arm.dae")
	check(t, err)
	files := fstest.MapFS{"robots/arm.dae": {Data: data}}
	document, err := collada.Load(files, "robots/arm.dae")
	check(t, err)
	world := must[*worlds.World](t)(worlds.Build(document.Robots[0].Description))
	options := environment.LoadOptions{Robot: func(string) (*worlds.World, error) { return world, nil }, Meshes: environment.MeshFiles(files, true)}
	text := `scene:
  name: cell
  objects:
    - {name: arm, robot: arm}
    - {name: plate, shapes: [{mesh: "robots/arm.dae#plate"}], pose: {xyz: [3, 0, 2]}}
    - {name: post, shapes: [{sphere: 0.01}], pose: {xyz: [0.02, 0.02, -1], rpy: [0, -1.5707963267948966, 0]}}
  sensors: [{name: eye, on: post, max: 9}, {name: other, on: post, max: 9, pose: {xyz: [0, 0, -3]}}]
`
	s, err := environment.Load("cell.yaml", []byte(text), options)
	check(t, err)
	for name, want := range map[string]struct {
		distance float64
		link     string
	}{"eye": {1, "base"}, "other": {3, ""}} {
		if ray := must[environment.Ray](t)(s.Measure(name)); math.Abs(ray.Distance-want.distance) > 1e-5 || ray.Link != want.link || ray.Hit.IsZero() {
			t.Errorf("%s sees %+v, want %q at %g m", name, ray, want.link, want.distance)
		}
	}
	for mesh, want := range map[string]string{
		"robots/arm.dae#plait": `the file "robots/arm.dae" has no geometry with the id "plait"`,
		"arm.dae#plate":        "file does not exist",
		"robots/arm.zae#plate": "this is not a zip archive",
		"robots/arm.stl#plate": "file does not exist",
	} {
		files["robots/arm.zae"] = &fstest.MapFile{Data: data}
		text := []byte("scene: {name: cell, objects: [{name: plate, shapes: [{mesh: \"" + mesh + "\"}]}]}")
		if _, err := environment.Load("cell.yaml", text, options); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; expected %q", mesh, err, want)
		}
	}
}
