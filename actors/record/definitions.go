package record

import (
	"hash/crc32"
	"slices"
)

// definitions are the parts of a summary that repeat what chunks define.
type definitions struct {
	records  []byte // schemas and channels
	messages uint64
	counted  bool // messages is known
}

// maxSummary is the largest summary that is read for its definitions.
const maxSummary = 64 << 20

// define takes the schemas and channels of the summary, once, if it is whole: the chunk that
// defined them may be lost.
func (s *scanner) define() error {
	if s.summary != nil {
		return nil
	}
	s.summary = &definitions{}
	if err := s.readSummary(s.summary); err != nil || len(s.summary.records) == 0 {
		return err
	}
	s.adopt(s.summary.records)
	return nil
}

// adopt adds the schemas and channels among records that were checked, and no messages.
func (s *scanner) adopt(records []byte) {
	var kept []byte
	for c := (cursor{data: records}); len(c.data) > 0 && !c.bad; {
		before := c.data
		if op, _ := c.record(); op == opSchema || op == opChannel {
			kept = append(kept, before[:len(before)-len(c.data)]...)
		}
	}
	p := chunkParser{reader: s.Reader, index: &messageIndexes{}}
	if p.parse(kept) == nil {
		p.commit()
	}
}

// defineFrom takes the definitions of a damaged chunk whose one wrong bit the checksum points out,
// where there is no summary: without them, the messages of all later chunks would be unreadable.
func (s *scanner) defineFrom(c chunkRecord) {
	if s.summary != nil && len(s.summary.records) > 0 || c.crc == 0 {
		return
	}
	records := slices.Clone(c.records)
	if bit, found := wrongBit(crc32.ChecksumIEEE(records)^c.crc, len(records)); found {
		records[bit/8] ^= 1 << (bit % 8)
		s.adopt(records)
	}
}

// wrongBit returns which bit of n bytes is wrong, from the difference between their checksum and
// the right one. Each bit has a difference of its own: x to the power of its distance from the end.
func wrongBit(difference uint32, n int) (bit int, found bool) {
	power := squares[5] // x^32, of the highest bit of the last byte, which comes last
	for at := 8*n - 1; at >= 0; at-- {
		if power == difference {
			return at, true
		}
		power = power>>1 ^ crc32.IEEE&-(power&1) // times x
	}
	return 0, false
}

// readSummary reads the summary at the end of the file. It leaves d empty if the summary is missing
// or damaged.
func (s *scanner) readSummary(d *definitions) error {
	if s.size < tailSize {
		return nil
	}
	tail := make([]byte, tailSize)
	if err := readAt(s.source, tail, s.size-tailSize); err != nil {
		return err
	}
	start, end := little.Uint64(tail[recordHead:]), uint64(s.size-tailSize)
	if string(tail[len(tail)-len(magic):]) != magic || opcode(tail[0]) != opFooter || start > end || end-start > maxSummary {
		return nil
	}
	summary := make([]byte, end-start)
	if err := readAt(s.source, summary, int64(start)); err != nil {
		return err
	}
	checked := len(tail) - len(magic) - 4
	if crc32.Update(crc32.ChecksumIEEE(summary), crc32.IEEETable, tail[:checked]) != little.Uint32(tail[checked:]) {
		return nil
	}
	for c := (cursor{data: summary}); len(c.data) > 0; {
		before := c.data
		op, content := c.record()
		switch {
		case c.bad:
			return nil
		case op == opSchema || op == opChannel:
			d.records = append(d.records, before[:len(before)-len(c.data)]...)
		case op == opStatistics:
			statistics := cursor{data: content}
			d.messages = statistics.uint64()
			d.counted = !statistics.bad
		}
	}
	return nil
}
