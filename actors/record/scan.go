package record

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strconv"

	"github.com/robo-actors/robo-actors/messages"
)

// scanner goes once through a file, record by record, and stops at the first byte that no Writer
// would have put there.
type scanner struct {
	*Reader
	at    int64 // of the next record
	crc   uint32
	index messageIndexes
	buf   []byte // reused by read
	want  []byte // reused by messageIndexes
}

// damaged is the error of a check that failed: it becomes the Reader's damage.
type damaged struct {
	offset int64
	reason string
}

func (d *damaged) Error() string { return d.reason }

func damage(offset int64, format string, arguments ...any) error {
	return &damaged{offset: offset, reason: fmt.Sprintf(format, arguments...)}
}

// scan reads the undamaged part of the recording into r and notes the damage. It returns an error
// if the source cannot be read, or ErrNotRecording.
func (r *Reader) scan() error {
	s := scanner{Reader: r}
	err := s.start()
	complete := false
	for err == nil && !complete {
		complete, err = s.next()
	}
	if err == nil {
		err = s.end()
	}
	var d *damaged
	if errors.As(err, &d) {
		r.damage = &Damage{Offset: d.offset, Size: r.size, Reason: d.reason, Complete: complete}
		err = nil
	}
	return err
}

// read returns n bytes at the place where the scanner is, which goes on.
func (s *scanner) read(n int64) ([]byte, error) {
	if int64(cap(s.buf)) < n {
		s.buf = make([]byte, n)
	}
	data := s.buf[:n]
	if err := readAt(s.source, data, s.at); err != nil {
		return nil, err
	}
	s.at += n
	return data, nil
}

// start checks what every recording begins with.
func (s *scanner) start() error {
	want := appendStart(nil)
	have, err := s.read(min(int64(len(want)), s.size))
	if err != nil {
		return err
	}
	switch {
	case string(have) == string(want):
		s.crc = crc32.ChecksumIEEE(have)
		return nil
	case string(have) == string(want[:len(have)]):
		return damage(0, "the file ends within its header")
	case len(have) >= len(magic) && string(have[:len(magic)]) == magic:
		return fmt.Errorf("%w: an MCAP file of another program, or with a damaged header", ErrNotRecording)
	}
	return fmt.Errorf("%w: it does not begin as an MCAP file does", ErrNotRecording)
}

// next reads a record of the data section; last is true for the one that ends it.
func (s *scanner) next() (last bool, err error) {
	begin := s.at
	if s.size-begin < recordHead {
		return false, damage(begin, "the file is cut off")
	}
	head, err := s.read(recordHead)
	if err != nil {
		return false, err
	}
	op, length := opcode(head[0]), little.Uint64(head[1:])
	limit := largest(op)
	switch {
	case limit == 0:
		return false, damage(begin, "a record of kind %#02x, which has no place here", byte(op))
	case length > uint64(s.size-s.at):
		return false, damage(begin, "a record of %d bytes is cut off", length)
	case length > limit:
		return false, damage(begin, "a record of %d bytes; expected at most %d", length, limit)
	}
	section := s.crc
	s.crc = crc32.Update(s.crc, crc32.IEEETable, head)
	content, err := s.read(int64(length))
	if err != nil {
		return false, err
	}
	s.crc = crc32.Update(s.crc, crc32.IEEETable, content)
	switch op {
	case opMetadata:
		return false, s.metadata(begin, content)
	case opAttachment:
		return false, s.attachment(begin, content)
	case opChunk:
		return false, s.chunk(begin, content)
	}
	if c := (cursor{data: content}); c.uint32() != section || !c.done() {
		return false, damage(begin, "the checksum of the data section does not match")
	}
	return true, nil
}

// largest returns the largest length of a record that may be in the data section; 0 for one that
// may not.
func largest(op opcode) uint64 {
	switch op {
	case opMetadata:
		return maxMetadata
	case opAttachment:
		return maxFile + 4096
	case opChunk:
		return maxChunk + chunkHead
	case opDataEnd:
		return dataEndSize - recordHead
	}
	return 0
}

func (s *scanner) metadata(begin int64, content []byte) error {
	c := cursor{data: content}
	name, entries := c.text(), c.entries()
	n := len(entries) - 1
	if !c.done() || n < 0 || entries[n].Key != checksumKey || entries[n].Value != checksumOf(name, entries[:n]) {
		return damage(begin, "the checksum of metadata does not match")
	}
	switch name {
	case runRecord:
		s.entries = entries[:n]
	case droppedRecord:
		s.dropped = entries[:n]
	}
	return nil
}

func (s *scanner) attachment(begin int64, content []byte) error {
	c := cursor{data: content}
	f := fileInfo{time: messages.Instant(c.uint64())}
	c.uint64() // time of creation
	f.name, f.mediaType = c.text(), c.text()
	size := c.uint64()
	f.offset = begin + recordHead + int64(len(content)-len(c.data))
	data := c.bytes(size)
	crc := c.uint32()
	if !c.done() || crc != crc32.ChecksumIEEE(content[:len(content)-4]) {
		return damage(begin, "the checksum of an attached file does not match")
	}
	f.size, f.crc = int64(len(data)), crc32.ChecksumIEEE(data)
	s.files = append(s.files, f)
	return nil
}

// chunk checks a chunk and the message indexes behind it, and then adds what it defines and holds.
func (s *scanner) chunk(begin int64, content []byte) error {
	c := cursor{data: content}
	first, last, size, crc := c.uint64(), c.uint64(), c.uint64(), c.uint32()
	compression, length := c.block(), c.uint64()
	records := c.bytes(length)
	switch {
	case !c.done() || length != size && len(compression) == 0 || length == 0:
		return damage(begin, "the sizes of a chunk contradict each other")
	case len(compression) > 0:
		return damage(begin, "a chunk compressed by %.10q, which no recorder of this module writes", compression)
	case crc != crc32.ChecksumIEEE(records):
		return damage(begin, "the checksum of a chunk does not match")
	}
	p := chunkParser{reader: s.Reader, index: &s.index}
	if err := p.parse(records); err != nil {
		return damage(begin, "a chunk is not valid: %v", err)
	}
	if f, l := p.times.bounds(); f != first || l != last {
		return damage(begin, "the times of a chunk do not match its messages")
	}
	if err := s.messageIndexes(); err != nil {
		return err
	}
	p.commit()
	s.chunks = append(s.chunks, chunkInfo{
		offset: begin + recordHead + chunkHead, length: len(records), crc: crc, times: p.times, channels: p.present(),
	})
	return nil
}

// messageIndexes compares the indexes behind a chunk with those that its messages give. A file may
// end within them: the chunk is whole.
func (s *scanner) messageIndexes() error {
	s.want = s.index.appendTo(s.want[:0])
	want, begin := s.want, s.at
	have, err := s.read(min(int64(len(want)), s.size-s.at))
	if err != nil {
		return err
	}
	if string(have) != string(want[:len(have)]) {
		return damage(begin, "the index of a chunk does not match its messages")
	}
	s.crc = crc32.Update(s.crc, crc32.IEEETable, have)
	return nil
}

// end checks what follows the data section: the summary, by its checksum, and the last bytes.
func (s *scanner) end() error {
	begin := s.at
	if s.size-begin < tailSize {
		return damage(begin, "the summary is missing or cut off")
	}
	tail := make([]byte, tailSize)
	if err := readAt(s.source, tail, s.size-tailSize); err != nil {
		return err
	}
	checked := len(tail) - len(magic) - 4 // up to the checksum itself
	sum := crc32.NewIEEE()
	if _, err := io.Copy(sum, io.NewSectionReader(s.source, begin, s.size-tailSize-begin)); err != nil {
		return fmt.Errorf("read the summary: %w", err)
	}
	sum.Write(tail[:checked]) // a hash never fails
	switch {
	case string(tail[len(tail)-len(magic):]) != magic:
		return damage(begin, "the summary is cut off or damaged")
	case tail[0] != byte(opFooter) || little.Uint64(tail[1:]) != footerSize-recordHead || little.Uint64(tail[recordHead:]) != uint64(begin):
		return damage(begin, "the footer is not valid")
	case little.Uint32(tail[checked:]) != sum.Sum32():
		return damage(begin, "the checksum of the summary does not match")
	}
	return s.applyDropped()
}

// applyDropped gives each channel its number of dropped values.
func (s *scanner) applyDropped() error {
	for _, e := range s.dropped {
		count, err := strconv.ParseUint(e.Value, 10, 64)
		if err != nil {
			return damage(s.at, "the number of dropped values of topic %q is %q", e.Key, e.Value)
		}
		for _, c := range s.channels {
			if c.Topic == e.Key {
				c.Dropped = count
			}
		}
	}
	return nil
}
