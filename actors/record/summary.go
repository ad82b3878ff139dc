package record

import (
	"hash/crc32"

	"github.com/robo-actors/robo-actors/messages"
)

// summary collects the index records of a recording while it is written, each as it will be in
// the file.
type summary struct {
	chunkIndex    blocks
	fileIndex     []byte
	metadataIndex []byte
	chunks        uint64
	files         indexed
	metadata      uint32
	times         span
}

// indexed counts the records of an index and its bytes, so that the last one can be taken back.
type indexed struct {
	count uint32
	bytes int
}

// blocks is bytes that grow without being copied, since a recording may run for days.
type blocks struct{ list [][]byte }

const blockSize = 64 << 10

// room returns the last block, with space for size bytes at its end.
func (b *blocks) room(size int) *[]byte {
	if n := len(b.list); n == 0 || cap(b.list[n-1])-len(b.list[n-1]) < size {
		b.list = append(b.list, make([]byte, 0, max(blockSize, size)))
	}
	return &b.list[len(b.list)-1]
}

// addChunk notes a chunk that was written at offset; length is that of its chunk record, records of
// what it holds.
func (s *summary) addChunk(c *chunk, offset int64, length, records int) {
	channels, indexSize := 0, 0
	for i := range c.index.channels {
		if n := len(c.index.channels[i].entries); n > 0 {
			channels++
			indexSize += recordHead + 2 + 4 + n
		}
	}
	const fixed = 8*4 + 4 + 8 + 4 + 8*2
	block := s.chunkIndex.room(recordHead + fixed + channels*(2+8))
	first, last := c.times.bounds()
	dst, mark := beginRecord(*block, opChunkIndex)
	dst = little.AppendUint64(dst, first)
	dst = little.AppendUint64(dst, last)
	dst = little.AppendUint64(dst, uint64(offset))
	dst = little.AppendUint64(dst, uint64(length))
	dst = little.AppendUint32(dst, uint32(channels*(2+8)))
	place := uint64(offset) + uint64(length)
	for i := range c.index.channels {
		if n := len(c.index.channels[i].entries); n > 0 {
			dst = little.AppendUint16(dst, uint16(i+1))
			dst = little.AppendUint64(dst, place)
			place += uint64(recordHead + 2 + 4 + n)
		}
	}
	dst = little.AppendUint64(dst, uint64(indexSize))
	dst = appendText(dst, "") // no compression
	dst = little.AppendUint64(dst, uint64(records))
	dst = little.AppendUint64(dst, uint64(records))
	*block = endRecord(dst, mark)

	s.chunks++
	if !c.times.empty() {
		s.times.add(c.times.first)
		s.times.add(c.times.last)
	}
}

func (s *summary) addFile(f File, time messages.Instant, offset int64, length int) {
	s.fileIndex = s.fileIndex[:s.files.bytes] // without one whose write failed
	dst, mark := beginRecord(s.fileIndex, opAttachmentIndex)
	dst = little.AppendUint64(dst, uint64(offset))
	dst = little.AppendUint64(dst, uint64(length))
	dst = little.AppendUint64(dst, uint64(time))
	dst = little.AppendUint64(dst, 0)
	dst = little.AppendUint64(dst, uint64(len(f.Data)))
	dst = appendText(dst, f.Name)
	dst = appendText(dst, f.MediaType)
	s.fileIndex = endRecord(dst, mark)
	s.files = indexed{count: s.files.count + 1, bytes: len(s.fileIndex)}
}

func (s *summary) addMetadata(name string, offset int64, length int) {
	dst, mark := beginRecord(s.metadataIndex, opMetadataIndex)
	dst = little.AppendUint64(dst, uint64(offset))
	dst = little.AppendUint64(dst, uint64(length))
	dst = appendText(dst, name)
	s.metadataIndex = endRecord(dst, mark)
	s.metadata++
}

// appendSummary appends the end of the data section, of which block is the last part, and all that
// follows it.
func (w *Writer) appendSummary(block []byte) []byte {
	dst := appendDataEnd(block, crc32.Update(w.out.crc, crc32.IEEETable, block))
	start := len(dst)
	at := func() uint64 { return uint64(w.out.good) + uint64(len(dst)) }

	type group struct {
		op            opcode
		start, length uint64
	}
	var groups []group
	add := func(op opcode, write func()) {
		begin := at()
		write()
		if length := at() - begin; length > 0 {
			groups = append(groups, group{op, begin, length})
		}
	}
	add(opSchema, func() {
		for _, s := range w.schemas {
			if s.state == defined {
				dst = appendSchema(dst, s)
			}
		}
	})
	add(opChannel, func() {
		for _, c := range w.channels {
			if c.state == defined {
				dst = appendChannel(dst, c)
			}
		}
	})
	add(opStatistics, func() { dst = w.appendStatistics(dst) })
	add(opChunkIndex, func() {
		for _, b := range w.summary.chunkIndex.list {
			dst = append(dst, b...)
		}
	})
	add(opAttachmentIndex, func() { dst = append(dst, w.summary.fileIndex[:w.summary.files.bytes]...) })
	add(opMetadataIndex, func() { dst = append(dst, w.summary.metadataIndex...) })

	summaryStart, offsetStart := uint64(w.out.good)+uint64(start), at()
	for _, g := range groups {
		var mark int
		dst, mark = beginRecord(dst, opSummaryOffset)
		dst = append(dst, byte(g.op))
		dst = little.AppendUint64(dst, g.start)
		dst = little.AppendUint64(dst, g.length)
		dst = endRecord(dst, mark)
	}
	dst = append(dst, byte(opFooter))
	dst = little.AppendUint64(dst, footerSize-recordHead)
	dst = little.AppendUint64(dst, summaryStart)
	dst = little.AppendUint64(dst, offsetStart)
	dst = little.AppendUint32(dst, crc32.ChecksumIEEE(dst[start:]))
	return append(dst, magic...)
}

func appendDataEnd(dst []byte, crc uint32) []byte {
	dst, mark := beginRecord(dst, opDataEnd)
	return endRecord(little.AppendUint32(dst, crc), mark)
}

func (w *Writer) appendStatistics(dst []byte) []byte {
	var total uint64
	var counts []byte
	var schemas uint16
	var channels uint32
	for _, s := range w.schemas {
		if s.state == defined {
			schemas++
		}
	}
	for _, c := range w.channels {
		if c.state == defined {
			channels++
			total += c.written
			counts = little.AppendUint16(counts, c.number)
			counts = little.AppendUint64(counts, c.written)
		}
	}
	first, last := w.summary.times.bounds()
	dst, mark := beginRecord(dst, opStatistics)
	dst = little.AppendUint64(dst, total)
	dst = little.AppendUint16(dst, schemas)
	dst = little.AppendUint32(dst, channels)
	dst = little.AppendUint32(dst, w.summary.files.count)
	dst = little.AppendUint32(dst, w.summary.metadata)
	dst = little.AppendUint32(dst, uint32(w.summary.chunks))
	dst = little.AppendUint64(dst, first)
	dst = little.AppendUint64(dst, last)
	dst = appendText(dst, counts)
	return endRecord(dst, mark)
}
