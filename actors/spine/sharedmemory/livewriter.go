package sharedmemory

import (
	"encoding/binary"
	"os"
	"time"
)

// A liveWriter is the spine's end of a live file.
type liveWriter struct {
	path     string
	capacity int
	region   *region // nil if it is lost and could not be restored
	sequence uint64
	header   stampedHeader
	lost     error
	sizeFail SizeError
}

// create claims the file beside a classic file of a size.
func (w *liveWriter) create(path string, size int) (takenOver bool, err error) {
	w.path, w.capacity, w.lost = path, liveCapacity(size), &FileError{path, ErrLost}
	w.region, takenOver, err = claim(path, liveSize(w.capacity))
	if err != nil {
		return false, err
	}
	return takenOver, w.begin()
}

// begin writes the header of a new file; its magic comes last.
func (w *liveWriter) begin() error {
	var h [liveHeader]byte
	put := func(offset int, value uint32) { binary.NativeEndian.PutUint32(h[offset:], value) }
	put(versionOffset, liveVersion)
	put(stateOffset, stateOpen)
	put(processOffset, uint32(os.Getpid()))
	put(capacityOffset, uint32(w.capacity))
	put(slotsOffset, liveSlots)
	binary.NativeEndian.PutUint64(h[bornOffset:], uint64(time.Now().UnixNano()))
	if err := w.region.write(versionOffset, h[versionOffset:]); err != nil {
		return err
	}
	return w.region.store64(0, binary.NativeEndian.Uint64([]byte(liveMagic)))
}

// publish writes the next observation into the older slot.
func (w *liveWriter) publish(stamp int64, data []byte) error {
	r := w.region
	if r == nil {
		return w.lost
	}
	if len(data) > w.capacity {
		w.sizeFail = SizeError{Size: int64(len(data)), Limit: int64(w.capacity)}
		return &w.sizeFail
	}
	next := w.sequence + 1
	slot := slotAt(next, w.capacity)
	w.header.set(next, stamp, data)
	if err := r.store64(slot, 0); err != nil {
		return err
	}
	if err := r.write(slot+8, w.header[8:]); err != nil {
		return err
	}
	if err := r.write(slot+slotHeader, data); err != nil {
		return err
	}
	if err := r.store64(slot, next); err != nil {
		return err
	}
	w.sequence = next
	return w.announce()
}

// announce makes the newest observation visible and wakes the readers.
func (w *liveWriter) announce() error {
	r := w.region
	if err := r.store64(beatOffset, monotonic()); err != nil {
		return err
	}
	if err := r.store64(newestOffset, w.sequence); err != nil {
		return err
	}
	if err := r.store(wakeOffset, uint32(w.sequence)); err != nil {
		return err
	}
	r.wake(wakeOffset)
	return nil
}

func (w *liveWriter) intact() error {
	if w.region == nil {
		return w.lost
	}
	return w.region.intact()
}

// restore creates a lost file anew. Sequences continue.
func (w *liveWriter) restore() error {
	if w.intact() == nil {
		return nil
	}
	if w.region != nil {
		_ = w.leave() // nothing of it is used again
	}
	r, _, err := claim(w.path, liveSize(w.capacity))
	if err != nil {
		return err
	}
	w.region = r
	return w.begin()
}

// leave removes the file, and sends its readers to the next one.
func (w *liveWriter) leave() error {
	r := w.region
	w.region = nil
	if r.store(stateOffset, stateClosed) == nil && r.store(wakeOffset, ^uint32(w.sequence)) == nil {
		r.wake(wakeOffset)
	}
	r.remove()
	return r.close()
}

func (w *liveWriter) close() error {
	if w.region == nil {
		return nil
	}
	return w.leave()
}
