package draw

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/robo-actors/robo-actors/internal/testkit"
)

// What is refused is not even opened: opening a device or a pipe has effects of its own.
func TestNoAddressOpensAFileOutsideOfTheFolder(t *testing.T) {
	outside := t.TempDir()
	secret, inside := filepath.Join(outside, "secret.stl"), filepath.Join(outside, "arm")
	link, other := filepath.Join(inside, "link.stl"), filepath.Join(inside, "other.stl")
	if err := os.Mkdir(inside, 0o750); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{secret, filepath.Join(inside, "file.stl")} {
		if err := os.WriteFile(file, []byte("solid"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{link, other} {
		if err := os.Symlink(secret, name); err != nil {
			t.Fatal(err)
		}
	}
	opens := testkit.Opens(t, secret)
	root, err := os.OpenRoot(inside)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	m := NewMeshes(root.FS())
	for _, uri := range hostile {
		m.read(uri, "arm.urdf")
		_, _ = m.asset(uri)
	}
	swapped := make(chan error, 1)
	go func() { swapped <- swap(link, filepath.Join(inside, "file.stl"), other) }()
	for range 2000 {
		NewMeshes(root.FS()).read("link.stl", "arm.urdf")
	}
	if err := <-swapped; err != nil {
		t.Fatal(err)
	}
	if n := opens(); n != 0 {
		t.Errorf("the file outside was opened %d times", n)
	}
	if _, err := os.ReadFile(secret); err != nil || opens() != 1 {
		t.Errorf("reading the file is not noticed: %v", err)
	}
}

// swap lets a name be a file inside and a link to the file outside by turns.
func swap(name, file, link string) error {
	for i := range 2000 {
		next := name + ".next"
		if i%2 == 0 {
			if err := os.Link(file, next); err != nil {
				return err
			}
		} else if err := os.Link(link, next); err != nil { // a hard link to the symbolic one
			return err
		}
		if err := os.Rename(next, name); err != nil {
			return err
		}
	}
	return nil
}
