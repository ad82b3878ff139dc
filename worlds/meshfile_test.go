package worlds_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds"
)

func TestAddressesOfMeshesAreRelativeToTheirDescription(t *testing.T) {
	for _, c := range []struct {
		address, description string
		paths                []string
		geometry             string
	}{
		{"link.stl", "", []string{"link.stl"}, ""},
		{"meshes/link.stl", "models/arm.urdf", []string{"models/meshes/link.stl"}, ""},
		{"../link.stl", "models/arm.urdf", []string{"link.stl"}, ""},
		{"arm.zae#geom0", "models/arm.zae", []string{"models/arm.zae"}, "geom0"},
		{"package://arm/link.stl", "arm.urdf", []string{"arm/link.stl"}, ""},
		{"model://arm/link.dae#plate", "models/arm/urdf/arm.urdf",
			[]string{"models/arm/urdf/arm/link.dae", "models/arm/link.dae", "models/arm/arm/link.dae", "models/arm/link.dae", "arm/link.dae"}, "plate"},
	} {
		paths, geometry, err := worlds.MeshPaths(c.address, c.description)
		if err != nil || !slices.Equal(paths, c.paths) || geometry != c.geometry {
			t.Errorf("%s in %q: %v, %q, %v; want %v, %q", c.address, c.description, paths, geometry, err, c.paths, c.geometry)
		}
	}
	for address, want := range map[string]string{
		"../link.stl": "leads out", "/etc/link.stl": "leads out", `..\link.stl`: "leads out", "package://arm/../../link.stl": "leads out",
		"package://../link.stl": "no valid name", "package:///link.stl": "no valid name", "file:///etc/link.stl": `the scheme "file" is not served`,
	} {
		if paths, _, err := worlds.MeshPaths(address, "arm.urdf"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v; expected %q", address, paths, err, want)
		}
	}
}
