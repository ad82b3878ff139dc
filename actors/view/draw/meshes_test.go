package draw

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/robo-actors/robo-actors/worlds/geometry/mesh"
)

func TestMeshesAreFoundBesideTheirDescription(t *testing.T) {
	m := NewMeshes(fstest.MapFS{
		"models/arm/meshes/a.stl":      {Data: []byte("one")},
		"models/arm/urdf/meshes/b.OBJ": {Data: []byte("two")},
	})
	for uri, want := range map[string]string{"package://arm/meshes/a.stl": "one", "meshes/b.OBJ": "two", "model://arm/meshes/a.stl": "one"} {
		data, kind, ok := m.read(uri, "models/arm/urdf/arm.urdf")
		if !ok || string(data) != want || kind == "" {
			t.Errorf("%s gives %q of type %q; expected %q; %v", uri, data, kind, want, m.Notes())
		}
		if served, err := m.asset(uri); err != nil || string(served) != want {
			t.Errorf("the asset %s is %q, %v", uri, served, err)
		}
	}
}

// A page shows whole files; a part of a COLLADA file is drawn as the triangles of that part.
func TestPartsOfCOLLADAFilesAreDrawn(t *testing.T) {
	data, err := os.ReadFile("../../../worlds/collada/testdata/arm.dae")
	if err != nil {
		t.Fatal(err)
	}
	m := NewMeshes(fstest.MapFS{"robots/arm.dae": {Data: data}, "robots/arm.zae": {Data: data}})
	drawn, kind, ok := m.read("arm.dae#plate", "robots/arm.dae")
	if !ok || kind != "model/stl" {
		t.Fatalf("the part is %q of type %q; %v", drawn, kind, m.Notes())
	}
	if plate, err := mesh.ReadSTL("plate.stl", drawn); err != nil || len(plate.Triangles) != 1 {
		t.Errorf("the part is %+v, %v", plate, err)
	}
	if served, err := m.asset("arm.dae#plate"); err != nil || string(served) != string(drawn) {
		t.Errorf("the asset is %q, %v", served, err)
	}
	for uri, want := range map[string]string{"arm.dae#plait": `no geometry with the id "plait"`, "arm.zae#plate": "not a zip archive", "arm.stl#plate": "expected a file"} {
		if _, _, ok := m.read(uri, "robots/arm.dae"); ok || !strings.Contains(strings.Join(m.Notes(), "\n"), want) {
			t.Errorf("%s: %v; expected %q", uri, m.Notes(), want)
		}
	}
}

// hostile are addresses that lead out of the folder, or that mean something else than a mesh in it.
var hostile = []string{
	"../secret.stl", "a/../../secret.stl", "/etc/secret.stl", "package://arm/../secret.stl", "package://../secret.stl", "package:///secret.stl",
	"package://arm/../../secret.stl", "model://./../secret.stl", "file:///etc/secret.stl", "http://127.0.0.1/secret.stl", `..\secret.stl`,
	"package://arm/%2e%2e/secret.stl", "secret.stl\x00.stl", "link.stl", "folder.stl", "package://arm/link.stl", "\x1b[2J.stl",
}

func TestNoAddressLeadsOutOfTheFolder(t *testing.T) {
	outside := t.TempDir()
	secret := filepath.Join(outside, "secret.stl")
	if err := os.WriteFile(secret, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	inside := filepath.Join(outside, "arm")
	for _, folder := range []string{inside, filepath.Join(inside, "folder.stl")} {
		if err := os.Mkdir(folder, 0o750); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(secret, filepath.Join(inside, "link.stl")); err != nil {
		t.Skip("this system has no symbolic links: ", err)
	}
	root, err := os.OpenRoot(inside)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	m := NewMeshes(root.FS())
	for _, uri := range hostile {
		if data, _, ok := m.read(uri, "arm.urdf"); ok {
			t.Errorf("%q gives %q; expected nothing", uri, data)
		}
		if data, err := m.asset(uri); err == nil {
			t.Errorf("the asset %q is %q; expected none", uri, data)
		}
	}
	for _, uri := range hostile {
		m.read(uri, "arm.urdf") // again, as the true pose of the robot does: no further note
	}
	if len(m.Notes()) != len(hostile) {
		t.Errorf("there are %d notes for %d meshes that are not drawn", len(m.Notes()), len(hostile))
	}
	for _, note := range m.Notes() {
		if strings.ContainsAny(note, "\x1b\x00\n") {
			t.Errorf("the note %q has control characters", note)
		}
	}
}

func TestAHugeMeshIsNotDrawn(t *testing.T) {
	m := NewMeshes(fstest.MapFS{"a.stl": {Data: make([]byte, largestMesh+1)}, "b.stl": {Data: make([]byte, largestMesh)}})
	if _, _, ok := m.read("a.stl", "r.urdf"); ok {
		t.Error("a mesh beyond the largest size is read")
	}
	drawn := 0
	for range 10 {
		if _, _, ok := m.read("b.stl", "r.urdf"); ok {
			drawn++
		}
	}
	if drawn != largestMeshes/largestMesh {
		t.Errorf("%d meshes of %d MiB are drawn; expected %d MiB in all", drawn, largestMesh>>20, largestMeshes>>20)
	}
}
