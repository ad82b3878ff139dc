package record

import (
	"bytes"
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the committed recording")

// The committed recordings were written by other processes on other days and must stay readable for
// ever. When the format or a schema changes on purpose, add a recording with the next number and
// write it with -update.
var committed = []string{"testdata/recording-1", "testdata/recording-2", "testdata/recording-3", "testdata/recording-4", "testdata/recording-5", "testdata/recording-6"}

// newest is the recording of the present format.
func newest() string { return committed[len(committed)-1] }

func TestEveryCommittedRecordingReadsAsItWasWritten(t *testing.T) {
	j := compose(t, 1, 40)
	if *update {
		if err := os.WriteFile(newest(), j.bytes(t), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range committed {
		r, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		have, err := readAll(r, Filter{})
		if err != nil || r.Damage() != nil {
			t.Fatalf("%s: error %v, damage %v", path, err, r.Damage())
		}
		if d := diff(j.entries, have); d != "" {
			t.Errorf("%s: %s", path, d)
		}
	}
}

func TestTheSameCallsGiveTheBytesOfTheCommittedRecording(t *testing.T) {
	want, err := os.ReadFile(newest())
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(compose(t, 1, 40).bytes(t), want) {
		t.Error("the bytes differ from those that another process wrote; if the format or a schema was changed on purpose, see the comment above")
	}
}
