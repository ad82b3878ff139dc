package record

import (
	"fmt"
	"hash"
	"hash/crc32"
	"strconv"

	"github.com/robo-actors/robo-actors/messages"
)

// scanner goes once through a file, record by record. At a byte that no Writer would have put
// there, it looks for the next record that is whole; see salvage.go.
type scanner struct {
	*Reader
	at    int64 // of the next record
	crc   uint32
	index messageIndexes
	buf   []byte // reused by read
	want  []byte // reused by messageIndexes

	gaps    []Gap
	lost    bool  // a gap may hold messages
	ended   bool  // the data section was read to its end
	budget  int64 // bytes that the search for whole records may still check
	summary *definitions
}

// scan reads the undamaged parts of the recording into r and notes the damage. It returns an error
// if the source cannot be read, or ErrNotRecording.
func (r *Reader) scan() error {
	s := scanner{Reader: r, budget: checksPerByte*r.size + maxChunk}
	err := s.start()
	for {
		goOn, failed := s.skip(err)
		if failed != nil {
			return failed
		}
		if !goOn || s.ended {
			break
		}
		if s.ended, err = s.next(); s.ended && err == nil {
			err = s.end()
		}
	}
	s.report()
	return nil
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
	case len(have) == 0:
		return fmt.Errorf("%w: the file is empty", ErrNotRecording)
	case string(have) == string(want[:len(have)]):
		return damage(0, "the file ends within its header")
	case s.startsRun():
		return damage(0, "the header is damaged").until(s.at).unharmed()
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
	var found *damaged
	switch op {
	case opMetadata:
		found = s.metadata(begin, content)
	case opAttachment:
		found = s.attachment(begin, content)
	case opChunk:
		return false, s.chunk(begin, content)
	default:
		c := cursor{data: content}
		crc := c.uint32()
		if !c.done() {
			return false, damage(begin, "the end of the data section has %d bytes", length)
		}
		if crc != section && crc != 0 && len(s.gaps) == 0 {
			return true, damage(begin, "the checksum of the data section does not match").until(s.at).unharmed()
		}
		return true, nil
	}
	if found == nil {
		return false, nil
	}
	return false, found.until(s.at)
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

// parseMetadata returns name and entries of a metadata record, and whether its checksum matches.
func parseMetadata(content []byte) (name string, entries []Entry, whole bool) {
	c := cursor{data: content}
	name, entries = c.text(), c.entries()
	n := len(entries) - 1
	if !c.done() || n < 0 || entries[n].Key != checksumKey || entries[n].Value != checksumOf(name, entries[:n]) {
		return name, nil, false
	}
	return name, entries[:n], true
}

func (s *scanner) metadata(begin int64, content []byte) *damaged {
	name, entries, whole := parseMetadata(content)
	if !whole {
		return damage(begin, "the checksum of metadata does not match").unharmed()
	}
	switch name {
	case runRecord:
		s.entries = entries
	case droppedRecord:
		s.dropped = entries
	}
	return nil
}

// parseAttachment returns what an attachment record at begin holds, and whether its checksum
// matches. A checksum of zero was not computed.
func parseAttachment(begin int64, content []byte) (f fileInfo, whole bool) {
	c := cursor{data: content}
	f.time = messages.Instant(c.uint64())
	c.uint64() // time of creation
	f.name, f.mediaType = c.text(), c.text()
	size := c.uint64()
	f.offset = begin + recordHead + int64(len(content)-len(c.data))
	data := c.bytes(size)
	crc := c.uint32()
	if !c.done() || crc != 0 && crc != crc32.ChecksumIEEE(content[:len(content)-4]) {
		return f, false
	}
	f.size, f.crc = int64(len(data)), crc32.ChecksumIEEE(data)
	return f, true
}

func (s *scanner) attachment(begin int64, content []byte) *damaged {
	f, whole := parseAttachment(begin, content)
	if !whole {
		return damage(begin, "the checksum of the attached file %.80q does not match", f.name).unharmed()
	}
	s.files = append(s.files, f)
	return nil
}

// chunkRecord is the content of a chunk record.
type chunkRecord struct {
	first, last uint64 // times
	crc         uint32
	records     []byte
}

// parseChunk checks the sizes and the checksum of a chunk, and returns the problem. A checksum of
// zero was not computed, as MCAP has it.
func parseChunk(content []byte) (chunk chunkRecord, wrong string) {
	c := cursor{data: content}
	chunk.first, chunk.last = c.uint64(), c.uint64()
	size := c.uint64()
	chunk.crc = c.uint32()
	compression, length := c.block(), c.uint64()
	chunk.records = c.bytes(length)
	sum := crc32.ChecksumIEEE(chunk.records)
	switch {
	case !c.done() || length != size && len(compression) == 0 || length == 0:
		return chunk, "the sizes of a chunk contradict each other"
	case len(compression) > 0:
		return chunk, fmt.Sprintf("a chunk compressed by %.10q, which no recorder of this module writes", compression)
	case chunk.crc != 0 && chunk.crc != sum:
		return chunk, "the checksum of a chunk does not match"
	}
	chunk.crc = sum
	return chunk, ""
}

// chunk checks a chunk and the message indexes behind it, and adds what it defines and holds. Its
// messages are read where only its times or its indexes are damaged.
func (s *scanner) chunk(begin int64, content []byte) error {
	end := s.at
	chunk, wrong := parseChunk(content)
	if wrong != "" {
		if err := s.define(); err != nil {
			return err
		}
		s.defineFrom(chunk)
		return damage(begin, "%s", wrong).until(end)
	}
	p := chunkParser{reader: s.Reader, index: &s.index}
	if err := p.parse(chunk.records); err != nil {
		return damage(begin, "a chunk is not valid: %v", err).until(end)
	}
	indexes, err := s.messageIndexes()
	if err != nil {
		return err
	}
	p.commit()
	s.chunks = append(s.chunks, chunkInfo{
		offset: begin + recordHead + chunkHead, length: len(chunk.records), crc: chunk.crc, times: p.times, channels: p.present(),
	})
	if f, l := p.times.bounds(); f != chunk.first || l != chunk.last {
		return damage(begin, "the times of a chunk do not match its messages").until(s.at).unharmed()
	}
	if indexes != nil {
		return indexes
	}
	return nil
}

// messageIndexes compares the indexes behind a chunk with those that its messages give. A file may
// end within them: the chunk is whole.
func (s *scanner) messageIndexes() (*damaged, error) {
	s.want = s.index.appendTo(s.want[:0])
	want, begin := s.want, s.at
	have, err := s.read(min(int64(len(want)), s.size-s.at))
	if err != nil {
		return nil, err
	}
	s.crc = crc32.Update(s.crc, crc32.IEEETable, have)
	if string(have) != string(want[:len(have)]) {
		return damage(begin, "the index of a chunk does not match its messages").until(s.at).unharmed(), nil
	}
	return nil, nil
}

// end checks what follows the data section: the summary, record by record and by its checksum, the
// footer, and that nothing follows.
func (s *scanner) end() error {
	begin := s.at
	sum := crc32.NewIEEE()
	for {
		if s.size-s.at < tailSize {
			return damage(begin, "the summary is missing or cut off").unharmed()
		}
		head, err := s.read(recordHead)
		if err != nil {
			return err
		}
		op, length := opcode(head[0]), little.Uint64(head[1:])
		if op == opFooter {
			break
		}
		if !inSummary(op) || length > maxChunk || length > uint64(s.size-s.at) {
			return damage(begin, "the summary is cut off or damaged").unharmed()
		}
		sum.Write(head) // a hash never fails
		content, err := s.read(int64(length))
		if err != nil {
			return err
		}
		sum.Write(content)
	}
	return s.footer(begin, sum)
}

// footer checks what ends a recording; its head has been read.
func (s *scanner) footer(begin int64, sum hash.Hash32) error {
	s.at -= recordHead
	tail, err := s.read(tailSize)
	if err != nil {
		return err
	}
	checked := len(tail) - len(magic) - 4 // up to the checksum itself
	sum.Write(tail[:checked])
	crc := little.Uint32(tail[checked:])
	switch {
	case string(tail[len(tail)-len(magic):]) != magic:
		return damage(begin, "the summary is cut off or damaged").unharmed()
	case little.Uint64(tail[1:]) != footerSize-recordHead || little.Uint64(tail[recordHead:]) != uint64(begin):
		return damage(begin, "the footer is not valid").unharmed()
	case crc != 0 && crc != sum.Sum32():
		return damage(begin, "the checksum of the summary does not match").unharmed()
	case s.at < s.size:
		return damage(s.at, "%d bytes follow the end of the recording", s.size-s.at).unharmed()
	}
	return s.applyDropped()
}

// inSummary reports whether a kind of record may be in the summary section.
func inSummary(op opcode) bool {
	switch op {
	case opSchema, opChannel, opStatistics, opChunkIndex, opAttachmentIndex, opMetadataIndex, opSummaryOffset:
		return true
	}
	return false
}

// applyDropped gives each channel its number of dropped values.
func (s *scanner) applyDropped() error {
	for _, e := range s.dropped {
		count, err := strconv.ParseUint(e.Value, 10, 64)
		if err != nil {
			return damage(s.at, "the number of dropped values of topic %q is %q", e.Key, e.Value).unharmed()
		}
		for _, c := range s.channels {
			if c.Topic == e.Key {
				c.Dropped = count
			}
		}
	}
	return nil
}
