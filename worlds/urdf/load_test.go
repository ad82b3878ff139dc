package urdf

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

func TestAFileIsLoadedFromItsFolder(t *testing.T) {
	fsys := os.DirFS("testdata")
	for _, name := range []string{"mobile_arm.urdf", "mobile_arm.urdf.yaml"} {
		d, err := Load(fsys, name, Options{})
		if err != nil || d.Name != "mobile_arm" || d.Links[1].At.File != name {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestNothingOutsideOfTheFolderIsOpened(t *testing.T) {
	for _, name := range []string{"../urdf/doc.go", "/etc/passwd", "..", "", ".", "a/../mobile_arm.urdf", "./mobile_arm.urdf", "nothing.urdf"} {
		_, err := Load(os.DirFS("testdata"), name, Options{})
		if err == nil {
			t.Errorf("%q was read", name)
			continue
		}
		if all := diagnostics(t, err); len(all) != 1 || all[0].File != name {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestALinkThatLeadsOutIsNotFollowed(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "r.urdf")
	if err := os.WriteFile(outside, []byte(sound), 0o600); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(outside, filepath.Join(dir, "r.urdf")); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if _, err := Load(root.FS(), "r.urdf", Options{}); err == nil {
		t.Error("a link out of the root was followed")
	}
}

func TestAFileThatIsTooLongIsNotReadToItsEnd(t *testing.T) {
	for name, limit := range map[string]int{"long.urdf": MaxXMLBytes, "long.yaml": MaxYAMLBytes} {
		fsys := fstest.MapFS{name: {Data: []byte(strings.Repeat(" ", limit+100))}}
		_, err := Load(fsys, name, Options{})
		if err == nil || !strings.Contains(err.Error(), "at most") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// brokenFS has one file that fails while it is read.
type brokenFS struct{ fstest.MapFS }

type brokenFile struct{ fs.File }

func (f brokenFile) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func (b brokenFS) Open(name string) (fs.File, error) {
	f, err := b.MapFS.Open(name)
	return brokenFile{f}, err
}

func TestAFileThatCannotBeReadSaysWhy(t *testing.T) {
	_, err := Load(brokenFS{fstest.MapFS{"r.urdf": {Data: []byte(sound)}}}, "r.urdf", Options{})
	if all := diagnostics(t, err); len(all) != 1 || !strings.Contains(all[0].Problem, io.ErrUnexpectedEOF.Error()) {
		t.Errorf("the error is %v", err)
	}
	if errors.Is(err, fs.ErrNotExist) {
		t.Error("the file exists")
	}
}
