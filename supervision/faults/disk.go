package faults

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/robo-actors/robo-actors/actors"
	"github.com/robo-actors/robo-actors/messages"
)

// File is the part of an *os.File that a Disk uses.
type File interface {
	io.Writer
	io.Seeker
	io.ReaderAt
	io.WriterAt
	Truncate(size int64) error
	Sync() error
	Close() error
}

// Disk is the storage of a recording on which faults act. The recorder gets it in place of the real
// file. It is an actors.FaultSite with the one target "recording". Its faults are those of real
// files: an error number of the system, or bytes that differ from what was written.
type Disk struct {
	file File

	mu     sync.Mutex // faults come from any goroutine
	faults []*diskFault
	crash  error // after a torn tail: later writes fail
	sleep  func(time.Duration)
}

type diskFault struct {
	actors.Fault
	draw *rand.Rand
}

var _ actors.FaultSite = (*Disk)(nil)

// NewDisk returns a disk without faults.
func NewDisk(file File) *Disk { return &Disk{file: file, sleep: time.Sleep} }

// FaultKinds implements actors.FaultSite.
func (d *Disk) FaultKinds() []actors.FaultKind {
	var all []actors.FaultKind
	for _, c := range actors.FaultClasses() {
		if c.Seam == actors.SeamStorage {
			all = append(all, c.Kind)
		}
	}
	return all
}

// FaultTargets implements actors.FaultSite.
func (d *Disk) FaultTargets() []string { return []string{"recording"} }

// InjectFault implements actors.FaultSite.
func (d *Disk) InjectFault(f actors.Fault, _ string, _ messages.Instant, draw *rand.Rand) (end func(), err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch f.Kind {
	case actors.FaultTornTail:
		return nil, d.tear(int64(f.Count))
	case actors.FaultBitRot:
		return nil, d.rot(f.Count, draw)
	}
	fault := &diskFault{f, draw}
	d.faults = append(d.faults, fault)
	return func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.faults = slices.DeleteFunc(d.faults, func(have *diskFault) bool { return have == fault })
	}, nil
}

// errCrashed is the error of a machine that has lost its power.
var errCrashed = fmt.Errorf("the machine has crashed: %w", syscall.EIO)

// tear removes the end of the file, as a crash before the last sync does. Later writes fail.
func (d *Disk) tear(bytes int64) error {
	size, err := d.file.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	d.crash = errCrashed
	return d.file.Truncate(max(0, size-bytes))
}

// rot flips bits of what was written.
func (d *Disk) rot(bits int, draw *rand.Rand) error {
	size, err := d.file.Seek(0, io.SeekEnd)
	if err != nil || size == 0 {
		return err
	}
	for range bits {
		at, one := draw.Int64N(size), [1]byte{}
		if _, err := d.file.ReadAt(one[:], at); err != nil {
			return err
		}
		one[0] ^= 1 << draw.IntN(8)
		if _, err := d.file.WriteAt(one[:], at); err != nil {
			return err
		}
	}
	return nil
}

// Write implements io.Writer. A slow disk sleeps outside the lock.
func (d *Disk) Write(data []byte) (int, error) {
	n, wait, err := d.suffer(len(data))
	if wait > 0 {
		d.sleep(wait)
	}
	if n < len(data) {
		written, failed := d.file.Write(data[:n])
		return written, errors.Join(err, failed)
	}
	return d.file.Write(data)
}

// suffer returns how many bytes of a write arrive, how long it takes, and the error for the rest.
func (d *Disk) suffer(bytes int) (arrive int, wait time.Duration, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.crash != nil {
		return 0, 0, d.crash
	}
	for _, f := range d.faults {
		switch {
		case f.Kind == actors.FaultSlowDisk:
			wait += f.Delay
		case f.Kind == actors.FaultDiskFull:
			return 0, wait, syscall.ENOSPC
		case f.Kind == actors.FaultReadOnly:
			return 0, wait, syscall.EROFS
		case f.Kind == actors.FaultPartialWrite && f.happens():
			return bytes / 2, wait, syscall.EFBIG
		case f.Kind == actors.FaultDiskError && f.Choice == "write" && f.happens():
			return 0, wait, syscall.EIO
		}
	}
	return bytes, wait, nil
}

func (f *diskFault) happens() bool { return f.Probability >= 1 || f.draw.Float64() < f.Probability }

// fails reports whether an operation other than a write fails.
func (d *Disk) fails(of string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.crash != nil {
		return d.crash
	}
	for _, f := range d.faults {
		if f.Kind == actors.FaultDiskError && f.Choice == of && f.happens() {
			return syscall.EIO
		}
	}
	return nil
}

// Seek implements io.Seeker.
func (d *Disk) Seek(offset int64, whence int) (int64, error) { return d.file.Seek(offset, whence) }

// Truncate cuts the file, unless its machine has crashed.
func (d *Disk) Truncate(size int64) error {
	d.mu.Lock()
	crash := d.crash
	d.mu.Unlock()
	if crash != nil {
		return crash
	}
	return d.file.Truncate(size)
}

// Sync flushes the file to its medium.
func (d *Disk) Sync() error { return errors.Join(d.fails("sync"), d.file.Sync()) }

// Close closes the file, also if it returns an injected error.
func (d *Disk) Close() error { return errors.Join(d.fails("close"), d.file.Close()) }
