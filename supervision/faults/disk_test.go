package faults

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/robo-actors/robo-actors/actors"
)

// openDisk returns a disk over a new file that holds one block, and a function that reads the file
// back.
func openDisk(t *testing.T) (*Disk, func() []byte) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "recording")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	d := NewDisk(file)
	t.Cleanup(func() { _ = file.Close() })
	if n, err := d.Write(block); n != len(block) || err != nil {
		t.Fatal(n, err)
	}
	return d, func() []byte {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
}

// block is what is written at once.
var block = bytes.Repeat([]byte{0x5a}, 1000)

func two(b []byte) []byte { return append(append([]byte{}, b...), b...) }

// storageKinds has the effect of every kind of fault of storage, on the second block that is
// written.
var storageKinds = map[string]struct {
	fault actors.Fault
	// arrives is how many bytes of the second block do, fails with which error.
	arrives int
	fails   error
	after   func(*testing.T, *Disk, []byte)
}{
	"disk_full":     {actors.Fault{Kind: actors.FaultDiskFull}, 0, syscall.ENOSPC, nil},
	"partial_write": {actors.Fault{Kind: actors.FaultPartialWrite}, 500, syscall.EFBIG, nil},
	"write fails":   {actors.Fault{Kind: actors.FaultDiskError}, 0, syscall.EIO, nil},
	"read_only":     {actors.Fault{Kind: actors.FaultReadOnly}, 0, syscall.EROFS, nil},
	"sync fails": {actors.Fault{Kind: actors.FaultDiskError, Choice: "sync"}, 1000, nil, func(t *testing.T, d *Disk, _ []byte) {
		if err := d.Sync(); !errors.Is(err, syscall.EIO) {
			t.Error(err)
		}
	}},
	"close fails": {actors.Fault{Kind: actors.FaultDiskError, Choice: "close"}, 1000, nil, func(t *testing.T, d *Disk, _ []byte) {
		if err := d.Close(); !errors.Is(err, syscall.EIO) {
			t.Error(err)
		}
		if _, err := d.file.Write(block); err == nil {
			t.Error("the file is still open")
		}
	}},
	"torn_tail": {actors.Fault{Kind: actors.FaultTornTail, Count: 300}, -300, syscall.EIO, func(t *testing.T, d *Disk, _ []byte) {
		if err := d.Truncate(0); !errors.Is(err, syscall.EIO) {
			t.Errorf("a crashed machine cannot truncate: %v", err)
		}
	}},
	"bit_rot": {actors.Fault{Kind: actors.FaultBitRot, Count: 3}, 1000, nil, func(t *testing.T, _ *Disk, data []byte) {
		flipped := 0
		for _, b := range data {
			for x := b ^ 0x5a; x != 0; x &= x - 1 {
				flipped++
			}
		}
		if flipped != 3 {
			t.Errorf("%d bits are flipped", flipped)
		}
	}},
	"slow_disk": {actors.Fault{Kind: actors.FaultSlowDisk, Delay: 3 * time.Second}, 1000, nil, nil},
}

func TestEveryKindOfFaultOfStorageHasItsEffect(t *testing.T) {
	tested := map[actors.FaultKind]bool{}
	for name, c := range storageKinds {
		tested[c.fault.Kind] = true
		t.Run(name, func(t *testing.T) {
			d, read := openDisk(t)
			var slept time.Duration
			d.sleep = func(by time.Duration) { slept += by }
			end, err := d.InjectFault(c.fault.Completed(), "recording", 0, rand.New(rand.NewPCG(1, 2)))
			if err != nil {
				t.Fatal(err)
			}
			n, err := d.Write(block)
			if n != max(0, c.arrives) || !errors.Is(err, c.fails) || slept != c.fault.Delay {
				t.Errorf("%d bytes arrived within %v: %v", n, slept, err)
			}
			if data := read(); len(data) != 1000+c.arrives {
				t.Errorf("the file has %d bytes, want %d", len(data), 1000+c.arrives)
			}
			if c.after != nil {
				c.after(t, d, read())
			}
			if end == nil {
				return
			}
			if end(); c.fault.Choice != "close" {
				if n, err := d.Write(block); n != len(block) || err != nil {
					t.Errorf("after the fault %d bytes are written: %v", n, err)
				}
			}
		})
	}
	for _, k := range (&Disk{}).FaultKinds() {
		if !tested[k] {
			t.Errorf("%s has no test of its effect", k)
		}
	}
}

func TestASoundDiskIsItsFile(t *testing.T) {
	d, read := openDisk(t)
	if _, err := d.Write(block); err != nil {
		t.Error(err)
	}
	if !bytes.Equal(read(), two(block)) {
		t.Error("what was written is not what is read")
	}
	if err := errors.Join(d.Truncate(1000), d.Sync()); err != nil {
		t.Error(err)
	}
	if at, err := d.Seek(-400, 2); at != 600 || err != nil {
		t.Error(at, err)
	}
	if err := d.Close(); err != nil || !bytes.Equal(read(), block) {
		t.Error(err)
	}
	if d.FaultTargets()[0] != "recording" {
		t.Error(d.FaultTargets())
	}
}

func TestWritesFailByChance(t *testing.T) {
	d, _ := openDisk(t)
	if _, err := d.InjectFault(actors.Fault{Kind: actors.FaultDiskError, Choice: "write", Probability: 0.3}, "recording", 0, rand.New(rand.NewPCG(1, 2))); err != nil {
		t.Fatal(err)
	}
	failed := 0
	for range 1000 {
		if _, err := d.Write(block[:1]); err != nil {
			failed++
		}
	}
	if failed < 230 || failed > 370 {
		t.Errorf("%d of 1000 writes failed", failed)
	}
}
