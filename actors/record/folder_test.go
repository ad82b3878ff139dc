package record_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors/record"
)

func TestAFolderInPlaceOfARecordingNamesItsNewestOne(t *testing.T) {
	folder := t.TempDir()
	if _, err := record.Open(folder); !errors.Is(err, record.ErrNotRecording) || !strings.HasSuffix(err.Error(), folder+" is a folder") {
		t.Errorf("got %v", err)
	}
	for i, name := range []string{"b.mcap", "c.mcap", "a.mcap"} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		at := time.Date(2020, 1, 1+i%2, 0, 0, 0, 0, time.UTC) // c is the newest
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := record.Open(folder); err == nil || !strings.HasSuffix(err.Error(), "; its newest recording is "+filepath.Join(folder, "c.mcap")) {
		t.Errorf("got %v", err)
	}
}
