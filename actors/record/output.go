package record

import (
	"errors"
	"fmt"
	"io"
)

// output appends blocks to a file, each whole or not at all. After a failed write it tries to cut
// the file back to the end of the last whole block.
type output struct {
	to   io.Writer
	good int64  // bytes of whole blocks; everything before is what a reader gets
	crc  uint32 // of those bytes
	// ragged says that the file may hold a part of a block after good, so that nothing can be
	// appended.
	ragged bool
}

// truncater is what a file offers, and a pipe does not.
type truncater interface {
	io.Seeker
	Truncate(size int64) error
}

// write appends a block, of which a part may be summed already. The error says where the file ends
// and why.
func (o *output) write(block []byte, known summed) error {
	n, err := o.to.Write(block)
	if n == len(block) && err == nil {
		o.good += int64(n)
		o.crc = checksum(o.crc, block, known)
		return nil
	}
	if err == nil {
		err = io.ErrShortWrite
	}
	err = fmt.Errorf("%w at byte %d: write of %d bytes: %w", errStopped, o.good, len(block), err)
	o.ragged = true
	return errors.Join(err, o.cut())
}

// cut cuts the file back to the last whole block, where it can be cut.
func (o *output) cut() error {
	file, ok := o.to.(truncater)
	if !ok {
		return nil
	}
	if err := file.Truncate(o.good); err != nil {
		return fmt.Errorf("cut the file back to byte %d: %w", o.good, err)
	}
	if _, err := file.Seek(o.good, io.SeekStart); err != nil {
		return fmt.Errorf("go back to byte %d: %w", o.good, err)
	}
	o.ragged = false
	return nil
}
