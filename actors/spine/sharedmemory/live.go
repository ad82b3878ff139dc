package sharedmemory

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"time"
)

// An Observation is one observation of a live file.
type Observation struct {
	// Sequence counts the spine's observations, from 1 on. A gap means that observations were
	// skipped.
	Sequence uint64
	// Stamp is the time on the spine's clock.
	Stamp time.Duration
	// Data is the part of the caller's buffer that holds the data.
	Data []byte
}

// A Live reads the live file of a spine. It writes nothing: any number of readers may have the file
// open. One goroutine uses a Live.
type Live struct {
	region     *region // nil once closed
	path       string
	capacity   int
	generation uint64
	process    uint32
	last       uint64 // sequence that Newest or Next returned last
	header     stampedHeader
}

// slice bounds one wait of Next: it looks at its context and at the spine after each.
const slice = 20 * time.Millisecond

// readAttempts bounds the copies of a slot that is written meanwhile. A spine needs a whole cycle
// to come back to a slot, so that a second attempt is rare.
const readAttempts = 1000

// OpenLive opens the live file of a spine. The error is an ErrNoSpine if there is no such file.
// Upkie's own spines have none.
func OpenLive(name string, o ClientOptions) (*Live, error) {
	_, path, err := paths(o.Folder, name)
	if err != nil {
		return nil, err
	}
	r, err := open(path, false)
	if err != nil {
		return nil, err
	}
	l := &Live{region: r, path: path}
	if err := l.identify(); err != nil {
		_ = r.close() // the error above counts
		return nil, err
	}
	return l, nil
}

// identify checks the header.
func (l *Live) identify() error {
	var h [liveHeader]byte
	magic, err := l.region.load64(0)
	if err != nil {
		return err
	}
	if err := l.region.read(8, h[8:]); err != nil {
		return err
	}
	word := func(offset int) uint32 { return binary.NativeEndian.Uint32(h[offset:]) }
	capacity := word(capacityOffset)
	switch {
	case magic == 0:
		err = fmt.Errorf("%w: its header is not written yet; try again", ErrNoSpine)
	case magic != binary.NativeEndian.Uint64([]byte(liveMagic)):
		err = errors.New("it is not the live file of a spine")
	case word(versionOffset) != liveVersion:
		err = fmt.Errorf("it has version %d, expected %d: spine and agent are of different releases", word(versionOffset), liveVersion)
	case word(slotsOffset) != liveSlots, capacity%8 != 0, int64(len(l.region.memory)) < liveHeader+liveSlots*(slotHeader+int64(capacity)):
		err = fmt.Errorf("its header is damaged: %d slots of %d bytes in a file of %d", word(slotsOffset), capacity, len(l.region.memory))
	}
	if err != nil {
		return &FileError{l.path, err}
	}
	l.capacity, l.process = int(capacity), word(processOffset)
	l.generation = binary.NativeEndian.Uint64(h[bornOffset:])
	return nil
}

// Generation differs for each spine that serves the name, and after a spine has restored the file.
func (l *Live) Generation() uint64 { return l.generation }

// Process returns the process number of the spine.
func (l *Live) Process() int { return int(l.process) }

// Capacity returns the largest length of data, bytes: a buffer of that size holds everything.
func (l *Live) Capacity() int { return l.capacity }

// Newest copies the newest observation into a buffer, up to its capacity. It returns
// ErrNoObservation before the first one, and a *SizeError if the buffer is too small.
func (l *Live) Newest(buffer []byte) (Observation, error) {
	if l.region == nil {
		return Observation{}, ErrClosed
	}
	for range readAttempts {
		sequence, err := l.region.load64(newestOffset)
		if err != nil {
			return Observation{}, err
		}
		if sequence == 0 {
			return Observation{}, &FileError{l.path, ErrNoObservation}
		}
		data, whole, err := l.copySlot(sequence, buffer)
		if err != nil {
			return Observation{}, err
		}
		if whole {
			l.last = sequence
			return Observation{sequence, time.Duration(l.header.stamp()), data}, nil
		}
	}
	return Observation{}, &FileError{l.path, errors.New("no slot has a valid checksum: another process writes into the file")}
}

// copySlot copies the slot of a sequence, and reports whether the copy is whole.
func (l *Live) copySlot(sequence uint64, buffer []byte) (data []byte, whole bool, err error) {
	slot := slotAt(sequence, l.capacity)
	if err = l.region.read(slot, l.header[:]); err != nil {
		return nil, false, err
	}
	length := int64(l.header.length())
	if l.header.sequence() != sequence || length > int64(l.capacity) {
		return nil, false, nil
	}
	if length > int64(cap(buffer)) {
		return nil, false, l.tooLong(slot, sequence, length, cap(buffer))
	}
	data = buffer[:length]
	if err = l.region.read(slot+slotHeader, data); err != nil {
		return nil, false, err
	}
	after, err := l.region.load64(slot)
	return data, after == sequence && l.header.valid(data), err
}

// tooLong returns an error if the header of a slot is whole and its data exceed a buffer.
func (l *Live) tooLong(slot int, sequence uint64, length int64, limit int) error {
	after, err := l.region.load64(slot)
	if err == nil && after == sequence {
		err = &FileError{l.path, &SizeError{Size: length, Limit: int64(limit)}}
	}
	return err
}

// Next waits for an observation newer than the last one that Newest or Next returned, and copies it
// into a buffer, as Newest does. It does not spin. It returns the context's error when the context
// ends, and ErrNoSpine when the spine has ended: open the file again.
func (l *Live) Next(ctx context.Context, buffer []byte) (Observation, error) {
	for {
		if l.region == nil {
			return Observation{}, ErrClosed
		}
		word, err := l.region.load(wakeOffset)
		if err != nil {
			return Observation{}, err
		}
		newest, err := l.region.load64(newestOffset)
		if err != nil {
			return Observation{}, err
		}
		if newest != l.last && newest != 0 {
			return l.Newest(buffer)
		}
		if err := ctx.Err(); err != nil {
			return Observation{}, err
		}
		if err := l.Ended(); err != nil {
			return Observation{}, err
		}
		l.region.wait(wakeOffset, word, slice)
	}
}

// Ended returns ErrNoSpine if the spine has closed the file, has ended without closing it, or has
// another file now.
func (l *Live) Ended() error {
	if l.region == nil {
		return ErrClosed
	}
	state, err := l.region.load(stateOffset)
	switch {
	case err != nil:
		return err
	case state != stateOpen:
		err = fmt.Errorf("%w: it has closed the file", ErrNoSpine)
	case l.region.intact() != nil:
		err = fmt.Errorf("%w: its file was removed or truncated; open it again", ErrNoSpine)
	case l.region.abandoned():
		err = fmt.Errorf("%w: process %d has ended", ErrNoSpine, l.process)
	}
	if err != nil {
		return &FileError{l.path, err}
	}
	return nil
}

// Close unmaps the file.
func (l *Live) Close() error {
	if l.region == nil {
		return nil
	}
	r := l.region
	l.region = nil
	return r.close()
}
