package record

import (
	"bytes"
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the committed recording")

// The committed recording was written by another process on another day. It must stay readable for ever; once the
// format or a schema changes on purpose, keep it, and commit the new one beside it under the next number.
const committed = "testdata/recording-1"

func TestTheCommittedRecordingReadsAsItWasWritten(t *testing.T) {
	j := compose(t, 1, 40)
	if *update {
		if err := os.WriteFile(committed, j.bytes(t), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Open(committed)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	have, err := readAll(r, Filter{})
	if err != nil || r.Damage() != nil {
		t.Fatalf("error %v, damage %v", err, r.Damage())
	}
	if d := diff(j.entries, have); d != "" {
		t.Error(d)
	}
}

func TestTheSameCallsGiveTheBytesOfTheCommittedRecording(t *testing.T) {
	want, err := os.ReadFile(committed)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(compose(t, 1, 40).bytes(t), want) {
		t.Error("the bytes differ from those that another process wrote; if the format or a schema was changed on purpose, see the comment above")
	}
}
