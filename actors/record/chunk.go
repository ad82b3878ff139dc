package record

import (
	"hash/crc32"
	"math"
)

// chunk collects the records of one chunk, with the index of its messages. Its memory is reused by
// the next one.
type chunk struct {
	// frame has room for the head of the chunk record, then the records; seal appends the message
	// indexes.
	frame []byte
	index messageIndexes
	times span
	// known is the checksum of the records, once the chunk is sealed.
	known summed
}

// span is the first and last log time of some messages, in ns; empty until a time was added.
type span struct{ first, last uint64 }

var noTimes = span{first: math.MaxUint64}

func (s span) empty() bool { return s.first > s.last }

func (s *span) add(t uint64) {
	s.first, s.last = min(s.first, t), max(s.last, t)
}

// bounds returns the times as MCAP has them: zeros for no messages.
func (s span) bounds() (first, last uint64) {
	if s.empty() {
		return 0, 0
	}
	return s.first, s.last
}

func newChunk(capacity int) chunk {
	c := chunk{frame: make([]byte, 0, recordHead+chunkHead+capacity)}
	c.reset()
	return c
}

func (c *chunk) reset() {
	c.frame = c.frame[:recordHead+chunkHead]
	c.index.reset()
	c.times = noTimes
}

// records returns what the chunk holds.
func (c *chunk) records() []byte { return c.frame[recordHead+chunkHead:] }

func (c *chunk) empty() bool { return len(c.frame) == recordHead+chunkHead }

// seal finishes the chunk record and appends the message index records, and says how long the
// former is. It allocates nothing once the frame has grown.
func (c *chunk) seal() (block []byte, chunkLength int) {
	records := c.records()
	first, last := c.times.bounds()
	chunkLength = len(c.frame)
	c.known = summed{recordHead + chunkHead, chunkLength, crc32.ChecksumIEEE(records)}

	head := append(c.frame[:0], byte(opChunk))
	head = little.AppendUint64(head, uint64(chunkLength-recordHead))
	head = little.AppendUint64(head, first)
	head = little.AppendUint64(head, last)
	head = little.AppendUint64(head, uint64(len(records)))
	head = little.AppendUint32(head, c.known.crc)
	head = appendText(head, "") // no compression
	little.AppendUint64(head, uint64(len(records)))

	c.frame = c.index.appendTo(c.frame)
	return c.frame, chunkLength
}

// messageIndexes has, for each channel, the time and the place of each of its messages in one
// chunk, as MCAP writes them. Writer and reader share it: the reader makes its own and compares.
type messageIndexes struct {
	channels []channelIndex // by channel number, from 1
}

type channelIndex struct {
	entries []byte // pairs of log time and offset in the chunk's records
}

func (m *messageIndexes) reset() {
	for i := range m.channels {
		m.channels[i].entries = m.channels[i].entries[:0]
	}
}

// add notes a message of a channel, which is numbered from 1.
func (m *messageIndexes) add(channel uint16, logTime uint64, offset int) {
	for len(m.channels) < int(channel) {
		m.channels = append(m.channels, channelIndex{})
	}
	i := &m.channels[channel-1]
	i.entries = little.AppendUint64(little.AppendUint64(i.entries, logTime), uint64(offset))
}

// count returns the number of messages of a channel.
func (m *messageIndexes) count(channel uint16) uint64 {
	if int(channel) > len(m.channels) {
		return 0
	}
	return uint64(len(m.channels[channel-1].entries) / indexEntry)
}

// appendTo writes the message index records of the channels that have messages, in the order of
// their numbers.
func (m *messageIndexes) appendTo(dst []byte) []byte {
	for i := range m.channels {
		if entries := m.channels[i].entries; len(entries) > 0 {
			var mark int
			dst, mark = beginRecord(dst, opMessageIndex)
			dst = little.AppendUint16(dst, uint16(i+1))
			dst = appendText(dst, entries)
			dst = endRecord(dst, mark)
		}
	}
	return dst
}
