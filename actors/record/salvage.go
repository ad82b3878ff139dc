package record

import "errors"

const (
	// searchLimit is how far behind damage a whole record is looked for: further than the longest
	// record reaches.
	searchLimit = 128 << 20
	// checksPerByte bounds the bytes that are read for records which may be whole, in multiples of
	// the size of the file.
	checksPerByte = 8
	// mostGaps is the number of damaged parts after which a recording is read no further.
	mostGaps = 10_000
)

// startsRun reports whether a whole metadata record follows the header, as in every recording.
func (s *scanner) startsRun() bool {
	_, op, whole := s.wholeAt(s.at)
	return whole && op == opMetadata
}

// skip notes damage as a gap and moves the scanner to the next whole record; goOn is false if the
// file has no such record. An error that is no damage is returned as it is.
func (s *scanner) skip(err error) (goOn bool, failed error) {
	var d *damaged
	if !errors.As(err, &d) {
		return err == nil, err
	}
	gap := Gap{Begin: d.offset, End: s.size, Reason: d.reason}
	s.lost = s.lost || !d.harmless
	defer func() { s.gaps = append(s.gaps, gap) }()
	if err := s.define(); err != nil {
		return false, err
	}
	if s.ended || len(s.gaps) >= mostGaps {
		s.lost = s.lost || !s.ended
		return false, nil
	}
	next, err := s.nextWhole(d)
	if err != nil || next < 0 {
		s.lost = true
		return false, err
	}
	gap.End, s.at = next, next
	return true, nil
}

// nextWhole returns where the next whole record behind damage begins, -1 if none is found.
func (s *scanner) nextWhole(d *damaged) (int64, error) {
	if d.next > 0 {
		if d.next == s.size && d.harmless {
			return s.size, nil // cut off right there
		}
		if at, err := s.behindIndexes(d.next); err != nil || at >= 0 {
			return at, err
		}
	}
	return s.search(d.offset + 1)
}

// behindIndexes steps over the message indexes of a damaged chunk, and returns where the whole
// record behind them begins, or -1 if the file ends before.
func (s *scanner) behindIndexes(at int64) (int64, error) {
	for {
		if _, _, whole := s.wholeAt(at); whole {
			return at, nil
		}
		head := make([]byte, recordHead)
		if s.size-at < recordHead {
			return -1, nil
		}
		if err := readAt(s.source, head, at); err != nil {
			return -1, err
		}
		length := little.Uint64(head[1:])
		if opcode(head[0]) != opMessageIndex || length > maxChunk || int64(length) > s.size-at-recordHead {
			return -1, nil
		}
		at += recordHead + int64(length)
	}
}

// search looks byte by byte for a whole record.
func (s *scanner) search(from int64) (int64, error) {
	const step = 1 << 16
	end := min(s.size, from+searchLimit)
	buf := make([]byte, min(step+recordHead, max(0, end-from)))
	for at := from; at+recordHead <= end; at += step {
		n := min(int64(len(buf)), s.size-at)
		if err := readAt(s.source, buf[:n], at); err != nil {
			return -1, err
		}
		for i := 0; int64(i)+recordHead <= n && i < step; i++ {
			if op := opcode(buf[i]); op < opChunk || op > opDataEnd || largest(op) == 0 || little.Uint32(buf[i+5:]) != 0 {
				continue
			}
			if s.budget <= 0 {
				return -1, nil
			}
			if _, _, whole := s.wholeAt(at + int64(i)); whole {
				return at + int64(i), nil
			}
		}
	}
	return -1, nil
}

// wholeAt reports whether a record of the data section begins at an offset, and where it ends. Its
// checksum is compared: bytes of a message can look like the head of a record.
func (s *scanner) wholeAt(at int64) (end int64, op opcode, whole bool) {
	if at < 0 || s.size-at < recordHead {
		return 0, 0, false
	}
	// Sizes and names of an attachment come first: most bytes that are no record fail on them.
	head := make([]byte, min(s.size-at, recordHead+64))
	if readAt(s.source, head, at) != nil {
		return 0, 0, false
	}
	op, length := opcode(head[0]), little.Uint64(head[1:])
	if limit := largest(op); limit == 0 || length > limit || int64(length) > s.size-at-recordHead || !plausible(op, length, head[recordHead:]) {
		return 0, 0, false
	}
	s.budget -= int64(length)
	if s.budget < 0 {
		return 0, 0, false
	}
	content := make([]byte, length)
	if readAt(s.source, content, at+recordHead) != nil {
		return 0, 0, false
	}
	end = at + recordHead + int64(length)
	switch op {
	case opMetadata:
		_, _, whole = parseMetadata(content)
	case opAttachment:
		_, whole = parseAttachment(at, content)
	case opChunk:
		chunk, wrong := parseChunk(content)
		whole = wrong == "" && wellFormed(chunk.records)
	case opDataEnd:
		next := make([]byte, 1)
		whole = s.size > end && readAt(s.source, next, end) == nil && (inSummary(opcode(next[0])) || opcode(next[0]) == opFooter)
	}
	return end, op, whole
}

// wellFormed reports whether bytes are records one behind the other, which a chunk without a
// checksum has to be.
func wellFormed(records []byte) bool {
	c := cursor{data: records}
	for len(c.data) > 0 && !c.bad {
		c.record()
	}
	return !c.bad
}

// plausible reports whether the first bytes of a record agree with its length.
func plausible(op opcode, length uint64, content []byte) bool {
	c := cursor{data: content}
	switch op {
	case opChunk:
		c.bytes(16)
		size := c.uint64()
		c.uint32()
		return c.uint32() == 0 && c.uint64() == size && length == size+chunkHead
	case opAttachment:
		c.bytes(16)
		name := uint64(c.uint32())
		return name > 0 && name <= 1024 && name+36 <= length
	case opDataEnd:
		return length == dataEndSize-recordHead
	}
	c.block() // the name of metadata may be longer than the bytes at hand
	return length > 8
}

// report makes the damage of the gaps.
func (s *scanner) report() {
	if len(s.gaps) == 0 {
		return
	}
	first := s.gaps[0]
	d := &Damage{Offset: first.Begin, Size: s.size, Reason: first.Reason, Complete: !s.lost, Gaps: s.gaps}
	s.damage = d
	if !s.lost || s.summary == nil || !s.summary.counted {
		return
	}
	have := uint64(0)
	for _, c := range s.channels {
		have += c.Messages
	}
	d.LostKnown, d.LostMessages = true, s.summary.messages-min(have, s.summary.messages)
	d.Complete = d.LostMessages == 0
}
