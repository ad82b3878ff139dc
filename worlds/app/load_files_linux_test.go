package app

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/robo-actors/robo-actors/internal/testkit"
)

// A file that an include must not reach is not even opened.
func TestALoadOpensNoFileOutsideOfItsFolder(t *testing.T) {
	outer := t.TempDir()
	inner, secret := filepath.Join(outer, "inner"), filepath.Join(outer, "secret.yaml")
	if err := os.Mkdir(inner, 0o700); err != nil {
		t.Fatal(err)
	}
	write := func(name string, data []byte) {
		if err := os.WriteFile(filepath.Join(outer, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, f := range testFiles() {
		write(filepath.Join("inner", name), f.Data)
	}
	write("secret.yaml", []byte(baseModel))
	if err := os.Symlink(secret, filepath.Join(inner, "link.yaml")); err != nil {
		t.Fatal(err)
	}
	opens := testkit.Opens(t, secret)
	for _, include := range []string{"link.yaml", "../secret.yaml", "./../secret.yaml", "parts/../../secret.yaml", secret, "link.yaml/../../secret.yaml"} {
		write("inner/app.yaml", edited(t, "app.yaml", "include: base.urdf.yaml", "include: "+include)["app.yaml"].Data)
		if _, err := LoadFile(filepath.Join(inner, "app.yaml"), testRegistry(t)); err == nil {
			t.Errorf("%s was read", include)
		}
	}
	if n := opens(); n != 0 {
		t.Errorf("the file outside was opened %d times", n)
	}
	if _, err := os.ReadFile(secret); err != nil || opens() != 1 {
		t.Errorf("reading the file is not noticed: %v", err)
	}
}
