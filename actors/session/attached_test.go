package session

import (
	"errors"
	"io/fs"
	"testing"
)

func TestAnAttachedFileReadsAsItWasAttached(t *testing.T) {
	files := attached{"robots/arm.urdf": []byte("<robot/>"), "app.yaml": nil}
	for name, want := range files {
		got, err := fs.ReadFile(files, name)
		if err != nil || string(got) != string(want) {
			t.Errorf("%s reads as %q (%v), expected %q", name, got, err, want)
		}
		info, err := fs.Stat(files, name)
		if err != nil || info.Size() != int64(len(want)) || !info.Mode().IsRegular() || info.IsDir() {
			t.Errorf("%s: %v (%v), expected a regular file of %d bytes", name, info, err, len(want))
		}
	}
	if info, err := fs.Stat(files, "robots/arm.urdf"); err != nil || info.Name() != "arm.urdf" {
		t.Errorf("it is called %v (%v), expected arm.urdf", info, err)
	}
}

func TestAFileThatIsNotAttachedDoesNotExist(t *testing.T) {
	for _, name := range []string{"other.yaml", "robots", ".", ""} {
		_, err := attached{"robots/arm.urdf": nil}.Open(name)
		if missing := (*fs.PathError)(nil); !errors.Is(err, fs.ErrNotExist) || !errors.As(err, &missing) || missing.Path != name {
			t.Errorf("%q: error %v, expected one that says that it does not exist", name, err)
		}
	}
}
