package session

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/robo-actors/robo-actors/actors/record"
	"github.com/robo-actors/robo-actors/messages"
	"github.com/robo-actors/robo-actors/supervision/faults"
)

func twoFiles(t *testing.T) (plain, below *os.File) {
	t.Helper()
	dir := t.TempDir()
	var files [2]*os.File
	for i, name := range []string{"plain", "gathered"} {
		f, err := os.OpenFile(filepath.Join(dir, name), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		files[i] = f
	}
	return files[0], files[1]
}

func TestAGatheredFileIsTheFileThatItWouldBeWithoutGathering(t *testing.T) {
	wholeTestOnly(t)
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 1))
		plain, below := twoFiles(t)
		g := gather(below)
		both := func(do func(f faults.File) any) {
			t.Helper()
			if a, b := do(plain), do(g); a != b {
				t.Fatalf("seed %d: gathered says %v, the file itself %v", seed, b, a)
			}
		}
		for range 20 {
			data := bytes.Repeat([]byte{byte(r.Uint32())}, []int{0, 1, 100, gatherBytes - 50, gatherBytes, gatherBytes + 1}[r.IntN(6)])
			at := int64(r.IntN(1000))
			switch r.IntN(8) {
			case 0:
				both(func(f faults.File) any { n, err := f.WriteAt(data[:min(len(data), 100)], at); return [2]any{n, err} })
			case 1:
				both(func(f faults.File) any {
					var got [10]byte
					n, err := f.ReadAt(got[:], at)
					return [3]any{n, err, got}
				})
			case 2:
				both(func(f faults.File) any { return f.Truncate(at) })
				both(func(f faults.File) any { n, err := f.Seek(at, io.SeekStart); return [2]any{n, err} })
			case 3:
				both(func(f faults.File) any { return f.Sync() })
			default:
				both(func(f faults.File) any { n, err := f.Write(data); return [2]any{n, err} })
			}
		}
		if err := g.Close(); err != nil {
			t.Fatal(err)
		}
		want, err1 := os.ReadFile(plain.Name())
		got, err2 := os.ReadFile(below.Name())
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Fatalf("seed %d: the gathered file has %d bytes that differ from the %d of the other", seed, len(got), len(want))
		}
		if err := errors.Join(os.Remove(plain.Name()), os.Remove(below.Name())); err != nil {
			t.Fatal(err)
		}
	}
}

// full is a file on a disk without space.
type full struct{ faults.File }

func (full) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

func TestAGatheredFileTellsOnEveryWayThatBytesWereLost(t *testing.T) {
	for name, do := range map[string]func(g *gathered) error{
		"write":    func(g *gathered) error { _, err := g.Write(make([]byte, gatherBytes)); return err },
		"seek":     func(g *gathered) error { _, err := g.Seek(0, io.SeekStart); return err },
		"read at":  func(g *gathered) error { _, err := g.ReadAt(nil, 0); return err },
		"write at": func(g *gathered) error { _, err := g.WriteAt(nil, 0); return err },
		"truncate": func(g *gathered) error { return g.Truncate(0) },
		"sync":     (*gathered).Sync,
		"close":    (*gathered).Close,
	} {
		_, below := twoFiles(t)
		g := gather(full{below})
		if _, err := g.Write([]byte("lost")); err != nil {
			t.Fatal(err)
		}
		if err := do(g); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("%s: %v; expected %v", name, err, syscall.ENOSPC)
		}
	}
}

func TestOnlyInVirtualTimeIsARecordingGathered(t *testing.T) {
	_, file := twoFiles(t)
	if _, is := storage(file, false).(*gathered); is {
		t.Error("in real time a crash would lose what was gathered")
	}
	if _, is := storage(file, true).(*gathered); !is {
		t.Error("in virtual time every chunk is a call of the system")
	}
}

// small is a file on a disk that has room for so many bytes.
type small struct {
	faults.File
	room int
}

func (s *small) Write(p []byte) (int, error) {
	n, err := s.File.Write(p[:min(len(p), s.room)])
	s.room -= n
	if err == nil && n < len(p) {
		err = syscall.ENOSPC
	}
	return n, err
}

// A recording whose disk is full has what there was room for, and nothing behind that: no hole, and
// no summary that counts what is not there.
func TestARecordingOfAFullDiskEndsWhereTheRoomEnded(t *testing.T) {
	const room = gatherBytes*3/2 + 12345
	_, below := twoFiles(t)
	w, err := record.NewWriter(gather(&small{below, room}), record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	sink, err := record.NewSink(w, record.SinkOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 100_000 {
		sink.Event(messages.Event{Time: messages.Instant(i) * 1e6, Kind: messages.EventNote, Source: "w/a", Text: "one line more"})
	}
	err = sink.Close()
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("got %v", err)
	}
	if text := err.Error(); strings.Count(text, "the recording has stopped") != 1 || !strings.Contains(text, "bytes before are lost too") {
		t.Errorf("got %s", text)
	}
	r, err := record.Open(below.Name())
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	d, info := r.Damage(), r.Info()
	if d == nil || d.Size != room || d.Offset < room-(64<<10)-4096 || info.Messages == 0 {
		t.Errorf("%d messages of a file with the damage %+v", info.Messages, d)
	}
}
