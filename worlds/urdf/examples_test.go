package urdf

import (
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/robo-actors/robo-actors/worlds"
)

func TestEveryLinkWithMassOfAnExampleRobotHasShapes(t *testing.T) {
	examples := os.DirFS("../../examples")
	robots, meshes := 0, 0
	err := fs.WalkDir(examples, ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".urdf") && !strings.HasSuffix(name, ".urdf.yaml") {
			return err
		}
		d, err := Load(examples, name, Options{PhysicalInertia: true})
		if err != nil {
			return err
		}
		robots++
		if len(d.Notes) > 0 {
			t.Errorf("%s: notes %v", name, d.Notes)
		}
		for _, link := range d.Links {
			if link.Inertia.Mass > 0 && (len(link.Visuals) == 0 || len(link.Collisions) == 0) {
				t.Errorf("%s: link %s has %d visuals and %d collisions", name, link.Name, len(link.Visuals), len(link.Collisions))
			}
			for _, s := range link.Visuals {
				if !s.Material.HasColor {
					t.Errorf("%s: a visual of link %s has no color", name, link.Name)
				}
				if s.Kind != worlds.Mesh {
					continue
				}
				meshes++
				if _, err := fs.Stat(examples, path.Join(path.Dir(link.At.File), s.Mesh)); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if robots < 8 || meshes < 8 {
		t.Errorf("%d robots with %d meshes, expected 8 of each", robots, meshes)
	}
}
