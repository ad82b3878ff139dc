package record

import (
	"fmt"
	"hash/crc32"
	"io"
)

// readAt fills data; a source that ends with it is no error.
func readAt(source io.ReaderAt, data []byte, offset int64) error {
	if n, err := source.ReadAt(data, offset); n < len(data) {
		return fmt.Errorf("read %d bytes at byte %d: %w", len(data), offset, err)
	}
	return nil
}

// readChecked reads bytes that were checked before, into buf where it is large enough.
func readChecked(source io.ReaderAt, offset int64, length int, crc uint32, buf []byte) ([]byte, error) {
	if cap(buf) < length {
		buf = make([]byte, length)
	}
	buf = buf[:length]
	if err := readAt(source, buf, offset); err != nil {
		return nil, err
	}
	if crc32.ChecksumIEEE(buf) != crc {
		return nil, fmt.Errorf("%w: %d bytes at byte %d", errChanged, length, offset)
	}
	return buf, nil
}
